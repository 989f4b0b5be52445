import json
from dataclasses import dataclass
from pathlib import Path

import click

from matroidlab.cli.options import json_option, plugin_option
from matroidlab.cli.parameters import (
    FamilyMember,
    bar,
    errors_are_no_answers,
    members,
    numbered,
    parameter_options,
    refuse_large,
)
from matroidlab.cli.tables import print_table
from matroidlab.orderability import SetsTried
from matroidlab.testing.laws.check import Witness
from matroidlab.testing.laws.matroids import matroid_checks
from matroidlab.testing.laws.trial import Trial

MOST_CHECKED = 2_000
"""Elements of a member; the laws of some thousand take minutes."""


@dataclass(frozen=True)
class LawResult:
    """The result of one law."""

    name: str
    law: str
    witness: Witness | None

    @property
    def result(self) -> str:
        """One word: the law holds, a witness breaks it, or a call raised an error."""
        if self.witness is None:
            return "holds"
        return "BROKEN" if self.witness.is_counterexample else "ERROR"


@dataclass(frozen=True)
class Tried:
    """The results of all laws on one member, and the number of sets on which axioms were tried."""

    outcomes: list[LawResult]
    axioms: SetsTried


@click.command("check")
@parameter_options
@click.option(
    "--seed",
    default=0,
    help="The seed for drawing sets of matroids that are too large to try them all.",
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
    seed: int,
    as_json: bool,
) -> None:
    """Check every law of matroids, and of their fast paths, on a member of FAMILY.

    FAMILY may also be the name of a matroid of the literature. Without parameters, all examples of
    the family are tried. Exit status 0 if all laws hold, 1 if one is broken, with a witness against
    it, and 2 if no law was seen to be broken but a call raised an error, which is named.

    \b
    Examples:
      matroidlab check vamos
      matroidlab check uniform --param size=5 --param rank=2
    """  # noqa: D301 - \b makes click keep the line breaks
    found = members(ctx, family, texts, file)
    with errors_are_no_answers(family):
        refuse_large(found, MOST_CHECKED)
        tried = [_tried(name, member, seed) for name, member in numbered(found)]
        if as_json:
            click.echo(json.dumps(_report(family, found, tried), indent=2, default=str))
        else:
            _print(family, found, tried)
    results = {outcome.result for each in tried for outcome in each.outcomes}
    ctx.exit(1 if "BROKEN" in results else 2 if "ERROR" in results else 0)


def _tried(name: str, member: FamilyMember, seed: int) -> Tried:
    checks = list(matroid_checks(member.matroid, family=member.family, seed=seed))
    outcomes = []
    with bar(f"Checking {name}") as tell:
        for done, check in enumerate(checks):
            tell(done, len(checks))
            outcomes.append(LawResult(check.name, check.statement, check.witness(member.matroid)))
    # The axioms may not have been tried on all sets.
    if any(outcome.result == "ERROR" for outcome in outcomes):
        return Tried(outcomes, SetsTried(0, are_all=False))
    return Tried(outcomes, Trial(member.matroid, member.family, seed).sets_tried)


def _report(family: str, found: list[FamilyMember], tried: list[Tried]) -> dict[str, object]:
    return {
        "family": family,
        "passed": all(outcome.witness is None for each in tried for outcome in each.outcomes),
        "members": [
            {
                "matroid": repr(member.matroid),
                "parameters": member.parameters,
                "axioms": {"sets": each.axioms.count, "decided": each.axioms.are_all},
                "checks": [_as_data(outcome) for outcome in each.outcomes],
            }
            for member, each in zip(found, tried, strict=True)
        ],
    }


def _as_data(outcome: LawResult) -> dict[str, object]:
    witness = outcome.witness and outcome.witness.text
    return {
        "name": outcome.name,
        "law": outcome.law,
        "passed": outcome.witness is None,
        "witness": witness,
    }


def _print(family: str, found: list[FamilyMember], tried: list[Tried]) -> None:
    results: dict[str, list[str]] = {}
    for outcome in (outcome for each in tried for outcome in each.outcomes):
        results.setdefault(outcome.name, []).append(outcome.result)
    # BROKEN comes before ERROR, and both before holds.
    rows = [
        {
            "check": name,
            "tried on": len(each),
            "result": min(each),
        }
        for name, each in results.items()
    ]
    print_table(rows, title=f"{family}: {len(found)} member{'s' * (len(found) > 1)}")
    for (name, member), each in zip(numbered(found), tried, strict=True):
        witnesses = [
            f"  {one.name}: {one.witness.text}" for one in each.outcomes if one.witness is not None
        ]
        if witnesses:
            click.echo("\n".join([f"{name}, {member.matroid!r}", *witnesses]))
        if not each.axioms.are_all:
            click.echo(f"{name}: its axioms are not decided; they were tried on {each.axioms}")
    if {word for each in results.values() for word in each} == {"holds"}:
        decided = (
            " The axioms are decided, on all sets."
            if all(each.axioms.are_all for each in tried)
            else ""
        )
        click.echo(f"All {len(results)} laws hold.{decided}")
