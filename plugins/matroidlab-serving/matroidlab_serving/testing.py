"""For tests of programs that use a service: a clock and answers that you control, random calls.

`RehearsedService` needs nothing but this library. The strategies need hypothesis.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from matroidlab.errors import ServingError
from matroidlab_serving.clock import Reading, RequestClock
from matroidlab_serving.list_service import as_time
from matroidlab_serving.service import Service
from matroidlab_serving.shown_list import Shown

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Script = Callable[[Shown], Mapping[str, float] | None]


class MovedClock(RequestClock):
    """A clock that stands still until it is moved, and believes every time that a call gives."""

    def __init__(self) -> None:
        super().__init__()
        self.now: float = 0.0

    def read(self, now: float | None, at: float) -> Reading:
        """Return the time of a request; it never goes back."""
        self.now = max(self.now, at, self.now if now is None else as_time(now))
        return Reading(self.now)


class RehearsedService(Service):
    """A service in memory whose clock you control, and whose visitors follow your script.

    In every other respect it is a `Service`: give it to your program in place of the real one.

    >>> from matroidlab_serving import Top
    >>> service = RehearsedService(Top(2), ["a", "b", "c"], ["a", "b"], window=60.0, seed=1)
    >>> service.script = lambda shown: {"c": 1.0} if "c" in shown.items else {}
    >>> shown = service.visit()
    >>> service.status()["learnt"]
    0
    >>> service.pass_time(61.0)
    >>> service.status()["learnt"]
    1

    Parameters
    ----------
    given
        The arguments of `Service`.
    named
        The arguments of `Service` by name.
    """

    script: Script
    """The weights that a visitor reports for a list; None for a visitor who reports nothing."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **{"seed": 0} | named)
        self._moved = MovedClock()
        self._recorded.clock = self._moved
        self.script = lambda _shown: {}

    @property
    def now(self) -> float:
        """The time in seconds, 0 at first."""
        return self._moved.now

    def pass_time(self, seconds: float) -> None:
        """Move the clock forwards, and close the windows that end meanwhile."""
        if not seconds >= 0:
            raise ServingError(f"seconds must be 0 or more, got {seconds!r:.80}")
        with self._recorded.request() as engine:
            self._moved.now += seconds
            before = -1
            while before != len(engine.outstanding.lists):  # a call closes some windows at most
                before = len(engine.outstanding.lists)
                engine.advance(self._moved.now)

    def visit(self, segment: str | None = None, unavailable: Iterable[str] = ()) -> Shown:
        """Show a list to a visitor, who answers as the script says; missing weights are 0."""
        shown = self.recommend(segment, unavailable)
        weights = self.script(shown)
        if weights is not None:
            is_windowed = self._recorded.engine.settings.window is not None
            self.observe(shown.token, weights, None if is_windowed else 0.0)
        return shown


class Call(NamedTuple):
    """A call of a method, with its arguments.

    ``observe`` has the place of its list among those shown so far instead of a token.
    """

    method: str
    arguments: Mapping[str, Any]


def calls(
    keys: Sequence[str], *, segments: Sequence[str | None] = (None,), most: int = 20
) -> "SearchStrategy[list[Call]]":
    """Return a strategy for calls in any order: lists, answers, orders, and time that passes.

    >>> from hypothesis import given
    >>> from matroidlab_serving import Top
    >>> @given(calls(["a", "b", "c"]))
    ... def test_every_certificate_verifies(made):
    ...     service = RehearsedService(Top(2), ["a", "b", "c"], ["a", "b"])
    ...     assert all(shown.certificate.verify() for shown in rehearse(service, made))
    >>> test_every_certificate_verifies()

    Parameters
    ----------
    keys
        The items; at most one of them is unavailable at a time.
    segments
        The segments of visitors.
    most
        The largest number of calls.
    """
    from hypothesis import strategies as st  # noqa: PLC0415 - only tests have it

    weights = st.dictionaries(st.sampled_from(list(keys)), st.floats(0, 1))
    empty: dict[str, Any] = {}
    orders = st.sampled_from(["pause", "freeze", "fallback", "resume"])
    one_of = st.one_of(
        st.fixed_dictionaries(
            {
                "segment": st.sampled_from(list(segments)),
                "unavailable": st.lists(st.sampled_from(list(keys)), max_size=1),
            }
        ).map(lambda found: Call("recommend", found)),
        st.fixed_dictionaries({"of": st.integers(0, most), "weights": weights}).map(
            lambda found: Call("observe", found)
        ),
        st.floats(0, 1e5).map(lambda seconds: Call("pass_time", {"seconds": seconds})),
        st.floats(0, 1).map(lambda share: Call("ramp", {"share": share})),
        orders.map(lambda order: Call(order, empty)),
    )
    return st.lists(one_of, max_size=most)


def rehearse(service: RehearsedService, made: Iterable[Call]) -> list[Shown]:
    """Make calls, and return the lists that were shown; weights of other items are left out."""
    shown: list[Shown] = []
    for method, arguments in made:
        if method == "recommend":
            shown.append(service.recommend(**arguments))
        elif method == "observe":
            if shown:
                found = shown[arguments["of"] % len(shown)]
                own = {key: w for key, w in arguments["weights"].items() if key in found.items}
                service.observe(found.token, own, 0.0)
        elif method == "pass_time":
            service.pass_time(**arguments)
        elif method == "ramp":
            service.ramp(**arguments)
        else:
            orders = {
                "pause": service.pause,
                "freeze": service.freeze,
                "fallback": service.fallback,
                "resume": service.resume,
            }
            orders[method]()
    return shown
