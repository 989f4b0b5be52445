"""Check verdicts about matroids, without matroidlab: python checker.py FILE [--yes].

Elements are numbered from 0. The first line of FILE is the question, any other line a matroid: a
star for each basis, among all sets of ``rank`` elements ordered by their largest elements first.
A no has a witness, which is checked by the definitions; with --yes brute force tries each yes.
"""

import json
import sys
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

Set = frozenset[int]


def _bases(one: dict[str, Any]) -> set[Set]:
    if not 0 <= one["rank"] <= one["size"] <= 22:
        raise ValueError("matroids have at most 22 elements")
    sets = sorted(combinations(range(one["size"]), one["rank"]), key=lambda chosen: chosen[::-1])
    return {Set(part) for part, star in zip(sets, one["bases"], strict=True) if star == "*"}


def _is_matroid(bases: set[Set]) -> bool:
    pairs = [(a, b, x) for a in bases for b in bases for x in a - b]
    return bool(bases) and all(any(a - {x} | {y} in bases for y in b - a) for a, b, x in pairs)


def _rank(bases: set[Set], part: Set) -> int:
    return max(len(basis & part) for basis in bases)


def _has_bijection(bases: set[Set], a: Set, b: Set, most: int) -> bool:
    for order in permutations(b - a):
        pairs = [{x, y} for x, y in zip(sorted(a - b), order, strict=True)]
        counts = range(1, min(most, len(pairs)) + 1)
        parts = [Set().union(*few) for count in counts for few in combinations(pairs, count)]
        if all(a ^ part in bases and b ^ part in bases for part in parts):
            return True
    return False


def _minor(bases: set[Set], contracted: Set, left: list[int]) -> set[Set]:
    top = _rank(bases, contracted.union(left))
    sets = combinations(range(len(left)), top - _rank(bases, contracted))
    return {Set(p) for p in sets if _rank(bases, contracted.union(left[i] for i in p)) == top}


def _is_right(head: Any, one: Any, *, yes: bool) -> bool | None:
    """Whether a verdict is true; None if this program does not check it."""
    bases, rank, witness = _bases(one), one["rank"], one.get("witness")
    bounds = {"base-orderable": 1, "strongly-base-orderable": rank}
    most = bounds.get(head["question"], head["parameters"].get("k"))
    if not _is_matroid(bases):
        return False
    if witness is None:
        if not yes or "base-orderable" not in head["question"]:
            return None
        return all(_has_bijection(bases, a, b, most) for a, b in combinations(bases, 2))
    if "base-orderable" in head["question"]:
        a, b = Set(witness["source"]), Set(witness["target"])
        return {a, b} <= bases and not _has_bijection(bases, a, b, most)
    if head["excluded"]:
        contracted, left = Set(witness["contracted"]), witness["left"]
        distinct = len(contracted.union(left)) == len(contracted) + len(left)
        return distinct and _minor(bases, contracted, left) in map(_bases, head["excluded"])
    return None


def main(path: str, *, yes: bool = False) -> int:
    """Print how many verdicts are right, wrong and not checked; return 1 if one is wrong."""
    with Path(path).open(encoding="utf-8") as file:
        head, *lines = map(json.loads, iter(lambda: file.readline(1 << 26), ""))
    found = [_is_right(head, one, yes=yes) for one in lines]
    wrong = [f"line {number} is wrong\n" for number, right in enumerate(found, 2) if right is False]
    counts = f"{found.count(True)} right, {len(wrong)} wrong, {found.count(None)} not checked\n"
    sys.stdout.writelines([*wrong, counts])
    return int(False in found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], yes="--yes" in sys.argv))
