"""Start the example: ``python docs/examples/service``, or ``make example``."""

import argparse
import signal
import socket
import sys
import tempfile
from pathlib import Path

import uvicorn
from app import make_app, open_service


def arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(prog="example service", description="Lists that get better, in a browser.")
    parser.add_argument("--port", type=int, default=8000, help="0: any that is free (default: 8000)")
    parser.add_argument("--file", type=Path, help="where the journal is kept (default: a temporary file)")
    parser.add_argument("--visitors", type=float, default=40, help="made-up visitors a second (default: 40)")
    parser.add_argument("--seed", type=int, default=7, help="of the service and the visitors (default: 7)")
    return parser.parse_args()


def main() -> None:
    """Serve until somebody stops it."""
    given = arguments()
    for ending in (signal.SIGINT, signal.SIGTERM):  # uvicorn shuts down first, and then passes them on
        signal.signal(ending, lambda *_: sys.exit(0))
    with tempfile.TemporaryDirectory() as folder, socket.socket() as own:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        own.bind(("127.0.0.1", given.port))
        own.listen()  # so that the address answers as soon as it is printed
        file = (given.file or Path(folder) / "lists.db").absolute()
        app = make_app(open_service(f"sqlite:///{file}", given.seed), given.visitors, given.seed)
        print(f"http://127.0.0.1:{own.getsockname()[1]}  (lists in {file}; stop with Ctrl-C)", flush=True)
        uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[own])


if __name__ == "__main__":
    main()
