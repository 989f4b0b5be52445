"""The part of a front end that compares rankers: planners draft the lists."""

from typing import TYPE_CHECKING

from matroidlab.errors import ServingError
from matroidlab.types import as_number
from matroidlab_serving.compared_service import evaluation_is_needed
from matroidlab_serving.engine.certificate_settings import check_drafts
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.list_service import ListService, Status
from matroidlab_serving.operation.control import NO_HOLDBACK
from matroidlab_serving.postgres import comparisons
from matroidlab_serving.postgres.connection import LIMIT, PostgresConnection
from matroidlab_serving.postgres.store import Store

if TYPE_CHECKING:
    from matroidlab_evaluation import Comparison
    from matroidlab_serving.postgres.connection import Cursor


class ComparedFrontEnd(ListService):
    """A front end of a service that may compare rankers."""

    _patient: PostgresConnection
    _store: Store

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
        with evaluation_is_needed(), self._patient.transaction(LIMIT) as cursor:
            found = comparisons.latest(cursor)
            if found is None:
                raise ServingError(
                    "this service compares no rankers: open it with compare={name: ranker, ...}"
                )
            return comparisons.comparison_of(cursor, found, level)

    def stop_comparing(self) -> None:
        """Let planners deal ordinary lists again; late answers still count."""
        with self._patient.transaction(LIMIT) as cursor:
            comparisons.end(cursor)

    def _begin_comparison(self, compare: object, catalogue: ItemCatalogue) -> None:
        if compare is None:
            return
        check_drafts(self._store.settings)
        if self._store.settings.holdback:
            raise ServingError(NO_HOLDBACK)
        with evaluation_is_needed():
            import matroidlab_evaluation  # noqa: F401, PLC0415 - found before it is needed
        from matroidlab_serving.rankers import Rankers  # noqa: PLC0415 - few services compare

        rankers = Rankers(compare, catalogue).keys()
        functions = [name for name, keys in rankers.items() if keys is None]
        if functions:
            raise ServingError(
                f"the ranker {functions[0]!r} is a function, which the planners call: give it to "
                "them, SegmentPlanner(address, compare={name: ranker, ...})"
            )
        with self._patient.transaction(LIMIT) as cursor:
            comparisons.begin(cursor, rankers)

    def _compared_status(self, cursor: "Cursor") -> Status:
        found = comparisons.latest(cursor)
        if found is None:
            return {}
        with evaluation_is_needed():
            comparison = comparisons.comparison_of(cursor, found, 0.05)
        return {
            "compare": {
                "rankers": found.names,
                "is_on": found.is_on,
                "lists": comparison.lists,
                "best": comparison.best(),
                "verdicts": [str(pair) for pair in comparison.verdicts()],
            }
        }
