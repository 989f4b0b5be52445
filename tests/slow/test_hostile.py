"""All hostile cases, each in a process of its own, and again with every index checked."""

import pytest

from hostile import crashes, interruptions
from support.cases import names_of, outcomes

pytestmark = pytest.mark.slow
WAYS = pytest.mark.parametrize("way", ["numba", "numpy"])


def wrong(names: list[str], *, apart: bool, **environment: str) -> dict[str, str]:
    found = outcomes("hostile.crashes", names, apart=apart, environment=environment)
    failures = {name: crashes.CASES[name].failure(how) for name, how in found.items()}
    return {name: failure for name, failure in failures.items() if failure}


def fuzzed(**environment: str) -> dict[str, str]:
    found = outcomes("hostile.fuzz", names_of("hostile.fuzz", environment), environment=environment)
    return {name: str(how) for name, how in found.items() if how.signal or how.error}


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Kernels that check every index, in a cache of their own: numba's does not tell them apart."""
    folder = tmp_path_factory.mktemp("checked")
    return {
        "MATROIDLAB_KERNELS": "numba",
        "NUMBA_BOUNDSCHECK": "1",
        "NUMBA_CACHE_DIR": str(folder),
        "NUMBA_OPT": "1",
    }


def test_nothing_hostile_ends_its_process() -> None:
    assert not wrong(list(crashes.CASES)[::9], apart=True, MATROIDLAB_KERNELS="numba")


def test_nothing_hostile_is_answered_wrongly_without_kernels() -> None:
    assert not wrong(list(crashes.CASES)[1::9], apart=False, MATROIDLAB_KERNELS="numpy")


def test_no_kernel_leaves_its_arrays(checked: dict[str, str]) -> None:
    assert not wrong(list(crashes.CASES)[2::5], apart=False, **checked)


@WAYS
def test_no_call_of_anything_public_ends_the_process(way: str) -> None:
    assert not fuzzed(MATROIDLAB_KERNELS=way, CALLS="60")


def test_no_call_of_anything_public_leaves_an_array(checked: dict[str, str]) -> None:
    assert not fuzzed(**checked, CALLS="60")


@WAYS
def test_no_moment_is_the_wrong_one_for_an_interruption(way: str) -> None:
    found = outcomes(
        "hostile.interruptions",
        interruptions.CASES,
        environment={"MATROIDLAB_KERNELS": way, "MOMENTS": "80"},
    )
    assert not {name: str(how) for name, how in found.items() if how.error or how.signal}
