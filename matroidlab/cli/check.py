import json
from pathlib import Path

import click

from matroidlab.cli.options import json_option, plugin_option
from matroidlab.cli.parameters import Member, bar, members, numbered, parameter_options
from matroidlab.cli.tables import print_table
from matroidlab.conformance import matroid_checks

Outcomes = list[tuple[str, str, str | None]]
"""For each law its name, its statement, and the witness against it, None if it holds."""


@click.command("check")
@parameter_options
@click.option("--seed", default=0, help="Of what is drawn from matroids too large to try all their sets.")
@plugin_option
@json_option
@click.pass_context
def command(
    ctx: click.Context, *, family: str, texts: tuple[str, ...], file: Path | None, seed: int, as_json: bool
) -> None:
    """Try every law on a member of FAMILY, to find out whether it is a matroid and its fast ways are right.

    Without parameters, on all examples of the family. Exit status 1 if a law is broken, with a witness against it.
    """
    found = members(ctx, family, texts, file)
    outcomes = [_outcomes(name, member, seed) for name, member in numbered(found)]
    broken = any(witness is not None for outcome in outcomes for *_, witness in outcome)
    if as_json:
        click.echo(json.dumps(_report(family, found, outcomes), indent=2, default=str))
    else:
        _print(family, found, outcomes)
    ctx.exit(1 if broken else 0)


def _outcomes(name: str, member: Member, seed: int) -> Outcomes:
    checks = list(matroid_checks(member.matroid, family=member.family, seed=seed))
    outcomes: Outcomes = []
    with bar(f"Checking {name}") as tell:
        for done, check in enumerate(checks):
            tell(done, len(checks))
            outcomes.append((check.name, check.statement, check.failure(member.matroid)))
    return outcomes


def _report(family: str, found: list[Member], outcomes: list[Outcomes]) -> dict[str, object]:
    return {
        "family": family,
        "passed": all(witness is None for outcome in outcomes for *_, witness in outcome),
        "members": [
            {
                "matroid": repr(member.matroid),
                "parameters": member.parameters,
                "checks": [
                    {"name": name, "law": law, "passed": witness is None, "witness": witness}
                    for name, law, witness in outcome
                ],
            }
            for member, outcome in zip(found, outcomes, strict=True)
        ],
    }


def _print(family: str, found: list[Member], outcomes: list[Outcomes]) -> None:
    names = list(dict.fromkeys(name for outcome in outcomes for name, *_ in outcome))
    held = {name: [row[2] is None for outcome in outcomes for row in outcome if row[0] == name] for name in names}
    rows = [
        {"check": name, "tried on": len(results), "result": "holds" if all(results) else "BROKEN"}
        for name, results in held.items()
    ]
    print_table(rows, title=f"{family}: {len(found)} member{'s' * (len(found) > 1)}")
    for (name, member), outcome in zip(numbered(found), outcomes, strict=True):
        witnesses = [f"  {check}: {witness}" for check, _, witness in outcome if witness is not None]
        if witnesses:
            click.echo("\n".join([f"{name}, {member.matroid!r}", *witnesses]))
    if all(map(all, held.values())):
        click.echo(f"All {len(names)} laws hold.")
