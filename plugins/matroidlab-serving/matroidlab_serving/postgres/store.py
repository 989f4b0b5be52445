"""What all processes of a service share: settings, and the catalogue at any of its versions."""

import json
from typing import TYPE_CHECKING, Any

from matroidlab.errors import JournalError
from matroidlab_serving.catalogue import Catalogue
from matroidlab_serving.catalogue_part import catalogue_of, catalogue_part
from matroidlab_serving.engine import Engine
from matroidlab_serving.journal import made_of
from matroidlab_serving.packing import unpacked
from matroidlab_serving.parts import Part
from matroidlab_serving.postgres.connection import Connection
from matroidlab_serving.postgres.tables import migrate
from matroidlab_serving.settings import Settings
from matroidlab_serving.state import service_part

if TYPE_CHECKING:
    import psycopg


class Store:
    """The service as it stands in the database."""

    def __init__(self, connection: Connection, fresh: Engine | None = None) -> None:
        self.connection = connection
        try:
            service, self._first = self._found(fresh)
            self.settings: Settings = Settings.of_plain(service.plain["settings"])
        except BaseException:
            connection.close()
            raise

    def _found(self, fresh: Engine | None) -> tuple[Part, Part]:
        """What there is, made of a fresh service if there is nothing yet."""
        where = self.connection.where
        with self.connection.transaction() as cursor:
            migrate(cursor, where)
            cursor.execute("SELECT service, catalogue, made_of FROM matroidlab.service")
            found = cursor.fetchone()
            if found is None and fresh is not None:
                found = service_part(fresh).packed(), catalogue_part(fresh.catalogue).packed(), made_of(fresh)
                cursor.execute("INSERT INTO matroidlab.service VALUES (0, %s, %s, %s)", found)
        if found is None:
            raise JournalError(f"there is no service in {where}: give a page, items and a baseline to make one")
        if fresh is not None and bytes(found[2]) != made_of(fresh):
            raise JournalError(
                f"the service in {where} was made of other items or settings: open it with the address alone, or take "
                "another database"
            )
        service, catalogue = (Part(*unpacked(bytes(content), where)) for content in found[:2])
        return service, catalogue

    def catalogue(self, cursor: "psycopg.Cursor[tuple[Any, ...]]", version: int) -> Catalogue:
        """The catalogue after so many changes."""
        made = catalogue_of(self._first)
        cursor.execute("SELECT command, told FROM matroidlab.changes WHERE number <= %s ORDER BY number", (version,))
        for command, told in cursor.fetchall():
            change(made, command, json.loads(told))
        if made.version != version:
            raise JournalError(
                f"the catalogue in {self.connection.where} is damaged: {made.version} changes of {version}"
            )
        return made


def change(catalogue: Catalogue, command: str, told: list[Any]) -> None:
    """Change a catalogue as a row says."""
    if command == "add":
        key, slot, label = told
        catalogue.add(key, slot)
        if label is not None:
            catalogue.labels[key] = label
    else:
        catalogue.retire(*told)


def changes_of(cursor: "psycopg.Cursor[tuple[Any, ...]]", lock: str = "") -> int:
    """How often the catalogue has changed; ``lock`` keeps it so until the transaction ends."""
    question = {
        "": "SELECT changes FROM matroidlab.service",
        "share": "SELECT changes FROM matroidlab.service FOR SHARE",
        "update": "SELECT changes FROM matroidlab.service FOR UPDATE",
    }[lock]
    cursor.execute(question)
    row = cursor.fetchone()
    assert row is not None
    return int(row[0])
