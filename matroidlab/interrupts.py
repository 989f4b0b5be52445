"""What a stranger's code raises, told apart from the user's own Ctrl-C."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

from matroidlab.errors import PluginError, described

Result = TypeVar("Result")

ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals by which a process is asked to end; Windows has no SIGHUP."""


def contained(code: Callable[[], Result]) -> Result:
    """Run a stranger's code: whatever it raises is an `Exception`, unless the user has interrupted it.

    >>> contained(lambda: exit(3))
    Traceback (most recent call last):
    matroidlab.errors.PluginError: SystemExit: 3

    A signal that came meanwhile interrupts, even if the stranger's code has caught the exception.
    """
    with _interrupts() as received:
        try:
            result = code()
        except BaseException as error:
            if received:
                raise received[-1] from None
            if isinstance(error, Exception):
                raise
            raise PluginError(described(error)) from error
    if received:
        raise received[-1]
    return result


@contextmanager
def _interrupts() -> Iterator[list[BaseException]]:
    """Yield what the handlers of signals raise; signals are handled in the main thread alone."""
    received: list[BaseException] = []
    main = threading.current_thread() is threading.main_thread()
    undo = [_noting(number, received) for number in ENDING if main and callable(signal.getsignal(number))]
    try:
        yield received
    finally:
        for restore in undo:
            restore()


def _noting(number: int, received: list[BaseException]) -> Callable[[], None]:
    """Let the handler of a signal note what it raises; return what puts it back."""
    handler = signal.getsignal(number)
    assert callable(handler)

    def note(received_number: int, frame: FrameType | None) -> None:
        try:
            handler(received_number, frame)
        except BaseException as interrupt:
            received.append(interrupt)
            raise

    def restore() -> None:
        if signal.getsignal(number) is note:  # a stranger may have put a handler of its own there
            signal.signal(number, handler)

    signal.signal(number, note)
    return restore
