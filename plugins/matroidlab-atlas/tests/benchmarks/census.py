"""All matroids on 8 elements, and whether each is strongly base-orderable.

These are timed:

- *all on 8*: making 1724 matroids as objects, of all ranks.
- *strongly base-orderable*: answering the question for these objects, without verifying witnesses.
- *census*: both, for all sizes up to 8, with verified witnesses, excluded minors, confirmation by
  brute force and everything written to disk, in this process.

The first run compiles the kernels and is not timed.
"""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from measuring import Row, for_way, under

from matroidlab import ExplicitMatroid
from matroidlab.orderability import strong_order_violation
from matroidlab_atlas.census.asked import Asked
from matroidlab_atlas.census.running import run_census
from matroidlab_atlas.structure import all_matroids


def generation() -> Row:
    assert len(_all_on_8()) == 1724
    return under("all matroids on 8", lambda: list(all_matroids(8)), most=10, repeats=2)


@cache
def _all_on_8() -> list[ExplicitMatroid]:
    return list(all_matroids(8))


def strongly_base_orderable() -> Row:
    assert sum(strong_order_violation(matroid) is not None for matroid in _all_on_8()) == 378
    fresh = list(all_matroids(8))
    start = perf_counter()
    for matroid in fresh:
        strong_order_violation(matroid)
    seconds = perf_counter() - start
    most = for_way(numba=2.0, numpy=10.0)
    return Row(
        "strongly base-orderable, all on 8",
        seconds,
        "",
        None,
        seconds,
        f"< {most:g} s",
        seconds < most,
    )


def whole() -> Row:
    most = for_way(numba=12.0, numpy=60.0)
    with TemporaryDirectory() as place:
        start = perf_counter()
        run_census(Asked("strongly-base-orderable", {}), Path(place), size=8)
        seconds = perf_counter() - start
    return Row(
        "census of it on up to 8", seconds, "", None, seconds, f"< {most:g} s", seconds < most
    )


BENCHMARKS = (generation, strongly_base_orderable, whole)
