from importlib import import_module
from typing import Any

import click

from matroidlab import __version__
from matroidlab.cli.interruption import end, interruptible
from matroidlab.cli.options import plugin_option
from matroidlab.cli.suggesting import SuggestingGroup
from matroidlab.errors import MatroidLabError, told, visible

COMMANDS = {
    "catalogue": "List the matroids of the literature that have a name.",
    "census": "Ask a yes-or-no question of all small matroids: counts, witnesses, excluded minors.",
    "check": "Try every law on the members of a family of matroids.",
    "convert": "Rewrite a file of matroids in the format of another system.",
    "new-plugin": "Write a new plugin that installs and passes its tests, to start from.",
    "orderability": "Say whether matroids are strongly base-orderable, with a proof or a counterexample.",
    "data": "Fetch data sets that cannot come with the package, and show where they are.",
    "planner": "Plan lists for a service in PostgreSQL, ahead of the front ends that show them.",
    "plugins": "List what is installed: families, reward models, policies, problems, questions.",
    "report": "Write a page about the results of experiments, with pictures.",
    "reproduce": "Reproduce the paper's figures and ours: table, pictures, report.",
    "results": "Print the results of experiments, run by run: CSV, JSON, Parquet; or compare policies.",
    "run": "Run an experiment described by a TOML file.",
    "show": "Show a matroid on one screen: counts, polynomials, what it is; or draw it.",
    "tour": "Show in a few lines what the library does.",
}


class Failed(click.ClickException):
    """A command could not do its work; status 1 is for answers that are a no."""

    exit_code = 2


class LazyGroup(SuggestingGroup):
    """Commands are imported when they are called, so that --help needs none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Name the commands."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """Import a command by its name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"matroidlab.cli.{cmd_name.replace('-', '_')}").command
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
                raise Failed(told(error)) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the help without importing anything."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


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
