"""The graphical editor; the only package that imports Qt."""
