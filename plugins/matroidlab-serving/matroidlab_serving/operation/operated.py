"""The orders of operators to a service."""

from abc import ABC, abstractmethod
from collections.abc import Mapping

from matroidlab_serving.operation.control import ControlChange, Order, as_change, history_of
from matroidlab_serving.operation.directing import Origin
from matroidlab_serving.operation.metrics import Metric, to_text
from matroidlab_serving.operation.open_telemetry import offer_figures


class OperatedService(ABC):
    """A service that can be paused, ramped up, frozen and sent back to its baseline.

    Each order holds at once for all front ends and is recorded. The propensities of lists are exact
    under all of them. ``reason`` is kept with the order.
    """

    def pause(self, reason: str | None = None, *, now: float | None = None) -> None:
        """Show the trusted list to everyone: nothing new is tried, and answers are learnt."""
        self._order("pause", 0.0, reason, now)

    def ramp(self, share: float, reason: str | None = None, *, now: float | None = None) -> None:
        """Explore for a share of the requests, drawn at random; show the others the trusted list.

        Parameters
        ----------
        share
            The probability, from 0 to 1, with which a request explores.
        reason
            Kept with the order.
        now
            The time of the order, in seconds.
        """
        self._order("ramp", share, reason, now)

    def freeze(self, reason: str | None = None, *, now: float | None = None) -> None:
        """Learn nothing from now on, for example while bots visit; show the same lists as before.

        An answer that comes meanwhile, or a window that closes, is never learnt.
        """
        self._order("freeze", 1.0, reason, now)

    def fallback(self, reason: str | None = None, *, now: float | None = None) -> None:
        """Show the baseline itself to everyone; answers are learnt."""
        self._order("fallback", 1.0, reason, now)

    def resume(self, reason: str | None = None, *, now: float | None = None) -> None:
        """Explore for every request and learn, whatever was ordered before."""
        self._order("resume", 1.0, reason, now)

    def history(self) -> list[dict[str, object]]:
        """Return all orders so far: the time, the order, its reason, and what followed from it."""
        return history_of(self._control_changes())

    def _order(self, order: Order, share: float, reason: str | None, now: float | None) -> None:
        self._set_control(as_change(order, 0.0, share, reason), now)

    def metrics(self) -> str:
        """Return metrics in the text format of Prometheus: counters, gauges, and a histogram."""
        return to_text(self._metrics())

    def offer_metrics(self, meter: object = None) -> None:
        """Let a meter of OpenTelemetry read the figures of `metrics` at each export.

        By default, the meter comes from the provider that your program has set. Needs
        opentelemetry-api.
        """
        offer_figures(self._metrics, meter)

    @abstractmethod
    def _metrics(self) -> list[Metric]:
        """Return all figures."""

    @abstractmethod
    def _set_control(self, change: ControlChange, now: float | None) -> None:
        """Record an order and follow it."""

    @abstractmethod
    def _control_changes(self) -> list[ControlChange]:
        """Return all orders so far."""


PAUSED = "exploration is paused: this is the trusted list"
FALLEN_BACK = "the service has fallen back: this is the baseline"


def note_of(chances: Mapping[Origin, float], origin: Origin) -> str | None:
    """Return the remark on a list that shows an order of an operator at work, if it does."""
    if origin == "baseline":
        return FALLEN_BACK
    return PAUSED if origin == "trusted" and "explored" not in chances else None
