"""Blocks on a Dask cluster, with clear errors when it is missing, goes away or is stuck."""

import logging
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from matroidlab.errors import ExecutorError, described
from matroidlab.work.executors import end_with_parent
from matroidlab.work.resumable import Kind, Run, Work, run_here
from matroidlab.work.versions import refuse_others

if TYPE_CHECKING:
    from distributed import Client, Future

PATIENCE = 10.0
"""Seconds that a scheduler may take to answer, and that a cluster may be without workers."""

LOOK = 1.0
"""Seconds between two checks of the cluster."""

GO_ON = "finished blocks are kept, and the same command runs the rest"


def dask(address: str | None) -> Run:
    """Run blocks on the Dask cluster at ``address``, or on a temporary one on this machine."""
    try:
        import distributed  # noqa: F401, PLC0415 - an extra
    except ImportError as error:
        raise ImportError(
            "a Dask cluster needs distributed: pip install 'matroidlab[dask]'"
        ) from error

    def run(blocks: Sequence[Kind]) -> Generator[tuple[Kind, Any], None, None]:
        with _quiet(), _connected(address) as client:
            _refuse_other_versions(client, blocks)
            yield from _outcomes(client, blocks, Health(client, address or "made here"))

    return run


class Health:
    """Whether the scheduler answers and has workers, checked once a second."""

    client: "Client"
    scheduler: str
    looked: float
    with_workers: float

    def __init__(self, client: "Client", address: str) -> None:
        self.client = client
        self.scheduler = f"the Dask scheduler {address}"
        self.looked = self.with_workers = time.monotonic()

    def check(self) -> None:
        """Raise an error if waiting is pointless."""
        if time.monotonic() < self.looked + LOOK:
            return
        if self._workers():
            self.with_workers = time.monotonic()
        elif time.monotonic() > self.with_workers + PATIENCE:
            raise ExecutorError(
                f"{self.scheduler} has had no workers for {PATIENCE:.0f} seconds: start some, "
                f"for example with `dask worker ADDRESS`; {GO_ON}"
            )
        self.looked = time.monotonic()

    def lost(self) -> ExecutorError:
        """Return the error for a scheduler that no longer has our blocks."""
        return ExecutorError(
            f"{self.scheduler} is gone, or was restarted and forgot its work; {GO_ON}"
        )

    def _workers(self) -> int:
        if self.client.status != "running":
            raise self.lost()
        try:
            return len(
                self.client.sync(
                    self.client.scheduler.ncores, workers=None, callback_timeout=PATIENCE
                )
            )
        except Exception as error:
            raise self.lost() from error


def _refuse_other_versions(client: "Client", blocks: Sequence[Work]) -> None:
    """Raise an error if a worker has another matroidlab or numpy; blocks compare plugins.

    The workers run a function of Python's own, because another matroidlab may not have ours.
    """
    asked = blocks[0].versions if blocks else {}
    for name in asked.keys() & {"matroidlab", "numpy"}:
        for address, found in client.run(
            resolve_name, f"{name}:__version__", on_error="return"
        ).items():
            there = found if isinstance(found, str) else f"missing ({found})"
            refuse_others({name: there}, {name: asked[name]}, f"the worker at {address}")


def _outcomes(
    client: "Client", blocks: Sequence[Kind], health: Health
) -> Generator[tuple[Kind, Any], None, None]:
    from distributed import as_completed  # noqa: PLC0415 - an extra

    futures = {client.submit(run_here, block, pure=False, retries=2): block for block in blocks}
    ready = as_completed(futures, loop=client.loop, with_results=True, raise_errors=False)
    while not ready.is_empty():
        for future, result in ready.next_batch(block=False):
            yield futures[future], _result(future, result, health)
        health.check()
        time.sleep(0.02)


def _result(future: "Future[Any]", result: Any, health: Health) -> Any:
    """Return the results of a finished block, or raise the error that ended it."""
    from distributed import KilledWorker  # noqa: PLC0415 - an extra

    if future.status == "finished":
        return result
    error = result[1] if future.status == "error" else None
    if isinstance(error, KilledWorker):
        raise ExecutorError(
            f"workers of {health.scheduler} keep dying before a block is done, perhaps for lack "
            f"of memory; see their logs; {GO_ON}"
        )
    raise error or health.lost()


@contextmanager
def _connected(address: str | None) -> Iterator["Client"]:
    """Yield a client of the cluster at an address, or of a temporary one that ends with it."""
    from distributed import Client, LocalCluster  # noqa: PLC0415 - an extra

    if address is not None:
        with _client(address) as client:
            yield client
        return
    made = LocalCluster(threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL)
    with made, Client(made) as client:
        client.register_worker_callbacks(setup=end_with_parent)
        yield client


def _client(address: str) -> "Client":
    from distributed import Client  # noqa: PLC0415 - an extra

    try:
        return Client(address, timeout=PATIENCE / 2)
    except Exception as error:
        raise ExecutorError(
            f"there is no Dask scheduler at {address!r}: {described(error)}; start one, for "
            "example with `dask scheduler`, and give its address: "
            "--executor dask:tcp://127.0.0.1:8786"
        ) from error


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence Dask's own log of its troubles: our errors explain them."""
    names = [
        name
        for name in logging.root.manager.loggerDict
        if name.partition(".")[0] in ("distributed", "tornado")
    ]
    levels = {name: logging.getLogger(name).level for name in ("distributed", "tornado", *names)}
    for name in levels:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
