// Plays the films of a report: points from the data of each, drawn on a canvas. Nothing is loaded from outside.
(() => {
  "use strict";
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const mix = ([low, high], share) => {
    const part = (text, k) => parseInt(text.slice(1 + 2 * k, 3 + 2 * k), 16);
    const one = (k) => Math.round(part(low, k) + (part(high, k) - part(low, k)) * share);
    return `#${[0, 1, 2].map((k) => one(k).toString(16).padStart(2, "0")).join("")}`;
  };
  const [PAPER, DARK, FLOOR, LINE, SHADOW] = ["#ffffff", "#000000", "#e9ebf1", "#c3cad6", "#d5d8df"];
  const add = (p, q, share) => p.map((value, axis) => value + share * q[axis]);
  const dot = (p, q) => p.reduce((sum, value, axis) => sum + value * q[axis], 0);

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
      const between = (number) => {
        const [a, b] = [point(place, number), point(next, number)];
        return a.map((value, axis) => value + share * (b[axis] - value));
      };
      const at = (number) => project(between(number));
      const pen = canvas.getContext("2d");
      pen.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
      pen.clearRect(0, 0, view.width, view.height);
      pen.lineCap = pen.lineJoin = "round";
      let items = data.strokes.map((stroke) => {
        const points = stroke[1].map(at);
        return [stroke, points, points.reduce((sum, p) => sum + p[2], 0) / points.length];
      });
      if (size === 3) items.sort((a, b) => a[2] - b[2]);
      if (data.floor) floor(pen, between);
      for (const [stroke, points] of items) paint(pen, stroke, points.map(pixel), place);
      if (data.hasTrace) trace(pen, place, pixel(at(data.count - 1)));
      output.textContent = `${now.toFixed(2)} s`;
      slider.value = String(place);
    }

    // the plane below everything, which fades out, its lines, and the shadows on it in one colour
    function floor(pen, between) {
      const { middle, u, v, up, step, reach } = data.floor;
      const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      if (project(up)[2] < 0.02) return; // from below it would hide everything
      const seen = (p) => pixel(project(p));
      const [c, a, b] = [seen(middle), seen(add(middle, u, 1)), seen(add(middle, v, 1))];
      const lying = (x, y, scale) => pen.transform(scale * (a[0] - c[0]), scale * (a[1] - c[1]), scale * (b[0] - c[0]), scale * (b[1] - c[1]), x, y);
      const fading = (color) => {
        const made = pen.createRadialGradient(0, 0, 0, 0, 0, reach);
        for (let k = 0; k <= 8; k++) made.addColorStop(k / 8, mix([PAPER, color], (1 - k / 8) ** 1.5));
        return made;
      };
      pen.save();
      lying(c[0], c[1], 1);
      pen.fillStyle = fading(FLOOR);
      pen.beginPath();
      pen.arc(0, 0, reach, 0, 2 * Math.PI);
      pen.fill();
      pen.beginPath();
      for (const [one, other] of [[u, 0], [v, 1]]) {
        const start = dot(middle, one);
        for (let k = Math.ceil((start - reach) / step); k * step <= start + reach; k++) {
          const away = k * step - start, half = Math.sqrt(Math.max(reach * reach - away * away, 0));
          other ? pen.moveTo(-half, away) : pen.moveTo(away, -half);
          other ? pen.lineTo(half, away) : pen.lineTo(away, half);
        }
      }
      pen.strokeStyle = fading(LINE);
      pen.lineWidth = 1 / view.scale;
      pen.stroke();
      pen.restore();
      const below = (p) => seen(add(p, up, -dot(add(p, middle, -1), normal) / dot(up, normal)));
      pen.strokeStyle = pen.fillStyle = SHADOW;
      for (const [kind, numbers, , width, , radius, , isDashed] of data.strokes) {
        const points = numbers.map((number) => below(between(number)));
        pen.beginPath();
        if (kind === "disc") {
          pen.save();
          lying(...points[0], radius);
          pen.arc(0, 0, 1, 0, 2 * Math.PI);
          pen.restore();
          pen.fill();
        } else if (kind !== "dot" && !isDashed) {
          points.forEach((p, k) => (k ? pen.lineTo(...p) : pen.moveTo(...p)));
          pen.lineWidth = Math.max(width, 2 * radius * view.scale);
          kind === "area" ? pen.fill() : pen.stroke();
        }
      }
    }

    // a ball in the light
    function ball(pen, [x, y], color, radius) {
      const shine = pen.createRadialGradient(x - 0.35 * radius, y - 0.4 * radius, 0, x - 0.35 * radius, y - 0.4 * radius, 1.5 * radius);
      [[0, PAPER, 0.55], [0.35, PAPER, 0.12], [0.6, DARK, 0.04], [1, DARK, 0.42]].forEach(([place, other, share]) =>
        shine.addColorStop(place, mix([color, other], share)));
      [pen.fillStyle, pen.strokeStyle, pen.lineWidth] = [shine, mix([color, DARK], 0.45), 0.8];
      pen.beginPath();
      pen.arc(x, y, radius, 0, 2 * Math.PI);
      pen.fill();
      pen.stroke();
    }

    // a round rod: dark at its edges
    function rod(pen, points, color, width) {
      for (const [shade, part] of [[mix([color, DARK], 0.28), 1], [mix([color, PAPER], 0.08), 0.62]]) {
        pen.beginPath();
        points.forEach((p, k) => (k ? pen.lineTo(...p) : pen.moveTo(...p)));
        [pen.strokeStyle, pen.lineWidth] = [shade, part * width];
        pen.stroke();
      }
    }

    function paint(pen, [kind, , color, width, fill, radius, shade, isDashed], points, frame) {
      const shaded = shade >= 0 ? mix(data.colors[shade], shades[frame * data.shadeCount + shade] / 255) : "";
      pen.strokeStyle = shaded && kind !== "disc" ? shaded : color;
      pen.fillStyle = (kind === "disc" && shaded) || fill || pen.strokeStyle;
      pen.lineWidth = kind === "line" ? Math.max(width, 2 * radius * view.scale) : width;
      pen.setLineDash(isDashed ? [3, 4] : []);
      if (size === 3 && kind === "disc") return ball(pen, points[0], shaded || fill || color, radius * view.scale);
      if (size === 3 && !isDashed && (kind === "line" || kind === "barrel")) {
        const own = shaded || color, wide = 1.4 * pen.lineWidth;
        if (kind === "line") return rod(pen, points, own, wide);
        const way = add(points[1], points[0], -1);
        rod(pen, points, mix([own, "#64748b"], 0.5), 0.4 * wide);
        return rod(pen, [add(points[0], way, data.barrel), add(points[1], way, -data.barrel)], own, 0.9 * wide);
      }
      pen.beginPath();
      if (kind === "dot" || kind === "disc") {
        pen.arc(points[0][0], points[0][1], kind === "disc" ? radius * view.scale : width, 0, 2 * Math.PI);
        if (kind === "dot") pen.lineWidth = 1.2;
        if (kind === "dot" || fill) pen.fill();
        if (kind === "disc" || fill) pen.stroke();
        return;
      }
      if (kind === "ground") {
        const [x, y] = [points[1][0] - points[0][0], points[1][1] - points[0][1]], far = 4000 / (Math.hypot(x, y) || 1);
        pen.moveTo(points[0][0] - far * x, points[0][1] - far * y);
        pen.lineTo(points[0][0] + far * x, points[0][1] + far * y);
        pen.stroke();
        return;
      }
      points.forEach((p, k) => (k ? pen.lineTo(p[0], p[1]) : pen.moveTo(p[0], p[1])));
      if (kind === "area") {
        pen.closePath();
        if (fill) pen.fill();
      }
      pen.stroke();
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
  // paper shows everything but tables that fill pages
  addEventListener("beforeprint", () => document.querySelectorAll("details:not(.screen)").forEach((item) => (item.open = true)));
})();
