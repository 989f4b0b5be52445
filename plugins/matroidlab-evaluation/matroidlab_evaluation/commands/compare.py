import csv
import json
from collections.abc import Iterator
from math import isfinite, isinf, nan
from pathlib import Path
from typing import Any

import click
import numpy as np

from matroidlab.cli.options import json_option, modules_of, plugin_option
from matroidlab.cli.progress import progress
from matroidlab.cli.tables import print_table
from matroidlab.errors import FormatError, MatroidLabError, TooLargeError, message_of
from matroidlab.named_files import text_lines
from matroidlab.types import Weights
from matroidlab_evaluation.commands.configuration import CompareFile, read_compare_file
from matroidlab_evaluation.comparison.comparison import Comparison, Pair
from matroidlab_evaluation.comparison.lists_needed import ListsNeeded, lists_needed
from matroidlab_evaluation.interleaving.method import List

MOST_SHOWN = 12
"""How many of the possible lists the table shows."""


@click.command("compare")
@click.argument("file", type=click.Path(path_type=Path))
@plugin_option
@json_option
@click.pass_context
def command(ctx: click.Context, *, file: Path, as_json: bool) -> None:
    """Compare the rankers that FILE, a TOML file, describes, by interleaving their lists.

    Shows the lists that visitors would see, with their probabilities. With simulated visitors
    (`clicks`), it says how many lists the comparison takes, and how many an A/B test would take.
    With a log of real ones (`log`, a CSV file with the columns slate_id, team and reward), it says
    which ranker is better, or that this is not decided yet.

    \b
    Examples:
      matroidlab compare rankers.toml
      matroidlab compare rankers.toml --json
    """  # noqa: D301 - \b makes click keep the line breaks
    try:
        asked = read_compare_file(file, modules_of(ctx))
        verdicts = None if asked.log is None else _verdicts(asked, asked.log)
        needed = None if asked.clicks is None else _simulated(asked)
        lists = _lists(asked)
    except (MatroidLabError, OSError, ValueError) as error:
        raise click.ClickException(message_of(error)) from error
    if as_json:
        click.echo(json.dumps(_report(asked, lists, verdicts, needed), indent=2))
        return
    _print(asked, lists, verdicts, needed)


def _verdicts(asked: CompareFile, log: Path) -> list[Pair]:
    comparison = Comparison(asked.rankers, delta=asked.delta)
    comparison.learn(np.array(list(_credits(log, asked.rankers))))
    return comparison.verdicts()


def _credits(log: Path, rankers: tuple[str, ...]) -> Iterator[Weights]:
    """Return the credit of each ranker for each list of a log."""
    found: dict[str, Weights] = {}
    reader = csv.DictReader(text_lines(log))
    lacking = {"slate_id", "team", "reward"} - set(reader.fieldnames or ())
    if lacking:
        raise FormatError(f"{log}: there is no column {min(lacking)}")
    for number, row in enumerate(reader, start=2):
        credit = found.setdefault(row["slate_id"], np.zeros(len(rankers)))
        if not row["team"]:  # an item for which no ranker gets credit
            continue
        if row["team"] not in rankers:
            raise FormatError(
                f"{log}: line {number}: there is no ranker {row['team']!r:.80}; "
                f"known: {', '.join(rankers)}"
            )
        credit[rankers.index(row["team"])] += _reward(row["reward"], log, number)
    if not found:
        raise FormatError(f"{log}: there are no lists in it")
    return iter(found.values())


def _reward(text: str | None, log: Path, number: int) -> float:
    try:
        reward = float(text or "")
    except ValueError:
        reward = nan
    if not isfinite(reward):
        raise FormatError(f"{log}: line {number}: reward must be a number, got {text!r:.80}")
    return reward


def _simulated(asked: CompareFile) -> ListsNeeded:
    assert asked.clicks is not None
    with progress(asked.name) as show_progress:
        return lists_needed(
            asked.method,
            asked.clicks,
            delta=asked.delta,
            runs=asked.runs,
            most=asked.lists,
            seed=asked.seed,
            show_progress=show_progress,
        )


def _lists(asked: CompareFile) -> dict[List, float]:
    """Return the possible lists, likeliest first; none if there are too many to enumerate."""
    try:
        table = asked.method.lists()
    except TooLargeError:
        return {}
    return dict(sorted(table.items(), key=lambda one: (-one[1], one[0])))


def _report(
    asked: CompareFile,
    lists: dict[List, float],
    verdicts: list[Pair] | None,
    needed: ListsNeeded | None,
) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": asked.name,
        "rankers": asked.rankers,
        "delta": asked.delta,
        "lists": [{"items": items, "probability": chance} for items, chance in lists.items()],
    }
    if verdicts is not None:
        found["verdicts"] = [
            {
                "first": pair.first,
                "second": pair.second,
                "credit": pair.credit,
                "lists": pair.lists,
                "share": list(pair.share),
                "difference": list(pair.difference),
                "winner": pair.winner,
            }
            for pair in verdicts
        ]
    if needed is not None:
        medians = [None if isinf(one) else one for one in needed.medians]
        found["lists_needed"] = {
            "interleaving": medians[0],
            "ab_test": medians[1],
            "runs": asked.runs,
            "at_most": needed.most,
            "wrong": list(needed.wrong),
        }
    return found


def _print(
    asked: CompareFile,
    lists: dict[List, float],
    verdicts: list[Pair] | None,
    needed: ListsNeeded | None,
) -> None:
    if lists:
        shown = list(lists.items())[:MOST_SHOWN]
        rows = [
            {"list": " ".join(map(str, items)), "probability": f"{chance:.4g}"}
            for items, chance in shown
        ]
        more = f", the likeliest {len(shown)} of {len(lists):,}" if len(shown) < len(lists) else ""
        print_table(rows, title=f"{asked.name}: possible lists{more}")
    for pair in verdicts or []:
        click.echo(str(pair))
    if needed is not None:
        rows = [
            {"method": way, "lists until decided (median)": _median(median, needed), "wrong": wrong}
            for way, median, wrong in zip(
                ("interleaving", "A/B test"), needed.medians, map(str, needed.wrong), strict=True
            )
        ]
        both = f"{asked.rankers[0]} against {asked.rankers[1]}"
        print_table(rows, title=f"{both}, simulated {asked.runs} times")


def _median(median: float, needed: ListsNeeded) -> str:
    return f"more than {needed.most:,}" if isinf(median) else f"{median:,.0f}"
