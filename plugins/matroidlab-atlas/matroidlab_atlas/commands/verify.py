from pathlib import Path

import click

from matroidlab.cli.parameters import Unanswered
from matroidlab.errors import FormatError
from matroidlab_atlas.census import checker
from matroidlab_atlas.formats.opening import text_lines


@click.command("verify")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--yes", is_flag=True, help="Try each yes by brute force too, which takes longer.")
@click.pass_context
def command(ctx: click.Context, *, file: Path, yes: bool) -> None:
    """Verify FILE, which `matroidlab census --verdicts FILE` wrote.

    Checked are the exchange axiom for every matroid, the numbers of matroids and answers, that no
    two are isomorphic unless they come from a file, and each no of a question on base-orderability
    or excluded minors. The program that does so needs nothing of matroidlab, has 80 lines, and is
    printed in the documentation. FILE may be compressed (.gz, .bz2, .xz); - is standard input.

    The exit status is 0 if nothing is wrong, 1 if something is, and 2 if FILE cannot be read.

    \b
    Examples:
      matroidlab verify verdicts.jsonl
      matroidlab verify verdicts.jsonl --yes
    """  # noqa: D301 - \b makes click keep the line breaks
    if file.exists() and not file.is_file():  # a pipe or a device may have no end
        raise Unanswered(f"cannot read {file}: it is not a file")
    try:
        status = checker.check(text_lines(file), yes=yes)
    except FormatError as error:
        raise Unanswered(str(error)) from error
    except OSError as error:
        raise Unanswered(f"cannot read {file}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        raise Unanswered(f"{file} is not a file of verdicts: {error!r:.200}") from error
    ctx.exit(status)
