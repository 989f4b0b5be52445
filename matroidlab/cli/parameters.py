"""Members of a family, by parameters from the command line or a file: what `check` and `orderability` share."""

import tomllib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from sys import stderr
from typing import Any, TypeVar

import click

from matroidlab.cli.options import manager_of
from matroidlab.cli.progress import progress
from matroidlab.errors import MatroidLabError, OracleError, UnknownNameError, described, message_of
from matroidlab.hookspecs import Family, Record
from matroidlab.parameters import Parameters
from matroidlab.protocol import Matroid
from matroidlab.registry import families
from matroidlab.testing.laws.appearance import examples_fault

Command = TypeVar("Command", bound=Callable[..., Any])


class Unanswered(click.ClickException):
    """The question could not be answered as it was asked; status 1 is for answers that are a no."""

    exit_code = 2


@contextmanager
def errors_are_no_answers(name: str) -> Iterator[None]:
    """Let whatever is raised end with status 2, for Python would end with 1, which is an answer."""
    try:
        yield
    except click.ClickException:
        raise
    except OracleError as error:
        raise Unanswered(f"{name}: {error}") from error
    except Exception as error:
        raise Unanswered(f"{name}: {type(error).__name__}: {error}") from error


@dataclass(frozen=True)
class Member:
    """A matroid of a family, and the plain data that it was built from."""

    family: Family
    parameters: Parameters
    matroid: Matroid


def parameter_options(command: Command) -> Command:
    """Add the argument FAMILY and the options ``--param`` and ``--file``."""
    for option in (
        click.option(
            "--file",
            type=click.Path(exists=True, dir_okay=False, path_type=Path),
            help="A TOML file with the parameters; what --param says takes precedence.",
        ),
        click.option(
            "--param",
            "texts",
            metavar="KEY=VALUE",
            multiple=True,
            help='A parameter of the family; the value as in TOML: 5, [1, 2], "text". Where text is expected, its '
            "quotes may be left out. May be repeated.",
        ),
        click.argument("family"),
    ):
        command = option(command)
    return command


def members(ctx: click.Context, family: str, texts: tuple[str, ...], file: Path | None) -> list[Member]:
    """Build the member that the parameters describe, or the family's examples if there are none."""
    try:
        record = families(manager_of(ctx))[family]
    except UnknownNameError as error:
        raise click.UsageError(str(error)) from error
    given = {**_from_file(file), **dict(parameter(text, record) for text in texts)}
    sets = (given,) if texts or file is not None else _examples(record)
    if not sets:
        known = ", ".join(record.types)
        raise click.UsageError(f"family {family!r} has no examples: give its parameters by --param; it has {known}")
    return [Member(record, parameters, _built(record, parameters)) for parameters in sets]


def _examples(record: Family) -> tuple[Parameters, ...]:
    fault = examples_fault(record.name, record.examples)
    if fault is not None:
        raise click.UsageError(fault)
    return record.examples


def _from_file(file: Path | None) -> dict[str, object]:
    if file is None:
        return {}
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{file} is not valid TOML: {error}") from error


def parameter(text: str, record: Record[object]) -> tuple[str, object]:
    """Return the key and the value that an option ``--param`` has for a record."""
    key, equals, value = (part.strip() for part in text.partition("="))
    if not (key and equals):
        raise click.UsageError(f"--param must be KEY=VALUE, got {text!r}")
    try:
        parsed = tomllib.loads(f"value = {value}")
    except tomllib.TOMLDecodeError:
        parsed = {}
    if parsed.keys() == {"value"}:
        return key, parsed["value"]
    if record.types.get(key, str) is str:  # of a key that there is not, the record says so
        return key, value
    raise click.UsageError(f"--param {key}: {value!r} is not a TOML value; text needs quotes: '{key}=\"text\"'")


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


def numbered(found: list[Member]) -> Iterator[tuple[str, Member]]:
    """The members with what to call them: an example by its number, the only one by its family."""
    for i, member in enumerate(found, start=1):
        yield (f"{member.family.name} {i}" if len(found) > 1 else member.family.name), member
