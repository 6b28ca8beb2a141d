"""``python -m editor [FILE]``."""

import sys

from editor.app import main

sys.exit(main(sys.argv[1:]))
