"""The command line: parse, call, print."""

from matroidlab.cli.main import main

__all__ = ["main"]
