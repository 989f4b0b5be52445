import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from matroidlab import Contraction, Restriction
from matroidlab.cli.options import json_option, manager_of_services, plugin_option
from matroidlab.cli.paragraphs import say
from matroidlab.cli.parameters import (
    FamilyMember,
    Unanswered,
    bar,
    errors_are_no_answers,
    members,
    numbered,
    parameter_options,
    refuse_large,
)
from matroidlab.cli.tables import print_table
from matroidlab.errors import (
    ConformanceError,
    InvalidMatroidError,
    TooLargeError,
    how_to_install,
)
from matroidlab.hookspecs import Pictures
from matroidlab.orderability import OrderabilityReport, Verdict, Violation, orderability_report
from matroidlab.orderability.effort import PATIENCE
from matroidlab.protocol import graph_edges_of
from matroidlab.protocol.labels import names_to_show
from matroidlab.protocol.named_calls import naming_calls
from matroidlab.registry import named_matroids, pictures

MOST_DECIDED = 20_000
"""Elements of a member; drawing sets of more takes minutes."""


@click.command("orderability")
@parameter_options
@click.option(
    "--sample",
    type=click.IntRange(min=1),
    help="Draw this many pairs of bases instead of trying them all.",
)
@click.option("--seed", default=0, help="The seed for drawing pairs.")
@click.option(
    "--patience",
    default=PATIENCE,
    show_default=True,
    help="How many seconds trying all pairs may take.",
)
@click.option(
    "--distrust",
    is_flag=True,
    help="Use the independence oracle alone: ignore the matroid's claims, and search.",
)
@click.option(
    "--picture",
    type=click.Path(path_type=Path),
    help="Draw the counterexample of a graph, as SVG or PNG.",
)
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
    distrust: bool,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Decide whether a member of FAMILY is strongly base-orderable, base-orderable or neither.

    FAMILY may also be the name of a matroid of the literature. Without parameters, all examples of
    the family are decided. First the axioms of a matroid are checked. Exit status 0 for a yes (with
    --sample, for no counterexample among the pairs drawn), 1 for a counterexample, with two bases
    that show it, and 2 for an error.

    \b
    Examples:
      matroidlab orderability k4
      matroidlab orderability uniform --param size=40 --param rank=20 --sample 100
    """  # noqa: D301 - \b makes click keep the line breaks
    found = [
        replace(one, matroid=naming_calls(one.matroid)) for one in members(ctx, family, texts, file)
    ]
    options = {"sample": sample, "seed": seed, "patience": patience, "distrust": distrust}
    with errors_are_no_answers(family):
        refuse_large(found, MOST_DECIDED)
        drawer = None if picture is None else _checked_pictures(ctx, picture, found)
        reports = [_report(name, member, options) for name, member in numbered(found)]
        if as_json:
            click.echo(json.dumps(_as_data(family, found, reports), indent=2, default=str))
        else:
            _print(ctx, family, found, reports)
        if drawer is not None and picture is not None:
            _draw(drawer, picture, reports)
    ctx.exit(1 if any(report.violation is not None for report in reports) else 0)


def _report(name: str, member: FamilyMember, options: dict[str, Any]) -> OrderabilityReport:
    with errors_are_no_answers(name), bar(f"Deciding {name}") as tell:
        try:
            return orderability_report(member.matroid, progress=tell, **options)
        except TooLargeError as error:
            ways_out = "on the command line, that is --sample N or --patience SECONDS"
            raise Unanswered(f"{name}: {error} ({ways_out})") from error
        except ConformanceError as error:
            raise Unanswered(f"{name}: {error} (--distrust ignores what it claims)") from error
        except InvalidMatroidError as error:
            raise Unanswered(f"{name}: {error}") from error


def _as_data(
    family: str, found: list[FamilyMember], reports: list[OrderabilityReport]
) -> dict[str, object]:
    return {
        "family": family,
        "members": [
            {
                "matroid": repr(member.matroid),
                "parameters": member.parameters,
                "verdict": report.verdict.value,
                "known_by": report.known_by,
                "method": report.method.value,
                "pairs": report.pairs,
                "axioms": {"sets": report.axioms.count, "decided": report.axioms.are_all},
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


def _print(
    ctx: click.Context, family: str, found: list[FamilyMember], reports: list[OrderabilityReport]
) -> None:
    rows = [
        {"matroid": name, "verdict": report.verdict.value, "known by": report.known_by}
        for (name, _), report in zip(numbered(found), reports, strict=True)
    ]
    print_table(rows, title=family)
    if all(report.axioms.are_all for report in reports):
        click.echo("The axioms of a matroid are decided, on all sets.")
    for (name, member), report in zip(numbered(found), reports, strict=True):
        if report.verdict is not Verdict.STRONG or not report.axioms.are_all:
            say(f"{name}: {report}")
        if report.violation is not None:
            names = names_to_show(member.matroid)
            for basis in (report.violation.source, report.violation.target):
                named = f"[{', '.join(names[element] for element in basis.tolist())}]"
                if named != str(basis.tolist()):
                    say(f"{basis.tolist()}: {named[1:-1]}", indent="  ")
            if (minor := _minor_named(ctx, report.violation)) is not None:
                size = len({*report.violation.source.tolist(), *report.violation.target.tolist()})
                is_all = size == member.matroid.size and not _common(report.violation)
                how = "Contract what both have and delete what neither has: what remains is"
                say(f"{'The matroid is' if is_all else how} {minor}.", indent="  ")


def _minor_named(ctx: click.Context, violation: Violation) -> str | None:
    """The name of the minor on the elements that are in exactly one of the bases, or None."""
    catalogue = named_matroids(manager_of_services(ctx))
    if catalogue is None:
        return None
    kept = sorted({*violation.source.tolist(), *violation.target.tolist()})
    left = Restriction(violation.matroid, kept)
    return catalogue.name_of(
        Contraction(left, [kept.index(element) for element in _common(violation)])
    )


def _common(violation: Violation) -> list[int]:
    """The elements of both bases, in order."""
    return sorted({*violation.source.tolist()} & {*violation.target.tolist()})


def _checked_pictures(ctx: click.Context, picture: Path, found: list[FamilyMember]) -> Pictures:
    """Return the drawer of pictures; raise an error before any long work if it cannot draw."""
    drawer = pictures(manager_of_services(ctx))
    if drawer is None:
        way_out = how_to_install("matroidlab-atlas")
        raise Unanswered(f"--picture needs matroidlab-atlas: {way_out}")
    try:
        for member in found:
            if graph_edges_of(member.matroid) is None:
                raise click.UsageError(
                    f"--picture draws graphs, and {member.matroid!r} does not come from one"
                )
        drawer.check(picture)
    except (ValueError, ImportError) as error:
        raise Unanswered(f"--picture: {error}") from error
    return drawer


def _draw(drawer: Pictures, picture: Path, reports: list[OrderabilityReport]) -> None:
    """Draw the first counterexample."""
    violation = next((report.violation for report in reports if report.violation), None)
    if violation is None:
        click.echo("No picture: there is no counterexample.", err=True)
        return
    drawer.draw_violation(violation, picture)
    click.echo(f"The counterexample: {picture}", err=True)
