from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from matroidlab.hookspecs import Family
from matroidlab.protocol import Matroid
from matroidlab_atlas.parametric.frames import DowlingGeometry, Wheel, Whirl
from matroidlab_atlas.parametric.geometries import AffineGeometry, ProjectiveGeometry
from matroidlab_atlas.parametric.pairs import FreeSwirl, Spike, Theta, VamosLike

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

FANO_PARTS = [[0], [1], [2], [0, 1, 2]]
VAMOS_PLANES = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3]]

FAMILIES: Sequence[tuple[str, type[Matroid], str, tuple[Mapping[str, object], ...]]] = (
    (
        "projective-geometry",
        ProjectiveGeometry,
        "projective_geometries",
        ({"dimension": 2, "order": 2}, {"dimension": 1, "order": 4}),
    ),
    (
        "affine-geometry",
        AffineGeometry,
        "affine_geometries",
        ({"dimension": 2, "order": 3}, {"dimension": 1, "order": 5}),
    ),
    ("wheel", Wheel, "wheels", ({"spokes": 2}, {"spokes": 4})),
    ("whirl", Whirl, "whirls", ({"spokes": 2}, {"spokes": 4})),
    (
        "dowling",
        DowlingGeometry,
        "dowling_geometries",
        ({"rank": 3, "order": 2}, {"rank": 2, "order": 4}),
    ),
    (
        "spike",
        Spike,
        "spikes",
        ({"legs": 3, "circuits": FANO_PARTS}, {"legs": 4, "tip": False}),
    ),
    ("theta", Theta, "thetas", ({"rank": 2}, {"rank": 4})),
    ("free-swirl", FreeSwirl, "free_swirls", ({"rank": 4},)),
    ("vamos-like", VamosLike, "vamos_like", ({"pairs": 4, "coplanar": VAMOS_PLANES},)),
)
"""The name, the class, the strategy and examples of each family."""


def parametric_families() -> Sequence[Family]:
    """Return the families, as the plugin offers them."""
    return [
        Family(name, made, strategy=_strategy(strategy), examples=examples)
        for name, made, strategy, examples in FAMILIES
    ]


def _strategy(name: str) -> "Callable[[], SearchStrategy[Matroid]]":
    """Return a function that loads a strategy when it is asked for: only tests have hypothesis."""

    def loaded() -> "SearchStrategy[Matroid]":
        strategies = import_module("matroidlab_atlas.parametric.strategies")
        strategy: SearchStrategy[Matroid] = getattr(strategies, name)()
        return strategy

    return loaded
