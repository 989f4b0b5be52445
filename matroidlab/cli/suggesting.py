import click

from matroidlab.errors import did_you_mean


class SuggestingGroup(click.Group):
    """Commands of which one that is not there gets the nearest name."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; of one that is not there, suggest the nearest."""
        name, known = args[0] if args else "", self.list_commands(ctx)
        if name not in known and not name.startswith("-") and not ctx.resilient_parsing:
            raise click.UsageError(
                f"there is no command {name!r:.80}{did_you_mean(name, known)}", ctx
            )
        return super().resolve_command(ctx, args)
