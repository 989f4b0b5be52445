"""A plugin whose family misbehaves in many ways, for commands that must not trust it."""

STRANGERS = """
from dataclasses import dataclass
import numpy as np
from matroidlab import Family, GraphicMatroid, MatroidBase, hookimpl

K4 = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
ALL_BUT = {
    "rank-3-on-6": (6, 3, [(0, 1, 2), (0, 1, 3)]),
    "rank-5-on-11": (11, 5, [(0, 1, 2, 3, 4), (0, 1, 2, 3, 5)]),
    "rank-2-on-5": (5, 2, [(0, 1), (0, 2)]),
    "honest": (8, 4, [(0, 1, 2, 3)]),
}

@dataclass(frozen=True)
class Stranger(MatroidBase):
    kind: str

    @property
    def size(self):
        return ALL_BUT[self.kind][0] if self.kind in ALL_BUT else 6

    def is_independent(self, elements):
        if self.kind in ALL_BUT:
            _, rank, non_bases = ALL_BUT[self.kind]
            return len(elements) <= rank and tuple(sorted(elements.tolist())) not in non_bases
        if self.kind == "raises" and len(elements) == 2:
            return 1 // 0
        if self.kind == "exits" and len(elements) == 2:
            raise SystemExit(0)
        return GraphicMatroid(K4).is_independent(elements)

    def orderability(self):
        return self if self.kind == "claims" else None

    def tabulated(self):
        return self if self.kind == "short-table" else None

    def are_independent(self, masks):
        return np.zeros(3, dtype=bool)

    violation = None

    def strong_bijection(self, source, target):
        return np.sort(target)

    def graph_edges(self):
        return {"draws": K4, "draws-wrongly": K4[:3]}.get(self.kind)

    def __getattr__(self, name):
        if name == "element_names" and self.kind == "names":
            return lambda: list("abcdef")
        raise AttributeError(name)

@hookimpl
def matroidlab_families():
    one_table = Family("one-table", GraphicMatroid, examples={"edges": []})
    return [Family("stranger", Stranger), one_table]
"""
