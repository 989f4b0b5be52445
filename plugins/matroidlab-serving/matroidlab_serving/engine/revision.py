"""The rule for weights that are reported again while the window of their list is open."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, cast, get_args

from matroidlab.errors import ServingError
from matroidlab_serving.engine.list_answer import Values
from matroidlab_serving.engine.scale import Scale

if TYPE_CHECKING:
    from matroidlab_serving.engine.settings import Settings

Rule = Literal["last", "max", "sum"]


def as_rule(given: object, window: float | None) -> Rule | None:
    """Return the rule by which weights are revised; with None, the first one counts."""
    if given is None:
        return None
    if given not in get_args(Rule):
        raise ServingError(f"revise must be 'last', 'max', 'sum' or None, got {given!r:.80}")
    if window is None:
        raise ServingError(
            f"revise={given!r} needs a window, because without one the first answer to a list is "
            "learnt at once: give window=1800, in seconds"
        )
    return cast("Rule", given)


class Revision(NamedTuple):
    """The rule by which reported weights are combined, for items and for watched weights.

    Attributes
    ----------
    rule
        The last weight counts, or the largest, or the sum; with None, the first one counts.
    zero
        The number of [0, 1] that stands for the weight 0 of an item; it may lie outside.
    watched_zeros
        The same for each weight that guardrails watch.
    """

    rule: Rule | None
    zero: float
    watched_zeros: tuple[float, ...]

    @classmethod
    def of(cls, settings: "Settings") -> "Revision":
        """Return the rule of a service."""
        zeros = tuple(_zero(one.scale) for one in settings.guardrails)
        return cls(settings.revise, _zero(settings.scale), zeros)

    def weights(self, earlier: Values | None, later: Values) -> list[float | None]:
        """Return the weights of items after a further answer."""
        return self._combined(earlier, later, [self.zero] * len(later))

    def watched(self, earlier: Values | None, later: Values | None) -> Values | None:
        """Return the watched weights after a further answer, which may have none."""
        return earlier if later is None else self._combined(earlier, later, self.watched_zeros)

    def _combined(
        self, earlier: Values | None, later: Values, zeros: Sequence[float]
    ) -> list[float | None]:
        if earlier is None:
            return list(later)
        return [
            self._one(old, new, zero) for old, new, zero in zip(earlier, later, zeros, strict=True)
        ]

    def _one(self, old: float | None, new: float | None, zero: float) -> float | None:
        if old is None or new is None:
            return new if old is None else old
        match self.rule:
            case "last":
                return new
            case "max":
                return max(old, new)
            case "sum":  # a sum outside the scale counts as its nearer end
                return min(max(old + new - zero, 0.0), 1.0)
            case None:
                return old


def _zero(scale: Scale) -> float:
    return (0.0 - scale.low) / (scale.high - scale.low)
