import json
from pathlib import Path
from shlex import quote

import click

from matroidlab.cli.options import json_option, manager_of, plugin_option
from matroidlab.errors import NewPluginError
from matroidlab.registry.scaffold import KINDS, NewPlugin, write_plugin


@click.command("new-plugin")
@click.argument("name")
@click.option("--family", is_flag=True, help="Offer a family of matroids.")
@click.option("--reward", is_flag=True, help="Offer a reward model.")
@click.option("--policy", is_flag=True, help="Offer a policy.")
@click.option("--problem", is_flag=True, help="Offer a problem.")
@click.option(
    "--directory",
    default=".",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The directory for its folder; the current one by default.",
)
@plugin_option
@json_option
@click.pass_context
def command(
    ctx: click.Context, /, *, name: str, directory: Path, as_json: bool, **asked: bool
) -> None:
    """Write a new plugin, matroidlab-NAME, which installs and passes its tests as it is.

    It contains a small but real example of each kind that you ask for, to start from.

    \b
    Examples:
      matroidlab new-plugin rainbow --family
      matroidlab new-plugin rainbow --policy --problem --directory plugins
    """  # noqa: D301 - \b makes click keep the line breaks
    kinds = [kind for kind in KINDS if asked[kind]]
    if not kinds:
        raise click.UsageError(
            f"say what it offers: one or more of {', '.join(f'--{kind}' for kind in KINDS)}"
        )
    try:
        written = write_plugin(name, kinds, directory, manager=manager_of(ctx))
    except NewPluginError as error:
        raise click.UsageError(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"cannot write to {directory}: {error}") from error
    if as_json:
        click.echo(json.dumps(_report(written), indent=2))
    else:
        _print(written, kinds)


def _report(written: NewPlugin) -> dict[str, object]:
    return {
        "plugin": written.name.plain,
        "distribution": written.name.distribution,
        "folder": str(written.folder),
        "files": [str(file) for file in written.files],
    }


def _print(written: NewPlugin, kinds: list[str]) -> None:
    place = str(written.folder) if written.folder.is_absolute() else f"./{written.folder}"
    click.echo(f"{written.name.distribution} is written:")
    for file in written.files:
        click.echo(f"  {file}")
    click.echo("\nIt works as it is. Install it, run its tests, see it among the others:")
    click.echo(f"  python -m pip install -e {quote(f'{place}[testing]')}")
    click.echo(f"  python -m pytest {quote(place)}")
    click.echo("  matroidlab plugins")
    if "policy" in kinds:
        name = written.name.plain
        click.echo(
            "\nTo compare it with published policies, add it to a file for `matroidlab bench`:"
        )
        click.echo(f'  [[policies]]\n  policy = "{name}"\n  label = "{name}"')
