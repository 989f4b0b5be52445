from matroidlab.orderability.effort import PATIENCE, Effort
from matroidlab.orderability.finding import find_violation
from matroidlab.orderability.violation import Violation
from matroidlab.protocol import Matroid
from matroidlab.subsets import Progress
from matroidlab.types import as_count


def strong_order_violation(
    matroid: Matroid,
    *,
    sample: int | None = None,
    seed: int = 0,
    patience: float = PATIENCE,
    progress: Progress | None = None,
    distrust: bool = False,
) -> Violation | None:
    """Return two bases without a strong bijection, or None if strongly base-orderable.

    >>> from matroidlab import GraphicMatroid
    >>> k4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    >>> print(strong_order_violation(k4))
    {0-1, 1-2, 2-3} and {0-2, 0-3, 1-3} have no strong bijection, because 0-1 and 2-3 can each ...

    A matroid that knows the answer is asked; otherwise all pairs of bases are tried. With a
    ``sample``, None only says that the drawn pairs show no violation. The object is trusted to be
    a matroid; `orderability_report` checks that too.

    Parameters
    ----------
    matroid
        The matroid.
    sample
        The number of pairs of bases to draw; None tries all pairs.
    seed
        The seed of the draw.
    patience
        The number of seconds that a search may take; a longer one is refused before it starts.
    progress
        Called as ``progress(done, total)`` from time to time.
    distrust
        Whether to use the independence oracle alone, and ignore what the matroid claims.

    Returns
    -------
    Violation | None
        The two bases and the reason, which ``print`` shows.

    Raises
    ------
    TooLargeError
        If the search would need too much time or memory.

    See Also
    --------
    is_strongly_base_orderable, orderability_report
    """
    return find_violation(
        matroid, None, Effort(sample, seed, patience, progress, distrust)
    ).violation


def base_order_violation(
    matroid: Matroid,
    *,
    sample: int | None = None,
    seed: int = 0,
    patience: float = PATIENCE,
    progress: Progress | None = None,
    distrust: bool = False,
) -> Violation | None:
    """Return two bases without a bijection of symmetric exchanges, or None if base-orderable.

    >>> from matroidlab import UniformMatroid
    >>> base_order_violation(UniformMatroid(size=6, rank=3))

    The options are those of `strong_order_violation`.

    Parameters
    ----------
    matroid
        The matroid.
    sample
        The number of pairs of bases to draw; None tries all pairs.
    seed
        The seed of the draw.
    patience
        The number of seconds that a search may take; a longer one is refused before it starts.
    progress
        Called as ``progress(done, total)`` from time to time.
    distrust
        Whether to use the independence oracle alone, and ignore what the matroid claims.
    """
    return find_violation(matroid, 1, Effort(sample, seed, patience, progress, distrust)).violation


def k_order_violation(
    matroid: Matroid,
    k: int,
    *,
    sample: int | None = None,
    seed: int = 0,
    patience: float = PATIENCE,
    progress: Progress | None = None,
    distrust: bool = False,
) -> Violation | None:
    """Return two bases without a bijection for exchanges of up to ``k`` elements, or None.

    The options are those of `strong_order_violation`.

    Parameters
    ----------
    matroid
        The matroid.
    k
        The largest number of elements to exchange at once.
    sample
        The number of pairs of bases to draw; None tries all pairs.
    seed
        The seed of the draw.
    patience
        The number of seconds that a search may take; a longer one is refused before it starts.
    progress
        Called as ``progress(done, total)`` from time to time.
    distrust
        Whether to use the independence oracle alone, and ignore what the matroid claims.
    """
    effort = Effort(sample, seed, patience, progress, distrust)
    return find_violation(matroid, as_count(k, name="k", least=1), effort).violation


def is_strongly_base_orderable(
    matroid: Matroid, *, patience: float = PATIENCE, progress: Progress | None = None
) -> bool:
    """Whether every pair of bases has a strong bijection.

    >>> from matroidlab import UniformMatroid
    >>> is_strongly_base_orderable(UniformMatroid(size=200, rank=10))
    True

    Parameters
    ----------
    matroid
        The matroid.
    patience
        The number of seconds that a search may take; a longer one is refused before it starts.
    progress
        Called as ``progress(done, total)`` from time to time.

    Returns
    -------
    bool
        The answer, which is exact.

    Raises
    ------
    TooLargeError
        If the search would need too much time or memory.

    See Also
    --------
    strong_order_violation, strong_bijection
    """
    return strong_order_violation(matroid, patience=patience, progress=progress) is None


def is_base_orderable(
    matroid: Matroid, *, patience: float = PATIENCE, progress: Progress | None = None
) -> bool:
    """Whether every pair of bases has a bijection of symmetric exchanges.

    >>> from matroidlab import GraphicMatroid
    >>> is_base_orderable(GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]))
    False

    Parameters
    ----------
    matroid
        The matroid.
    patience
        The number of seconds that a search may take; a longer one is refused before it starts.
    progress
        Called as ``progress(done, total)`` from time to time.
    """
    return base_order_violation(matroid, patience=patience, progress=progress) is None


def k_base_orderable(
    matroid: Matroid, k: int, *, patience: float = PATIENCE, progress: Progress | None = None
) -> bool:
    """Whether every pair of bases has a bijection for symmetric exchanges of up to ``k`` elements.

    >>> from matroidlab import UniformMatroid
    >>> k_base_orderable(UniformMatroid(size=6, rank=3), k=2)
    True

    For ``k=1`` this is base-orderability; with half the rank it is strong base-orderability
    already.

    Parameters
    ----------
    matroid
        The matroid.
    k
        The largest number of elements to exchange at once.
    patience
        The number of seconds that a search may take; a longer one is refused before it starts.
    progress
        Called as ``progress(done, total)`` from time to time.
    """
    return k_order_violation(matroid, k, patience=patience, progress=progress) is None
