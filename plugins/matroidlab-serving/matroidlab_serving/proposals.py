"""Proposals from outside: a list of keys, or a function of the caller that names them."""

import logging
from collections.abc import Callable, Iterable

from matroidlab.errors import ServingError, described
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.rounds import Round
from matroidlab_serving.engine.settings import Settings

ProposalFunction = Callable[[str], Iterable[str]]

log = logging.getLogger(__name__)


class CallerFaults:
    """The faults of a function of the caller, counted for monitoring."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.count: int = 0
        self.last: str | None = None

    def note(self, where: str, error: BaseException) -> None:
        """Count a fault, and log it."""
        self.count += 1
        self.last = described(error)
        log.warning("the %s for %s failed: %s", self.name, where, self.last)

    def status(self) -> dict[str, object]:
        """Return the faults since the service was opened."""
        return {f"{self.name}_faults": self.count, f"last_{self.name}_fault": self.last}


class Proposals:
    """The items that are proposed to a segment, and the faults of the function that names them.

    A visitor is waiting, so a function that raises, or names a key that is not an item, is not the
    visitor's error: the trusted list is shown, which needs no proposal.
    """

    def __init__(self, function: ProposalFunction | None) -> None:
        self._function = function
        self.faults = CallerFaults("proposal")

    def items(
        self,
        index: int,
        settings: Settings,
        catalogue: ItemCatalogue,
        trusted: Callable[[], Round],
    ) -> list[int]:
        """Return the items that are proposed to a segment; those of its trusted list on a fault."""
        if self._function is None:
            return [catalogue.number(key) for key in settings.proposed]
        name = settings.segments[index]
        try:
            return _items(self._function(name), catalogue)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the caller's code
            self.faults.note(f"the segment {name!r}", error)
            items: list[int] = trusted().lists[0].tolist()
            return items

    def status(self) -> dict[str, object]:
        """Return the faults since the service was opened, for monitoring."""
        return self.faults.status()


def _items(keys: object, catalogue: ItemCatalogue) -> list[int]:
    if isinstance(keys, str) or not isinstance(keys, Iterable):
        raise ServingError(f"a proposal must be a list of keys, got {keys!r:.80}")
    return [catalogue.number(key) for key in keys]
