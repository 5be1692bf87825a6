"""``python -m kinloop.cli``."""

from kinloop.cli.program import main

main()
