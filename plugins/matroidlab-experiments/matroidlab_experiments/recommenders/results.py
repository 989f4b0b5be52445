"""Results of the benchmark of recommenders: on disk, and as the rows of a table."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from matroidlab.files import read_bytes, sealed_lines, unsealed_lines, write_text
from matroidlab.work import BLOCKS, SILENT, Listener, Run, run_blocks, serial
from matroidlab_experiments.recommenders.cases import Case
from matroidlab_experiments.recommenders.totals import Totals
from matroidlab_experiments.result_files.run_statistics import standard_error

LARGEST = 1 << 20
"""The largest file that is read, in bytes."""


@dataclass(frozen=True)
class CaseStore:
    """The totals of cases in a folder, a file for each."""

    folder: Path

    def find(self, case: Case) -> list[Totals] | None:
        """Return the totals of a case that was played."""
        try:
            raw = read_bytes(self.folder / case.name, most=LARGEST)
            head, *lines = unsealed_lines(raw, case.name)
            if head != {"identity": case.identity}:
                return None
            return [Totals(**line) for line in lines]
        except (OSError, ValueError, TypeError):
            return None

    def keep(self, case: Case, found: list[Totals]) -> None:
        """Write the totals of a case."""
        lines = [json.dumps({"identity": case.identity})]
        lines += [json.dumps(asdict(totals)) for totals in found]
        write_text(self.folder / case.name, sealed_lines(lines))


def play_cases(
    cases: Sequence[Case],
    folder: Path,
    *,
    run: Run = serial,
    listener: Listener = SILENT,
    fresh: bool = False,
) -> list[dict[str, object]]:
    """Play the cases that were not played yet, and return a row for each world, way and mark.

    Parameters
    ----------
    cases
        The cases, as `read_file` returns them.
    folder
        Where totals are kept, and found by the next run.
    run
        What runs the cases: `matroidlab.work.serial`, or an `matroidlab.work.executor`.
    listener
        What hears of progress.
    fresh
        Whether to play also what is known from an earlier run.
    """
    store = CaseStore(folder / BLOCKS)
    run_blocks(cases, store, run=run, listener=listener, fresh=fresh)
    groups: dict[tuple[str, str], list[list[Totals]]] = {}
    for case in cases:
        groups.setdefault((case.title, case.way), []).append(store.find(case) or [])
    return [row for (world, way), runs in groups.items() for row in _rows(world, way, runs)]


def _rows(world: str, way: str, runs: list[list[Totals]]) -> Iterator[dict[str, object]]:
    for marks in zip(*runs, strict=True):
        gains = 100 * np.array([totals.gain for totals in marks])
        trusted = [100 * totals.trusted for totals in marks if totals.trusted is not None]
        yield {
            "world": world,
            "way": way,
            "lists": marks[0].lists,
            "runs": len(marks),
            "clicks": float(gains.mean()),
            "clicks_standard_error": _error(gains.tolist()),
            "trusted": float(np.mean(trusted)) if trusted else None,
            "trusted_standard_error": _error(trusted),
            "worst": max(totals.worst for totals in marks),
            "bad": max(totals.bad for totals in marks),
            "own": max(totals.own for totals in marks),
            "regret": float(np.mean([totals.regret for totals in marks])),
            "microseconds": float(np.median([totals.microseconds for totals in marks])),
        }


def _error(values: Sequence[float]) -> float | None:
    """The standard error of the mean; a single run has none."""
    return float(standard_error(np.array(values), axis=0)) if len(values) > 1 else None
