from collections.abc import Iterable, Mapping
from importlib import import_module
from os import PathLike
from time import time
from typing import Any, Self, cast

from matroidlab.errors import ServingError
from matroidlab.kernels import at_once
from matroidlab.protocol import Matroid
from matroidlab_serving.addresses import is_postgres
from matroidlab_serving.answers import Answer, as_answers
from matroidlab_serving.catalogue import Catalogue, as_label, check_settings, either
from matroidlab_serving.connection import path_of
from matroidlab_serving.desk import Desk
from matroidlab_serving.engine import Dealt, Engine
from matroidlab_serving.files import load_engine, save_engine
from matroidlab_serving.journal import Journal
from matroidlab_serving.logs import log_rows
from matroidlab_serving.looking import preview, status_of
from matroidlab_serving.pages import Slots, Top, as_page
from matroidlab_serving.reading import Proposing, Reader
from matroidlab_serving.settings import as_seconds, as_settings
from matroidlab_serving.shown import Context, Shown
from matroidlab_serving.warming import warm_up

Proposal = str | Iterable[str] | Proposing


class Service:
    """Shows lists that get better, and are never bad: a policy behind a running program.

    >>> page = Slots({"books": 1, "films": 1})
    >>> items = {"b-1": "books", "b-2": "books", "f-1": "films", "f-2": "films"}
    >>> service = Service(page, items=items, baseline=["b-1", "f-1"], delta=0.01, seed=1)
    >>> shown = service.recommend()
    >>> shown.items
    ('b-1', 'f-2')
    >>> service.observe(shown.token, {"f-2": 1.0}, missing=0.0), service.observe(shown.token, {"f-2": 1.0}, missing=0.0)
    (True, False)

    With probability 1 - delta, all but ``swap_size`` items of every list that is ever shown are no worse, each than
    its own item of the baseline: the promise of `IUCB`, with time-uniform bounds and lean rounds. Every method may be
    called from any thread. Times are seconds, by default those of `time.time`.

    Parameters
    ----------
    page
        What there is room for: ``Slots({"books": 2, ...})``, ``Top(10)``, or a matroid.
    items
        A mapping from key to slot for `Slots`, a sequence of keys for others (``keys`` is another name for it).
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
        missing: float | str | None = "least",
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
            missing=missing,
            dealing=dealing,
            seed=seed,
        )
        catalogue = Catalogue.of(as_page(page), either(items, keys), baseline, labels or {})
        catalogue.set_known_means(known_means or {}, settings.scale)
        check_settings(settings, catalogue)
        self._begin(Desk(Engine(settings, catalogue)), proposal)

    def _begin(self, desk: Desk, proposal: object) -> None:
        with desk.closed_on_error():
            self._desk, self._reader = desk, Reader(desk.engine, proposal if callable(proposal) else None)
        self._context = Context(desk.engine.catalogue, desk.engine.settings)

    def recommend(
        self, segment: str | None = None, unavailable: Iterable[str] = (), *, now: float | None = None
    ) -> Shown:
        """The list to show next, to a visitor of a segment; without what is unavailable today."""
        with self._desk as engine:
            index, absent = self._reader.segment(segment), self._reader.unavailable(unavailable)
            dealt: Dealt = self._desk.do("recommend", index, absent, self._reader.proposed(index, absent), _time(now))
            if self._context.version != dealt.version:
                self._context = Context(engine.catalogue, engine.settings)
            token, name = engine.tokens.of(dealt.number), engine.settings.segments[index]
            return Shown(token, name, dealt.deal, self._context, engine.clock)

    def observe(self, token: str, weights: Answer, missing: float | None = None, *, now: float | None = None) -> bool:
        """Take in the answer to a list; True, or False if it was told before, or has expired.

        Without a window, the answer is learnt at once and must tell all items of the list, or say what ``missing`` ones
        weigh. With a window, parts of it may come one by one.
        """
        return self.observe_many([(token, weights, missing)], now=now)[0]

    def observe_many(
        self, rows: Iterable[object], missing: float | None = None, *, now: float | None = None
    ) -> list[bool]:
        """Take in answers: ``(token, weights)`` or ``{"token": ..., "weights": ..., "missing": ...}``. All, or none."""
        with self._desk:
            answers = [self._reader.answer(told) for told in as_answers(rows, missing)]
            taken: list[bool] = self._desk.do("observe", answers, _time(now))
            return taken

    def expire(self, older_than: float, *, now: float | None = None) -> int:
        """Forget the lists that were shown longer ago and never answered; how many. Late answers to them are False."""
        with self._desk:
            expired: int = self._desk.do("expire", self._reader.age(older_than), _time(now))
            return expired

    def learn_from(self, rows: Iterable[object], *, now: float | None = None) -> int:
        """Learn lists that others have shown since all their items were added; returns how many.

        Rows are ``{"weights": {key: weight}, "segment": name}`` or those of a log (``slate_id, action, reward``). Do
        not learn what led to the choice of an item: its bounds hold for what is seen after it was added.
        """
        with self._desk:
            learnt: int = self._desk.do("learn_from", self._reader.learnt(rows), _time(now))
            return learnt

    def add(self, key: str, slot: str | None = None, label: str | None = None, *, now: float | None = None) -> None:
        """Add an item, or take one back that was retired, with all that was learnt about it.

        Lists that are planned and not yet dealt are withdrawn. The j-th item that is added has delta / 2 times
        6 / (pi j)^2 as its share.
        """
        with self._desk as engine:
            title = None if label is None else as_label(label, key)
            self._desk.do("add", *engine.catalogue.added(key, slot), title, _time(now))

    def retire(self, key: str, successor: str | None = None, *, now: float | None = None) -> None:
        """Never show an item again; a baseline item needs a successor, and the promise then speaks of that one."""
        with self._desk as engine:
            self._desk.do("retire", *engine.catalogue.replaced(key, successor), _time(now))

    def peek(self, segment: str | None = None) -> Shown:
        """The trusted list of a segment as it is now, with its certificate and without a token; changes nothing."""
        with self._desk as engine:
            return preview(engine, self._reader.segment(segment))

    def status(self) -> dict[str, Any]:
        """Counters and settings, for monitoring: plain data."""
        with self._desk as engine:
            return status_of(engine, self._desk.journal)

    def log(self) -> list[dict[str, Any]]:
        """All lists and their answers as rows, with the columns that Open Bandit Pipeline has for slates.

        ``slate_id``, ``position``, ``action``, ``reward``, ``pscore``, ``pscore_item_position``; also ``segment`` and
        ``time``. Only a service with a journal keeps them; `Shown.rows` makes those of one list.
        """
        with self._desk as engine:
            if self._desk.journal is None:
                raise ServingError("only a service with a journal keeps a log: Service.open('sqlite:///...')")
            return log_rows(self._desk.journal, engine)

    def warm_up(self) -> None:
        """Compile beforehand what a request needs; without it, numpy serves, and nothing is ever compiled."""
        with self._desk as engine, at_once():
            warm_up(engine)

    def save(self, path: str | PathLike[str]) -> None:
        """Write everything to a file: JSON and arrays, no pickle, the generator included."""
        with self._desk as engine:
            save_engine(engine, path)

    @classmethod
    def load(cls, path: str | PathLike[str], *, proposal: Proposing | None = None) -> Self:
        """The service that `save` has written; ``proposal`` again if that is a function."""
        made = cls.__new__(cls)
        made._begin(Desk(load_engine(path)), proposal)  # noqa: SLF001 - one of these
        return made

    @classmethod
    def open(cls, address: str, page: Slots | Top | Matroid | None = None, **given: Any) -> Self:
        """A service with a journal, ``"sqlite:///lists.db"``: nothing that was acknowledged is ever lost.

        ``"postgresql://user@host/database"`` is a front end of a service on many machines. With a page and all that a
        service is made of, it is made if it is not there yet, and otherwise opened, if it was made of the same; with
        the address alone, what is there is opened. One process at a time may have a file open.
        """
        if page is None and given.keys() - {"proposal"}:
            raise ServingError(f"a page is needed with {', '.join(given)}: give the address alone, or everything")
        fresh = None if page is None else cls(page, **given)._desk.engine  # noqa: SLF001
        if is_postgres(address):
            return cast("Self", import_module("matroidlab_serving.postgres").FrontEnd(address, fresh))
        made = cls.__new__(cls)
        made._begin(Desk(*Journal.open(path_of(address), fresh)), given.get("proposal"))  # noqa: SLF001
        return made

    def close(self) -> None:
        """Take a snapshot and let go of the journal; a service without one has nothing to close."""
        with self._desk:
            self._desk.close()

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Close it."""
        if self._desk.is_open:
            self.close()


def _time(now: float | None) -> float:
    return time() if now is None else as_seconds(now, "now", above=-float("inf"))
