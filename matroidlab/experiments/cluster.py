from collections.abc import Callable, Iterator, Sequence

from matroidlab.experiments.blocks import Arrays, Block, run_block
from matroidlab.experiments.worker_versions import refuse_other_versions


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
