"""Pieces that several commands share: options, and groups that suggest the nearest name."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from matroidlab.errors import did_you_mean

if TYPE_CHECKING:
    from matroidlab.parameters import Record
    from matroidlab.registry import PluginManager

Command = TypeVar("Command", bound=Callable[..., Any])


def _remember(ctx: click.Context, _: click.Parameter, modules: tuple[str, ...]) -> None:
    ctx.find_root().ensure_object(list).extend(modules)


def plugin_option(command: Command) -> Command:
    """Add ``-p MODULE``, before or after the command's name."""
    return click.option(
        "-p",
        "modules",
        metavar="MODULE",
        multiple=True,
        expose_value=False,
        callback=_remember,
        help="Load a plugin module that is not installed; the current directory is searched too.",
    )(command)


json_option: Callable[[Command], Command] = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON, for programs."
)


def modules_of(ctx: click.Context) -> tuple[str, ...]:
    """Return the modules that ``-p`` asked for, and let them be found in the current directory."""
    modules: list[str] = ctx.find_root().ensure_object(list)
    # Only with -p: code in a folder that happens to be the current one must not run.
    if modules and "" not in sys.path:
        sys.path.append("")
    return tuple(modules)


def manager_of(
    ctx: click.Context, *, only: "type[Record[object]] | None" = None
) -> "PluginManager":
    """Return a manager with the plugins of ``-p``, and the built-ins of ``only`` one kind."""
    from matroidlab.registry import plugin_manager  # noqa: PLC0415 - not before a command runs

    return plugin_manager(modules_of(ctx), only=only)


def manager_of_services(ctx: click.Context) -> "PluginManager | None":
    """Return a manager with the plugins of ``-p`` if there are any.

    Without one, `named_matroids` and `pictures` ask the installed plugins one by one.
    """
    return manager_of(ctx) if modules_of(ctx) else None


class SuggestingGroup(click.Group):
    """A group whose error about an unknown command suggests the nearest name."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command, or suggest the nearest."""
        name = args[0] if args else ""
        known = self.list_commands(ctx)
        if name not in known and not name.startswith("-") and not ctx.resilient_parsing:
            raise click.UsageError(
                f"there is no command {name!r:.80}{did_you_mean(name, known)}", ctx
            )
        return super().resolve_command(ctx, args)
