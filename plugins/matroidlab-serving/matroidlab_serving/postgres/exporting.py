"""Lists that are exported from PostgreSQL, after which planners may remove them."""

from collections.abc import Iterator
from pathlib import Path

from matroidlab_serving.exported_lists import write_lists
from matroidlab_serving.postgres.connection import LIMIT, PostgresConnection
from matroidlab_serving.postgres.known_service import KnownService
from matroidlab_serving.postgres.log import LISTS_A_PAGE, log_rows, shown_after
from matroidlab_serving.slate_rows import LogRow


class Export:
    """Writes the lists that are finished and not exported, page by page, and marks them then."""

    def __init__(self, connection: PostgresConnection, known: KnownService) -> None:
        self._connection = connection
        self._known = known
        self._numbers: list[int] = []

    def write(self, path: Path) -> int:
        """Write the lists to a new file, and return how many."""
        count = write_lists(path, self._rows())
        for first in range(0, len(self._numbers), LISTS_A_PAGE):
            page = self._numbers[first : first + LISTS_A_PAGE]
            with self._connection.transaction(LIMIT) as cursor:
                cursor.execute(
                    "UPDATE matroidlab.lists SET exported = true WHERE number = ANY (%s) "
                    "AND NOT exported",
                    (page,),
                )
                cursor.execute(
                    "UPDATE matroidlab.service SET exported = exported + %s", (cursor.rowcount,)
                )
        return count

    def _rows(self) -> Iterator[LogRow]:
        last = -1
        while True:
            with self._connection.transaction(LIMIT) as cursor:
                engine = self._known.follow(cursor).engine
                shown = shown_after(cursor, last, engine.outstanding.revision, to_export=True)
            if not shown.rows:
                return
            yield from log_rows(shown, engine)
            self._numbers += [row.number for row in shown.rows]
            last = self._numbers[-1]
