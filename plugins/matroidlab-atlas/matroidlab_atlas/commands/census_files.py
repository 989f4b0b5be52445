"""The files that `matroidlab census` reads and writes."""

import os
from collections.abc import Iterable
from pathlib import Path

import click

from matroidlab.cli.parameters import Unanswered
from matroidlab.errors import FormatError, MatroidLabError, UnknownNameError, message_of
from matroidlab.protocol import Matroid
from matroidlab_atlas.census.running import Census
from matroidlab_atlas.census.verdict_files import write_answers, write_verdicts
from matroidlab_atlas.formats import Format, format_named, read_matroids
from matroidlab_atlas.formats.opening import text_lines


def folder_words(source: Path) -> str:
    """Return the name of a file as part of the name of a folder."""
    return "".join(letter if letter.isalnum() else "_" for letter in source.name)[:60]


def format_of(path: Path) -> Format:
    """Return the format of a file to be written, by its ending."""
    try:
        return format_named(None, str(path))
    except UnknownNameError as error:
        raise click.UsageError(str(error)) from error


def read_source(
    source: Path, name: str | None, size: int | None, rank: int | None
) -> list[Matroid]:
    """Return the matroids of a file; an error names the line."""
    try:
        form = format_named(name, str(source), size=size, rank=rank)
    except UnknownNameError as error:
        raise click.UsageError(f"{error}; or name it by --format") from error
    try:
        return list(read_matroids(text_lines(source), form, source=str(source)))
    except (FormatError, OSError) as error:
        raise Unanswered(str(error)) from error


def refuse_unwritable(paths: Iterable[Path]) -> None:
    """Raise an error, before the work, for files that could not be written after it."""
    for path in paths:
        folder = next(one for one in path.absolute().parents if one.exists())
        if not folder.is_dir() or not os.access(folder, os.W_OK):
            raise click.UsageError(f"cannot write {path}: {folder} is not a folder to write to")


def write_files(
    census: Census, outputs: list[tuple[Path, Format, bool]], verdicts: Path | None
) -> None:
    """Write the matroids of each answer, and the verdicts."""
    try:
        for path, form, yes in outputs:
            write_answers(census, path, form, yes=yes)
        if verdicts is not None:
            write_verdicts(census, verdicts)
    except MatroidLabError as error:
        raise Unanswered(message_of(error)) from error
