from dataclasses import replace
from pathlib import Path

import click

from matroidlab_serving.postgres import SegmentPlanner, is_postgres_address
from matroidlab_serving.postgres.address import Address
from matroidlab_serving.postgres.grants import grants as grants_of


@click.command("planner")
@click.argument("address", nargs=-1, required=True, metavar="ADDRESS", envvar="MATROIDLAB_SERVICE")
@click.option(
    "--ahead",
    default=50,
    show_default=True,
    type=click.IntRange(1),
    help="How many lists to plan ahead for each segment.",
)
@click.option(
    "--grants",
    metavar="ROLE",
    help="Print the SQL that gives a role the rights of a front end, and stop.",
)
def command(*, address: tuple[str, ...], ahead: int, grants: str | None) -> None:
    """Plan for the service at ADDRESS, postgresql://user@host/database, until interrupted.

    Any number of planners may run: each segment belongs to one, and another takes over when it
    dies. So that other users of this machine do not see a password, put the address in
    MATROIDLAB_SERVICE, or the password where PostgreSQL looks for it (PGPASSWORD, ~/.pgpass).

    \b
    Examples:
      matroidlab planner postgresql://shop@localhost/lists
      matroidlab planner postgresql://shop@localhost/lists?schema=books --ahead 200
      matroidlab planner postgresql://shop@localhost/lists --grants web | psql lists
    """  # noqa: D301 - \b makes click keep the line breaks
    given = " ".join(address)  # click would quote further arguments, and with them a password
    if not is_postgres_address(given):
        raise click.UsageError("the address must be like postgresql://user@host/database")
    if grants is not None:
        click.echo(grants_of(grants, Address(given).schema), nl=False)
        return
    planner = SegmentPlanner(given, ahead=ahead)
    click.echo(f"Planning for the service in {planner.connection.where}.", err=True)
    try:
        planner.run()
    finally:
        planner.close()


@click.command("serve")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--host", help="The address to listen on, instead of the file's.")
@click.option("--port", type=click.IntRange(0, 65_535), help="The port, instead of the file's.")
@click.option(
    "--lease",
    type=click.IntRange(0),
    help="How many lists to lease ahead from PostgreSQL for each segment; 0, none, is the default.",
)
@click.option("--check", is_flag=True, help="Read the file, say whether it is right, and stop.")
def serve_command(
    *, file: Path, host: str | None, port: int | None, lease: int | None, check: bool
) -> None:
    """Serve lists over HTTP as FILE describes: page, items, baseline, address, port.

    The address of the journal or the database may be in MATROIDLAB_SERVICE instead, so that no
    file holds a password. Needs the extra http.

    \b
    Examples:
      matroidlab serve shop.toml
      matroidlab serve shop.toml --host 0.0.0.0 --port 80
      matroidlab serve shop.toml --lease 50
    """  # noqa: D301 - \b makes click keep the line breaks
    from matroidlab_serving.http.service_file import read_service_file  # noqa: PLC0415 - an extra

    found = read_service_file(file)
    if host is not None:
        found = replace(found, host=host)
    if port is not None:
        found = replace(found, port=port)
    if lease is not None:
        found = replace(found, made_of={**found.made_of, "lease": lease})
    if check:
        click.echo(f"{file} describes a service on port {found.port}.")
        return
    try:
        from matroidlab_serving.http.server import serve  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise click.ClickException(
            f"serving over HTTP needs {error.name}: pip install 'matroidlab-serving[http]'"
        ) from None
    serve(found)
