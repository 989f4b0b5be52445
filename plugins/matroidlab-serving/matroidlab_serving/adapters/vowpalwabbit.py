from collections.abc import Iterable
from typing import Any, Protocol
from urllib.parse import quote

import numpy as np

from matroidlab.errors import ServingError
from matroidlab_serving.adapters.proposal import LearningProposal
from matroidlab_serving.engine.keys import as_keys
from matroidlab_serving.slate_rows import LogRow

PROBABILITIES = "ACTION_PROBS"
SCORES = "ACTION_SCORES"


class ActionWorkspace(Protocol):
    """The part of ``vowpalwabbit.Workspace`` that is used here."""

    def get_prediction_type(self) -> Any:
        """Probabilities or scores of actions."""

    def predict(self, ec: Any) -> Any:
        """A number for each action."""

    def learn(self, ec: Any) -> None:
        """Learn the cost of one action."""


class VowpalWabbitProposal(LearningProposal):
    """A workspace of Vowpal Wabbit as a proposal.

    Use ``Workspace("--cb_explore_adf -q si --quiet")`` or ``--cb_adf``.

    An action is a key, in the namespace ``i``, and the segment is shared, in the namespace ``s``.
    With ``--cb_explore_adf`` the keys are drawn one after the other by their probabilities, as
    Vowpal Wabbit itself fills slots; with ``--cb_adf`` they are sorted by cost. What is learnt is
    one example for each item of a list: its cost, which is minus its weight, and the exact
    probability with which it stood at its place. What is added to the service later is appended to
    ``keys``.

    Parameters
    ----------
    workspace
        The workspace that predicts and learns.
    keys
        The items, which are its actions.
    seed
        The seed of the draws.
    """

    workspace: ActionWorkspace
    keys: list[str]

    def __init__(
        self, workspace: ActionWorkspace, keys: Iterable[str], seed: int | None = None
    ) -> None:
        super().__init__()
        self.workspace = workspace
        self.keys = as_keys(keys)
        self._rng = np.random.default_rng(seed)
        self._kind = workspace.get_prediction_type().name
        if self._kind not in (PROBABILITIES, SCORES):
            raise ServingError(
                "the workspace must predict a number for each action, as with --cb_explore_adf "
                "or --cb_adf, got one "
                f"that predicts {self._kind}"
            )

    def best_first(self, segment: str) -> list[str]:
        """Return the keys: drawn by probability, or the cheapest first."""
        numbers = np.array(self.workspace.predict(self._lines(segment)), dtype=np.float64)
        return [self.keys[number] for number in self._order(numbers).tolist()]

    def update(self, segment: str, rows: list[LogRow]) -> None:
        """Learn the cost of each item."""
        for row in rows:
            lines = self._lines(segment)
            number = self._number(row["action"])
            lines[1 + number] = (
                f"0:{-row['reward']!r}:{row['pscore_item_position']!r} {lines[1 + number]}"
            )
            self.workspace.learn(lines)

    def _order(self, numbers: Any) -> Any:
        if self._kind == SCORES:
            return np.argsort(numbers, kind="stable")
        with np.errstate(divide="ignore"):  # what has probability 0 comes last
            # The k smallest of exponentials with such rates are k draws without replacement.
            return np.argsort(self._rng.exponential(size=len(numbers)) / numbers, kind="stable")

    def _number(self, key: str) -> int:
        if key not in self.keys:
            raise ServingError(
                f"{key!r:.80} is on a list, and is not one of the {len(self.keys)} keys of this "
                "one: append it"
            )
        return self.keys.index(key)

    def _lines(self, segment: str) -> list[str]:
        """Return an example in Vowpal Wabbit's text format.

        Names are quoted, for spaces, colons and bars mean something there.
        """
        return [
            f"shared |s {quote(segment, safe='') or 'all'}",
            *(f"|i {quote(key, safe='')}" for key in self.keys),
        ]
