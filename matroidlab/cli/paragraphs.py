import shutil
import sys
import textwrap

import click

from matroidlab.errors import visible


def say(text: str, *, indent: str = "") -> None:
    """Print a paragraph: on a terminal in lines that break between words, elsewhere on one line for programs to read.

    >>> say("A sentence for people.", indent="  ")
      A sentence for people.
    """
    shown = f"{indent}{visible(text)}"
    if sys.stdout.isatty():
        width = shutil.get_terminal_size().columns
        shown = textwrap.fill(shown, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    click.echo(shown)
