"""Files of services that were damaged on the way, and how reading them ends."""

import random
from collections.abc import Callable
from pathlib import Path

from matroidlab.errors import JournalError, StateError
from matroidlab_serving import Service
from serving_support.served import open_sqlite, small_options, state_of, teach

State = dict[str, bytes]


def journal_with_rows(path: Path, **options: object) -> State:
    """Make a journal with a snapshot and rows after it, all in one file; what it holds."""
    with open_sqlite(f"sqlite:///{path}", **small_options(**options)) as service:
        teach(service, 12)
    service = open_sqlite(f"sqlite:///{path}")
    teach(service, 8, seed=2)
    service.recommend(unavailable=["b-1"], now=0.0)
    state = state_of(service)
    service._recorded.journal.close()  # type: ignore[union-attr]  # without another snapshot
    return state


def opened(path: Path) -> State | None:
    """What a journal holds; None if it is refused, with a reason; nothing at all without one."""
    try:
        service = open_sqlite(f"sqlite:///{path}")
    except (JournalError, StateError) as error:
        return None if str(error).strip() else {}
    state = state_of(service)
    service._recorded.journal.close()  # type: ignore[union-attr]
    return state


def loaded(path: Path) -> State | None:
    """Return what a saved state holds, or None if it is refused with a reason."""
    try:
        return state_of(Service.load(path))
    except StateError as error:
        return None if str(path) in str(error) else {}


def flipped(content: bytes, coins: random.Random) -> bytes:
    """The same with one bit the other way."""
    changed = bytearray(content)
    at = coins.randrange(len(content))
    changed[at] ^= 1 << coins.randrange(8)
    return bytes(changed)


def cut(content: bytes, coins: random.Random) -> bytes:
    """The beginning of it."""
    return content[: coins.randrange(len(content))]


def overwritten(content: bytes, coins: random.Random) -> bytes:
    """The same with noise in the middle."""
    at = coins.randrange(len(content))
    length = coins.choice([1, 4, 64, 512])
    return content[:at] + coins.randbytes(length) + content[at + length :]


DAMAGES: dict[str, Callable[[bytes, random.Random], bytes]] = {
    "flipped": flipped,
    "cut": cut,
    "noise": overwritten,
}
