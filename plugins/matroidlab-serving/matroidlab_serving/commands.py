import click

from matroidlab_serving.postgres import SegmentPlanner, is_postgres_address


@click.command("planner")
@click.argument("address", envvar="MATROIDLAB_SERVICE")
@click.option(
    "--ahead",
    default=50,
    show_default=True,
    type=click.IntRange(1),
    help="How many lists to plan ahead for each segment.",
)
def command(*, address: str, ahead: int) -> None:
    """Plan for the service at ADDRESS, postgresql://user@host/database, until interrupted.

    Any number of planners may run: each segment belongs to one, and another takes over when it
    dies. So that other users of this machine do not see a password, put the address in
    MATROIDLAB_SERVICE, or the password where PostgreSQL looks for it (PGPASSWORD, ~/.pgpass).

    \b
    Examples:
      matroidlab planner postgresql://shop@localhost/lists
      matroidlab planner postgresql://shop@localhost/lists --ahead 200
    """  # noqa: D301 - \b makes click keep the line breaks
    if not is_postgres_address(address):
        raise click.UsageError("the address must be like postgresql://user@host/database")
    planner = SegmentPlanner(address, ahead=ahead)
    click.echo(f"Planning for the service in {planner.connection.where}.", err=True)
    try:
        planner.run()
    finally:
        planner.close()
