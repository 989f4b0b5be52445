"""The program that serves a service over HTTP until it is stopped."""

import click
import uvicorn

from matroidlab_serving.http.app import make_app
from matroidlab_serving.http.service_file import ServiceFile


def serve(found: ServiceFile) -> None:
    """Serve until SIGINT or SIGTERM; requests that have begun are finished."""
    limits = found.limits
    config = uvicorn.Config(
        make_app(found.open, limits),
        host=found.host,
        port=found.port,
        log_level="warning",
        access_log=False,  # no keys of visitors in logs
        limit_concurrency=limits.connections,
        timeout_keep_alive=max(1, round(limits.seconds)),
        timeout_graceful_shutdown=limits.seconds_to_stop,
        server_header=False,
    )
    server = uvicorn.Server(config)
    click.echo(f"Serving on http://{found.host}:{found.port} (stop with Ctrl-C).", err=True)
    server.run()
    if not server.started:
        raise click.ClickException("the service could not be started: see the message above")
