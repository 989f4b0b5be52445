"""One matroid and one question: the answer, what shows it, and whether it is to be believed."""

import json
from dataclasses import dataclass

from matroidlab.errors import ConformanceError
from matroidlab.families import ExplicitMatroid
from matroidlab.hookspecs import Question, Witness
from matroidlab.parameters import plain
from matroidlab_atlas.census.single_minors import Sets, single_element_minors
from matroidlab_atlas.formats.strings import string_of


@dataclass(frozen=True)
class Judge:
    """Asks a question, and believes no answer that does not verify.

    Attributes
    ----------
    name
        What the question is called, for errors.
    question
        Whom to ask.
    closed_under_minors
        Whether the question says of itself that with every matroid all its minors are a yes.
    """

    name: str
    question: Question
    closed_under_minors: bool

    def witness(self, masks: Sets, size: int) -> Witness | None:
        """Return what shows a no, verified as it would be written to a file and read again; None for a yes."""
        matroid = ExplicitMatroid.known(size, masks)
        answer = self.question.ask(matroid)
        if answer is None:
            return None
        witness = self._as_data(answer, masks, size)
        if not self.question.verify(matroid, witness):
            raise self._fault(masks, size, f"answers no, but its witness {witness} does not verify")
        return witness

    def is_excluded_minor(self, masks: Sets, size: int) -> bool:
        """Whether all minors of a no are a yes; of a question that is not closed under minors nobody asks."""
        if not self.closed_under_minors:
            return False
        return all(self._is_yes(left, size - 1) for _, _, left in single_element_minors(masks, size))

    def check_yes(self, masks: Sets, size: int) -> None:
        """Raise an error if brute force does not confirm a yes, or a minor is a no though it must not be."""
        if not self.question.holds(ExplicitMatroid.known(size, masks)):
            raise self._fault(masks, size, "answers yes, but brute force does not confirm it")
        if self.closed_under_minors:
            for verb, element, left in single_element_minors(masks, size):
                if not self._is_yes(left, size - 1):
                    raise self._fault(
                        masks,
                        size,
                        f"says that it is closed under minors and answers yes, but no if one is to {verb} {element}",
                    )

    def _is_yes(self, masks: Sets, size: int) -> bool:
        return self.question.ask(ExplicitMatroid.known(size, masks)) is None

    def _as_data(self, answer: object, masks: Sets, size: int) -> Witness:
        try:
            data = json.loads(json.dumps(plain(answer), allow_nan=False))
        except (TypeError, ValueError) as error:
            raise self._fault(masks, size, f"returns a witness that is not plain data: {error}") from error
        if not isinstance(data, dict):
            raise self._fault(masks, size, f"must return None or a table as a witness, got {data!r:.80}")
        return data

    def _fault(self, masks: Sets, size: int, what: str) -> ConformanceError:
        rank = int(masks[0]).bit_count()
        return ConformanceError(f"question {self.name!r} {what}: {size} {rank} {string_of(masks, size, rank)}")
