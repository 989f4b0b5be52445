from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from os import PathLike, getpid
from threading import RLock
from time import time
from types import TracebackType
from typing import Any, Self

from matroidlab.errors import JournalError, ServingError, described, did_you_mean
from matroidlab.kernels import Held, at_once
from matroidlab.protocol import Matroid
from matroidlab.serving.answers import Answer, as_logged, as_told, as_values
from matroidlab.serving.catalogue import Catalogue
from matroidlab.serving.engine import Engine
from matroidlab.serving.journal import Journal, is_there, path_of
from matroidlab.serving.pages import Slots, Top, as_page
from matroidlab.serving.rounds import Deal
from matroidlab.serving.segment import Segment
from matroidlab.serving.settings import Settings, as_seconds, as_settings
from matroidlab.serving.shown import Context, Shown
from matroidlab.serving.state import load_engine, save_engine, warmed_up

Proposal = str | Iterable[str] | Callable[[str], Iterable[str]]


class Service:
    """Shows lists that get better, and are never bad: a policy behind a running program.

    >>> page = Slots({"books": 1, "films": 1})
    >>> items = {"b-1": "books", "b-2": "books", "f-1": "films", "f-2": "films"}
    >>> service = Service(page, items=items, baseline=["b-1", "f-1"], delta=0.01, seed=7)
    >>> shown = service.recommend()
    >>> shown.items
    ('b-2', 'f-1')
    >>> service.observe(shown.token, {"b-2": 1.0}, missing=0.0), service.observe(shown.token, {"b-2": 1.0}, missing=0.0)
    (True, False)

    With probability 1 - delta, all but ``swap_size`` items of every list that is ever shown are no worse, each than
    its own item of the baseline: the promise of `IUCB`, with time-uniform bounds and lean rounds. Every method may be
    called from any thread. Times are seconds, by default those of `time.time`.

    Parameters
    ----------
    page
        What there is room for: ``Slots({"books": 2, ...})``, ``Top(10)``, or a matroid.
    items
        A mapping from key to slot for `Slots`, a sequence of keys for `Top` and for a matroid (``keys`` is another name
        for it).
    baseline
        The keys of the trusted list; its order is that of the places of all lists.
    delta, delta_for
        The probability with which the promise may ever fail, for each "segment", or for "all" of them together.
    swap_size
        How many items of a list may be new at once.
    proposal
        What is tried: "thompson", "optimistic", a list of keys, or a function from the name of a segment to keys, best
        first. What is not a whole list is completed by the baseline.
    segments
        Names of kinds of visitors, who are learnt about separately.
    known_means
        Of baseline items: what they are known to weigh on average.
    scale
        The least and the largest weight.
    window, missing
        With a window, in seconds, answers are collected until it closes, and then the list is learnt as a whole; items
        of which nothing was told weigh ``missing`` (the least weight unless given; None: they are not learnt).
    dealing
        "shuffled": the lists of a round in random order; "independent": each drawn anew.
    labels
        Titles of items, by key.
    seed
        Where all randomness comes from; by default the operating system's.
    """

    def __init__(
        self,
        page: Slots | Top | Matroid,
        items: Mapping[str, str] | Iterable[str] | None = None,
        baseline: Iterable[str] = (),
        *,
        keys: Iterable[str] | None = None,
        delta: float = 0.01,
        delta_for: str = "segment",
        swap_size: int = 1,
        proposal: Proposal = "thompson",
        segments: Iterable[str] | None = None,
        known_means: Mapping[str, float] | None = None,
        scale: tuple[float, float] = (0.0, 1.0),
        window: float | None = None,
        missing: float | None | str = "least",
        dealing: str = "shuffled",
        labels: Mapping[str, str] | None = None,
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
            missing=scale[0] if missing == "least" else missing,
            dealing=dealing,
            seed=seed,
        )
        means = {key: settings.scale.inside(mean, key) for key, mean in (known_means or {}).items()}
        catalogue = Catalogue.of(as_page(page), keys if items is None else items, baseline, means, labels or {})
        if swap_size > catalogue.matroid.rank:
            raise ServingError(f"swap_size must be at most {catalogue.matroid.rank}, a whole list, got {swap_size}")
        self._begin(Engine(settings, catalogue), proposal if callable(proposal) else None)

    def _begin(
        self, engine: Engine, propose: Callable[[str], Iterable[str]] | None, journal: Journal | None = None
    ) -> None:
        self._engine, self._journal = engine, journal
        self._fault: str | None = None
        self._is_half_way = False
        self._propose = propose
        self._process = getpid()
        self._index = {name: i for i, name in enumerate(engine.settings.segments)}
        self._request: AbstractContextManager[None] = _Request(self)
        self._context = Context(engine.catalogue, engine.settings)
        if engine.settings.proposal == "function" and propose is None:
            raise ServingError("this service was made with a function as its proposal: give proposal=function again")

    # -- lists and answers

    def recommend(
        self, segment: str | None = None, unavailable: Iterable[str] = (), *, now: float | None = None
    ) -> Shown:
        """The list to show next, to a visitor of a segment; without what is unavailable today."""
        with self._request:
            engine = self._engine
            index = self._segment(segment)
            absent = engine.catalogue.numbers(unavailable) if unavailable else []
            if absent:
                engine.check_room(absent)
            proposed, moment = self._proposed(index, absent), _time(now)
            self._is_half_way = True
            dealt = engine.recommend(index, absent, proposed, moment)
            if self._context.version != dealt.version:
                self._context = Context(engine.catalogue, engine.settings)
            token, name = engine.tokens.of(dealt.number), engine.settings.segments[index]
            shown = Shown(token, name, dealt.deal, self._context, engine.clock)
            if self._journal is not None:
                told = [index, absent, proposed, moment, dealt.deal.items.tolist(), *shown.propensities]
                self._journal.write("recommend", told, engine)
            self._is_half_way = False
            return shown

    def observe(self, token: str, weights: Answer, missing: float | None = None, *, now: float | None = None) -> bool:
        """Take in the answer to a list; True, or False if it was told before, or has expired.

        Without a window, the answer is learnt at once and must tell all items of the list, or say what ``missing`` ones
        weigh. With a window, parts of it may come one by one.
        """
        (is_new,) = self.observe_many([(token, weights, missing)], now=now)
        return is_new

    def observe_many(
        self, rows: Iterable[object], missing: float | None = None, *, now: float | None = None
    ) -> list[bool]:
        """Take in many answers, ``(token, weights)`` or ``{"token": ..., "weights": ..., "missing": ...}``: all or none."""
        with self._request:
            engine, moment = self._engine, _time(now)
            answers = [self._answer(as_told(row, missing)) for row in rows]
            before, self._is_half_way = engine.clock, True
            taken = [engine.observe(*answer, moment) for answer in answers]
            if self._journal is not None and (any(taken) or moment > before):
                kept = [answer for answer, is_new in zip(answers, taken, strict=True) if is_new]
                self._journal.write("observe", [kept, moment], engine)
            self._is_half_way = False
            return taken

    def _answer(self, told: Any) -> tuple[int, list[float | None], float | None]:
        """The number of the list, a value for each of its items, and what missing ones weigh."""
        engine = self._engine
        number = engine.tokens.number(told.token)
        if number >= engine.counters.lists:
            raise ServingError(f"no list was shown yet under the token {told.token!r:.80}")
        found = engine.outstanding.get(number)
        if found is None:
            return number, [], None
        scale, window = engine.settings.scale, engine.settings.window
        missing = None if told.missing is None else scale.inside(told.missing, "missing")
        keys = engine.catalogue.keys
        items = [keys[item] for item in found.items.tolist()]
        values = as_values(told.weights, items, scale, missing if window is None else None)
        if window is None and None in values:
            untold = items[values.index(None)]
            raise ServingError(
                f"the answer does not tell the weight of {untold!r:.80}: tell the whole list, say missing=0.0, or make "
                "the service with a window"
            )
        return number, values, missing

    def expire(self, older_than: float, *, now: float | None = None) -> int:
        """Forget the lists that were shown longer ago and never answered; how many. Late answers to them are False."""
        with self._request:
            engine, moment = self._engine, _time(now)
            age, window = as_seconds(older_than, "older_than"), engine.settings.window
            if window is not None and age < window:
                raise ServingError(
                    f"older_than must be at least the window of {window:g} s, got {older_than:g}: lists are learnt when "
                    "their window closes, and those without an answer must not be left out"
                )
            self._is_half_way = True
            expired = engine.expire(age, moment)
            if self._journal is not None:
                self._journal.write("expire", [age, moment], engine)
            self._is_half_way = False
            return expired

    def learn_from(self, rows: Iterable[object], *, now: float | None = None) -> int:
        """Learn lists that others have shown since all their items were added; returns how many.

        Rows are ``{"weights": {key: weight}, "segment": name}`` or those of a log (``slate_id, action, reward``). Do not
        learn what led to the choice of an item: its bounds hold for what is seen after it was added.
        """
        with self._request:
            engine, moment, lists = self._engine, _time(now), []
            for logged in as_logged(rows):
                if not isinstance(logged.weights, Mapping):
                    raise ServingError(f"weights must be a mapping from key to weight, got {logged.weights!r:.80}")
                values = [engine.settings.scale.inside(weight, key) for key, weight in logged.weights.items()]
                items = [engine.catalogue.number(key) for key in logged.weights]
                lists.append((self._segment(logged.segment), items, values))
            self._is_half_way = True
            engine.learn_from(lists, moment)
            if self._journal is not None:
                self._journal.write("learn_from", [lists, moment], engine)
            self._is_half_way = False
            return len(lists)

    # -- the catalogue

    def add(self, key: str, slot: str | None = None, label: str | None = None, *, now: float | None = None) -> None:
        """Add an item, or take one back that was retired, with all that was learnt about it.

        Lists that are planned and not yet dealt are withdrawn. The j-th item that is added has delta / 2 times 6 /
        (pi j)^2 as its share.
        """
        with self._request:
            engine, moment = self._engine, _time(now)
            if label is not None and not isinstance(label, str):
                raise ServingError(f"the label of {key!r:.80} must be text, got {label!r:.80}")
            told = [*engine.catalogue.added(key, slot), label, moment]
            self._is_half_way = True
            engine.add(*told)
            if self._journal is not None:
                self._journal.write("add", told, engine)
            self._is_half_way = False

    def retire(self, key: str, successor: str | None = None, *, now: float | None = None) -> None:
        """Never show an item again; a baseline item needs a successor, and the promise then speaks of that one."""
        with self._request:
            engine, moment = self._engine, _time(now)
            told = [*engine.catalogue.replaced(key, successor), moment]
            self._is_half_way = True
            engine.retire(*told)
            if self._journal is not None:
                self._journal.write("retire", told, engine)
            self._is_half_way = False

    # -- looking

    def peek(self, segment: str | None = None) -> Shown:
        """The trusted list of a segment as it is now, with its certificate and without a token; changes nothing."""
        with self._request:
            engine, index = self._engine, self._segment(segment)
            found = engine.segments.get(index)
            if found is None or found.version != engine.catalogue.version:
                fresh = Segment(index, engine.catalogue, engine.settings)
                if found is not None:
                    fresh.restore(found.policy.beliefs.settled, None)
                found = fresh
            deal = Deal(found.planner.trusted(), 0, None)
            name = engine.settings.segments[index]
            return Shown("", name, deal, Context(engine.catalogue, engine.settings), engine.clock)

    def status(self) -> dict[str, Any]:
        """Counters and settings, for monitoring: plain data."""
        with self._request:
            engine, settings = self._engine, self._engine.settings
            return {
                **engine.told(),
                "outstanding": len(engine.outstanding),
                "items": len(engine.catalogue.keys) - len(engine.catalogue.retired),
                "retired": len(engine.catalogue.retired),
                "segments": len(settings.segments),
                "segments_seen": len(engine.segments),
                "delta": settings.delta,
                "delta_for": settings.delta_for,
                "delta_of_a_segment": settings.share,
                "swap_size": settings.swap_size,
                "window": settings.window,
                "dealing": settings.dealing,
                "proposal": settings.proposal,
                "time": engine.clock,
                "seconds_of_last_plan": engine.seconds_of_last_plan,
                "journal": None if self._journal is None else self._journal.status(),
            }

    @property
    def baseline(self) -> tuple[str, ...]:
        """The keys of the baseline, in its places."""
        with self._request:
            return tuple(self._engine.catalogue.keys[item] for item in self._engine.catalogue.baseline.tolist())

    def log(self) -> list[dict[str, Any]]:
        """All lists and their answers as rows, with the columns that Open Bandit Pipeline has for slates.

        ``slate_id``, ``position``, ``action``, ``reward``, ``pscore``, ``pscore_item_position``; and ``segment``, ``time``.
        Only a service with a journal keeps them; `Shown.rows` makes those of one list.
        """
        with self._request:
            if self._journal is None:
                raise ServingError("only a service with a journal keeps a log: Service.open('sqlite:///...')")
            return self._journal.rows(self._engine)

    def warm_up(self) -> None:
        """Compile beforehand what a request needs; without it, numpy serves, and nothing is ever compiled."""
        with self._request, at_once():
            warmed_up(self._engine)

    # -- keeping

    def save(self, path: str | PathLike[str]) -> None:
        """Write everything to a file: JSON and arrays, no pickle, the generator included."""
        with self._request:
            save_engine(self._engine, path)

    @classmethod
    def load(cls, path: str | PathLike[str], *, proposal: Callable[[str], Iterable[str]] | None = None) -> Self:
        """The service that `save` has written; ``proposal`` again if that is a function."""
        made = cls.__new__(cls)
        made._begin(load_engine(path), proposal)
        return made

    @classmethod
    def open(cls, address: str, page: Slots | Top | Matroid | None = None, **given: Any) -> Self:
        """A service with a journal, ``"sqlite:///lists.db"``: nothing that was acknowledged is ever lost.

        With a page and all that a service is made of, it is made if it is not there yet, and otherwise opened, if it was
        made of the same; with the address alone, what is there is opened. One process at a time may have it open.
        """
        path = path_of(address)
        propose = given.get("proposal") if callable(given.get("proposal")) else None
        made = cls.__new__(cls)
        fresh = None if page is None else cls(page, **given)._engine
        if fresh is None and given.keys() - {"proposal"}:
            raise ServingError(f"a page is needed with {', '.join(given)}: give the address alone, or everything")
        if fresh is None and not is_there(path):
            raise JournalError(f"there is no journal {path}: give a page, items and a baseline to make one")
        engine, journal = Journal.open(path, fresh)
        try:
            made._begin(engine, propose, journal)
        except BaseException:
            journal.close()
            raise
        return made

    def close(self) -> None:
        """Take a snapshot and let go of the journal; a service without one has nothing to close."""
        with self._request:
            if self._journal is not None:
                self._journal.snapshot(self._engine)
                self._journal.close()
                self._fault = "this service is closed: open it again"

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        if self._journal is not None and self._fault is None:
            self.close()

    def _segment(self, name: str | None) -> int:
        if name is None and len(self._index) == 1:
            return 0
        found = self._index.get(name) if isinstance(name, str) else None
        if found is None:
            names = [one for one in self._index if one]
            near = did_you_mean(str(name)[:80], names) if len(names) <= 1000 else ""
            raise ServingError(f"there is no segment {name!r:.80}{near}")
        return found

    def _proposed(self, index: int, unavailable: list[int]) -> list[int] | None:
        """The numbers that somebody else proposes, if a plan is needed and that is who is asked."""
        engine = self._engine
        source = engine.settings.proposal
        if source in ("optimistic", "thompson"):
            return None
        if not unavailable and not engine.segment(index).is_out_of_lists():
            return None
        name = engine.settings.segments[index]
        keys = engine.settings.proposed if self._propose is None else self._propose(name)
        if isinstance(keys, str) or not isinstance(keys, Iterable):
            raise ServingError(f"a proposal must be a list of keys, got {keys!r:.80}")
        return [engine.catalogue.number(key) for key in keys]


class _Request:
    """One at a time; nothing is compiled meanwhile, and nothing is done after something went wrong half-way."""

    def __init__(self, service: Service) -> None:
        self._service, self._lock, self._held = service, RLock(), Held()

    def __enter__(self) -> None:
        self._lock.acquire()
        service = self._service
        if service._fault is not None or (service._journal is not None and service._process != getpid()):
            self._lock.release()
            raise JournalError(service._fault or "this service was opened by another process: open one of its own")
        self._held.__enter__()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        self._held.__exit__()
        service = self._service
        if service._is_half_way and service._journal is not None:
            service._fault = f"something went wrong half-way, so open the journal again: {described(error or RuntimeError())}"
            service._journal.close()
        service._is_half_way = False
        self._lock.release()


def _time(now: float | None) -> float:
    return time() if now is None else as_seconds(now, "now", above=-float("inf"))
