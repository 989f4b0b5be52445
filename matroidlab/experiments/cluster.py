from collections.abc import Callable, Iterator, Sequence
from pkgutil import resolve_name
from typing import TYPE_CHECKING

from matroidlab.experiments.blocks import Arrays, Block, refuse_others, run_block

if TYPE_CHECKING:
    from distributed import Client


def dask(address: str | None) -> Callable[[Sequence[Block]], Iterator[tuple[Block, Arrays]]]:
    """Run blocks on the Dask cluster at ``address``, or on one made for the occasion."""
    try:
        from distributed import Client, LocalCluster, as_completed  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise ImportError("a Dask cluster needs distributed: pip install 'matroidlab[dask]'") from error

    def run(blocks: Sequence[Block]) -> Iterator[tuple[Block, Arrays]]:
        place = address or LocalCluster(threads_per_worker=1, dashboard_address=None)
        with Client(place) as client:
            refuse_other_versions(client, blocks)
            futures = {client.submit(run_block, block, pure=False, retries=2): block for block in blocks}
            for future, arrays in as_completed(futures, with_results=True):
                yield futures[future], arrays

    return run


def refuse_other_versions(client: "Client", blocks: Sequence[Block]) -> None:
    """Raise an error if a worker that is there has another matroidlab or numpy; plugins are compared as blocks start.

    Asked by Python's own means, which every worker has: an older matroidlab could not be asked what it is.
    """
    asked = blocks[0].versions if blocks else {}
    for name in asked.keys() & {"matroidlab", "numpy"}:
        for address, found in client.run(resolve_name, f"{name}:__version__", on_error="return").items():
            there = found if isinstance(found, str) else f"missing ({found})"
            refuse_others({name: there}, {name: asked[name]}, f"the worker at {address}")
