from typing import Any

from matroidlab.errors import ServingError
from matroidlab.protocol import Matroid
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.pages import Top
from matroidlab_serving.engine.slots import Slots
from matroidlab_serving.list_service import ListService
from matroidlab_serving.postgres import FrontEnd, is_postgres_address
from matroidlab_serving.recorded_engine import RecordedEngine
from matroidlab_serving.service import Service
from matroidlab_serving.sqlite.connection import path_of
from matroidlab_serving.sqlite.journal import Journal

NO_FEATURES = "features of visitors are for services in memory or in a file, not in PostgreSQL"
FUNCTIONS = {"proposal", "baseline_for"}
"""Arguments that may be functions, which no journal keeps."""


def open_service(
    address: str, page: Slots | Top | Matroid | None = None, **given: Any
) -> ListService:
    """Open a service with a journal, ``"sqlite:///lists.db"``.

    No call that was acknowledged is ever lost.

    ``"postgresql://user@host/database"`` opens a `FrontEnd` of a service on many machines. With a
    page and the other arguments of `Service`, the service is made if it is not there yet, and
    otherwise opened, if it was made of the same; with the address alone, the service that is there
    is opened. One process at a time may have a file open. ``lease=50`` lets a front end lease up
    to 50 lists ahead of a segment: see `FrontEnd`.

    Parameters
    ----------
    address
        Where the journal is: ``"sqlite:///path"`` or ``"postgresql://user@host/database"``.
    page
        The page; needed if the service does not exist yet.
    given
        The other arguments of `Service`.
    """
    compare = given.pop("compare", None)
    lease = given.pop("lease", 0)
    if page is None and given.keys() - FUNCTIONS:
        raise ServingError(
            f"a page is needed with {', '.join(given)}: give the address alone, or everything"
        )
    fresh = None if page is None else Service(page, **given)._recorded.engine  # noqa: SLF001
    if is_postgres_address(address):
        refuse_in_postgres(fresh)
        return FrontEnd(address, fresh, compare, lease)
    if lease:
        raise ServingError(f"lease={lease!r:.80} is for services in PostgreSQL, not in a file")
    engine, journal = Journal.open(path_of(address), fresh)
    functions = (given.get("proposal"), compare, given.get("baseline_for"))
    return Service.of(RecordedEngine(engine, journal), *functions)


def refuse_in_postgres(fresh: Engine | None) -> None:
    """Say that services in PostgreSQL have no features, no budget and no pool of segments."""
    if fresh is None:
        return
    settings = fresh.settings
    if settings.features is not None:
        raise ServingError(NO_FEATURES)
    if settings.promise == "average":
        raise ServingError(
            "promise='average' is for services in memory or in a file, not in PostgreSQL, where "
            "each segment has a planner"
        )
    if settings.budget is not None:
        raise ServingError(
            "budget is for services in memory or in a file, not in PostgreSQL, where lists are "
            "dealt long before their answers come"
        )
