"""Fixtures that pytest knows wherever matroidlab is installed.

Imported in every run of pytest, so it imports next to nothing: families are looked up when a test
asks for them.
"""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matroidlab.hookspecs import Family


@pytest.fixture(scope="session")
def matroid_families() -> "Mapping[str, Family]":
    """All registered families of matroids, by name."""
    from matroidlab.registry import families  # noqa: PLC0415 - see above

    return families()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that takes ``matroid_family`` once for each registered family."""
    if "matroid_family" in metafunc.fixturenames:
        from matroidlab.registry import families  # noqa: PLC0415 - see above

        known = families()
        metafunc.parametrize("matroid_family", known.values(), ids=list(known))
