from hypothesis import strategies as st

from matroidlab_gammoid.matroid import Gammoid

MOST_ELEMENTS, MOST_ARCS = 8, 14


@st.composite
def gammoids(draw: st.DrawFn) -> Gammoid:
    """Gammoids of up to 8 elements on up to 7 vertices, some of which no arc and no sink may mention."""
    vertex = st.integers(0, draw(st.integers(0, 6)))
    arcs = draw(st.lists(st.tuples(vertex, vertex), max_size=MOST_ARCS))
    sinks = draw(st.lists(vertex, max_size=4))
    elements = draw(st.none() | st.lists(vertex, max_size=MOST_ELEMENTS))
    return Gammoid(arcs, sinks, elements)
