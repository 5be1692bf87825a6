"""The ``kinloop`` command line: it parses arguments, calls the library and prints the results. One file a command."""

from kinloop.cli.program import app, main

__all__ = ["app", "main"]
