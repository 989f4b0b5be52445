"""The matroids that a command is about: members of a family, or matroids of the literature."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from sys import stderr
from typing import Any, TypeVar

import click

from matroidlab.cli.options import manager_of, manager_of_services, modules_of
from matroidlab.cli.progress import progress
from matroidlab.errors import (
    FormatError,
    MatroidLabError,
    OracleError,
    described,
    did_you_mean,
    how_to_install,
    message_of,
)
from matroidlab.hookspecs import Family, NamedMatroids
from matroidlab.named_files import nested_faults, read_toml, toml_table
from matroidlab.parameters import Parameters, Record, examples_fault
from matroidlab.protocol import Matroid
from matroidlab.registry import (
    FAMILY,
    built_in_family,
    describe,
    families,
    named_matroids,
)

Command = TypeVar("Command", bound=Callable[..., Any])


INSTALL = (
    "; names of matroids of the literature need matroidlab-atlas: "
    f"{how_to_install('matroidlab-atlas')}"
)

COMES_WITH = {
    "affine-geometry": "matroidlab-atlas",
    "dowling": "matroidlab-atlas",
    "free-swirl": "matroidlab-atlas",
    "named": "matroidlab-atlas",
    "projective-geometry": "matroidlab-atlas",
    "spike": "matroidlab-atlas",
    "theta": "matroidlab-atlas",
    "vamos-like": "matroidlab-atlas",
    "wheel": "matroidlab-atlas",
    "whirl": "matroidlab-atlas",
    "gammoid": "matroidlab-gammoid",
    "laminar": "matroidlab-laminar",
    "linear": "matroidlab-linear",
}
"""The families of our own plugins, so that a message can say what to install."""


class Unanswered(click.ClickException):
    """The question has no answer; status 1 is for answers that are a no."""

    exit_code = 2


@contextmanager
def errors_are_no_answers(name: str) -> Iterator[None]:
    """End with status 2 after any error: Python's own status, 1, would be an answer."""
    try:
        yield
    except click.ClickException:
        raise
    except OracleError as error:
        raise Unanswered(f"{name}: {error}") from error
    except Exception as error:
        raise Unanswered(f"{name}: {type(error).__name__}: {error}") from error


@dataclass(frozen=True)
class FamilyMember:
    """A matroid of a family, and the plain data that it was built from."""

    family: Family
    parameters: Parameters
    matroid: Matroid
    name: str = ""
    """The name that the user gave, if it is not the family's."""


def parameter_options(command: Command) -> Command:
    """Add the argument FAMILY and the options ``--param`` and ``--file``."""
    for option in (
        click.option(
            "--file",
            type=click.Path(exists=True, dir_okay=False, path_type=Path),
            help="A TOML file with the parameters; --param takes precedence.",
        ),
        click.option(
            "--param",
            "texts",
            metavar="KEY=VALUE",
            multiple=True,
            help='A parameter of the family; the value as in TOML: 5, [1, 2], "text". Quotes are '
            "optional where text is expected. May be repeated.",
        ),
        click.argument("family"),
    ):
        command = option(command)
    return command


def members(
    ctx: click.Context, family: str, texts: tuple[str, ...], file: Path | None
) -> list[FamilyMember]:
    """Build the member that the parameters describe, or the family's examples if there are none.

    Without parameters, the name of a matroid of the literature may stand in place of a family.
    """
    known = _families(ctx, family)
    is_given = bool(texts) or file is not None
    if family not in known:
        catalogue = named_matroids(manager_of_services(ctx))
        return [_named_member(family, known, catalogue, is_given=is_given)]
    record = known[family]
    given = {**_from_file(file), **dict(parameter(text, record) for text in texts)}
    sets = (given,) if is_given else _examples(record)
    if not sets:
        raise click.UsageError(
            f"family {family!r} has no examples: give its parameters with --param; it has "
            f"{', '.join(record.types)}"
        )
    return [FamilyMember(record, parameters, _built(record, parameters)) for parameters in sets]


