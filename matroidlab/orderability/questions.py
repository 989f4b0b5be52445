from matroidlab.algorithms import as_basis
from matroidlab.orderability.effort import PATIENCE, Effort
from matroidlab.orderability.finding import find_violation
from matroidlab.orderability.search import bijection_by_oracle
from matroidlab.orderability.violation import Violation
from matroidlab.protocol import Matroid, Orderability, offered
from matroidlab.subsets import Progress
from matroidlab.types import Elements, ElementsLike, as_count


def strong_bijection(
    matroid: Matroid, source: ElementsLike, target: ElementsLike
) -> Elements | None:
    """Return ``target`` so ordered that any part of ``source`` can be exchanged at once, or None.

    >>> from matroidlab import GraphicMatroid
    >>> square = GraphicMatroid([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)])
    >>> strong_bijection(square, [0, 1, 2], [4, 3, 1])
    array([4, 1, 3])

    For every subset X of the source, ``source - X + s(X)`` is a basis. Common elements stay where
    they are. A matroid that knows its orderability constructs the bijection; otherwise it is
    searched for, which takes at least 2**d independence calls for d elements to exchange and is
    refused for more than 20.

    Parameters
    ----------
    matroid
        The matroid.
    source
        A basis.
    target
        Another basis.
    """
    first = as_basis(matroid, source, name="source")
    second = as_basis(matroid, target, name="target")
    known = offered(matroid, Orderability)
    constructed = known.strong_bijection(first, second) if known is not None else None
    if constructed is not None:
        return constructed
    return bijection_by_oracle(matroid, first, second, matroid.rank)


def base_order_bijection(
    matroid: Matroid, source: ElementsLike, target: ElementsLike
) -> Elements | None:
    """Return ``target`` rearranged so that each single exchange can be made in both bases, or None.

    >>> from matroidlab import GraphicMatroid
    >>> k4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    >>> base_order_bijection(k4, [0, 1, 2], [0, 3, 5])
    array([0, 3, 5])

    ``source - source[i] + result[i]`` and ``target - result[i] + source[i]`` are bases for every
    ``i``. Found by matching: O(d**3) besides two calls of ``swaps``.

    Parameters
    ----------
    matroid
        The matroid.
    source
        A basis.
    target
        Another basis.
    """
    first = as_basis(matroid, source, name="source")
    second = as_basis(matroid, target, name="target")
    return bijection_by_oracle(matroid, first, second, 1)


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
    [0, 3, 5] and [1, 2, 4] have no strong bijection: 0 and 5 can only be exchanged, both ways, ...

    A matroid that knows the answer is asked. Otherwise all pairs of bases are tried; if that would
    take more than ``patience`` seconds, it is refused before it starts. ``sample=N`` tries N
    pairs drawn with ``seed`` instead, and then None only says that they show no violation.
    ``progress(done, total)`` is called from time to time. With ``distrust`` only the independence
    oracle is used. The object is trusted to be a matroid; `orderability_report` checks that too.

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
