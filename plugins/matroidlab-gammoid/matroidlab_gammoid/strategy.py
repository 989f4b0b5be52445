from hypothesis import strategies as st

from matroidlab_gammoid.matroid import Gammoid

COUNTS = (6, 7, 8, 7, 6, 5, 4, 3, 2, 1)
SINK_COUNTS = (2, 3, 2, 3, 4, 1, 0)
"""How many vertices and sinks there are, the interesting numbers first and more often."""


@st.composite
def gammoids(draw: st.DrawFn) -> Gammoid:
    """Gammoids of up to 8 elements on up to 8 vertices, some of them isolated."""
    anywhere = st.integers(0, 7)
    vertices = draw(st.permutations(range(8)))[: draw(st.sampled_from(COUNTS))]
    sinks = vertices[: draw(st.sampled_from(SINK_COUNTS))]
    arcs = draw(st.lists(st.tuples(anywhere, anywhere), max_size=3))
    # Most arcs lead nearer to the sinks: where they are drawn at random, hardly ever does a path
    # give way to another.
    for place in range(max(1, len(sinks)), len(vertices)):
        heads = draw(st.sets(st.sampled_from(vertices[:place]), min_size=1, max_size=3))
        arcs.extend((vertices[place], head) for head in heads)
    elements = draw(st.just(vertices[len(sinks) :]) | st.none() | st.lists(anywhere, max_size=8))
    return Gammoid(arcs, sinks, elements)
