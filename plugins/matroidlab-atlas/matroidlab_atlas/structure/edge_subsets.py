"""How many sets of edges of a graph have each rank and nullity, without listing them.

The edges are taken one by one. Of the sets of edges so far, only this matters for the rest: which
vertices of the *frontier*, those with edges before and after, are connected. So sets that connect
the frontier in the same way are counted together. A frontier of w vertices has at most Bell(w)
partitions, far fewer in a planar graph. This beats deletion and contraction with canonical forms,
which must compute a canonical form for every minor, wherever the frontier is narrow.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from matroidlab.errors import TooLargeError

Partition = tuple[int, ...]
Edge = tuple[int, int]

MOST_BYTES = 1 << 29
"""The memory that all partitions of the widest frontier may need."""


@dataclass(frozen=True)
class Plan:
    """The vertices in the order in which they leave the frontier, and its largest width."""

    order: list[int]
    width: int


def edge_subset_counts(edges: Sequence[Edge]) -> list[list[int]]:
    """Return ``[i][j]``, the number of sets of edges of rank i and nullity j.

    >>> edge_subset_counts([(0, 1), (1, 2), (0, 2)])
    [[1, 0], [3, 0], [3, 1]]
    """
    plan = best_plan(edges)
    rank = _rank(edges)
    nullity = len(edges) - rank
    # The counts of a partition are one integer: a field for each rank and nullity. Then adding an
    # edge is a shift, and adding up partitions is one addition.
    bits = len(edges) + 1
    _refuse_if_too_wide(plan.width, (rank + 1) * (nullity + 1) * bits // 8)
    next_rank = (nullity + 1) * bits
    states: dict[Partition, int] = {(): 1}
    frontier: list[int] = []
    left = list(edges)
    for vertex in plan.order:
        now = [edge for edge in left if vertex in edge]
        left = [edge for edge in left if vertex not in edge]
        for new in [end for end in dict.fromkeys([vertex, *sum(now, ())]) if end not in frontier]:
            frontier.append(new)
            states = {(*state, 1 + max(state, default=-1)): n for state, n in states.items()}
        for u, v in now:
            states = _with_edge(states, frontier.index(u), frontier.index(v), bits, next_rank)
        place = frontier.index(vertex)
        del frontier[place]
        states = _added_up(
            (canonical(state[:place] + state[place + 1 :]), count)
            for state, count in states.items()
        )
    (total,) = states.values()
    field = (1 << bits) - 1
    return [
        [total >> (i * next_rank + j * bits) & field for j in range(nullity + 1)]
        for i in range(rank + 1)
    ]


def canonical(labels: Sequence[int]) -> Partition:
    """Return the labels of blocks, numbered in the order of their first members.

    >>> canonical([4, 2, 4, 0])
    (0, 1, 0, 2)
    """
    numbers: dict[int, int] = {}
    return tuple([numbers.setdefault(label, len(numbers)) for label in labels])


def best_plan(edges: Sequence[Edge]) -> Plan:
    """Return the narrowest of the greedy plans, one from each vertex.

    >>> best_plan([(0, 1), (1, 2), (2, 3)]).width
    2
    """
    near: dict[int, set[int]] = defaultdict(set)
    for u, v in edges:
        near[u].add(v)
        near[v].add(u)
    plans = [_plan_from(start, near) for start in near]
    return min(plans, key=lambda plan: plan.width, default=Plan([], 0))


def _plan_from(start: int, near: dict[int, set[int]]) -> Plan:
    """Let that vertex of the frontier go next which brings in the fewest new ones."""
    order = [start]
    done = {start}
    frontier = near[start] - done
    width = len(frontier) + 1
    while len(done) < len(near):
        candidates = frontier or (near.keys() - done)
        vertex = min(candidates, key=lambda one: (len(near[one] - frontier - done), one))
        frontier |= (near[vertex] | {vertex}) - done
        width = max(width, len(frontier))
        frontier.discard(vertex)
        done.add(vertex)
        order.append(vertex)
    return Plan(order, width)


def _with_edge(
    states: dict[Partition, int], u: int, v: int, bits: int, next_rank: int
) -> dict[Partition, int]:
    """Count the sets with and without one more edge."""
    found = defaultdict(int, states)
    for state, count in states.items():
        first = state[u]
        second = state[v]
        if first == second:
            found[state] += count << bits
        else:
            merged = [first if label == second else label for label in state]
            found[canonical(merged)] += count << next_rank
    return found


def _added_up(counted: Iterable[tuple[Partition, int]]) -> dict[Partition, int]:
    found: dict[Partition, int] = defaultdict(int)
    for state, count in counted:
        found[state] += count
    return found


def _rank(edges: Sequence[Edge]) -> int:
    block = {vertex: vertex for edge in edges for vertex in edge}

    def root(vertex: int) -> int:
        while block[vertex] != vertex:
            block[vertex] = block[block[vertex]]
            vertex = block[vertex]
        return vertex

    rank = 0
    for u, v in edges:
        if root(u) != root(v):
            block[root(u)] = root(v)
            rank += 1
    return rank


def _refuse_if_too_wide(width: int, bytes_each: int) -> None:
    row = [1]
    for _ in range(width):
        # The triangle of Bell numbers: each row begins with the last number of the row before.
        following = [row[-1]]
        for number in row:
            following.append(following[-1] + number)
        row = following
    partitions = row[0]
    if partitions * bytes_each > MOST_BYTES:
        raise TooLargeError(
            f"this graph is too wide: {width} vertices at once have {partitions} partitions, "
            f"which may need {partitions * bytes_each >> 20} MB; at most {MOST_BYTES >> 20}"
        )
