"""Simulated visitors: they see a list, click on what they like, and leave."""

from random import Random

from careless import Careless
from progress import Progress
from shop import MEANS

from matroidlab_serving import ListService


class Visitors:
    """Visitors who like each item with its own probability, which only they know.

    Each of them sees two lists: one of the service, and one of a careless policy.
    """

    def __init__(self, service: ListService, progress: Progress, seed: int | None) -> None:
        self.service = service
        self.progress = progress
        self.careless = Careless()
        self._random = Random(seed)  # noqa: S311 - made-up visitors need no secrets

    def come(self, count: int) -> None:
        """Let some visitors come and leave.

        Their answers are sent together, to wait for the disk once.
        """
        answers = []
        for _ in range(count):
            liked = {key for key, mean in MEANS.items() if self._random.random() < mean}
            shown = self.service.recommend()
            self.careless.meet(liked)
            self.progress.add(shown)
            answers.append((shown.token, {key: float(key in liked) for key in shown.items}))
        self.service.observe_many(answers)
        self.progress.compare(self.careless.bad_lists, self.careless.worth, count)
        self.progress.mark(self.service.peek())
