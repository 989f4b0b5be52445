from functools import cache
from importlib.metadata import Distribution, EntryPoint, entry_points
from typing import Any, NamedTuple

import click

from matroidlab import __version__
from matroidlab.cli.interruption import end, interruptible
from matroidlab.cli.options import SuggestingGroup, plugin_option
from matroidlab.errors import MatroidLabError, described, how_to_install, message_of, visible

GROUP = "matroidlab.commands"
"""The group of entry points by which a distribution adds commands."""

HELP = {
    "matroidlab": {
        "check": "Check every law on the members of a family of matroids.",
        "new-plugin": "Write the files of a new plugin, which installs and passes its tests.",
        "orderability": "Decide whether matroids are strongly base-orderable, with a certificate.",
        "plugins": "List the installed families, reward models, policies, problems, questions.",
        "tour": "Show in a few lines what the library does.",
    },
    "matroidlab-atlas": {
        "catalogue": "List the named matroids of the literature.",
        "census": "Answer a yes-or-no question for all small matroids: counts, excluded minors.",
        "convert": "Rewrite a file of matroids in the format of another system.",
        "show": "Show a matroid on one screen: counts, polynomials, what it is; or draw it.",
        "verify": "Check the verdicts of a census with an independent program.",
    },
    "matroidlab-bench": {
        "bench": "Compare published policies on one protocol until the differences are decided.",
    },
    "matroidlab-evaluation": {
        "compare": "Compare rankers by interleaving, and say how many lists that takes.",
    },
    "matroidlab-experiments": {
        "data": "Download data sets that cannot come with the package, and list them.",
        "report": "Write a page about the results of experiments, with pictures.",
        "recommenders": "Play in worlds of recommenders: catalogues, segments, seasons.",
        "reproduce": "Reproduce the paper's figures and ours: table, pictures, report.",
        "results": "Print the results of experiments (CSV, JSON, Parquet), or compare policies.",
        "run": "Run an experiment described by a TOML file.",
    },
    "matroidlab-serving": {
        "planner": "Plan lists ahead for the front ends of a service in PostgreSQL.",
        "serve": "Serve lists over HTTP as a TOML file describes.",
    },
}
"""The commands of our own distributions, installed or not, so that --help imports none of them."""

HOME = {name: distribution for distribution, commands in HELP.items() for name in commands}


class Contributed(NamedTuple):
    """A command of an installed distribution."""

    distribution: str
    point: EntryPoint


@cache
def installed_commands() -> dict[str, Contributed]:
    """The commands of all installed distributions by name.

    Our own come first, so that no other distribution can replace them; of two others, the first by
    the alphabet has a name.
    """
    # Reading a distribution's name parses its metadata, so each is read once.
    name_of = cache(_name_of)
    found = [Contributed(name_of(point.dist), point) for point in entry_points(group=GROUP)]
    found.sort(key=lambda one: (one.distribution not in HELP, one.distribution, one.point.name))
    commands: dict[str, Contributed] = {}
    for command in found:
        commands.setdefault(command.point.name, command)
    return commands


def _name_of(distribution: Distribution | None) -> str:
    # A partially uninstalled distribution has entry points but no name: depending on the version of
    # Python, that is None or an error.
    try:
        return (distribution.name if distribution else None) or "?"
    except Exception:  # noqa: BLE001 - of any kind
        return "?"


class Failed(click.ClickException):
    """A command failed; status 1 is for answers that are a no."""

    exit_code = 2


class LazyGroup(SuggestingGroup):
    """Commands that are imported when they are called, and not for --help."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names of the installed commands."""
        return sorted(installed_commands())

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; if its distribution is not installed, say how to install it."""
        name = args[0] if args else ""
        if name in HOME and name not in installed_commands() and not ctx.resilient_parsing:
            raise click.UsageError(
                f"{name!r} comes with {HOME[name]}: {how_to_install(HOME[name])}", ctx
            )
        return super().resolve_command(ctx, args)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's signature
        cmd_name: str,
    ) -> click.Command | None:
        """Import a command by its name."""
        contributed = installed_commands().get(cmd_name)
        if contributed is None:
            return None
        distribution, point = contributed
        try:
            command = point.load()
        except (Exception, SystemExit) as error:
            raise Failed(
                f"command {cmd_name!r} of {distribution} is broken: {described(error)}"
            ) from error
        if not isinstance(command, click.Command):
            raise Failed(
                f"command {cmd_name!r} of {distribution} is broken: "
                f"{point.value} is not a click command"
            )
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; an error ends it with a message without control characters."""
        with interruptible():
            try:
                return super().invoke(ctx)
            except KeyboardInterrupt as interrupt:
                end(interrupt)
            except click.ClickException as error:
                error.message = visible(error.message)  # type: ignore[misc]
                raise
            except MatroidLabError as error:
                raise Failed(message_of(error)) from error

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's signature
        formatter: click.HelpFormatter,
    ) -> None:
        """Write the commands of each distribution, without importing them."""
        rows: dict[str, list[tuple[str, str]]] = {}
        for name, command in installed_commands().items():
            summary = HELP.get(command.distribution, {}).get(name, "")
            rows.setdefault(command.distribution, []).append((name, summary))
        for distribution in sorted(rows, key=lambda one: (one not in HELP, one)):
            title = "Commands" if distribution == "matroidlab" else f"Commands of {distribution}"
            with formatter.section(title):
                formatter.write_dl(sorted(rows[distribution]))


COMPLETION = """\b
To complete commands and options with the Tab key:
  bash  eval "$(_MATROIDLAB_COMPLETE=bash_source matroidlab)"
  zsh   eval "$(_MATROIDLAB_COMPLETE=zsh_source matroidlab)"
  fish  _MATROIDLAB_COMPLETE=fish_source matroidlab | source
Keep the line in ~/.bashrc, ~/.zshrc or ~/.config/fish/config.fish.
"""


@click.group(
    cls=LazyGroup, epilog=COMPLETION, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name="matroidlab")
@plugin_option
def main() -> None:
    """Matroids, and bandits that learn without ever showing a bad list."""
