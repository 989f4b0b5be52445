import json
from pathlib import Path

import click

from matroidlab import GraphicMatroid
from matroidlab.cli.options import json_option, plugin_option
from matroidlab.cli.parameters import Member, Unanswered, bar, members, numbered, parameter_options
from matroidlab.cli.tables import print_table
from matroidlab.errors import TooLargeError
from matroidlab.orderability import OrderabilityReport, Verdict, Violation, orderability_report
from matroidlab.orderability.effort import PATIENCE
from matroidlab.orderability.matching import Exchange, match_rows, symmetric_exchanges
from matroidlab.protocol import element_names_of
from matroidlab.report.violation import Counterexample, drawing_library, refuse_format, save_picture


@click.command("orderability")
@parameter_options
@click.option("--sample", type=click.IntRange(min=1), help="Draw so many pairs of bases instead of trying all.")
@click.option("--seed", default=0, help="Of the pairs that are drawn.")
@click.option("--patience", default=PATIENCE, show_default=True, help="Seconds that trying all pairs may take.")
@click.option("--picture", type=click.Path(path_type=Path), help="Draw the counterexample of a graph, as SVG or PNG.")
@plugin_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    *,
    family: str,
    texts: tuple[str, ...],
    file: Path | None,
    sample: int | None,
    seed: int,
    patience: float,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Say whether a member of FAMILY is strongly base-orderable, base-orderable or neither, and how that is known.

    Without parameters, all examples of the family. Exit status 1 if one is not strongly base-orderable, with two bases
    that show it.
    """
    found = members(ctx, family, texts, file)
    if picture is not None:
        _refuse_picture(picture, found)
    reports = [_report(name, member, sample, seed, patience) for name, member in numbered(found)]
    if as_json:
        click.echo(json.dumps(_as_data(family, found, reports), indent=2, default=str))
    else:
        _print(family, found, reports)
    if picture is not None:
        _draw(picture, reports)
    ctx.exit(1 if any(report.violation is not None for report in reports) else 0)


def _report(name: str, member: Member, sample: int | None, seed: int, patience: float) -> OrderabilityReport:
    try:
        with bar(f"Pairs of bases of {name}") as tell:
            return orderability_report(member.matroid, sample=sample, seed=seed, patience=patience, progress=tell)
    except TooLargeError as error:
        ways_out = "on the command line, that is --sample N or --patience SECONDS"
        raise Unanswered(f"{name}: {error} ({ways_out})") from error


def _as_data(family: str, found: list[Member], reports: list[OrderabilityReport]) -> dict[str, object]:
    return {
        "family": family,
        "members": [
            {
                "matroid": repr(member.matroid),
                "parameters": member.parameters,
                "verdict": report.verdict.value,
                "method": report.method.value,
                "pairs": report.pairs,
                "violation": report.violation and _violation(report.violation),
            }
            for member, report in zip(found, reports, strict=True)
        ],
    }


def _violation(violation: Violation) -> dict[str, object]:
    return {
        "source": violation.source.tolist(),
        "target": violation.target.tolist(),
        "kind": violation.kind,
        "reason": violation.reason,
    }


def _print(family: str, found: list[Member], reports: list[OrderabilityReport]) -> None:
    rows = [
        {"matroid": name, "verdict": report.verdict.value, "by": report.method.value}
        for (name, _), report in zip(numbered(found), reports, strict=True)
    ]
    print_table(rows, title=family)
    for (name, member), report in zip(numbered(found), reports, strict=True):
        if report.verdict is not Verdict.STRONG:
            click.echo(f"{name}: {report}")
        if report.violation is not None:
            for basis in (report.violation.source, report.violation.target):
                names = element_names_of(member.matroid)
                click.echo(f"  {basis.tolist()}: {', '.join(names[element] for element in basis.tolist())}")


def _refuse_picture(picture: Path, found: list[Member]) -> None:
    """Say what stands in the way of a picture before any long work."""
    for member in found:
        if not isinstance(member.matroid, GraphicMatroid):
            raise click.UsageError(f"--picture draws graphs, and {member.matroid!r} is none")
    try:
        refuse_format(picture)
        drawing_library()
    except (ValueError, ImportError) as error:
        raise Unanswered(f"--picture: {error}") from error


def _draw(picture: Path, reports: list[OrderabilityReport]) -> None:
    """Draw the first counterexample."""
    violation = next((report.violation for report in reports if report.violation is not None), None)
    if violation is None:
        click.echo("No picture: there is no counterexample.", err=True)
        return
    matroid = violation.matroid
    assert isinstance(matroid, GraphicMatroid)
    first, second = frozenset(violation.source.tolist()), frozenset(violation.target.tolist())
    save_picture(Counterexample(matroid.edges, first, second, _short(violation), str(violation)), picture)
    click.echo(f"The counterexample: {picture}", err=True)


def _short(violation: Violation) -> frozenset[int]:
    """Return the elements that have too few partners between them; none if only larger exchanges fail."""
    exchange = Exchange.between(violation.source, violation.target)
    rows = match_rows(symmetric_exchanges(violation.matroid, exchange)).rows_short
    return frozenset(exchange.leaving[rows].tolist())
