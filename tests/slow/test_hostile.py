"""Everything hostile that there is a case for, each in a process of its own; and once with bounds checked."""

from pathlib import Path

import pytest
from hostile import crashes
from support.cases import outcomes

pytestmark = pytest.mark.slow


def wrong(names: list[str], **environment: str) -> dict[str, str]:
    found = outcomes("hostile.crashes", names, apart=not environment.get("NUMBA_BOUNDSCHECK"), environment=environment)
    failures = {name: crashes.CASES[name].failure(how) for name, how in found.items()}
    return {name: failure for name, failure in failures.items() if failure}


def mended(way: str) -> list[str]:
    return [name for name, case in crashes.CASES.items() if (case.group, way) not in crashes.UNMENDED]


@pytest.mark.parametrize("way", ["numba", "numpy"])
def test_nothing_hostile_ends_a_process(way: str) -> None:
    assert not wrong(mended(way), MATROIDLAB_KERNELS=way)


def test_no_kernel_leaves_its_arrays(tmp_path: Path) -> None:
    """Compiled for this test, with a check of every index, and so without numba's cache."""
    checked = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_OPT": "1"}
    assert not wrong(mended("numba")[::5], MATROIDLAB_KERNELS="numba", **checked)
