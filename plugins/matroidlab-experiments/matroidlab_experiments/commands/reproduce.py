import json
from collections.abc import Iterable
from dataclasses import asdict
from itertools import islice
from pathlib import Path

import click

from matroidlab.cli.options import json_option, modules_of, plugin_option
from matroidlab.cli.paragraphs import say
from matroidlab.cli.tables import print_table
from matroidlab.errors import MatroidLabError
from matroidlab_experiments.commands.watched_runs import RunPlan, run_options, watched_runs
from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder
from matroidlab_experiments.paper.claim import Claim
from matroidlab_experiments.paper.reproduction import FIGURES, claims_of, experiments_of
from matroidlab_experiments.paper.summary_lines import SummaryLine, verdict_counts
from matroidlab_experiments.result_files.rebuilt_problems import Problems
from matroidlab_experiments.result_files.results import Results
from matroidlab_experiments.running.running import Task


@click.command("reproduce")
@click.argument("figures", metavar="[FIGURES]...", nargs=-1, type=click.Choice(sorted(FIGURES)))
@click.option(
    "--full",
    is_flag=True,
    help="Run at the paper's size. This takes hours without the extra `fast`.",
)
@click.option(
    "--quick",
    is_flag=True,
    help="Show only a few lists, to see that everything works; results go to OUT/quick.",
)
@click.option(
    "--ratings",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help=(
        "A folder with MovieLens 1M (ratings.dat, movies.dat); by default synthetic data are used."
    ),
)
@click.option(
    "--table", "with_table", is_flag=True, help="Print all claims with the paper's values and ours."
)
@run_options
@plugin_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    *,
    figures: tuple[str, ...],
    full: bool,
    quick: bool,
    ratings: Path | None,
    with_table: bool,
    executor_spec: str,
    out: Path,
    fresh: bool,
    as_json: bool,
) -> None:
    """Reproduce the paper: run its experiments and ours, compare the results, write a report.

    FIGURES are letters: a, b and c of the paper, d to g of ours; by default all of them. A second
    run continues where the first stopped.

    \b
    Examples:
      matroidlab reproduce a --quick
      matroidlab reproduce --table
    """  # noqa: D301 - \b makes click keep the line breaks
    if full and quick:
        raise click.UsageError("--full and --quick cannot be used together")
    out = out / "quick" if quick else out  # apart from meaningful results
    plan = RunPlan(
        executor_spec, modules_of(ctx), ExperimentBuilder.with_plugins(modules_of(ctx)), fresh=fresh
    )
    chosen = figures or tuple(sorted(FIGURES))
    ratings = ratings and ratings.resolve()
    tasks = {
        figure: _tasks(figure, out, full=full, quick=quick, ratings=ratings) for figure in chosen
    }
    title = f"Figure{'s' if len(tasks) > 1 else ''} {', '.join(f'({figure})' for figure in tasks)}"
    results = watched_runs(
        [task for some in tasks.values() for task in some], plan, title=title, place=out
    )
    left = iter(results)
    found = {figure: list(islice(left, len(some))) for figure, some in tasks.items()}
    problems = Problems(plan.builder)
    claims = (
        []
        if quick
        else [claim for figure in found for claim in claims_of(figure, found[figure], problems)]
    )
    page = _report(results, claims, out, plan.builder)
    if as_json:
        printed = {"claims": [asdict(claim) for claim in claims], "report": page and str(page)}
        click.echo(json.dumps(printed, indent=2))
        return
    if with_table and claims:
        _print_table(claims)
    if quick:
        say("Everything works. The claims are not compared: so few lists say nothing about them.")
    else:
        _print_lines(tasks, claims)
    _print_synthetic(results)
    _print_end(claims, page, with_table=with_table)


def _print_lines(figures: Iterable[str], claims: list[Claim]) -> None:
    for figure in figures:
        say(SummaryLine.of(figure, [claim for claim in claims if claim.figure == figure]).text)


def _print_synthetic(results: list[Results]) -> None:
    """Say which figures were drawn from synthetic data."""
    names = [f"({name})" for name in map(_on_a_population, results) if name]
    if names:
        which = f"Figure{'s' * (len(names) > 1)} {', '.join(names)}"
        say(f"{which}: synthetic data, because --ratings gives no folder with MovieLens 1M.")


def _print_end(claims: list[Claim], page: Path | None, *, with_table: bool) -> None:
    if not claims:
        if page is not None:
            say(f"The report, with all pictures: {page}")
        return
    parts = [verdict_counts(claims)]
    if not with_table:
        parts.append("Details: --table")
    if page is not None:
        parts.append(f"Report: {page}")
    click.echo("   ".join(parts))


def _print_table(claims: list[Claim]) -> None:
    columns = ("figure", "statement", "paper", "ours", "verdict")
    rows = [{name: getattr(claim, name) for name in columns} for claim in claims]
    headings = {"statement": "claim", "paper": "the paper"}
    print_table(rows, title="The paper's claims and our results", headings=headings)
    say(
        "The report and --json also have the condition of each claim and an explanation of its "
        "outcome."
    )


def _tasks(figure: str, out: Path, *, full: bool, quick: bool, ratings: Path | None) -> list[Task]:
    experiments = experiments_of(figure, full=full, quick=quick, ratings=ratings)
    return [
        Task(experiment, out / experiment.name, f"figure {figure}") for experiment in experiments
    ]


def _on_a_population(result: Results) -> str | None:
    """The name of the experiment if its data are synthetic."""
    problem = result.experiment.problem or {}
    return result.experiment.name if problem.get("name") == "population" else None


def _report(
    results: list[Results], claims: list[Claim], out: Path, builder: ExperimentBuilder
) -> Path | None:
    from matroidlab_experiments.report_pages.page import write_report  # noqa: PLC0415 - an extra

    try:
        return write_report(results, out, claims, builder=builder)
    except (ImportError, MatroidLabError) as error:
        click.echo(f"No report: {error}", err=True)
        return None
