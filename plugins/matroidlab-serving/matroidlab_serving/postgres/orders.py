"""The orders of operators in the database, which every process reads with each request."""

import json
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from matroidlab_serving.operation.control import (
    Control,
    ControlChange,
    changes_of_plain,
    control_after,
)
from matroidlab_serving.postgres import list_table
from matroidlab_serving.postgres.damage import damage_is_reported

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor


class Orders(NamedTuple):
    """All orders so far, and what the service does now."""

    changes: tuple[ControlChange, ...] = ()
    control: Control = Control()

    @property
    def resumed(self) -> int:
        """How often the service was resumed: guardrails begin again each time."""
        return sum(one.order == "resume" for one in self.changes)

    def is_frozen_at(self, time: float) -> bool:
        """Whether nothing was learnt at a time."""
        return control_after([one for one in self.changes if one.time <= time]).is_frozen


@lru_cache(maxsize=16)
def orders_of(text: str) -> Orders:
    """Return the orders that a text of the database holds."""
    with damage_is_reported("the orders in the database"):
        changes = tuple(changes_of_plain(json.loads(text)))
    return Orders(changes, control_after(changes))


def write_order(cursor: "Cursor", change: ControlChange, now: float | None) -> Orders:
    """Add an order; it holds for every request from then on."""
    cursor.execute(
        f"SELECT control, {list_table.NOW} FROM matroidlab.service FOR UPDATE",  # noqa: S608
        (now,),
    )
    text, time = list_table.row_of(cursor)
    changes = [*orders_of(text).changes, change._replace(time=float(time))]
    written = json.dumps(changes)
    cursor.execute("UPDATE matroidlab.service SET control = %s", (written,))
    return orders_of(written)
