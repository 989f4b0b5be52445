import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import click

from matroidlab.cli.options import json_option
from matroidlab.experiments.scaling import PAPER, RANKS, Scaling, regret_scaling


@click.command("reproduce")
@click.option("--runs", default=20, show_default=True, type=click.IntRange(2), help="Independent runs a point.")
@click.option("--horizon", default=100_000, show_default=True, type=click.IntRange(1), help="Actions a run.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="The same seed, the same figures.")
@click.option("--workers", default=None, type=click.IntRange(1), help="Processes; all cores if not given.")
@click.option("--out", default="results", show_default=True, type=click.Path(path_type=Path, file_okay=False))
@json_option
def command(*, runs: int, horizon: int, seed: int, workers: int | None, out: Path, as_json: bool) -> None:
    """Reproduce figure (a) of the paper: the regret of I-UCB1 against the length K of the list."""
    with ProcessPoolExecutor(workers) as executor, _progress(len(PAPER) * len(RANKS)) as advance:
        results = [
            regret_scaling(gap, runs=runs, horizon=horizon, seed=seed, executor=executor, progress=advance)
            for gap in PAPER
        ]
    rows = [_row(result) for result in results]
    if as_json:
        click.echo(json.dumps(rows, indent=2))
    else:
        _print_table(rows, runs, horizon)
    _draw(results, out / "figure-a", horizon)


def _row(result: Scaling) -> dict[str, object]:
    paper = PAPER[result.gap]
    return {
        "gap": result.gap,
        "paper": paper,
        "slope": round(result.slope, 3),
        "standard_error": round(result.slope_error, 3),
        # The paper gives neither its range of K nor its number of runs, so a tenth is as near as one can ask for.
        "cubic": abs(result.slope - paper) <= 0.1,
        "regret": dict(zip(map(str, result.ranks.tolist()), result.mean.round(1).tolist(), strict=True)),
    }


def _draw(results: list[Scaling], path: Path, horizon: int) -> None:
    try:
        from matroidlab.report.scaling import draw_scaling  # noqa: PLC0415 - an extra

        files = draw_scaling(results, path, horizon=horizon)
    except (ImportError, OSError) as error:
        click.echo(f"No picture: {error}", err=True)
    else:
        click.echo(f"The picture: {', '.join(map(str, files))}", err=True)


def _print_table(rows: list[dict[str, object]], runs: int, horizon: int) -> None:
    from rich import box  # noqa: PLC0415 - only for people
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    title = (
        f"Figure (a): slope of log regret against log K, K = {RANKS[0]}..{RANKS[-1]}, {horizon:,} actions, {runs} runs"
    )
    table = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left")
    for column in ("gap", "the paper", "ours", "regret grows with the cube of K"):
        table.add_column(column)
    for row in rows:
        ours = f"{row['slope']:.2f} ± {row['standard_error']:.2f}"
        table.add_row(f"{row['gap']:g}", f"{row['paper']:.2f}", ours, "yes" if row["cubic"] else "no")
    Console().print(table)


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """A bar with the time left on a terminal, a line now and then elsewhere; on standard error, away from the table."""
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import Progress  # noqa: PLC0415

    done = 0

    def advance() -> None:
        nonlocal done
        done += 1
        if task is not None:
            bar.advance(task)
        elif done % 11 == 0:
            click.echo(f"{done} of {total} simulations done", err=True)

    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("simulating", total=total) if sys.stderr.isatty() else None
        yield advance
