"""Pieces of a game are compiled without being optimised by themselves, where numba allows it."""

import sys
from collections.abc import Iterator

import pytest

from matroidlab.kernels.machine_code import INLINED, of_pieces

numba_core = pytest.importorskip("numba.core.codegen")


@pytest.fixture(autouse=True)
def _asked_again() -> Iterator[None]:
    of_pieces.cache_clear()
    yield
    sys.modules.pop("matroidlab.kernels.unoptimised", None)
    of_pieces.cache_clear()


def test_pieces_have_a_compiler_of_their_own() -> None:
    assert of_pieces().keys() - INLINED.keys() == {"pipeline_class"}


def test_numba_compiles_pieces_as_usual_where_it_has_moved_its_classes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(numba_core, "JITCodeLibrary")
    sys.modules.pop("matroidlab.kernels.unoptimised", None)
    assert of_pieces() == INLINED
