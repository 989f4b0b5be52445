"""Records by name, with errors that suggest the nearest name."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Generic, TypeVar

from matroidlab.errors import UnknownNameError, did_you_mean
from matroidlab.parameters import Record

Kind = TypeVar("Kind", bound=Record[object])


class ByName(Mapping[str, Kind], Generic[Kind]):
    """A mapping that users can only read, and whose errors suggest the nearest name."""

    def __init__(self, records: Iterable[Kind], kind: str) -> None:
        self._records = {record.name: record for record in records}
        self._kind = kind

    def add(self, record: Kind) -> None:
        """Add a record; for the registry, while it is being filled."""
        self._records[record.name] = record

    def __getitem__(self, name: str) -> Kind:
        if name not in self._records:
            suggestion = did_you_mean(name, sorted(self._records))
            raise UnknownNameError(f"there is no {self._kind} {name!r}{suggestion}")
        return self._records[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._records)

    def __len__(self) -> int:
        return len(self._records)

    def __repr__(self) -> str:
        return f"<{self._kind} records: {', '.join(self._records) or 'none'}>"
