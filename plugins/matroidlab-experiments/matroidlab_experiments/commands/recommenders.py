import json
from pathlib import Path
from typing import Any

import click

from matroidlab.cli.interruption import end
from matroidlab.cli.long_work import this_command
from matroidlab.cli.options import json_option
from matroidlab.cli.progress import progress
from matroidlab.cli.tables import print_table
from matroidlab.errors import MatroidLabError, message_of, visible
from matroidlab.work import Listener, executor
from matroidlab_experiments.commands.watched_runs import run_options
from matroidlab_experiments.recommenders.file import read_file
from matroidlab_experiments.recommenders.results import play_cases


@click.command("recommenders")
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--world", "worlds", multiple=True, help="Play only in worlds of this name.")
@click.option(
    "--quick",
    is_flag=True,
    help="Play only a few lists, to see that everything works; results go to OUT/quick.",
)
@run_options
@json_option
def command(
    *,
    file: Path | None,
    worlds: tuple[str, ...],
    quick: bool,
    executor_spec: str,
    out: Path,
    fresh: bool,
    as_json: bool,
) -> None:
    """Play in worlds of recommenders: large catalogues, segments, seasons, features.

    Prints how many more clicks than the baseline all lists get, and the list that is trusted at the
    end; the largest loss on the way; lists that broke the promise; and the time of a list.

    FILE names the worlds; by default it is recommenders.toml of this distribution, which takes
    hours. A second run continues where the first stopped.

    \b
    Examples:
      matroidlab recommenders --quick
      matroidlab recommenders --world rankers --world segments
    """  # noqa: D301 - \b makes click keep the line breaks
    folder = out / "quick" / "recommenders" if quick else out / "recommenders"
    try:
        found = read_file(file, quick=quick, names=worlds)
        with progress(found.title) as show_progress:
            rows = play_cases(
                found.cases,
                folder,
                run=executor(executor_spec),
                listener=Listener(lambda text: click.echo(visible(text), err=True), show_progress),
                fresh=fresh,
            )
    except KeyboardInterrupt as interrupt:
        end(interrupt, f"Finished games are kept in {folder}; to go on: {this_command()}")
    except (MatroidLabError, ImportError, ValueError, TypeError) as error:
        raise click.ClickException(message_of(error)) from error
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    _print(rows, found.title)


def _print(rows: list[dict[str, object]], title: str) -> None:
    hidden = ("runs", "regret")
    shown: list[dict[str, Any]] = [
        {key: row[key] for key in row if key not in hidden} for row in rows
    ]
    for row in shown:
        for name in ("clicks", "trusted"):
            row[name] = None if row[name] is None else round(row[name], 1)
        row["lists"] = f"{row['lists']:,}"
        row["worst"] = f"{row['worst']:,.0f}"
        row["bad"] = f"{row['bad']:,}"
        row["own"] = f"{row['own']:,}"
        row["microseconds"] = f"{row['microseconds']:,.1f}"
    headings = {
        "clicks": "clicks, %",
        "trusted": "trusted list, %",
        "worst": "largest loss",
        "bad": "bad lists",
        "own": "for the segment",
        "microseconds": "µs a list",
    }
    print_table(shown, title=title, headings=headings)
