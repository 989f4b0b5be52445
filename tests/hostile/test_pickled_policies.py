"""Copies and pickles play on exactly as the original does, compiled or not."""

import copy
import json
import os
import pickle
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hostile.pickled_policies import policies
from support.cases import TESTS
from support.policies import POLICIES, played


def run(verb: str, file: Path, way: str) -> dict[str, Any]:
    environment = {**os.environ, "MATROIDLAB_KERNELS": way, "PYTHONPATH": str(TESTS)}
    program = [sys.executable, "-m", "hostile.pickled_policies", verb, str(file)]
    told: dict[str, Any] = json.loads(
        subprocess.run(program, env=environment, capture_output=True, check=True).stdout
    )
    return told


@pytest.fixture(scope="module")
def carried(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("carried")

    @cache
    def told(verb: str, written: str, way: str) -> dict[str, Any]:
        if verb == "read":
            told("write", written, written)
        return run(verb, folder / written, way)

    return told


@pytest.mark.slow
@pytest.mark.parametrize("written", ["numba", "numpy"])
@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_goes_on_in_a_process_of_the_other_way(
    written: str, policy: str, carried: Any
) -> None:
    read = {"numba": "numpy", "numpy": "numba"}[written]
    original = carried("write", written, written)
    copied = carried("read", written, read)
    own = [name for name in original if name.rpartition(", ")[0] == policy]
    assert own
    assert {name: copied[name] for name in own} == {name: original[name] for name in own}


def pickled(policy: Any) -> Any:
    return pickle.loads(pickle.dumps(policy))


@pytest.mark.parametrize("how", [copy.deepcopy, pickled])
def test_a_copy_goes_on_as_the_original_and_on_its_own(how: Any) -> None:
    for policy in policies().values():
        twin = how(policy)
        third = how(policy)
        future = played(twin, 4)
        assert played(policy, 4) == future
        assert played(third, 4) == future  # what the others have learnt since is not known to it
