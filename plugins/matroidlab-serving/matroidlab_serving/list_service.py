from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from typing import Any, Self

from matroidlab.errors import ServingError
from matroidlab_serving.engine.durations import as_seconds
from matroidlab_serving.engine.slots import Named
from matroidlab_serving.operation.operated import OperatedService
from matroidlab_serving.requests import ItemWeights
from matroidlab_serving.shown_list import Shown
from matroidlab_serving.slate_rows import LogRow

Status = dict[str, Any]
"""Counters and settings by name."""
LATEST = 1e11
"""The latest time, in the year 5138. Later ones are mistakes, such as milliseconds."""


class ListService(OperatedService):
    """A service that shows lists and learns from the answers.

    It is a `Service`, or a `FrontEnd` of one in PostgreSQL.

    Every method may be called from any thread. ``now`` is the time of a call in seconds.
    """

    @abstractmethod
    def recommend(
        self,
        segment: str | None = None,
        unavailable: Iterable[str] = (),
        *,
        candidates: Iterable[str] | None = None,
        exclude: Iterable[str] = (),
        visitor: str | None = None,
        durable: bool = True,
        now: float | None = None,
    ) -> Shown:
        """Return the next list to show to a visitor of a segment.

        Parameters
        ----------
        segment
            The kind of visitor; may be left out if there is only one.
        unavailable
            Keys that are not available now, for reasons that have nothing to do with this visitor.
        candidates
            The only keys that may be shown; the promise covers the baseline items among them.
        exclude
            Keys that this visitor should not see, for example because they were bought. Nothing is
            promised for visitors from whom an item is withheld because they liked it.
        visitor
            Any key of the visitor. By its hash, the same visitors are always held back. The key is
            not stored.
        durable
            Whether to wait until the list is on the disk. If False, a later call brings it there,
            and a crash may lose lists, but only those without an answer: their tokens are unknown
            afterwards, no other list ever has them, and nothing is learnt twice. A front end of
            PostgreSQL always waits.
        now
            The time in seconds; by default, that of the clock.
        """

    def observe(
        self,
        token: str,
        weights: ItemWeights,
        missing: float | None = None,
        *,
        watched: Mapping[str, float] | None = None,
        now: float | None = None,
    ) -> bool:
        """Take in the answer to a list; False if it was reported before, or the list has expired.

        Parameters
        ----------
        token
            The token of the list.
        weights
            The weight of each item, by key. Without a window, the answer is learnt at once, so it
            must have a weight for every item of the list, or ``missing`` must be given. With a
            window, parts of it may come one by one.
        missing
            The weight of the items that are not in ``weights``, usually 0.
        watched
            Weights of the whole list, by the names of `guardrails`.
        now
            The time in seconds; by default, that of the clock.
        """
        return self.observe_many([(token, weights, missing, watched)], now=now)[0]

    @abstractmethod
    def observe_many(
        self, rows: Iterable[object], missing: float | None = None, *, now: float | None = None
    ) -> list[bool]:
        """Take in several answers.

        Either all are taken in or, if one of them is an error, none.

        Parameters
        ----------
        rows
            ``(token, weights)``, ``(token, weights, missing)``, ``(token, weights, missing,
            watched)``, or mappings with these names as keys.
        missing
            The weight of items without one, for rows that do not say.
        now
            The time in seconds; by default, that of the clock.
        """

    @abstractmethod
    def expire(self, older_than: float, *, now: float | None = None) -> int:
        """Forget lists that were shown more than ``older_than`` seconds ago and never answered.

        Returns how many. `observe` returns False for a late answer to one of them.
        """

    @abstractmethod
    def learn_from(self, rows: Iterable[object], *, now: float | None = None) -> int:
        """Learn from lists that were shown elsewhere, and return how many.

        Rows are ``{"weights": {key: weight}, "segment": name}`` or those of a log (``slate_id,
        action, reward``). Do not learn the observations that led to the choice of an item: its
        bounds hold for those made after it was added.
        """

    @abstractmethod
    def add(
        self,
        key: str,
        slot: Named | None = None,
        label: str | None = None,
        *,
        now: float | None = None,
    ) -> None:
        """Add an item, or bring back a retired one with everything that was learnt about it.

        Lists that are planned and not yet dealt are withdrawn. The j-th item that is added has
        delta / 2 times 6 / (pi j)^2 as its share.

        Parameters
        ----------
        key
            The key of the item.
        slot
            The slot of a page with slots; ``(slot, group)`` for an item of a group that
            ``at_most`` limits.
        label
            A title for certificates and pages.
        now
            The time in seconds; by default, that of the clock.
        """

    @abstractmethod
    def retire(self, key: str, successor: str | None = None, *, now: float | None = None) -> None:
        """Stop showing an item.

        Parameters
        ----------
        key
            The key of the item.
        successor
            The item that takes its place in the baseline, to which the promise then refers; needed
            for items of the baseline only.
        now
            The time in seconds; by default, that of the clock.
        """

    @abstractmethod
    def add_many(
        self,
        items: Mapping[str, Named] | Iterable[str],
        labels: Mapping[str, str] | None = None,
        *,
        now: float | None = None,
    ) -> None:
        """Add items, all of them or none; lists are planned again only once.

        Parameters
        ----------
        items
            A mapping from keys to slots, or keys.
        labels
            Titles by key.
        now
            The time in seconds; by default, that of the clock.
        """

    @abstractmethod
    def retire_many(
        self,
        items: Mapping[str, str | None] | Iterable[str],
        *,
        now: float | None = None,
    ) -> None:
        """Stop showing items, all of them or none: keys, or a mapping from keys to successors."""

    @abstractmethod
    def set_scores(self, scores: Mapping[str, float], *, now: float | None = None) -> None:
        """Set a ranker's scores of the items, on any scale; how informative they are is learnt.

        In PostgreSQL, lists that were dealt ahead are still shown: they are as safe as before.
        """

    @abstractmethod
    def add_segment(self, name: str, *, now: float | None = None) -> None:
        """Add a segment while the service runs; nothing is known of it at first.

        With ``delta_for="all"``, it gets a share of delta as large as that of each initial segment,
        and the total in ``status()["promise"]`` grows by that share.
        """

    def change(
        self,
        *,
        swap_size: int | None = None,
        delta: float | None = None,
        retain: float | str | None = None,
        now: float | None = None,
    ) -> None:
        """Change settings for all lists from now on; ``status()["promise"]`` says what holds then.

        Lists that were planned before are not shown any more. Certificates have the delta and the
        swap size with which their lists were shown. All lists together keep the promise at the
        largest delta that was ever in force.

        Parameters
        ----------
        swap_size
            The number of items of a list that may be new at once.
        delta
            The probability with which the promise may fail.
        retain
            How long lists are kept; "forever" removes nothing.
        now
            The time in seconds.
        """
        given = {"swap_size": swap_size, "delta": delta, "retain": retain}
        self._change({name: value for name, value in given.items() if value is not None}, now)

    @abstractmethod
    def _change(self, values: Mapping[str, object], now: float | None) -> None:
        """Change settings, which are not checked yet."""

    @abstractmethod
    def peek(self, segment: str | None = None) -> Shown:
        """Return the trusted list of a segment with its certificate and without a token.

        This changes nothing.
        """

    @abstractmethod
    def status(self) -> Status:
        """Return counters and settings as plain data, for monitoring."""

    @abstractmethod
    def fault(self) -> str | None:
        """Say why nothing can be recorded now; None if all is well. For readiness probes."""

    @abstractmethod
    def log(self) -> Iterator[LogRow]:
        """Yield all lists item by item, with the columns that Open Bandit Pipeline has for slates.

        ``slate_id`` (a whole number), ``position``, ``action``, ``reward``, ``pscore``,
        ``pscore_item_position``, ``pscore_cascade``; also ``token``, ``segment``, ``time``,
        ``origin`` (see `Shown`) and ``outcome``, which says whether the reward was "observed",
        filled in as "missing", or is None because it was "not learnt". Only a service with a
        journal keeps a log; `Shown.rows` makes the rows of one list.
        """

    @abstractmethod
    def export(self, path: str | PathLike[str]) -> int:
        """Write the lists that are finished and were not exported yet to a new file.

        Returns how many. The file has the rows of `log`, one on each line, as JSON. A list is
        finished when it was learnt, or never will be. If the program stops meanwhile, the next
        export has the same lists again. Lists that were exported are removed from the journal once
        they are older than ``retain``.
        """

    @abstractmethod
    def warm_up(self) -> None:
        """Compile in advance the code that requests use; otherwise they run on numpy alone."""

    @abstractmethod
    def save(self, path: str | PathLike[str]) -> None:
        """Write everything to a file: JSON and arrays, no pickle, the random generator included."""

    def backup(self, path: str | PathLike[str]) -> None:
        """Copy the journal to a new file while the service runs; `Service.open` opens the copy.

        A copy is the same service, with the same tokens: it is for the day when the journal is
        lost, and must not run beside it.
        """
        raise ServingError(
            f"no backup is written to {path!s:.200}: pg_dump makes a copy of a database"
        )

    @abstractmethod
    def close(self) -> None:
        """Write a snapshot and close the journal or the connection.

        A service without a journal has nothing to close.
        """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


def as_time(now: float) -> float:
    """Return a time in seconds that a caller has given."""
    seconds = as_seconds(now, "now", above=-float("inf"))
    if abs(seconds) > LATEST:
        raise ServingError(
            f"now must be a time in seconds, at most {LATEST:g} (the year 5138), got {seconds:g}"
        )
    return seconds
