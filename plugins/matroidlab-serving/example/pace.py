"""How fast visitors come: not before the page is opened, and not while they are paused."""

from asyncio import Lock, sleep, to_thread
from collections.abc import Callable
from typing import cast

from progress import Progress
from visitors import Visitors

from matroidlab.errors import ServingError
from matroidlab_serving import ListService

MOST_VISITORS = 1000
"""A second."""


def as_pace(given: object) -> float:
    """Return a number of visitors a second that a request names."""
    is_number = isinstance(given, int | float) and not isinstance(given, bool)
    if not is_number or not 0 <= cast("float", given) <= MOST_VISITORS:
        raise ServingError(f"visitors_a_second must lie in 0..{MOST_VISITORS}, got {given!r:.80}")
    return cast("float", given)


class Shop:
    """A service and its visitors, who can be paused, hurried, and sent back to the start."""

    def __init__(
        self, open_service: Callable[[], ListService], visitors_a_second: float, seed: int | None
    ) -> None:
        self._open = open_service
        self._seed = seed
        self._lock = Lock()
        self.visitors_a_second = visitors_a_second
        self.is_opened = False
        self._begin()

    def _begin(self) -> None:
        self.service = self._open()
        self.answered_before: int = self.service.status()["answers"]
        self.progress = Progress()
        self.visitors = Visitors(self.service, self.progress, self._seed)

    async def restart(self) -> None:
        """Forget everything, and begin with the baseline again."""
        async with self._lock:
            before = self.service
            await to_thread(self._begin)
            await to_thread(before.close)  # last: requests that come meanwhile have the new one

    async def keep_coming(self) -> None:
        """Let visitors come for as long as the program runs."""
        while True:
            pace = self.visitors_a_second if self.is_opened else 0
            if not pace:
                await sleep(0.05)
                continue
            group = max(1, round(pace / 10))
            async with self._lock:
                await to_thread(self.visitors.come, group)
            await sleep(group / pace)
