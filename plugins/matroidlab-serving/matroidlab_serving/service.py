from collections import Counter
from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Any, Self

from matroidlab.errors import ServingError
from matroidlab.protocol import Matroid
from matroidlab_serving.compared_service import ranked_lists
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.features import BaselineFunction
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.page_checks import page_faults
from matroidlab_serving.engine.pages import Top, as_page
from matroidlab_serving.engine.score_commands import prepare_catalogue
from matroidlab_serving.engine.settings import as_settings
from matroidlab_serving.engine.slots import Named, Slots
from matroidlab_serving.files import load_engine
from matroidlab_serving.list_service import ListService
from matroidlab_serving.operation.control import NO_HOLDBACK
from matroidlab_serving.operation.visitors import VisitorGroups
from matroidlab_serving.proposals import CallerFaults, ProposalFunction
from matroidlab_serving.recorded_engine import RecordedEngine
from matroidlab_serving.requests import RequestReader
from matroidlab_serving.shown_list import ShownContext
from matroidlab_serving.visited_service import VisitedService
from matroidlab_serving.visitor_requests import VisitorReader, WeightsFunction

WITHOUT_FEATURES = "rankers are compared without features of visitors: leave out one of them"
Proposal = str | Iterable[str] | ProposalFunction | WeightsFunction


