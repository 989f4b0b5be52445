"""Ctrl-C, SIGTERM and SIGHUP: one way to end, with a message and the status that shells expect."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

import click

from matroidlab.errors import visible

ENDING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""The signals that ask a process to end; Windows has no SIGHUP."""

UNTOUCHED = (signal.SIG_DFL, signal.default_int_handler)
"""The default handlers. Signals that are ignored stay ignored, as `nohup` wants it."""


class Interrupted(KeyboardInterrupt):
    """A signal has asked for an end."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


@contextmanager
def interruptible() -> Iterator[None]:
    """Let each of the signals raise `Interrupted` once; ending is short, and not interrupted."""
    main = threading.current_thread() is threading.main_thread()
    before = {number: signal.getsignal(number) for number in ENDING if main}
    ours = {number: handler for number, handler in before.items() if handler in UNTOUCHED}
    ending = False

    def interrupt(number: int, _: FrameType | None) -> None:
        nonlocal ending
        ending = True
        for one in ours:
            signal.signal(one, signal.SIG_IGN)
        raise Interrupted(number)

    for number in ours:
        signal.signal(number, interrupt)
    try:
        yield
    finally:
        for number, handler in ours.items():
            if not ending:
                signal.signal(number, handler)


def end(interrupt: KeyboardInterrupt, advice: str = "") -> NoReturn:
    """Print that the work was interrupted, and exit with 128 + the number of the signal."""
    number = interrupt.number if isinstance(interrupt, Interrupted) else signal.SIGINT
    with suppress(OSError):  # after a SIGHUP, there may be no terminal to write to
        click.echo(visible(f"\nInterrupted. {advice}".rstrip()), err=True)
    sys.exit(128 + number)
