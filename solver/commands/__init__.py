"""The commands of ``junctura``, one module each; ``junctura.py`` reads the command line and calls them."""
