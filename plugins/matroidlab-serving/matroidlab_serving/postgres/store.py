"""The data that all processes share: settings, and the catalogue at any of its versions."""

from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from matroidlab.errors import JournalError
from matroidlab_serving.engine.change_commands import CatalogueChange, ChangeSettings
from matroidlab_serving.engine.command import Content
from matroidlab_serving.engine.commands import command_of
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.item_commands import AddItem, RetireItem
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.score_commands import SetScores
from matroidlab_serving.engine.settings import Settings
from matroidlab_serving.packing import unpacked
from matroidlab_serving.postgres.connection import PostgresConnection
from matroidlab_serving.postgres.damage import DamagedError, damage_is_reported
from matroidlab_serving.postgres.orders import Orders, orders_of
from matroidlab_serving.postgres.schema import make_tables
from matroidlab_serving.postgres.withdrawn_lists import withdraw, withdraw_with
from matroidlab_serving.state.item_state import catalogue_of, item_state
from matroidlab_serving.state.service_state import made_of, service_state
from matroidlab_serving.state.state_part import StatePart

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor
    from matroidlab_serving.postgres.dialogue import Row

CHANGES = "SELECT command, content FROM matroidlab.changes WHERE number <= %s ORDER BY number"


class Store:
    """The service as it stands in the database."""

    def __init__(self, connection: PostgresConnection, fresh: Engine | None = None) -> None:
        self.connection = connection
        try:
            service, self._first = self._found(fresh)
            with damage_is_reported(f"the service in {connection.where}"):
                self.settings: Settings = Settings.of_plain(service.plain["settings"])
        except BaseException:
            connection.close()
            raise

    def _found(self, fresh: Engine | None) -> tuple[StatePart, StatePart]:
        """Return the service and its first catalogue, from a fresh service if there is none."""
        where = self.connection.where
        with self.connection.transaction() as cursor:
            make_tables(cursor, where)
            cursor.execute("SELECT service, catalogue, made_of FROM matroidlab.service")
            found = cursor.fetchone()
            if found is None and fresh is not None:
                found = (
                    service_state(fresh).packed(),
                    item_state(fresh.catalogue).packed(),
                    made_of(fresh),
                )
                cursor.execute("INSERT INTO matroidlab.service VALUES (0, %s, %s, %s)", found)
        if found is None:
            raise JournalError(
                f"there is no service in {where}: give a page, items and a baseline to make one"
            )
        service, catalogue, digest = (bytes(content) for content in found)
        if fresh is not None and digest != made_of(fresh):
            raise JournalError(
                f"the service in {where} was made of other items or settings: open it with the "
                "address alone, or take another database"
            )
        with damage_is_reported(f"the service in {where}"):
            return StatePart(*unpacked(service, where)), StatePart(*unpacked(catalogue, where))

    def catalogue(self, cursor: "Cursor", version: int) -> ItemCatalogue:
        """Return the catalogue after ``version`` changes."""
        cursor.execute(CHANGES, (version,))
        return self.catalogue_after(cursor.fetchall(), version)

    def catalogue_after(self, rows: "list[Row]", version: int) -> ItemCatalogue:
        """Return the catalogue after ``version`` changes, which are the rows of `CHANGES`."""
        made = catalogue_of(self._first)
        where = f"the catalogue in {self.connection.where}"
        with damage_is_reported(where):
            for name, content in rows:
                command = command_of(name, _content_of(name, content))
                if not isinstance(command, CatalogueChange):
                    raise DamagedError(f"{where} is damaged: {name!r:.80} is not a change of it")
                command.change(made)
        if made.version != version:
            raise DamagedError(
                f"the catalogue in {self.connection.where} is damaged: {made.version} changes of "
                f"{version}"
            )
        return made


def write_change(cursor: "Cursor", version: int, command: CatalogueChange) -> None:
    """Record a change of the catalogue, and withdraw the lists that it concerns.

    These are lists with the item that is retired. All lists are compared with the baseline, so a
    change of that concerns all of them, as does one of the swap size or delta.
    """
    cursor.execute(
        "INSERT INTO matroidlab.changes VALUES (%s, %s, %s)",
        (version, command.name, _as_text(command.to_row(None))),
    )
    cursor.execute("UPDATE matroidlab.service SET changes = %s", (version,))
    if isinstance(command, RetireItem):
        if command.successor is None:
            withdraw_with(cursor, command.item)
        else:
            withdraw(cursor)
    if isinstance(command, ChangeSettings):
        withdraw(cursor)


def _as_text(content: Content) -> str:
    """Return the content of a row as the text of a column; bytes are written in base 64."""
    return content if isinstance(content, str) else b64encode(content).decode()


def _content_of(name: str, text: str) -> Content:
    return b64decode(text, validate=True) if name == SetScores.name else text


def write_changes(
    cursor: "Cursor", changes: Sequence[AddItem | RetireItem], changed: ItemCatalogue
) -> None:
    """Record several changes, which have led to a catalogue."""
    for version, command in enumerate(changes, changed.version - len(changes) + 1):
        write_change(cursor, version, command)


class ServiceRow(NamedTuple):
    """How often the catalogue has changed, and the orders of operators, also as they are stored."""

    changes: int
    orders: Orders
    control: str


def service_row(cursor: "Cursor", lock: Literal["", "share", "update"] = "") -> ServiceRow:
    """Return the state of the service that every request reads.

    ``lock`` keeps it so until the transaction ends.
    """
    query = {
        "": "SELECT changes, control FROM matroidlab.service",
        "share": "SELECT changes, control FROM matroidlab.service FOR SHARE",
        "update": "SELECT changes, control FROM matroidlab.service FOR UPDATE",
    }[lock]
    cursor.execute(query)
    row = cursor.fetchone()
    if row is None:
        raise DamagedError("the service is missing in the database: restore it")
    return ServiceRow(int(row[0]), orders_of(row[1]), row[1])


def changes_of(cursor: "Cursor", lock: Literal["", "share", "update"] = "") -> int:
    """Return how often the catalogue has changed."""
    return service_row(cursor, lock).changes
