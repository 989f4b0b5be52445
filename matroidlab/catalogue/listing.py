from collections.abc import Iterable, Iterator, Mapping

from matroidlab.catalogue import cubes, graphs, others, planes
from matroidlab.catalogue.entry import Entry
from matroidlab.errors import UnknownNameError, did_you_mean


class Catalogue(Mapping[str, Entry]):
    """A read-only mapping of entries by name, the small ones first; its errors suggest the nearest name.

    >>> from matroidlab.catalogue import catalogue
    >>> catalogue["AG(3,2)"]
    Traceback (most recent call last):
    matroidlab.errors.UnknownNameError: there is no named matroid 'AG(3,2)'; did you mean 'ag32'?
    """

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries = {entry.name: entry for entry in sorted(entries, key=lambda entry: (entry.size, entry.rank))}

    def __getitem__(self, name: str) -> Entry:
        if name not in self._entries:
            raise UnknownNameError(f"there is no named matroid {name!r}{self._suggestion(name)}")
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"<catalogue of {len(self)} named matroids>"

    def _suggestion(self, name: str) -> str:
        """The entry whose name or title, or a part of the title, is the nearest."""
        spellings = {part.lower(): entry.name for entry in self.values() for part in entry.title.split(", ")}
        spellings |= {entry.title.lower(): entry.name for entry in self.values()}
        return did_you_mean(name.lower(), self, spellings=spellings)


catalogue: Mapping[str, Entry] = Catalogue(
    value for module in (planes, cubes, graphs, others) for value in vars(module).values() if isinstance(value, Entry)
)
"""The named matroids; nothing of them is built before it is asked for."""
