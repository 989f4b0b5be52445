"""Disks after a power cut, rebuilt from the writes that strace has recorded.

A write that was not synced may be on the disk, or not, or in part, and in any order with others. A
file whose removal was not followed by a sync may be there again.
"""

import random
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

SECTOR = 512
CALLS = "openat,pwrite64,write,fdatasync,fsync,ftruncate,unlink"
COMMAND = (
    "strace", "-f", "-y", "-xx", "-s", "10000000", "-e", f"trace={CALLS}", "-e", "signal=none",
)  # fmt: skip
LINE = re.compile(r"(?:\d+ +)?(\w+)\((.*)\) += (-?\d+)")


class Event(NamedTuple):
    """One call of the system; the ``name`` of a file, the ``offset`` or length, and the bytes."""

    kind: str
    name: str
    offset: int = 0
    content: bytes = b""


def _decoded(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def _name(text: str) -> str:
    plain = re.sub(r"\\x([0-9a-f]{2})", lambda found: chr(int(found[1], 16)), text)
    return plain.rpartition("/")[2]


def recorded(log: Path, prefix: str) -> list[Event]:
    """The events of files whose names begin with ``prefix``, and the lines that were printed."""
    found = []
    for line in log.read_text().splitlines():
        event = _event(line)
        if event is not None and (event.kind == "print" or event.name.startswith(prefix)):
            found.append(event)
    return found


def _event(line: str) -> Event | None:
    matched = LINE.match(line)
    if matched is None or int(matched[3]) < 0:
        return None
    kind, given, _ = matched.groups()
    strings = re.findall(r'"((?:\\x[0-9a-f]{2})*)"', given)
    files = re.findall(r"^\d+<([^>]*)>", given)
    numbers = re.findall(r", (\d+)", given)
    if kind in ("unlink", "openat"):
        is_made = kind == "unlink" or "O_CREAT" in given
        return Event(kind, _name(strings[-1])) if is_made else None
    if kind == "write" and given.startswith("1<"):
        return Event("print", "", content=_decoded(strings[0]))
    if kind in ("write", "pwrite64"):  # the count of calls is always written at the beginning
        offset = int(numbers[-1]) if kind == "pwrite64" else 0
        return Event("write", _name(files[0]), offset, _decoded(strings[0]))
    if kind == "ftruncate":
        return Event(kind, _name(files[0]), int(numbers[-1]))
    return Event("sync", _name(files[0]))


@dataclass
class File:
    """The bytes that are surely on the disk, and the writes since the last sync."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[Event] = field(default_factory=list)
    is_removed: bool = False


class Disk:
    """The files after some events."""

    def __init__(self) -> None:
        self.files: dict[str, File] = {}
        self.printed: list[bytes] = []

    def add(self, event: Event) -> None:
        """One more event."""
        if event.kind == "print":
            self.printed += event.content.split()
            return
        file = self.files.setdefault(event.name, File())
        if event.kind == "unlink":
            file.is_removed = True
        elif event.kind == "openat":
            if file.is_removed:
                self.files[event.name] = File()
        elif event.kind == "sync":
            for one in file.pending:
                _apply(file.durable, one)
            file.pending.clear()
            self._settle()
        else:
            file.pending.append(event)

    def _settle(self) -> None:
        """Removals are on the disk once anything was synced after them."""
        self.files = {name: file for name, file in self.files.items() if not file.is_removed}

    def after_power_loss(self, folder: Path, coins: random.Random) -> None:
        """Write one of the states in which the disk may be."""
        for name, file in self.files.items():
            if file.is_removed and coins.random() < 0.5:
                continue
            content = bytearray(file.durable)
            pending = [one for one in file.pending if coins.random() < 0.6]
            if coins.random() < 0.5:
                coins.shuffle(pending)
            for one in pending:
                _apply(content, one if coins.random() < 0.7 else _torn(one, coins))
            (folder / name).write_bytes(content)


def _apply(content: bytearray, event: Event) -> None:
    if event.kind == "ftruncate":
        del content[event.offset :]
        return
    missing = event.offset - len(content)
    if missing > 0:
        content.extend(bytes(missing))
    content[event.offset : event.offset + len(event.content)] = event.content


def _torn(event: Event, coins: random.Random) -> Event:
    if event.kind == "ftruncate":
        return event
    sectors = len(event.content) // SECTOR
    return event._replace(content=event.content[: SECTOR * coins.randint(0, sectors)])
