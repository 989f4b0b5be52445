from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import click

from matroidlab import __version__
from matroidlab.cli.interruption import end, interruptible
from matroidlab.cli.options import plugin_option
from matroidlab.cli.suggesting import SuggestingGroup
from matroidlab.errors import MatroidLabError, described, message_of, visible

GROUP = "matroidlab.commands"
"""The entry points of commands: a plugin that names one there adds it."""

HELP = {
    "matroidlab": {
        "check": "Try every law on the members of a family of matroids.",
        "new-plugin": "Write a new plugin that installs and passes its tests, to start from.",
        "orderability": "Say whether matroids are strongly base-orderable, with a proof or a counterexample.",
        "plugins": "List what is installed: families, reward models, policies, problems, questions.",
        "tour": "Show in a few lines what the library does.",
    },
    "matroidlab-atlas": {
        "catalogue": "List the matroids of the literature that have a name.",
        "census": "Ask a yes-or-no question of all small matroids: counts, witnesses, excluded minors.",
        "convert": "Rewrite a file of matroids in the format of another system.",
        "show": "Show a matroid on one screen: counts, polynomials, what it is; or draw it.",
    },
    "matroidlab-experiments": {
        "data": "Fetch data sets that cannot come with the package, and show where they are.",
        "report": "Write a page about the results of experiments, with pictures.",
        "reproduce": "Reproduce the paper's figures and ours: table, pictures, report.",
        "results": "Print the results of experiments, run by run: CSV, JSON, Parquet; or compare policies.",
        "run": "Run an experiment described by a TOML file.",
    },
    "matroidlab-serving": {
        "planner": "Plan lists for a service in PostgreSQL, ahead of the front ends that show them.",
    },
}
"""One-line helps of our own distributions, so that --help imports no command, and names what can be installed."""

HOME = {name: distribution for distribution, commands in HELP.items() for name in commands}


@cache
def installed_commands() -> dict[str, EntryPoint]:
    """The commands of all installed distributions by name; the first to claim a name has it."""
    found: dict[str, EntryPoint] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (distribution_of(point), point.name)):
        found.setdefault(point.name, point)
    return found


def distribution_of(point: EntryPoint) -> str:
    """The name of the distribution that brings a command."""
    return point.dist.name if point.dist else "?"


class Failed(click.ClickException):
    """A command could not do its work; status 1 is for answers that are a no."""

    exit_code = 2


class LazyGroup(SuggestingGroup):
    """Commands are imported when they are called, so that --help needs none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Name the commands: those that are installed."""
        return sorted(installed_commands())

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; if its distribution is not installed, say what installs it."""
        name = args[0] if args else ""
        if name in HOME and name not in installed_commands() and not ctx.resilient_parsing:
            raise click.UsageError(f"{name!r} comes with {HOME[name]}: pip install {HOME[name]}", ctx)
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """Import a command by its name."""
        point = installed_commands().get(cmd_name)
        if point is None:
            return None
        try:
            command = point.load()
        except Exception as error:
            raise Failed(f"command {cmd_name!r} of {distribution_of(point)} is broken: {described(error)}") from error
        if not isinstance(command, click.Command):
            raise Failed(f"{point.value} of {distribution_of(point)} is not a click command, but {command!r:.80}")
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; whatever ends it early is told in a message, with nothing in it that a terminal would obey."""
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

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the help, grouped by distribution, without importing anything."""
        rows: dict[str, list[tuple[str, str]]] = {}
        for name, point in installed_commands().items():
            distribution = distribution_of(point)
            rows.setdefault(distribution, []).append((name, HELP.get(distribution, {}).get(name, "")))
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


@click.group(cls=LazyGroup, epilog=COMPLETION, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="matroidlab")
@plugin_option
def main() -> None:
    """Matroids, and bandits that learn without ever showing a bad list."""
