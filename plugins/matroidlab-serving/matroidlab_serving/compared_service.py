"""The part of a service that compares rankers."""

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from matroidlab.errors import ServingError
from matroidlab.types import as_number
from matroidlab_serving.engine.certificate_settings import check_drafts
from matroidlab_serving.engine.rounds import DealtList
from matroidlab_serving.engine_service import EngineService
from matroidlab_serving.list_service import Status
from matroidlab_serving.operation.directing import Origin
from matroidlab_serving.recorded_engine import RecordedEngine
from matroidlab_serving.shown_list import Shown

if TYPE_CHECKING:
    from matroidlab_evaluation import Comparison
    from matroidlab_serving.engine.drafts import Draft
    from matroidlab_serving.ranked_lists import RankedLists


@contextmanager
def evaluation_is_needed() -> Iterator[None]:
    """Say which distribution is missing, if it is."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ServingError(
            f"compare needs the distribution matroidlab-evaluation, and there is no {error.name}: "
            "pip install ./plugins/matroidlab-evaluation"
        ) from None


def ranked_lists(compare: object, recorded: RecordedEngine) -> "RankedLists | None":
    """Return the lists of the rankers that a caller gives; a new comparison begins with new names.

    None if there are no rankers.
    """
    if compare is None:
        return None
    check_drafts(recorded.engine.settings)
    with evaluation_is_needed():
        from matroidlab_serving.ranked_lists import RankedLists  # noqa: PLC0415
    return RankedLists(compare, recorded)


class ComparedService(EngineService):
    """A service that may compare rankers."""

    _recorded: RecordedEngine
    _ranked: "RankedLists | None"

    def comparison(self, delta: float = 0.05) -> "Comparison":
        """Return what is known about the rankers: ``service.comparison().verdict()``.

        You may look after every visit without invalidating the verdicts. The result is a copy and
        does not change afterwards.

        Parameters
        ----------
        delta
            The probability with which any verdict, at any time, may be wrong.
        """
        level = as_number(delta, name="delta", above=0, most=1, error=ServingError)
        with self._recorded.request() as engine:
            if engine.compared is None:
                raise ServingError(
                    "this service compares no rankers: give compare={name: ranker, ...}"
                )
            found = engine.compared.comparison
            return found.from_plain(found.to_plain() | {"delta": level})

    def _show_draft(
        self, draft: "Draft", index: int, absent: list[int], now: float | None
    ) -> Shown:
        recorded = self._recorded
        number = recorded.apply(draft.command(index, absent, recorded.time(now)))
        compared = recorded.engine.compared
        assert compared is not None
        return self._shown(number, index, draft, compared.named(draft.teams))

    @abstractmethod
    def _shown(
        self,
        number: int,
        index: int,
        deal: DealtList,
        teams: tuple[str | None, ...] | None = None,
        origin: Origin = "explored",
    ) -> Shown:
        """Return a list that was recorded."""

    def compared_status(self) -> Status:
        """Return the verdicts as plain data; nothing if no rankers are compared."""
        compared = self._recorded.engine.compared
        if compared is None:
            return {}
        faults = {} if self._ranked is None else self._ranked.rankers.status()
        return {"compare": compared.status() | faults}
