"""Members of up to 8 elements, for tests; the only module here that imports hypothesis."""

from itertools import combinations

from hypothesis import strategies as st

from matroidlab_atlas.parametric.frames import DowlingGeometry, Wheel, Whirl
from matroidlab_atlas.parametric.geometries import AffineGeometry, ProjectiveGeometry
from matroidlab_atlas.parametric.pairs import LEAST_DISTANCE, FreeSwirl, Spike, Theta, VamosLike

PROJECTIVE = ((0, 4), (1, 2), (1, 3), (1, 4), (1, 5), (1, 7), (2, 2))
AFFINE = ((0, 4), (1, 2), (1, 3), (1, 4), (1, 5), (1, 7), (1, 8), (2, 2), (3, 2))
DOWLING = ((1, 3), (2, 1), (2, 2), (2, 3), (2, 6), (3, 1))


# Composite strategies print as their names in the strategies of constructions.
@st.composite
def projective_geometries(draw: st.DrawFn) -> ProjectiveGeometry:
    """Points, lines, and the Fano plane."""
    return ProjectiveGeometry(*draw(st.sampled_from(PROJECTIVE)))


@st.composite
def affine_geometries(draw: st.DrawFn) -> AffineGeometry:
    """Points, lines, a plane and a space."""
    return AffineGeometry(*draw(st.sampled_from(AFFINE)))


@st.composite
def wheels(draw: st.DrawFn) -> Wheel:
    """Two to four spokes."""
    return Wheel(draw(st.integers(2, 4)))


@st.composite
def whirls(draw: st.DrawFn) -> Whirl:
    """Two to four spokes."""
    return Whirl(draw(st.integers(2, 4)))


@st.composite
def dowling_geometries(draw: st.DrawFn) -> DowlingGeometry:
    """Points, lines, and a complete graph."""
    return DowlingGeometry(*draw(st.sampled_from(DOWLING)))


@st.composite
def spikes(draw: st.DrawFn) -> Spike:
    """Three legs or four, with circuits that do not come too near to each other."""
    legs = draw(st.integers(3, 4))
    tip = legs == 3 and draw(st.booleans())
    parts = [part for count in range(legs + 1) for part in combinations(range(legs), count)]
    circuits: list[tuple[int, ...]] = []
    for part in draw(st.lists(st.sampled_from(parts), max_size=8)):
        if all(len(set(part) ^ set(other)) >= LEAST_DISTANCE for other in circuits):
            circuits.append(part)
    return Spike(legs, circuits, tip)


@st.composite
def thetas(draw: st.DrawFn) -> Theta:
    """Rank 2 to 4."""
    return Theta(draw(st.integers(2, 4)))


@st.composite
def free_swirls(draw: st.DrawFn) -> FreeSwirl:
    """Rank 3 or 4."""
    return FreeSwirl(draw(st.integers(3, 4)))


@st.composite
def vamos_like(draw: st.DrawFn) -> VamosLike:
    """Three pairs or four, and any graph on them."""
    pairs = draw(st.integers(3, 4))
    planes = draw(st.sets(st.sampled_from(list(combinations(range(pairs), 2)))))
    return VamosLike(pairs, sorted(planes))
