"""Going from block to block without a mouse."""

from __future__ import annotations

from editor.canvas.scene import DiagramScene


def go(scene: DiagramScene, dx: int, dy: int) -> bool:
    """Select the next block in a direction; without a selection the first one. Return whether there are blocks."""
    placed, names = scene.network.placed, scene.selected_items()
    if not placed:
        return False
    if not names:
        scene.select([min(placed, key=lambda name: (placed[name].x + placed[name].y, name))])
        return True
    here = placed[names[0]]
    best, best_far = names[0], float("inf")
    for name, block in placed.items():
        ahead = (block.x - here.x) * dx + (block.y - here.y) * dy
        aside = abs((block.x - here.x) * dy) + abs((block.y - here.y) * dx)
        # what lies far aside is not in this direction
        if ahead > 0 and aside <= 2 * ahead and ahead + 2 * aside < best_far:
            best, best_far = name, ahead + 2 * aside
    scene.select([best])
    for view in scene.views():
        view.ensureVisible(scene.blocks[best])
    return True
