"""Policies that are pickled by one process, and played on by the next.

``python -m hostile.pickled_policies write FILE`` plays a while, writes the policies, plays on and
prints what was played; ``read`` in place of ``write`` reads them, plays on and prints that.
"""

import json
import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np

from matroidlab import GraphicMatroid, Matroid, PartitionMatroid, TransversalMatroid, UniformMatroid
from support.policies import POLICIES, first_look, played

MATROIDS: dict[str, Matroid] = {
    "uniform": UniformMatroid(40, 4),
    "partition": PartitionMatroid([[0, 1, 2], [3, 4], [5, 6]]),
    "graphic": GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]),
    "transversal": TransversalMatroid(6, [[0, 1, 2], [2, 3, 4], [4, 5, 0]]),
    "large": UniformMatroid(9000, 2),
}
ROUNDS = 12


def policies() -> dict[str, Any]:
    """Every policy on some matroid, having learnt."""
    found: dict[str, Any] = {}
    for i, (name, make) in enumerate(POLICIES.items()):
        for family in list(MATROIDS)[i % 2 :: 2]:
            matroid = MATROIDS[family]
            policy: Any = make(matroid, matroid.greedy(np.arange(matroid.size)[::-1]), 2)
            first_look(policy)
            played(policy, 3)
            found[f"{name}, {family}"] = policy
    return found


def main(verb: str, file: str) -> None:
    """Write or read."""
    if verb == "write":
        known = policies()
        Path(file).write_bytes(pickle.dumps(known))
    else:
        known = pickle.loads(Path(file).read_bytes())
    json.dump({name: played(policy, ROUNDS) for name, policy in known.items()}, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
