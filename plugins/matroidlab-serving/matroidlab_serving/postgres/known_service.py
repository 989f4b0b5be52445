"""The service as a front end knows it: its catalogue and the orders of operators."""

from typing import TYPE_CHECKING, Literal, NamedTuple

from matroidlab_serving.operation.directing import Origin, chances_of
from matroidlab_serving.postgres.catalogue_view import CatalogueView
from matroidlab_serving.postgres.damage import DamagedError
from matroidlab_serving.postgres.dialogue import Dialogue, Row, Statement
from matroidlab_serving.postgres.orders import Orders, orders_of
from matroidlab_serving.postgres.store import CHANGES, Store, service_row

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor


class Ordered(NamedTuple):
    """The orders of operators, also as the database stores them."""

    orders: Orders
    control: str


class KnownService:
    """The service as a front end knows it; each statement says whether that is its state."""

    def __init__(self, store: Store, cursor: "Cursor") -> None:
        self.store = store
        row = service_row(cursor)
        self.ordered = Ordered(row.orders, row.control)
        """The orders that hold: other threads replace them as a whole."""
        self.view = CatalogueView.of(store.settings, store.catalogue(cursor, row.changes))

    @property
    def orders(self) -> Orders:
        """The orders of operators so far."""
        return self.ordered.orders

    def chances(self, ordered: Ordered) -> dict[Origin, float]:
        """Return the probability of each kind of list for a request, under some orders."""
        return chances_of(ordered.orders.control, self.store.settings.holdback)

    def follow(self, cursor: "Cursor", lock: Literal["", "share", "update"] = "") -> CatalogueView:
        """Return the catalogue as it is now; ``lock`` keeps it so until the transaction ends."""
        row = service_row(cursor, lock)
        self.ordered = Ordered(row.orders, row.control)
        if row.changes != self.view.version:
            catalogue = self.store.catalogue(cursor, row.changes)
            self.view = CatalogueView.of(self.store.settings, catalogue)
        return self.view

    def has_changed(self, view: CatalogueView, control: str, rows: list[Row]) -> bool:
        """Whether the service is not any more what a request has taken it for."""
        if not rows:
            raise DamagedError("the service is missing in the database: restore it")
        return (view.version, control) != rows[0][:2]

    def followed(self, row: Row) -> Dialogue[None]:
        """Take in what a statement has found."""
        version, control = row[:2]
        self.ordered = Ordered(orders_of(control), control)
        if version != self.view.version:
            rows = yield Statement(CHANGES, (version,))
            catalogue = self.store.catalogue_after(rows, version)
            self.view = CatalogueView.of(self.store.settings, catalogue)
