from pathlib import Path

import click

from matroidlab.cli.parameters import Unanswered
from matroidlab_atlas.census import checker


@click.command("verify")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--yes", is_flag=True, help="Try each yes by brute force too, which takes longer.")
@click.pass_context
def command(ctx: click.Context, *, file: Path, yes: bool) -> None:
    """Verify FILE, which `matroidlab census --verdicts FILE` wrote.

    The program that checks it needs nothing of matroidlab, has fewer than 80 lines, and is printed
    in the documentation. The exit status is 0 if nothing is wrong, 1 if a verdict is, and 2 if FILE
    cannot be read.

    \b
    Examples:
      matroidlab verify verdicts.jsonl
      matroidlab verify verdicts.jsonl --yes
    """  # noqa: D301 - \b makes click keep the line breaks
    if file.exists() and not file.is_file():  # a pipe or a device may have no end
        raise Unanswered(f"cannot read {file}: it is not a file")
    try:
        status = checker.main(str(file), yes=yes)
    except OSError as error:
        raise Unanswered(f"cannot read {file}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        raise Unanswered(f"{file} is not a file of verdicts: {error!r:.200}") from error
    ctx.exit(status)
