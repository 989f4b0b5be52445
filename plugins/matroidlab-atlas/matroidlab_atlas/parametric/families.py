from collections.abc import Callable, Sequence
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


def parametric_families() -> Sequence[Family]:
    """Return the families, as the plugin offers them."""
    return [
        Family(
            "projective-geometry",
            ProjectiveGeometry,
            strategy=_strategy("projective_geometries"),
            examples=({"dimension": 2, "order": 2}, {"dimension": 1, "order": 4}),
        ),
        Family(
            "affine-geometry",
            AffineGeometry,
            strategy=_strategy("affine_geometries"),
            examples=({"dimension": 2, "order": 3}, {"dimension": 1, "order": 5}),
        ),
        Family(
            "wheel", Wheel, strategy=_strategy("wheels"), examples=({"spokes": 2}, {"spokes": 4})
        ),
        Family(
            "whirl", Whirl, strategy=_strategy("whirls"), examples=({"spokes": 2}, {"spokes": 4})
        ),
        Family(
            "dowling",
            DowlingGeometry,
            strategy=_strategy("dowling_geometries"),
            examples=({"rank": 3, "order": 2}, {"rank": 2, "order": 4}),
        ),
        Family(
            "spike",
            Spike,
            strategy=_strategy("spikes"),
            examples=({"legs": 3, "circuits": FANO_PARTS}, {"legs": 4, "tip": False}),
        ),
        Family("theta", Theta, strategy=_strategy("thetas"), examples=({"rank": 2}, {"rank": 4})),
        Family("free-swirl", FreeSwirl, strategy=_strategy("free_swirls"), examples=({"rank": 4},)),
        Family(
            "vamos-like",
            VamosLike,
            strategy=_strategy("vamos_like"),
            examples=({"pairs": 4, "coplanar": VAMOS_PLANES},),
        ),
    ]


def _strategy(name: str) -> "Callable[[], SearchStrategy[Matroid]]":
    """Return a function that loads a strategy when it is asked for: only tests have hypothesis."""

    def loaded() -> "SearchStrategy[Matroid]":
        strategies = import_module("matroidlab_atlas.parametric.strategies")
        strategy: SearchStrategy[Matroid] = getattr(strategies, name)()
        return strategy

    return loaded
