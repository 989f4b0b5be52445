"""The import of a plugin, watched: what it prints, and how long it takes."""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from threading import Timer

PATIENCE = 5.0
"""Seconds after which an import is named in a warning."""

log = logging.getLogger(__name__)


@contextmanager
def watched_import(name: str) -> Iterator[None]:
    """Print to stderr what a plugin prints, and name the plugin while it takes long.

    Otherwise a plugin that prints when it is imported would spoil the output of ``--json``, and one
    that hangs would make every command hang without a word.
    """
    timer = Timer(PATIENCE, log.warning, ("plugin %s is still being imported", name))
    timer.daemon = True
    timer.start()
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        timer.cancel()
