// Plays the films of a report: points from the data of each, drawn on a canvas. Nothing is loaded from outside.
(() => {
  "use strict";
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const mix = ([low, high], share) => {
    const part = (text, k) => parseInt(text.slice(1 + 2 * k, 3 + 2 * k), 16);
    return `rgb(${[0, 1, 2].map((k) => Math.round(part(low, k) + (part(high, k) - part(low, k)) * share))})`;
  };

  function film(root) {
    const data = JSON.parse(root.querySelector("script").textContent);
    const raw = bytes(data.points);
    const steps = new DataView(raw.buffer);
    const shades = bytes(data.shades);
    const [canvas, button, slider, output, speed] = ["canvas", "button", "input", "output", "select"].map((name) =>
      root.querySelector(name));
    const size = data.dimension, frames = data.time.length;
    let yaw = Math.PI / 6, pitch = Math.PI / 6, now = data.time[frames - 1], isPlaying = false, before = 0;
    const view = { left: 0, bottom: 0, scale: 1, width: 1, height: 1 };

    const project = (p) => {
      if (size === 2) return [p[0], p[1], 0];
      const x = Math.cos(yaw) * p[0] + Math.sin(yaw) * p[1], y = -Math.sin(yaw) * p[0] + Math.cos(yaw) * p[1];
      return [x, Math.cos(pitch) * p[2] + Math.sin(pitch) * y, Math.sin(pitch) * p[2] - Math.cos(pitch) * y];
    };
    const point = (frame, number) => {
      const found = [];
      for (let axis = 0; axis < size; axis++) {
        const step = steps.getUint16(2 * ((frame * data.count + number) * size + axis), true);
        found.push(data.low[axis] + (step / 65535) * data.span[axis]);
      }
      return found;
    };
    const pixel = (p) => [(p[0] - view.left) * view.scale, view.height - (p[1] - view.bottom) * view.scale];

    function fit() {
      const [low, high] = data.box;
      // in space the box around everything is much larger than what is seen
      const corners = size === 2 ? [low, high] : data.strokes.flatMap((stroke) => stroke[0] === "ground" ? [] :
        Array.from({ length: 40 }, (_, k) => Math.floor((k * (frames - 1)) / 39)).flatMap((frame) =>
          stroke[1].map((number) => project(point(frame, number)))));
      const xs = corners.map((c) => c[0]), ys = corners.map((c) => c[1]);
      const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      const width = canvas.clientWidth || 900, margin = 26;
      const wanted = ((y1 - y0) * (width - 2 * margin)) / Math.max(x1 - x0, 1e-9) + 2 * margin;
      const height = Math.round(Math.min(Math.max(wanted, 150), 440)), ratio = window.devicePixelRatio || 1;
      canvas.style.height = `${height}px`;
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      view.scale = Math.min((width - 2 * margin) / Math.max(x1 - x0, 1e-9), (height - 2 * margin) / Math.max(y1 - y0, 1e-9));
      view.left = (x0 + x1) / 2 - width / 2 / view.scale;
      view.bottom = (y0 + y1) / 2 - height / 2 / view.scale;
      [view.width, view.height, view.ratio] = [width, height, ratio];
    }

    function draw() {
      const place = Math.max(0, Math.min(frames - 1, data.time.findLastIndex((time) => time <= now + 1e-9)));
      const next = Math.min(place + 1, frames - 1), span = data.time[next] - data.time[place];
      const share = span > 0 ? (now - data.time[place]) / span : 0;
      const at = (number) => {
        const [a, b] = [point(place, number), point(next, number)];
        return project(a.map((value, axis) => value + share * (b[axis] - value)));
      };
      const pen = canvas.getContext("2d");
      pen.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
      pen.clearRect(0, 0, view.width, view.height);
      pen.lineCap = pen.lineJoin = "round";
      let items = data.strokes.map((stroke) => {
        const points = stroke[1].map(at);
        return [stroke, points, points.reduce((sum, p) => sum + p[2], 0) / points.length];
      });
      if (size === 3) items = items.filter((i) => i[0][0] === "ground").concat(items.filter((i) => i[0][0] !== "ground").sort((a, b) => a[2] - b[2]));
      for (const [stroke, points] of items) paint(pen, stroke, points.map(pixel), place);
      if (data.hasTrace) trace(pen, place, pixel(at(data.count - 1)));
      output.textContent = `${now.toFixed(2)} s`;
      slider.value = String(place);
    }

    function paint(pen, [kind, , color, width, fill, radius, shade, isDashed], points, frame) {
      const shaded = shade >= 0 ? mix(data.colors[shade], shades[frame * data.shadeCount + shade] / 255) : "";
      pen.strokeStyle = shaded && kind !== "disc" ? shaded : color;
      pen.fillStyle = (kind === "disc" && shaded) || fill || pen.strokeStyle;
      pen.lineWidth = kind === "line" ? Math.max(width, 2 * radius * view.scale) : width;
      pen.setLineDash(isDashed ? [3, 4] : []);
      pen.beginPath();
      if (kind === "dot" || kind === "disc") {
        pen.arc(points[0][0], points[0][1], kind === "disc" ? radius * view.scale : width, 0, 2 * Math.PI);
        if (kind === "dot") pen.lineWidth = 1.2;
        if (kind === "dot" || fill) pen.fill();
        if (kind === "disc" || fill) pen.stroke();
        return;
      }
      if (kind === "ground" && size === 2) {
        const [x, y] = [points[1][0] - points[0][0], points[1][1] - points[0][1]], far = 4000 / (Math.hypot(x, y) || 1);
        pen.moveTo(points[0][0] - far * x, points[0][1] - far * y);
        pen.lineTo(points[0][0] + far * x, points[0][1] + far * y);
        pen.stroke();
        return;
      }
      points.forEach((p, k) => (k ? pen.lineTo(p[0], p[1]) : pen.moveTo(p[0], p[1])));
      if (kind === "area" || kind === "ground") {
        pen.closePath();
        if (fill) pen.fill();
      }
      if (kind !== "ground") pen.stroke();
    }

    function trace(pen, place, end) {
      pen.strokeStyle = pen.fillStyle = "#dc2626";
      pen.lineWidth = 1.2;
      pen.setLineDash([4, 3]);
      pen.beginPath();
      for (let frame = 0; frame <= place; frame++) {
        const [x, y] = pixel(project(point(frame, data.count - 1)));
        frame ? pen.lineTo(x, y) : pen.moveTo(x, y);
      }
      pen.lineTo(end[0], end[1]);
      pen.stroke();
      pen.setLineDash([]);
      pen.beginPath();
      pen.arc(end[0], end[1], 3.5, 0, 2 * Math.PI);
      pen.fill();
    }

    function play(stamp) {
      if (!isPlaying) return;
      now += ((stamp - before) / 1000) * Number(speed.value);
      before = stamp;
      if (now >= data.time[frames - 1]) [now, isPlaying] = [data.time[frames - 1], false];
      draw();
      button.textContent = isPlaying ? "Pause" : "Play";
      if (isPlaying) requestAnimationFrame(play);
    }
    button.addEventListener("click", () => {
      isPlaying = !isPlaying;
      button.textContent = isPlaying ? "Pause" : "Play";
      if (isPlaying && now >= data.time[frames - 1]) now = data.time[0];
      before = performance.now();
      if (isPlaying) requestAnimationFrame(play);
    });
    slider.addEventListener("input", () => {
      now = data.time[Number(slider.value)];
      draw();
    });
    if (size === 3) canvas.addEventListener("pointermove", (event) => {
      if (!event.buttons) return;
      yaw -= event.movementX / 150;
      pitch = Math.max(-1.5, Math.min(1.5, pitch + event.movementY / 150));
      fit();
      draw();
    });
    new ResizeObserver(() => {
      fit();
      draw();
    }).observe(canvas.parentElement);
  }
  document.querySelectorAll(".film").forEach(film);
  // paper shows everything
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((item) => (item.open = true)));
})();
