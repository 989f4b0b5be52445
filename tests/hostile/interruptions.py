"""KeyboardInterrupt at every moment of `plan` and `learn`: the call has happened, or it has not."""

import copy
import dis
import os
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import numpy as np

import matroidlab
from matroidlab import GraphicMatroid, Matroid, PartitionMatroid, UniformMatroid
from support.cases import Cases
from support.policies import POLICIES, first_look, learn, played

LIBRARY = str(Path(matroidlab.__file__).parent)
MATROIDS: dict[str, Matroid] = {
    "uniform": UniformMatroid(7, 3),
    "partition": PartitionMatroid([[0, 1, 2], [3, 4], [5, 6]]),
    "graphic": GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]),
}
MOST = int(os.environ.get("MOMENTS", "24"))
"""At most this many moments are tried, evenly spread."""
CASES = Cases()


@cache
def moments(code: CodeType) -> frozenset[int]:
    """Where CPython looks for signals: at functions, lines, calls and jumps back."""
    found = set()
    heard = True
    for instruction in dis.get_instructions(code):
        if heard or instruction.starts_line:
            found.add(instruction.offset)
        heard = instruction.opname.startswith(("RESUME", "CALL", "JUMP_BACKWARD"))
    return frozenset(found)


class Interruption:
    """Counts the moments within the library, and raises KeyboardInterrupt at one of them."""

    def __init__(self, chosen: int) -> None:
        self.chosen = chosen
        self.passed = 0

    def __call__(self, frame: FrameType, event: str, _: object) -> "Interruption | None":
        if not frame.f_code.co_filename.startswith(LIBRARY):
            return None
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        if event == "opcode" and frame.f_lasti in moments(frame.f_code):
            self.passed += 1
            if self.passed == self.chosen:
                raise KeyboardInterrupt
        return self


def interrupted(call: Callable[[], object], chosen: int) -> int:
    """Call, interrupted at a moment; return how many have passed."""
    interruption = Interruption(chosen)
    sys.settrace(interruption)
    try:
        call()
    except KeyboardInterrupt:
        pass
    finally:
        sys.settrace(None)
    return interruption.passed


def future(policy: Any) -> list[Any]:
    """The rounds it plays from now on, and its counts by then."""
    lists = played(policy, 3)
    seen = getattr(policy, "estimates", None)
    return lists if seen is None else [lists, seen.counts.tolist(), seen.sums.tolist()]


def has_happened_or_not(name: str, family: str, operation: str) -> None:
    """Try many moments of one call."""
    matroid = MATROIDS[family]
    policy: Any = POLICIES[name](matroid, matroid.greedy(np.arange(matroid.size)[::-1]), 2)
    first_look(policy)
    played(policy, 4)
    actions = copy.deepcopy(policy).plan()
    after = copy.deepcopy(policy)
    call: Callable[[Any], object] = (
        partial(learn, actions=actions) if operation == "learn" else type(policy).plan
    )
    count = interrupted(partial(call, after), -1)
    twins = future(copy.deepcopy(policy)), future(after)
    for chosen in sorted({*np.linspace(1, count, min(count, MOST), dtype=int).tolist()}):
        victim = copy.deepcopy(policy)
        interrupted(partial(call, victim), chosen)
        if future(victim) not in twins:
            raise AssertionError(
                f"interrupted at moment {chosen} of {count}, half of it has happened"
            )


for i, policy_name in enumerate(POLICIES):
    for family in list(MATROIDS)[i % 3 :: 3]:
        for operation in ("plan", "learn"):
            attempt = partial(has_happened_or_not, policy_name, family, operation)
            CASES.add(policy_name, f"{operation}, {family}", attempt)
