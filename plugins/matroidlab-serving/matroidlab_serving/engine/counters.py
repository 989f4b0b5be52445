"""How often things have happened, and the numbers of lists that are not used."""

from dataclasses import dataclass


@dataclass
class Counters:
    """How often each thing has happened so far."""

    lists: int = 0
    answers: int = 0
    """Lists with at least one answer."""
    learnt: int = 0
    """Lists that were learnt, those of `Engine.learn_from` included."""
    expired: int = 0
    plans: int = 0


class ListNumbers:
    """The numbers that no list has, because they may have been lost in a crash; those exported."""

    def __init__(self) -> None:
        self.reserved: int = 0
        """Lists with numbers below this one may be shown before they are on the disk."""
        self.lost: list[range] = []
        self.exported: int = 0
        """All lists with smaller numbers are finished, and were exported."""

    def skip(self, following: int) -> int:
        """Give up the reserved numbers from ``following`` on, and return the next one."""
        if following < self.reserved:
            self.lost.append(range(following, self.reserved))
        return max(following, self.reserved)

    def is_lost(self, number: int) -> bool:
        """Whether a list with this number may have been lost."""
        return any(number in numbers for numbers in self.lost)