class Service(VisitedService):
    """Serves lists that improve and very likely never have more than a few items that are worse.

    >>> page = Slots({"books": 1, "films": 1})
    >>> items = {"b-1": "books", "b-2": "books", "f-1": "films", "f-2": "films"}
    >>> service = Service(page, items=items, baseline=["b-1", "f-1"], delta=0.01, seed=1)
    >>> shown = service.recommend()
    >>> shown.items
    ('b-2', 'f-1')
    >>> service.observe(shown.token, {"b-2": 1.0}, missing=0.0)
    True

    With probability at least 1 - delta, no list ever shown has more than ``swap_size`` items that
    are worse than their counterparts in the baseline. The probability with which each list was
    chosen is reported with it. Every method may be called from any thread. Times are in seconds, by
    default those of `time.time`.

    Parameters
    ----------
    page
        The page on which lists are shown: ``Slots({"books": 2, ...})``, ``Top(10)``, or a matroid.
    items
        A mapping from key to slot for `Slots`, or to ``(slot, group)`` for a group limited by
        ``Slots(..., at_most=...)``; a sequence of keys for other pages.
    baseline
        The keys of the baseline, in the order of the places on the page.
    keys
        Another name for ``items``, for pages that need no slots.
    delta
        An upper bound on the probability that the promise ever fails.
    delta_for
        Whether delta holds for each "segment", or for "all" of them together.
    swap_size
        The largest number of items in a list that may be unproven.
    proposal
        One of "thompson" and "optimistic", keys to try, or a function from a segment to keys, best
        first.
        With ``features``, a function from the features of a visitor and `BeliefsOfLane` to the
        weights of all items.
    segments
        The names of the kinds of visitors. Each has proofs of its own; observations from the
        other segments affect only what is tried first.
    known_means
        The expected weights of baseline items, as far as they are known.
    scores
        Scores of your ranker, on any scale; how informative they are is learnt: see `set_scores`.
    scale
        The least and the largest weight.
    window
        The number of seconds for which answers to a list are collected; then the policy learns
        from the whole list at once.
    missing
        The weight of unreported items when the window closes. By default it is the "least" weight
        of the scale; with None, nothing is learnt about these items.
    revise
        The weight of an item that is reported again while the window is open: the "last", the "max"
        or the "sum"; with None, the first.
    retain
        How long lists are kept, in seconds or as text such as "30 days". Older lists that were
        exported are removed from the journal; without a window, older lists that were never
        answered are forgotten. What was learnt stays. With None, nothing is ever removed: see
        `export`.
    dealing
        How the lists of a round (those planned together) are dealt: "shuffled", in random order, or
        each drawn from the round by itself ("independent").
    include_trusted
        Whether each round also has the trusted list, so that a log can tell what it earns.
    holdback
        The share of requests, or of visitors, that get the baseline: ``status()["uplift"]`` then
        compares the two groups.
    guardrails
        Other weights of a list to watch, by name. Each has a margin: the service falls back to the
        baseline if the interval of the difference from the holdback lies entirely below this
        margin.
        ``{"revenue": -0.02}`` is on the scale of the service, ``{"revenue": (-0.5, (0, 100))}`` on
        its own; with None as margin, a weight is only watched.
    promise
        The visitor that the promise is about: one of "each" segment, or the "average" one, drawn
        at random from all segments, if visitors come independently from a fixed mix of segments.
        Then lists are chosen without looking at the segment, except that an item is withdrawn where
        it is certified to be worse, and items are proven for all segments together, as fast as with
        a single segment.
    certificates
        What certifies items: "intervals", or "pairs", that is visitors who were shown an item and a
        baseline item, which survives seasons. Pairs need slots of two places or more, and a
        catalogue that does not grow.
    certificates_expire
        With pairs, the length of an epoch, in lists of one segment. A certificate holds until the
        end of the epoch after the one in which it was last earned.
    on_contradiction
        What to do if observations contradict the assumptions of the promise. "warn": count it in
        `status`. "restart": forget everything and begin again. "baseline": show only the baseline
        from then on.
    budget
        The share of the baseline's clicks that trying items may cost in each segment, for example
        0.01. With probability at least 1 - delta, the lists learnt so far have always earned at
        least (1 - budget) times what the baseline would have. With a budget, requests with
        ``candidates`` or unavailable or excluded items try nothing and do not count.
    line
        Whether a few new items (*newcomers*) are tried at a time and the others wait in a line, as
        in `matroidlab.bandits.SafeThompson`. By default they do if a slot has more than 300 items,
        or if there are scores or several segments. With False, segments learn by themselves.
    features
        The number of features of a visitor. Every request must then give the features. Each item
        has a linear model: the promise is for each visitor, if means are linear in the features.
    norm
        With features, an upper bound on the Euclidean norm of the coefficients of each item.
    baseline_for
        With features, a function from them to the baseline of this visitor, in keys; if it fails,
        ``baseline`` is used.
    labels
        Titles of items, by key.
    compare
        Rankers by name, lists of keys or functions from the name of a segment to keys, best first.
        They draft every list together, within the promise: see `comparison`.
    seed
        The seed of all randomness; by default it comes from the operating system.

    Raises
    ------
    UnknownNameError
        If the baseline has a key that is not an item.

    See Also
    --------
    open_service, Slots, Certificate
    """

    def __init__(
        self,
        page: Slots | Top | Matroid,
        items: Mapping[str, Named] | Iterable[str] | None = None,
        baseline: Iterable[str] = (),
        *,
        keys: Iterable[str] | None = None,
        delta: float = 0.01,
        delta_for: str = "segment",
        swap_size: int = 1,
        proposal: Proposal = "thompson",
        segments: Iterable[str] | None = None,
        known_means: Mapping[str, float] | None = None,
        scores: Mapping[str, float] | None = None,
        scale: tuple[float, float] = (0.0, 1.0),
        window: float | None = None,
        missing: float | str | None = "least",
        revise: str | None = None,
        retain: float | str | None = None,
        dealing: str = "shuffled",
        include_trusted: bool = False,
        holdback: float = 0.0,
        guardrails: Mapping[str, object] | None = None,
        promise: str = "each",
        certificates: str = "intervals",
        certificates_expire: int | None = None,
        on_contradiction: str = "warn",
        budget: float | None = None,
        line: bool | None = None,
        features: int | None = None,
        norm: float | None = None,
        baseline_for: BaselineFunction | None = None,
        labels: Mapping[str, str] | None = None,
        compare: Mapping[str, object] | None = None,
        seed: int | None = None,
    ) -> None:
        settings = as_settings(
            delta=delta,
            delta_for=delta_for,
            swap_size=swap_size,
            proposal=proposal,
            segments=segments,
            scale=scale,
            window=window,
            missing=missing,
            revise=revise,
            retain=retain,
            dealing=dealing,
            include_trusted=include_trusted,
            holdback=holdback,
            guardrails=guardrails,
            promise=promise,
            certificates=certificates,
            certificates_expire=certificates_expire,
            on_contradiction=on_contradiction,
            budget=budget,
            line=line,
            features=features,
            norm=norm,
            baseline_for=baseline_for,
            seed=seed,
        )
        if items is not None and keys is not None:
            raise ServingError("items and keys are two names for the same: give one of them")
        given = keys if items is None else items
        with page_faults(page):
            catalogue = ItemCatalogue.of(as_page(page), given, baseline, labels or {})
            prepare_catalogue(catalogue, settings, known_means, scores)
        self._begin(RecordedEngine(Engine(settings, catalogue)), proposal, compare, baseline_for)

    def _begin(
        self, recorded: RecordedEngine, proposal: object, compare: object, baseline_for: object
    ) -> None:
        engine = recorded.engine
        self._recorded = recorded
        self._origins = Counter()
        self._page_faults = CallerFaults("page")
        with recorded.closed_on_error():
            propose = proposal if callable(proposal) else None
            self._reader = RequestReader(engine, propose)
            self._visitor_reader = VisitorReader(engine, baseline_for, propose)
            with page_faults(engine.catalogue.page):
                engine.prepare()
            if compare and engine.settings.features is not None:
                raise ServingError(WITHOUT_FEATURES)
            self._ranked = ranked_lists(compare, recorded)
        self._context = ShownContext(engine.catalogue, engine.settings)
        self._visitors = VisitorGroups(engine.settings.seed, engine.settings.holdback)
        if self._ranked is not None and engine.settings.holdback:
            raise ServingError(NO_HOLDBACK)

    @classmethod
    def of(
        cls,
        recorded: RecordedEngine,
        proposal: object,
        compare: object = None,
        baseline_for: object = None,
    ) -> Self:
        """Return the service of an engine."""
        made = cls.__new__(cls)
        made._begin(recorded, proposal, compare, baseline_for)  # noqa: SLF001 - of this class
        return made

    @classmethod
    def load(
        cls,
        path: str | PathLike[str],
        *,
        proposal: ProposalFunction | WeightsFunction | None = None,
        compare: Mapping[str, object] | None = None,
        baseline_for: BaselineFunction | None = None,
    ) -> Self:
        """Return the service that `save` has written.

        Parameters
        ----------
        path
            The file.
        proposal
            The function that proposes lists, if there was one: files hold no functions.
        compare
            The rankers that are compared, if there were any.
        baseline_for
            The function that returns the baseline of a visitor, if there was one.
        """
        return cls.of(RecordedEngine(load_engine(path)), proposal, compare, baseline_for)

    @staticmethod
    def open(address: str, page: Slots | Top | Matroid | None = None, **given: Any) -> ListService:
        """Open a service that is kept in a database: see `matroidlab_serving.open_service`.

        Parameters
        ----------
        address
            Where the journal is: ``"sqlite:///path"`` or ``"postgresql://user@host/database"``.
        page
            The page; needed if the service does not exist yet.
        given
            The other arguments of `Service`.
        """
        from matroidlab_serving.opening import open_service  # noqa: PLC0415 - which makes services

        return open_service(address, page, **given)
