from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from os import getpid
from threading import RLock
from typing import Any

from matroidlab.errors import JournalError, described
from matroidlab.kernels import never_compiling
from matroidlab_serving.engine import Engine
from matroidlab_serving.journal import Journal


class Desk:
    """Where requests come in: one at a time, each written down before it is acknowledged.

    ``with desk as engine`` waits for its turn. Nothing is compiled meanwhile: somebody is waiting. If something goes
    wrong half-way, there may be more in memory than in the journal, so nothing is done any more.
    """

    engine: Engine
    journal: Journal | None

    def __init__(self, engine: Engine, journal: Journal | None = None) -> None:
        self.engine, self.journal = engine, journal
        self._lock, self._process = RLock(), getpid()
        self._turns: list[ExitStack] = []
        self._is_half_way = False
        self._fault: str | None = None

    def do(self, command: str, *told: Any) -> Any:
        """Let the engine do something that changes it, told in plain data, and write it down if it has."""
        self._is_half_way = True
        result = getattr(self.engine, command)(*told)
        if self.journal is not None and _has_changed(result):
            self.journal.write(command, told, result, self.engine)
        self._is_half_way = False
        return result

    def close(self) -> None:
        """Take a snapshot and let go of the journal."""
        if self.journal is not None:
            self._is_half_way = True
            self.journal.snapshot(self.engine)
            self._is_half_way = False
            self._end("this service is closed: open it again")

    @contextmanager
    def closed_on_error(self) -> Iterator[None]:
        """Let go of the journal if what is done meanwhile fails."""
        try:
            yield
        except BaseException:
            if self.journal is not None:
                self.journal.close()
            raise

    @property
    def is_open(self) -> bool:
        """Whether requests are still taken."""
        return self._fault is None

    def _end(self, fault: str) -> None:
        self._fault = fault
        if self.journal is not None:
            self.journal.close()

    def __enter__(self) -> Engine:
        """Wait, and begin."""
        if self.journal is not None and self._process != getpid():  # nobody here would ever release the lock
            raise JournalError("this service was opened by another process: open one in this process")
        self._lock.acquire()
        if self._fault is not None:
            self._lock.release()
            raise JournalError(self._fault)
        turn = ExitStack()
        turn.enter_context(never_compiling())
        self._turns.append(turn)
        return self.engine

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """End."""
        self._turns.pop().close()
        if self._is_half_way and error is not None and self.journal is not None:
            self._end(f"something went wrong half-way, so open the journal again: {described(error)}")
        self._is_half_way = False
        self._lock.release()


def _has_changed(result: object) -> bool:
    """Whether a command did something: answers that were told before, and lists that do not expire, do not count."""
    return any(result) if isinstance(result, list) else result is None or result != 0
