"""Text for people: paragraphs that fit the terminal, and colours where they are wanted."""

import os
import shutil
import sys
import textwrap
from typing import Any

import click

from matroidlab.errors import visible


def say(text: str, *, indent: str = "", highlighted: str = "") -> None:
    """Print a paragraph, with line breaks between words on a terminal and on one line elsewhere.

    >>> say("A sentence for people.", indent="  ")
      A sentence for people.

    The first place where the text has the ``highlighted`` part is coloured.
    """
    shown = f"{indent}{visible(text)}"
    if sys.stdout.isatty():
        shown = textwrap.fill(
            shown,
            shutil.get_terminal_size().columns,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
    if highlighted:
        shown = shown.replace(highlighted, styled(highlighted, fg="cyan"), 1)
    click.echo(shown)


def styled(text: str, **style: Any) -> str:
    """Return text with the codes of a style, or as it is where colours are not wanted."""
    is_wanted = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return click.style(text, **style) if is_wanted and os.environ.get("TERM") != "dumb" else text
