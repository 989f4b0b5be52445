"""How many matroids have a property of the exchange laboratory, by size and rank.

``python plugins/matroidlab-atlas/tests/atlas_support/exchange_table.py [SIZE]`` writes the files of
``docs/matroids/counts``: each line is an index and a term, as in the b-files of the OEIS. The terms
are the rows of a triangle, ranks 0 to n for n = 0, 1, 2, ...; ``totals`` has their sums.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from matroidlab.work import executor
from matroidlab_atlas.census import Asked, run_census

FOLDER = Path(__file__).resolve().parents[4] / "docs" / "matroids" / "counts"
LARGEST = 8

PROPERTIES = {
    "base-orderable": "base-orderable matroids",
    "strongly-base-orderable": "strongly base-orderable matroids",
    "cyclic-order": "matroids with a cyclic order of bases (Kajitani, Ueno, Miyano)",
}
"""Of the other properties all matroids of this size have them: their terms are in the OEIS."""


def rows_of(name: str, size: int, spec: str = "serial") -> list[list[int]]:
    """The numbers of matroids with a property, a row for each size and a number for each rank."""
    with TemporaryDirectory() as folder:
        census = run_census(Asked(name, {}), Path(folder), size=size, run=executor(spec))
        counts = census.counts()
    return [[one.yes for one in counts if one.size == n] for n in range(size + 1)]


def text_of(title: str, terms: Sequence[int]) -> str:
    """A b-file: a comment, and a line for each term with its index."""
    lines = [f"# Number of {title}, up to isomorphism", *(f"{i} {n}" for i, n in enumerate(terms))]
    return "\n".join(lines) + "\n"


def files_of(name: str, size: int, spec: str = "serial") -> dict[str, str]:
    """The contents of the two files of a property."""
    rows = rows_of(name, size, spec)
    title = PROPERTIES[name]
    return {
        f"{name}.txt": text_of(
            f"{title} by size n and rank 0..n", [one for row in rows for one in row]
        ),
        f"{name}_totals.txt": text_of(f"{title} on n elements", list(map(sum, rows))),
    }


def main(size: int) -> None:
    """Write all files."""
    FOLDER.mkdir(exist_ok=True)
    for name in PROPERTIES:
        for file, text in files_of(name, size, "local").items():
            (FOLDER / file).write_text(text, encoding="utf-8")
            sys.stdout.write(f"{file}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else LARGEST)
