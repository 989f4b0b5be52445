from collections.abc import Mapping

from numpy.typing import ArrayLike

from matroidlab.bandits.average_visitor import AverageVisitor, PromiseFor, as_promise
from matroidlab.bandits.beliefs.paired_differences import DeltaOfEpochs
from matroidlab.bandits.confidence.confidence import Confidence
from matroidlab.bandits.pair_certificates import Certificates
from matroidlab.bandits.policies.newcomers_in_line import half_for_baseline, line_of
from matroidlab.bandits.policies.safe_policy import SafePolicy
from matroidlab.bandits.posterior_samples import NORMALS_PER_ITEM, posterior_samples, sampling
from matroidlab.bandits.reactions import OnContradiction
from matroidlab.protocol import Matroid, Part
from matroidlab.protocol.checked import Seed
from matroidlab.types import Elements, ElementsLike, Weights, as_count


class SafeThompson(SafePolicy):
    r"""Draw weights from the posterior and show the heaviest list that may be shown.

    >>> from matroidlab import UniformMatroid
    >>> policy = SafeThompson(UniformMatroid(size=30, rank=10), baseline=range(10, 20), seed=7)
    >>> policy.plan().shape
    (1, 1, 10)

    This is the policy that we recommend. A list may be shown if all but m of its items are proven
    to be no worse than distinct items of the baseline (`SafeLists`). Let the level of an item be
    the number of baseline items that it is proven to be no worse than. Then the lists that may be
    shown are the lists A with

    .. math:: |\{e \in A \mid \mathrm{level}(e) \le i\}| \le i + m \quad (i = 0, 1, \dots, K),

    where K is the length of a list and m is ``swap_size``.

    So with probability at least 1 - delta, no list ever shown has more than m items that are worse
    than their counterparts in the baseline; no horizon is needed.

    In a large catalogue a few new items (*newcomers*) are tried at a time and the others wait in a
    line, because nothing would be proven about thousands of items that are each seen a few times.
    This changes which lists are tried, never which may be shown.

    Parameters
    ----------
    matroid
        Defines the valid lists, its bases; its rank K is their length.
    baseline
        The trusted list B_0, a basis.
    delta
        An upper bound on the probability that the promise ever fails, with the bounds of
        ``TimeUniform(delta)``; with a line, half of it covers the items of the baseline.
    confidence
        Other bounds that hold at all times, instead of ``delta``.
    known_means
        The expected weights of baseline items, as far as they are known.
    swap_size
        How many items m of a list may be doubtful.
    alpha
        Instead of ``swap_size``, the fraction of a list that may be doubtful: m = floor(alpha K).
    scores
        The scores of an existing ranker for all items, on any scale. How informative they are is
        learnt: useless scores cost little, and those in reversed order are still useful.
    line
        Whether newcomers wait in a line. By default they do if there are scores or segments, or if
        a summand of the matroid has more than 300 items; only direct sums of uniform matroids can
        have lines.
    segments
        Whether lanes are segments of visitors, whose proposals learn from one another: what an item
        earned in the other segments is its prior in each. How alike they are is learnt too. The
        promise still holds for each segment by itself.
    promise
        With ``segments``, the visitor that the promise is about. "each": one of any segment.
        "average": a visitor drawn at random from all segments, if visitors come independently from
        a fixed mix of segments. Then lists are chosen without looking at the segment, except that
        an item is withdrawn where it is certified to be worse. The policy learns as if
        there were one segment, and many lists may be bad for their own segment. One half of delta
        is for withdrawals.
    budget
        The share of the baseline's clicks that trying items may cost in total, for example 0.01.
        With probability at least 1 - delta, at all times, the lists so far have earned at least
        (1 - budget) times what the baseline would have earned. Proven items count with their means,
        the others with the clicks that were learnt. Lists that are planned but not yet learnt are
        not counted and may cost more, so keep few of them outstanding. With a budget,
        lists of `plan_of` and `plan_among` try nothing.
    lists_per_plan
        How many lists a plan has, each from a sample of its own.
    include_trusted
        Whether the last list of a plan is the trusted list instead.
    certificates
        The proof that an item is no worse than its counterpart. "intervals": the item's
        confidence interval lies entirely above its counterpart's, which needs means that do not
        change. "pairs": visitors who were shown both preferred it (`is_certified`), which only
        needs an order that does not change; not possible in summands of rank 1. "both":
        either of them, each with half of delta; it needs means that do not change.
    certificates_expire
        The number of lists of an epoch, with certificates="pairs" only: a certificate holds to the
        end of the epoch after the one in which it was earned last, so that the order may change.
    delta_of_epochs
        Whether delta is that of "each" epoch, or of "all" together, where the j-th has
        6 delta / (pi j)^2.
    on_contradiction
        What to do if observations contradict the assumptions of the promise. "warn": warn once.
        "restart": forget everything and begin again, trying the list that was trusted until then as
        a proposal. "baseline": show only the baseline from then on.
    lanes
        The number of runs kept side by side: independent, or one for each segment with
        ``segments``.
    seed
        An int or a numpy Generator.

    Raises
    ------
    NotABasisError
        If the baseline is not a basis.
    ValueError
        If a number is out of its range; the message shows both.

    See Also
    --------
    SafeUCB, SafeLists, Recommender, simulate
    """

    def __init__(
        self,
        matroid: Matroid,
        baseline: ElementsLike,
        *,
        delta: float = 0.01,
        confidence: Confidence | None = None,
        known_means: Mapping[int, float] | None = None,
        swap_size: int = 1,
        alpha: float | None = None,
        scores: Mapping[int, float] | ArrayLike | None = None,
        line: bool | None = None,
        segments: bool = False,
        promise: PromiseFor = "each",
        budget: float | None = None,
        lists_per_plan: int = 1,
        include_trusted: bool = False,
        certificates: Certificates = "intervals",
        certificates_expire: int | None = None,
        delta_of_epochs: DeltaOfEpochs = "each",
        on_contradiction: OnContradiction = "warn",
        lanes: int = 1,
        seed: Seed | None = None,
    ) -> None:
        is_average = as_promise(
            promise, segments=segments, certificates=certificates, budget=budget
        )
        own_delta = delta / 2 if is_average else delta
        super().__init__(
            matroid,
            baseline,
            delta=own_delta,
            confidence=confidence,
            known_means=known_means,
            swap_size=swap_size,
            alpha=alpha,
            budget=budget,
            lists_per_plan=lists_per_plan,
            include_trusted=include_trusted,
            certificates=certificates,
            certificates_expire=certificates_expire,
            delta_of_epochs=delta_of_epochs,
            on_contradiction=on_contradiction,
            lanes=1 if is_average else lanes,
            seed=seed,
        )
        self.line = line_of(self, scores, line, segments=segments and not is_average)
        if self.line is not None and confidence is None:
            self.confidence = half_for_baseline(self, own_delta)
        if is_average:
            self.lanes = as_count(lanes, name="lanes", least=1)
            self.average = AverageVisitor(self.safe_lists, lanes=self.lanes, delta=delta / 2)

    def weigh(self, normals: Weights, items: Elements | None = None) -> Weights:
        """Draw a sample of the posterior; `plan` shows the heaviest list that may be shown."""
        beliefs = self.estimates if self.line is None else self.line
        return posterior_samples(beliefs, self.known_means, normals, items)

    def weighing(self) -> Part:
        """The kernel that draws a sample in the game loop."""
        return sampling(self.rng, self.known_means)

    @property
    def normals_per_list(self) -> int:
        """Two for each item."""
        return NORMALS_PER_ITEM * self.matroid.size

    part = SafePolicy.part
