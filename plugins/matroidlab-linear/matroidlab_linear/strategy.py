from fractions import Fraction

from hypothesis import strategies as st

from matroidlab_linear.matroid import LinearMatroid

MODULI = (None, 2, 3, 5, 2**61 - 1)
"""Every way of elimination: rationals, bits, machine words and numbers too large for them."""


@st.composite
def linear_matroids(draw: st.DrawFn) -> LinearMatroid:
    """Linear matroids of up to 8 columns and 5 rows over the rationals and prime fields."""
    modulus = draw(st.sampled_from(MODULI))
    height = draw(st.integers(0, 4))
    width = draw(st.integers(0, 8))
    entry = st.integers(-2, 2).map(Fraction)
    if modulus is None:
        entry |= st.fractions(-2, 2, max_denominator=3) | st.integers(-(10**9), 10**9).map(Fraction)
    fresh = st.lists(entry, min_size=height, max_size=height)
    factor = st.sampled_from([1, -1, 2])
    columns: list[list[Fraction]] = []
    for _ in range(width):
        # Loops and parallel columns come on top: at random, there are few of them over a large
        # field.
        old = st.sampled_from([[Fraction(0)] * height, *columns])
        multiple = st.builds(lambda column, factor: [factor * x for x in column], old, factor)
        columns.append(draw(fresh | fresh | multiple))
    rows = [[column[i] for column in columns] for i in range(height)]
    superfluous = draw(st.sampled_from([[], [[Fraction(0)] * width], rows[:1]]))
    return LinearMatroid(draw(st.permutations(rows + superfluous)), modulus)
