"""The canvas: a diagram drawn as blocks, ports and connections, and everything a mouse can do to it."""
