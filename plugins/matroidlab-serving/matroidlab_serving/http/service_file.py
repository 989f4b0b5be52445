"""The TOML file that describes a service behind HTTP."""

import csv
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from inspect import signature
from pathlib import Path
from typing import Any

from matroidlab.errors import FormatError, ServingError, did_you_mean
from matroidlab.named_files import read_toml, text_lines
from matroidlab.types import as_count, as_number
from matroidlab_serving.async_service import AsyncService
from matroidlab_serving.engine.pages import Top
from matroidlab_serving.engine.slots import Named, Slots
from matroidlab_serving.service import Service

ADDRESS = "MATROIDLAB_SERVICE"
"""The variable with the address, so that no file has a password."""
TOP_LEVEL = ("address", "connections", "host", "port", "page", "items", "service", "limits")
NOT_OF_FILES = {"page", "items", "keys", "labels", "features", "norm", "baseline_for"}
"""Arguments of `Service` that have a table of their own, or would need another kind of request."""
OF_SERVICE = tuple(name for name in signature(Service).parameters if name not in NOT_OF_FILES)


@dataclass(frozen=True)
class Limits:
    """How much a client may ask for."""

    body: int = 100_000
    """The largest body of a request, in bytes."""
    seconds: float = 5.0
    """How long a body may take to arrive."""
    connections: int = 100
    """How many connections there may be at once; others are refused with status 503."""
    seconds_to_stop: int = 10
    """How long requests that have begun may take when the program is stopped."""


@dataclass(frozen=True, repr=False)
class ServiceFile:
    """A service and where it listens; the address is never shown."""

    address: str
    host: str
    port: int
    made_of: dict[str, Any]
    connections: int = 10
    """The largest number of connections to PostgreSQL; more requests wait for their turn."""
    limits: Limits = field(default_factory=Limits)

    def __repr__(self) -> str:
        return f"ServiceFile(host={self.host!r}, port={self.port})"

    async def open(self) -> AsyncService:
        """Open the service; it is made if it is not there yet."""
        return await AsyncService.open(self.address, connections=self.connections, **self.made_of)


def read_service_file(path: Path) -> ServiceFile:
    """Return the service that a file describes, or say what is wrong with the file."""
    try:
        plain = read_toml(path)
    except FormatError as error:
        raise ServingError(str(error)) from None
    try:
        return _service_file(plain, path.parent)
    except ServingError as error:
        raise ServingError(f"{path}: {error}") from None


def _service_file(plain: Mapping[str, Any], folder: Path) -> ServiceFile:
    _check_names(plain, TOP_LEVEL, "the file")
    given = _table(plain, "service")
    _check_names(given, OF_SERVICE, "[service]")
    address = os.environ.get(ADDRESS) or plain.get("address")
    if not isinstance(address, str):
        raise ServingError(f"give an address, or put it in the variable {ADDRESS}")
    items, labels = _items(_table(plain, "items"), folder)
    made_of = {**given, "page": _page(_table(plain, "page")), "items": items, "labels": labels}
    host = plain.get("host", "127.0.0.1")
    if not isinstance(host, str):
        raise ServingError(f"host must be text, got {host!r:.80}")
    port = as_count(plain.get("port", 8000), name="port", most=65_535, error=ServingError)
    connections = as_count(
        plain.get("connections", ServiceFile.connections),
        name="connections",
        least=1,
        error=ServingError,
    )
    limits = _limits(_table(plain, "limits"))
    return ServiceFile(address, host, port, made_of, connections, limits)


def _limits(given: Mapping[str, Any]) -> Limits:
    usual = Limits()
    _check_names(given, tuple(vars(usual)), "[limits]")
    counts = {
        name: as_count(
            given.get(name, getattr(usual, name)), name=name, least=1, error=ServingError
        )
        for name in ("body", "connections", "seconds_to_stop")
    }
    seconds = given.get("seconds", usual.seconds)
    return Limits(
        **counts, seconds=as_number(seconds, name="seconds", above=0, most=600, error=ServingError)
    )


def _page(given: Mapping[str, Any]) -> Slots | Top:
    _check_names(given, ("slots", "at_most", "top"), "[page]")
    if set(given) not in ({"slots"}, {"slots", "at_most"}, {"top"}):
        raise ServingError(
            "[page] must have slots = { name = room, ... }, with or without at_most = "
            "{ group = count, ... }, or top = count"
        )
    return (
        Slots(given["slots"], given.get("at_most", {})) if "slots" in given else Top(given["top"])
    )


def _items(given: Mapping[str, Any], folder: Path) -> tuple[object, dict[str, str]]:
    """Return the items, by slot if they have slots, and their labels."""
    _check_names(given, ("file", "slots", "keys"), "[items]")
    if len(given) != 1:
        raise ServingError(
            "[items] must have one of file = 'items.csv', slots = { key = slot }, keys = [...]"
        )
    if "file" not in given:
        return (given["slots"] if "slots" in given else given["keys"]), {}
    if not isinstance(given["file"], str):
        raise ServingError(f"file must be text, got {given['file']!r:.80}")
    path = folder / given["file"]
    try:
        rows = list(csv.DictReader(text_lines(path)))
    except (OSError, ValueError, csv.Error) as error:
        raise ServingError(f"{path} cannot be read: {error}") from None
    if not rows or rows[0].get("key") is None:
        raise ServingError(f"{path} must have a column key, and may have slot, group and label")
    keys = [row["key"] for row in rows]
    if len(set(keys)) < len(keys):
        raise ServingError(f"{path} has a key twice")
    labels = {row["key"]: row["label"] for row in rows if row.get("label")}
    has_slots = rows[0].get("slot") is not None
    return {row["key"]: _slot(row) for row in rows} if has_slots else keys, labels


def _slot(row: Mapping[str, str]) -> Named:
    return (row["slot"], row["group"]) if row.get("group") else row["slot"]


def _table(plain: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = plain.get(name, {})
    if not isinstance(found, Mapping):
        raise ServingError(f"{name} must be a table, got {found!r:.80}")
    return found


def _check_names(given: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    for name in given:
        if name not in known:
            raise ServingError(f"{where} has no {name!r:.80}{did_you_mean(name, list(known))}")
