"""Start the example: ``make example``, or run this file."""

import argparse
import signal
import socket
import sys
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from types import FrameType

import uvicorn
from app import make_app, open_shop
from pace import MOST_VISITORS

from matroidlab_serving import ListService


def main() -> None:
    """Serve until the program is stopped."""
    parser = make_parser()
    given = parser.parse_args()
    at_the_end(lambda *_: sys.exit(0))
    with tempfile.TemporaryDirectory() as folder, socket.socket() as own:
        file = (given.file or Path(folder) / "lists.db").absolute()
        numbers = count()

        def open_next() -> ListService:
            """Open the file; after a restart, another one beside it."""
            number = next(numbers)
            place = file.with_name(f"{number}-{file.name}") if number else file
            return open_shop(f"sqlite:///{place}", given.seed)

        try:
            listen(own, given.port)
            app = make_app(open_next, given.visitors, given.seed, is_kept=given.file is not None)
        except (OSError, ValueError) as error:
            parser.error(str(error))
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
        at_the_end(server.handle_exit)  # from here on, requests that have begun are finished
        print(
            f"http://127.0.0.1:{own.getsockname()[1]}  (lists in {file}; stop with Ctrl-C)",
            flush=True,
        )
        server.run(sockets=[own])


def at_the_end(stop: Callable[[int, FrameType | None], object]) -> None:
    """Set the function that is called when the program is stopped."""
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, stop)


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="example service", description="Lists that get better, in a browser."
    )
    parser.add_argument(
        "--port", type=int, default=8000, help="0: any that is free (default: 8000)"
    )
    parser.add_argument(
        "--file", type=Path, help="where the journal is kept (default: a temporary file)"
    )
    parser.add_argument(
        "--visitors", type=visitors, default=40, help="made-up visitors a second (default: 40)"
    )
    parser.add_argument(
        "--seed",
        type=int,
        help="of the service and the visitors; who knows it can forge answers (default: random)",
    )
    return parser


def visitors(text: str) -> float:
    """How many visitors come in a second."""
    if not 0 <= float(text) <= MOST_VISITORS:
        raise argparse.ArgumentTypeError(f"must lie in 0..{MOST_VISITORS}, got {text}")
    return float(text)


def listen(own: socket.socket, port: int) -> None:
    """Listen on this machine, so that the address answers as soon as it is printed."""
    own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        own.bind(("127.0.0.1", port))
    except (OSError, OverflowError) as error:
        raise ValueError(
            f"port {port} cannot be taken ({error}): name another, or 0 for any that is free"
        ) from None
    own.listen()


if __name__ == "__main__":
    main()
