"""Files of matroids, one on each line."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePath

from matroidlab.errors import FormatError, MatroidLabError, UnknownNameError, did_you_mean
from matroidlab.protocol import Matroid
from matroidlab_atlas.formats import json_objects, lines
from matroidlab_atlas.formats.lines import Reader, Stars, Writer
from matroidlab_atlas.formats.opening import LONGEST, without_compression


@dataclass(frozen=True)
class Format:
    """A way to write a matroid as text.

    Attributes
    ----------
    name
        Its name on the command line.
    ending
        The ending of file names.
    description
        An example of a line.
    read
        The function that makes a matroid of a line of text.
    write
        The function that makes a line of text of a matroid.
    is_json
        Whether a matroid may be spread over several lines.
    """

    name: str
    ending: str
    description: str
    read: Reader
    write: Writer
    is_json: bool = False

    def __repr__(self) -> str:
        return f"Format({self.name}, {self.ending}: {self.description})"


def _stars(name: str, description: str) -> Format:
    stars = Stars(name)
    return Format(name, f".{name}", description, stars.read, stars.write)


def _json(
    name: str,
    ending: str,
    description: str,
    read: Callable[[object], Matroid],
    write: Callable[[Matroid], object],
) -> Format:
    def read_line(text: str) -> Matroid:
        return read(json_objects.parsed(text))

    def write_line(matroid: Matroid) -> str:
        return json.dumps(write(matroid), separators=(",", ":"))

    return Format(name, ending, description, read_line, write_line, is_json=True)


FORMATS = {
    known.name: known
    for known in (
        _stars(
            "revlex",
            "4 2 0*****: size, rank, and the bases in reverse lexicographic order",
        ),
        _stars("lex", "4 2 0*****: the same in lexicographic order"),
        _json(
            "json",
            ".jsonl",
            '{"size": 3, "bases": [[0, 1], [0, 2]]}',
            json_objects.matroid_of_plain_object,
            json_objects.plain_object,
        ),
        _json(
            "oscar",
            ".mrdi",
            "Oscar's JSON",
            json_objects.matroid_of_oscar_object,
            json_objects.oscar_object,
        ),
        _json(
            "polymake",
            ".poly",
            "polymake's JSON",
            json_objects.matroid_of_polymake_object,
            json_objects.polymake_object,
        ),
        Format(
            "graph",
            ".graph",
            "0-1 1-2 0-2: the edges of a graph",
            lines.read_graph,
            lines.write_graph,
        ),
        Format(
            "sets",
            ".sets",
            "4: 0 1; 1 2 3: the sets of a transversal matroid",
            lines.read_sets,
            lines.write_sets,
        ),
        Format(
            "matrix",
            ".matrix",
            "GF(2): 1 0 1; 0 1 1: the rows",
            lines.read_matrix,
            lines.write_matrix,
        ),
    )
}
"""The formats by name."""


def format_named(
    name: str | None, path: str, *, size: int | None = None, rank: int | None = None
) -> Format:
    """Return a format by its name, or by the ending of a file.

    With a size and rank, a line may consist of stars alone.

    >>> format_named(None, "census.revlex").name, format_named(None, "census.revlex.xz").name
    ('revlex', 'revlex')

    Parameters
    ----------
    name
        The name of the format; None asks the path.
    path
        The path of a file.
    size
        The number of elements, if lines do not say it.
    rank
        The rank, if lines do not say it.
    """
    if name is None:
        ending = PurePath(without_compression(path)).suffix
        found = next((known for known in FORMATS.values() if known.ending == ending), None)
        if found is None:
            endings = ", ".join(f"{known.ending} ({known.name})" for known in FORMATS.values())
            raise UnknownNameError(
                f"the ending {ending!r} of {path!r} is not that of a known format: {endings}"
            )
    elif name in FORMATS:
        found = FORMATS[name]
    else:
        raise UnknownNameError(f"there is no format {name!r}{did_you_mean(name, FORMATS)}")
    if size is None or rank is None or found.name not in ("revlex", "lex"):
        return found
    stars = Stars(found.name, size, rank)
    return Format(found.name, found.ending, found.description, stars.read, stars.write)


def read_matroids(
    text_lines: Iterable[str], form: Format, *, source: str = "text"
) -> Iterator[Matroid]:
    """Yield the matroid of each line; empty lines and lines that begin with # are skipped.

    >>> [matroid.rank for matroid in read_matroids(["# two", "2 1 **", "2 2 *"], FORMATS["revlex"])]
    [1, 2]
    >>> list(read_matroids(["2 1 *"], FORMATS["revlex"], source="small.revlex"))
    Traceback (most recent call last):
    matroidlab.errors.FormatError: small.revlex, line 1: expected 2 letters, ...

    Parameters
    ----------
    text_lines
        The lines of a file.
    form
        The format of each line.
    source
        The name of the file in error messages.
    """
    numbered = _numbered(text_lines, source)
    if form.is_json:
        numbered = _json_documents(numbered)
    for number, line in numbered:
        try:
            yield form.read(line)
        except (MatroidLabError, ValueError, TypeError, OverflowError, MemoryError) as error:
            raise FormatError(f"{source}, line {number}: {error}") from error


def write_matroids(matroids: Iterable[Matroid], form: Format) -> Iterator[str]:
    """Yield a line for each matroid; an error names the matroid that the format cannot express."""
    for number, matroid in enumerate(matroids, start=1):
        try:
            yield form.write(matroid)
        except MatroidLabError as error:
            raise FormatError(f"matroid {number}: {error}") from error


def _numbered(text_lines: Iterable[str], source: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text_lines, start=1):
        if len(line) > LONGEST:
            raise FormatError(f"{source}, line {number}: expected at most {LONGEST:,} characters")
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line


def _json_documents(numbered: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Join the lines of documents; a document begins at a line that begins with {."""
    first = 0
    held: list[str] = []
    for number, line in numbered:
        if line.startswith("{") and held:
            yield first, "".join(held)
            held = []
        first = first if held else number
        held.append(line)
    if held:
        yield first, "".join(held)
