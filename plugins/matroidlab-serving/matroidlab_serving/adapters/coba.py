from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from matroidlab.errors import ServingError
from matroidlab.protocol import Matroid
from matroidlab_serving.engine.pages import Top
from matroidlab_serving.engine.slots import Named, Slots
from matroidlab_serving.service import Service
from matroidlab_serving.shown_list import Shown

Prediction = tuple[dict[str, tuple[Any, float]], dict[str, str]]


class CobaLearner:
    """A service as a learner of coba 8, for its experiments.

    >>> learner = CobaLearner(Top(2), items=["a", "b", "c"], baseline=["a", "b"], seed=2)
    >>> prediction, token = learner.predict(None, ["a", "b", "c"])
    >>> prediction
    {'action_prob': (('c', 'b'), 0.5)}
    >>> learner.learn(None, ("c", "b"), {"c": 1.0, "b": 0.0}, 1.0, **token)

    The actions that coba offers are the keys that are available (None or none: all of them). On a
    page with room for one item, the action taken is a key and its reward a number. On others it is
    a tuple of keys, and coba's one number cannot hold what each item earned: an environment of
    lists gives a weight for each item as its *feedback* (``GroundedInteraction`` and
    ``SequentialIGL``), a mapping or a sequence, and the total as its reward.

    It takes the arguments of `Service`, except for a window. ``segment`` is a function from coba's
    context to the name of a segment; by default that is the context itself if there are segments,
    and contexts are passed over if there are none, for nothing is learnt from features. A copy
    starts afresh, as coba wants it for each environment.

    Parameters
    ----------
    page
        The page that lists are shown on.
    items
        A mapping from key to slot for `Slots`, otherwise keys.
    baseline
        The keys of the baseline.
    segment
        A function from coba's context to the name of a segment.
    options
        The other arguments of `Service`, except ``window``.
    """

    service: Service

    def __init__(
        self,
        page: Slots | Top | Matroid,
        items: Mapping[str, Named] | Iterable[str],
        baseline: Iterable[str],
        *,
        segment: Callable[[Any], str] | None = None,
        **options: Any,
    ) -> None:
        if "window" in options:
            raise ServingError(
                "coba reports a reward at once: window is for a Service, where answers come late"
            )
        given = items if isinstance(items, Mapping) else list(items)
        self._made_of = {"page": page, "items": given, "baseline": list(baseline)} | options
        self._keys = frozenset(given)
        self._is_single = len(self._made_of["baseline"]) == 1
        self._segment = segment
        self.service = Service(**self._made_of)

    def __repr__(self) -> str:
        return f"CobaLearner({self.service!r})"

    @property
    def params(self) -> dict[str, Any]:
        """The row of this learner in coba's table of learners."""
        status = self.service.status()
        return {
            "family": "matroidlab",
            **{name: status[name] for name in ("delta", "swap_size", "proposal")},
        }

    def predict(self, context: object, actions: Sequence[Any] | None) -> Prediction:
        """The action, the probability with which it was taken, and the token that `learn` needs."""
        shown = self.service.recommend(self._name(context), self._unavailable(actions))
        return {"action_prob": (self._action(shown), shown.propensities.list)}, {
            "token": shown.token
        }

    def learn(
        self,
        context: object,
        action: Any,
        reward: Any,
        probability: object,  # noqa: ARG002 - a parameter of coba's
        token: str | None = None,
    ) -> None:
        """Learn the reward of an action; without a token, that of another learner."""
        weights = self._weights(action, reward)
        if token is None:
            self.service.learn_from([{"weights": weights, "segment": self._name(context)}])
        else:
            self.service.observe(token, weights)

    def _name(self, context: object) -> Any:
        if self._segment is not None:
            return self._segment(context)
        return context if self._made_of.get("segments") else None

    def _unavailable(self, actions: Sequence[Any] | None) -> frozenset[str]:
        if not actions:
            return frozenset()
        for action in actions:
            if not isinstance(action, str) or action not in self._keys:
                raise ServingError(
                    f"actions must be keys of items, and {action!r:.80} is not one of "
                    f"{len(self._keys)}"
                )
        return self._keys - frozenset(actions)

    def _action(self, shown: Shown) -> str | tuple[str, ...]:
        return shown.items[0] if self._is_single else shown.items

    def _weights(self, action: Any, reward: Any) -> Mapping[str, float]:
        if isinstance(reward, Mapping):
            return reward
        if self._is_single:
            return {action: reward}
        if (
            not isinstance(reward, Sequence)
            or isinstance(reward, str)
            or len(reward) != len(action)
        ):
            raise ServingError(
                f"a list of {len(action)} items needs a weight for each, a mapping or a sequence, "
                f"got {reward!r:.80}: "
                "let the environment give them as feedback, with GroundedInteraction and "
                "SequentialIGL"
            )
        return dict(zip(action, reward, strict=True))

    def __getstate__(self) -> dict[str, Any]:
        """Return the arguments that a copy is made of, without anything learnt."""
        return {name: value for name, value in vars(self).items() if name != "service"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Start from scratch."""
        vars(self).update(state)
        self.service = Service(**self._made_of)
