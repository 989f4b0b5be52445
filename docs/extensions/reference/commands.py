"""The command line as its own help describes it: every command, argument and option."""

import re
from collections.abc import Iterator
from inspect import cleandoc

import click

from matroidlab.cli import main

from .markdown import code, fenced, from_docstring, table

EXTRA = re.compile(r"\s*\[([^\[\]]*)\]$")
"""What click adds to the help of an option: its default, its bounds, whether it is required."""


def commands() -> str:
    """Return all commands, with the list of them first."""
    root = context(main, "matroidlab")
    pieces = [
        fenced("text", main.get_help(root)),
        *(one for found in every_command() for one in _command(found)),
    ]
    return "\n\n".join(pieces)


def every_command(group: click.Group = main) -> Iterator[click.Context]:
    """Yield the context of each command and of each of its own commands, in order."""
    yield from _below(context(group, "matroidlab"))


def context(
    command: click.Command, name: str, parent: click.Context | None = None
) -> click.Context:
    """Return a context as the command line has it, in which all defaults are shown."""
    names = ["-h", "--help"]
    return click.Context(
        command,
        parent=parent,
        info_name=name,
        show_default=True,
        terminal_width=80,
        help_option_names=names,
    )


def _below(group: click.Context) -> Iterator[click.Context]:
    assert isinstance(group.command, click.Group)
    for name in group.command.list_commands(group):
        command = group.command.get_command(group, name)
        assert command is not None
        found = context(command, name, group)
        yield found
        if isinstance(command, click.Group):
            yield from _below(found)


def _command(found: click.Context) -> Iterator[str]:
    path = found.command_path
    yield f"(command-{path.removeprefix('matroidlab ').replace(' ', '-')})="
    yield f"{'#' * path.count(' ')}# {code(path)}"
    yield from_paragraphs(found.command.help or "")
    yield fenced("text", found.command.get_usage(found).removeprefix("Usage: "))
    rows = [
        option_row(option, found)
        for option in found.command.params
        if isinstance(option, click.Option)
    ]
    if rows:
        yield table(["option", "meaning"], rows)


def option_row(option: click.Option, found: click.Context) -> list[str]:
    """Return how an option is written, and what it means, with its default and bounds."""
    written, meaning = option.get_help_record(found) or ("", "")
    extra = EXTRA.search(meaning)
    spaced = written.replace(
        "|", " | "
    )  # so that a line of many choices can be broken between them
    return [
        code(spaced),
        from_docstring(EXTRA.sub("", meaning)) + (f" *({extra[1]})*" if extra else ""),
    ]


def from_paragraphs(help_text: str) -> str:
    r"""Return the help of a command as Markdown, paragraph by paragraph; examples are a block.

    >>> print(from_paragraphs("Show it.\n\n\b\nExamples:\n  matroidlab show fano"))
    Show it.
    <BLANKLINE>
    ```console
    $ matroidlab show fano
    ```
    """
    return "\n\n".join(map(from_paragraph, cleandoc(help_text).split("\n\n")))


def from_paragraph(text: str) -> str:
    """Return one paragraph of a help; click keeps the lines of one that begins with a backspace."""
    first, *lines = text.removeprefix("\b").strip().splitlines()
    if first.strip() != "Examples:":
        return from_docstring(text.replace("\b", ""))
    return fenced("console", "\n".join(f"$ {line.strip()}" for line in lines))


def without_help(group: click.Group = main) -> list[str]:
    """Return the commands and options that say nothing of themselves."""
    found = list(every_command(group))
    options = ((one.command_path, option) for one in found for option in one.command.params)
    silent = [
        f"{path} {one.opts[0]}"
        for path, one in options
        if isinstance(one, click.Option) and not one.help
    ]
    return [one.command_path for one in found if not one.command.help] + silent
