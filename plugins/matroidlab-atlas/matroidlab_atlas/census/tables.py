"""The results of a census as rows, CSV and JSON; the same bytes wherever it was run."""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any, BinaryIO

from matroidlab.files import write_text, write_whole
from matroidlab_atlas.census.findings import Count, excluded_minors, histogram, place_of
from matroidlab_atlas.census.running import Census
from matroidlab_atlas.formats.strings import matroid_of_string
from matroidlab_atlas.structure import name_of

COUNTS = "counts.csv"
NO = "no.csv"
HISTOGRAM = "histogram.csv"
SUMMARY = "census.json"


def write_tables(census: Census) -> Mapping[str, Any]:
    """Write ``counts.csv``, ``no.csv`` with all witnesses, and ``census.json``; return the last."""
    found = summary(census)
    write_text(census.folder / COUNTS, counts_text(census.counts()))
    write_whole(census.folder / NO, lambda file: write_noes(census, file))
    rows = found["histogram"]
    if rows:
        write_text(census.folder / HISTOGRAM, histogram_text(rows))
    write_text(census.folder / SUMMARY, json.dumps(found, indent=2) + "\n")
    return found


def summary(census: Census) -> dict[str, Any]:
    """Return the question, the counts by size and rank, the excluded minors and the histogram."""
    minors = (
        [_named(one) for one in excluded_minors(census.findings())]
        if census.closed_under_minors
        else None
    )
    return {
        "question": census.asked.question,
        "parameters": dict(census.asked.parameters),
        "among": list(census.asked.among),
        "versions": dict(census.asked.versions),
        "counts": [asdict(count) for count in census.counts()],
        "excluded_minors": minors,
        "histogram": histogram(census.findings()),
    }


def _named(minor: Mapping[str, object]) -> dict[str, object]:
    size = int(str(minor["size"]))
    rank = int(str(minor["rank"]))
    return {"name": name_of(matroid_of_string(str(minor["bases"]), size, rank)), **minor}


def counts_text(found: Iterable[Count]) -> str:
    """Return CSV with a line for each size and rank."""
    return _csv(
        ["size", "rank", "matroids", "yes", "no", "yes_confirmed"],
        (list(asdict(one).values()) for one in found),
    )


def histogram_text(rows: Sequence[Mapping[str, object]]) -> str:
    """Return CSV with a line for each size, rank and value."""
    return _csv(["size", "rank", "value", "matroids"], (list(row.values()) for row in rows))


def values_by_size(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, object]]:
    """Return a row for each size and value, with the number of matroids by rank."""
    found: dict[tuple[int, str], dict[int, int]] = {}
    for row in rows:
        ranks = found.setdefault((row["size"], row["value"]), {})
        ranks[row["rank"]] = row["matroids"]
    return [
        {
            "elements": size,
            "value": value,
            "matroids": sum(ranks.values()),
            "by_rank": ", ".join(
                f"{number} of rank {rank}" for rank, number in sorted(ranks.items())
            ),
        }
        for (size, value), ranks in sorted(
            found.items(), key=lambda item: (item[0][0], place_of(item[0][1]))
        )
    ]


def write_noes(census: Census, file: BinaryIO) -> None:
    """Write CSV with a line for each matroid with the answer "no", block by block."""
    file.write(_csv(["size", "rank", "bases", "witness", "excluded_minor"], ()).encode())
    for part in census.findings():
        rows = (
            [part.size, part.rank, no.bases, json.dumps(no.witness), int(no.is_excluded_minor)]
            for no in part.no
        )
        file.write(_csv(None, rows).encode())


def _csv(head: Sequence[str] | None, rows: Iterable[Sequence[object]]) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerows([] if head is None else [head])
    writer.writerows(rows)
    return file.getvalue()


def rows_by_size(found: Iterable[Count]) -> list[dict[str, object]]:
    """Return a row for each size, with the number of "no" answers by rank."""
    rows: list[dict[str, object]] = []
    for size, group in groupby(found, key=lambda one: one.size):
        ranks = list(group)
        total = {
            name: sum(getattr(one, name) for one in ranks)
            for name in ("matroids", "yes", "no", "confirmed")
        }
        rows.append(
            {
                "elements": size,
                **total,
                "no_by_rank": ", ".join(f"{one.no} of rank {one.rank}" for one in ranks if one.no),
            }
        )
    return rows
