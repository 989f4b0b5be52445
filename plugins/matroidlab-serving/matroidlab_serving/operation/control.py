"""The control of a service: which lists it shows at present, and whether it learns."""

import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import reduce
from typing import Any, Literal, NamedTuple, get_args

from matroidlab.errors import ServingError
from matroidlab.types import as_number

Order = Literal["pause", "ramp", "freeze", "fallback", "resume", "guardrail"]
LONGEST_REASON = 500

log = logging.getLogger(__name__)
NO_RAMP = (
    "a service that compares rankers explores for all requests or for none: "
    "ramp(1) or pause(), not ramp({share:g})"
)
NO_HOLDBACK = "a service that compares rankers has no holdback: give one of them"
FROZEN = "the service is frozen, so it learns nothing: resume() first"


class ControlChange(NamedTuple):
    """One order of an operator, or of a guardrail."""

    order: Order
    time: float
    share: float = 1.0
    """The share of requests that explore, after ``ramp``."""
    reason: str | None = None


@dataclass(frozen=True)
class Control:
    """Which lists are shown, and whether answers are learnt.

    >>> Control().after(ControlChange("ramp", time=0.0, share=0.05)).in_words
    'explores for a share of 0.05 of the requests, and shows the trusted list to the others'
    """

    share: float = 1.0
    """The share of requests that explore; the others get the trusted list."""
    is_fallback: bool = False
    """Whether every request gets the baseline."""
    is_frozen: bool = False
    """Whether nothing is learnt."""
    since: float | None = None
    """The time of the last order."""
    reason: str | None = None
    """The reason that was given with the last order."""

    @property
    def explores(self) -> bool:
        """Whether any request may get a list that tries something."""
        return self.share > 0 and not self.is_fallback

    @property
    def in_words(self) -> str:
        """The control in a sentence."""
        frozen = "; learns nothing" if self.is_frozen else ""
        return self._shows + frozen

    @property
    def _shows(self) -> str:
        if self.is_fallback:
            return "shows the baseline"
        if self.share == 0:
            return "shows the trusted list"
        if self.share < 1:
            return (
                f"explores for a share of {self.share:g} of the requests, and shows the trusted "
                "list to the others"
            )
        return "explores for every request"

    def after(self, change: ControlChange) -> "Control":
        """Return the control after an order."""
        stamped = replace(self, since=change.time, reason=change.reason)
        match change.order:
            case "pause":
                return replace(stamped, share=0.0, is_fallback=False)
            case "ramp":
                return replace(stamped, share=change.share, is_fallback=False)
            case "freeze":
                return replace(stamped, is_frozen=True)
            case "fallback" | "guardrail":
                return replace(stamped, is_fallback=True)
            case "resume":
                return Control(since=change.time, reason=change.reason)

    def status(self) -> dict[str, object]:
        """Return the control as plain data."""
        return asdict(self) | {"in_words": self.in_words}


def control_after(changes: Sequence[ControlChange]) -> Control:
    """Return the control after all orders so far."""
    return reduce(Control.after, changes, Control())


def as_change(order: Order, time: float, share: float, reason: object) -> ControlChange:
    """Return an order, or say what is wrong with it."""
    if order not in get_args(Order):
        raise ServingError(f"there is no order {order!r:.80} to a service")
    part = as_number(share, name="share", least=0, most=1, error=ServingError)
    if reason is not None and (not isinstance(reason, str) or len(reason) > LONGEST_REASON):
        raise ServingError(
            f"reason must be text of at most {LONGEST_REASON} letters, got {reason!r:.80}"
        )
    return ControlChange(order, time, part, reason)


def changes_of_plain(plain: Sequence[Sequence[Any]]) -> list[ControlChange]:
    """Return the orders that plain data describes."""
    return [as_change(order, float(time), share, why) for order, time, share, why in plain]


def history_of(changes: Sequence[ControlChange]) -> list[dict[str, object]]:
    """Return the orders as plain data, each with what the service did from then on."""
    control = Control()
    rows: list[dict[str, object]] = []
    for change in changes:
        control = control.after(change)
        rows.append(change._asdict() | {"in_words": control.in_words})
    return rows


def report_order(change: ControlChange, control: Control) -> None:
    """Log an order; that of a guardrail as a warning."""
    log.log(
        logging.WARNING if change.order == "guardrail" else logging.INFO,
        "%s: the service %s",
        change.order if change.reason is None else f"{change.order} ({change.reason})",
        control.in_words,
        extra={"order": change.order, "share": change.share, "reason": change.reason},
    )
