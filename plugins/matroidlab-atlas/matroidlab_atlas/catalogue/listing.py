import re
from collections.abc import Iterable, Iterator, Mapping

from matroidlab.errors import UnknownNameError, did_you_mean
from matroidlab_atlas.catalogue import (
    cubes,
    graphs,
    large,
    others,
    planes,
    quaternary,
    quaternary_large,
    quaternary_ten,
)
from matroidlab_atlas.catalogue.entry import Entry


class MatroidCatalogue(Mapping[str, Entry]):
    """A read-only mapping of entries by name, small matroids first.

    An error about an unknown name suggests the nearest one.

    The title of a matroid in the literature, or a part of it, finds the entry too; iterating gives
    names only.

    >>> from matroidlab_atlas.catalogue import catalogue
    >>> catalogue["AG(3,2)"].name, catalogue["m(k4)"].name
    ('ag32', 'k4')
    >>> catalogue["AG(5,2)"]
    Traceback (most recent call last):
    matroidlab.errors.UnknownNameError: there is no named matroid 'AG(5,2)'; did you mean 'ag32'?
    """

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries = {
            entry.name: entry
            for entry in sorted(entries, key=lambda entry: (entry.size, entry.rank))
        }
        self._by_title = {
            _spelling(one): entry for entry in self._entries.values() for one in titles_of(entry)
        }

    def __getitem__(self, name: str) -> Entry:
        entry = self._entries.get(name) or self._by_title.get(_spelling(name))
        if entry is None:
            raise UnknownNameError(f"there is no named matroid {name!r}{self._suggestion(name)}")
        return entry

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"<catalogue of {len(self)} named matroids>"

    def _suggestion(self, name: str) -> str:
        """The suggestion of the entry whose name or title is nearest."""
        spellings = {title: entry.name for title, entry in self._by_title.items()}
        return did_you_mean(_spelling(name), self, spellings=spellings)


def titles_of(entry: Entry) -> list[str]:
    """Return the title of an entry and, if it has several names, each of them.

    >>> titles_of(catalogue["fano"])
    ['F7 (Fano)', 'F7', 'Fano']
    """
    parts = re.split(r" = | (?=\()", entry.title)
    return [entry.title, *(part.strip("()") if part[0] == "(" else part for part in parts)]


def _spelling(title: str) -> str:
    """A title without capitals and spaces, which differ from book to book."""
    return "".join(title.lower().split())


catalogue: Mapping[str, Entry] = MatroidCatalogue(
    value
    for module in (
        planes,
        cubes,
        graphs,
        others,
        quaternary,
        quaternary_ten,
        quaternary_large,
        large,
    )
    for value in vars(module).values()
    if isinstance(value, Entry)
)
"""The named matroids; each is built on first use."""