def refuse_large(found: Iterable[FamilyMember], most: int) -> None:
    """Refuse members whose elements are too many to be asked about in some seconds."""
    for member in found:
        size = member.matroid.size
        if size > most:
            raise click.UsageError(
                f"a member has {size:,} elements, and this command asks about them one by one: "
                f"give parameters of one with at most {most:,}"
            )


def _families(ctx: click.Context, name: str) -> Mapping[str, Family]:
    """The families among which one is looked for; modules are imported only if they may matter."""
    own = None if modules_of(ctx) else built_in_family(name)
    return families(manager_of(ctx, only=Family)) if own is None else {name: own}


def _named_member(
    name: str, known: Mapping[str, Family], catalogue: NamedMatroids | None, *, is_given: bool
) -> FamilyMember:
    """Look up a name that no family has."""
    if name in COMES_WITH:
        home = COMES_WITH[name]
        raise click.UsageError(f"family {name!r} comes with {home}: {how_to_install(home)}")
    names = [] if catalogue is None else list(catalogue.names())
    if catalogue is None or name not in names:
        nearest = did_you_mean(name, sorted(known), spellings={one: one for one in names})
        raise click.UsageError(f"there is no family {name!r}{nearest}{'' if names else INSTALL}")
    if is_given:
        raise click.UsageError(f"{name!r} is a single matroid, which takes no parameters")
    matroid = catalogue.matroid(name)
    parameters = dict(describe(matroid, known))
    record = known[str(parameters.pop(FAMILY))]
    return FamilyMember(record, parameters, matroid, name=name)


def _examples(record: Family) -> tuple[Parameters, ...]:
    fault = examples_fault(record.name, record.examples)
    if fault is not None:
        raise click.UsageError(fault)
    return record.examples


def _from_file(file: Path | None) -> dict[str, object]:
    if file is None:
        return {}
    try:
        return read_toml(file)
    except FormatError as error:
        raise click.UsageError(str(error)) from error


def parameter(text: str, record: Record[object]) -> tuple[str, object]:
    """Return the key and the value that an option ``--param`` has for a record."""
    key, equals, value = (part.strip() for part in text.partition("="))
    if not (key and equals):
        raise click.UsageError(f"--param must be KEY=VALUE, got {text!r}")
    try:
        parsed = toml_table(f"value = {value}")
    except ValueError:
        parsed = {}
    for fault in nested_faults(parsed):
        raise click.UsageError(f"--param {key}{fault.removeprefix('value')}")
    if parsed.keys() == {"value"}:
        return key, parsed["value"]
    if record.types.get(key, str) is str:  # an unknown key is reported by the record
        return key, value
    raise click.UsageError(
        f"--param {key}: {value!r:.80} is not a TOML value; text needs quotes: '{key}=\"text\"'"
    )


def _built(record: Family, parameters: Parameters) -> Matroid:
    faults = list(record.faults(parameters))
    if faults:
        raise click.UsageError("\n  ".join([f"wrong parameters for {record.name!r}:", *faults]))
    try:
        return record.build(**parameters)
    except (MatroidLabError, ValueError, TypeError) as error:
        raise click.UsageError(f"{record.name}: {message_of(error)}") from error
    except Exception as error:
        given = ", ".join(f"{name}={value!r}" for name, value in parameters.items())
        raise Unanswered(f"{record.name}: build({given}) raised {described(error)}") from error


def bar(title: str) -> AbstractContextManager[Callable[[int, int], None]]:
    """Show progress on a terminal, and nothing elsewhere."""
    return progress(title) if stderr.isatty() else nullcontext(lambda _done, _total: None)


def numbered(found: list[FamilyMember]) -> Iterator[tuple[str, FamilyMember]]:
    """Yield members with their names: several are numbered, one has its family's name."""
    for i, member in enumerate(found, start=1):
        name = member.name or member.family.name
        yield (f"{name} {i}" if len(found) > 1 else name), member
