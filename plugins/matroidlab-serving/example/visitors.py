"""Made-up visitors: they see a list, click on what they like, and leave."""

from random import Random

from progress import Progress
from shop import MEANS

from matroidlab_serving import ListService


class Visitors:
    """Visitors who click on each item with its own probability, which only they know."""

    def __init__(self, service: ListService, progress: Progress, seed: int | None) -> None:
        self.service = service
        self.progress = progress
        self._random = Random(seed)  # noqa: S311 - made-up visitors need no secrets

    def come(self, count: int) -> None:
        """Let some visitors come and leave.

        Their answers are sent together, to wait for the disk once.
        """
        answers = []
        for _ in range(count):
            shown = self.service.recommend()
            self.progress.add(shown)
            answers.append(
                (
                    shown.token,
                    {key: float(self._random.random() < MEANS[key]) for key in shown.items},
                )
            )
        self.service.observe_many(answers)
        self.progress.mark(self.service.peek())
