import click

from matroidlab.errors import did_you_mean


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
