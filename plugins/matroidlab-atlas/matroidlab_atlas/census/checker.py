"""Check verdicts about matroids, without matroidlab: python checker.py [--yes] < FILE.

The first line is the claim. In any other, a star is a basis among all sets of RANK elements, in the
order of largest elements. With --yes, all pairs of bases of an orderable matroid are compared.
"""

import json
import sys
from collections import Counter
from itertools import chain, combinations, permutations
from typing import Any

Set = frozenset[int]
ALL = [1, 2, 4, 8, 17, 38, 98, 306, 1724, 383172]  # matroids by size (OEIS A055545)


class _Verdict:
    def __init__(self, line: Any) -> None:
        self.size, self.rank = map(range(23).index, (line["size"], line["rank"]))  # or an error
        self.witness = line.get("witness")
        sets = sorted(combinations(range(self.size), self.rank), key=lambda s: s[::-1])
        self.bases = {Set(s) for s, star in zip(sets, line["bases"], strict=True) if star == "*"}
        pairs = Counter(pair for b in self.bases for pair in combinations(sorted(b), 2))
        rows = [sorted(n for pair, n in pairs.items() if x in pair) for x in range(self.size)]
        self.invariant = f"{self.size} {self.rank} {len(self.bases)} {sorted(rows)}"

    def is_matroid(self) -> bool:
        triples = ((a, b, x) for a in self.bases for b in self.bases for x in a - b)
        return all(any(a - {x} | {y} in self.bases for y in b - a) for a, b, x in triples)

    def is_isomorphic(self, other: "_Verdict") -> bool:
        images = permutations(range(self.size))
        return any(all(Set(to[x] for x in b) in other.bases for b in self.bases) for to in images)

    def has_bijection(self, a: Set, b: Set, most: int) -> bool:
        for order in permutations(b - a):
            pairs = list(zip(a - b, order, strict=True))
            few = (Set(chain(*f)) for n in range(most) for f in combinations(pairs, n + 1))
            if all({a ^ part, b ^ part} <= self.bases for part in few):
                return True
        return False

    def is_right(self, head: Any, *, yes: bool) -> bool | None:
        if self.witness and head["excluded"]:
            gone, left = Set(self.witness["contracted"]), self.witness["left"]
            kept = {b: (len(b & gone), len(b.intersection(left) - gone)) for b in self.bases}
            most = [b.intersection(left) - gone for b in kept if kept[b] == max(kept.values())]
            minor = (len({*left} - gone), {Set(map(left.index, b)) for b in most})
            return any(minor == (one.size, one.bases) for one in map(_Verdict, head["excluded"]))
        if "base-orderable" not in head["question"] or not (self.witness or yes):
            return None
        bound = 1 if head["question"][0] == "b" else head["parameters"].get("k", self.rank)
        named = [tuple(map(Set, self.witness.values()))] if self.witness else []
        pairs = [(a, b) for a, b in named or combinations(self.bases, 2) if {a, b} <= self.bases]
        return bool(self.witness) != all(self.has_bijection(a, b, bound) for a, b in pairs)


def check(lines: Any, *, yes: bool = False) -> int:
    """Print what is wrong, and how many verdicts are right or not checked; return 1 if wrong."""
    head, *verdicts = map(json.loads, lines)
    counts = dict(Counter(f"{line['size']} {line['answer']}" for line in verdicts))
    sizes = [sum(line["size"] == size for line in verdicts) for size in range(head["complete"] + 1)]
    found = Counter[object]([False] * (counts != head["counts"] or sizes != ALL[: len(sizes)]))
    sys.stdout.write("the numbers of matroids are wrong\n" * found[False])
    seen: dict[str, list[Any]] = {}
    for number, line in enumerate(verdicts, 2):
        one = _Verdict(line)
        alike = [] if head["from_file"] else seen.setdefault(one.invariant, [])
        alone = not any(one.is_isomorphic(_Verdict(other)) for other in alike)
        answered = bool(one.bases) and line["answer"] == ("no" if one.witness else "yes")
        right = answered and one.is_matroid() and alone and one.is_right(head, yes=yes)
        alike.append(line)
        found[right] += 1
        sys.stdout.write(f"line {number} is wrong\n" * (right is False))
    sys.stdout.write(f"{found[True]} right, {found[False]} wrong, {found[None]} not checked\n")
    return int(found[False] > 0)


if __name__ == "__main__":
    sys.exit(check(sys.stdin, yes="--yes" in sys.argv))
