"""Pictures: a scene of plain shapes, and two renderers of it, SVG and matplotlib."""
