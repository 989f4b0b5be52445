from hypothesis import strategies as st

from matroidlab_laminar.matroid import LaminarMatroid


@st.composite
def laminar_matroids(draw: st.DrawFn) -> LaminarMatroid:
    """Laminar matroids of up to 8 elements, by cutting sets in two and forgetting some."""
    size = draw(st.integers(0, 8))
    sets: list[list[int]] = []
    parts = [draw(st.permutations(range(size)))]
    while parts:
        part = parts.pop()
        # A set may be there twice, or not at all; each copy has a capacity of its own.
        sets.extend([part] * draw(st.integers(0, 2)))
        if part:
            cut = draw(st.integers(0, len(part) - 1))
            parts.extend([part[:cut], part[cut + 1 :]])
    sets = draw(st.permutations(sets))
    return LaminarMatroid(size, sets, [draw(st.integers(0, len(row))) for row in sets])
