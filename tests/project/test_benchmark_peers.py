"""Benchmarks beside peers that need not be installed: a missing peer is named."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1] / "benchmarks"
ROWS = """
import json, sys
from dataclasses import asdict
sys.modules.update(dict.fromkeys({missing}))
sys.path.insert(0, {folder!r})
import peers
print(json.dumps([asdict(getattr(peers, name)()) for name in {names}]))
"""
PACKAGE_OF = {
    "graphic_basis": "igraph",
    "one_arm_mabwiser": "mabwiser",
    "one_arm_river": "river",
    "list_mabwiser": "mabwiser",
}


def rows(*names: str, missing: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    program = ROWS.format(missing=missing, folder=str(FOLDER), names=names)
    environment = os.environ | {"MATROIDLAB_KERNELS": "numpy"}
    finished = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    found: list[dict[str, Any]] = json.loads(finished.stdout)
    return found


def test_missing_peers_are_named_and_break_no_bar() -> None:
    for package, row in zip(
        PACKAGE_OF.values(), rows(*PACKAGE_OF, missing=(*PACKAGE_OF.values(),)), strict=True
    ):
        assert row["peer"] is None
        assert row["peer_name"] == f"{package} is not installed"
        assert row["ours"] > 0
        assert row["holds"]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name, marks=pytest.mark.slow if package == "mabwiser" else ()
        )  # its import takes seconds
        for name, package in PACKAGE_OF.items()
    ],
)
def test_a_peer_that_is_installed_is_measured(name: str) -> None:
    if find_spec(PACKAGE_OF[name]) is None:
        pytest.skip(f"{PACKAGE_OF[name]} is not installed")
    (row,) = rows(name)
    assert row["peer"] > 0
    assert row["value"] == pytest.approx(row["peer"] / row["ours"])
