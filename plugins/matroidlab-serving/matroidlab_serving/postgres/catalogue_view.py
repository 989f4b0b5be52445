"""One version of the catalogue, as a front end reads requests and shows lists by it."""

from typing import NamedTuple

from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.rounds import DealtList
from matroidlab_serving.engine.settings import Settings
from matroidlab_serving.operation.directing import Origin
from matroidlab_serving.requests import RequestReader
from matroidlab_serving.shown_list import Shown, ShownContext


class CatalogueView(NamedTuple):
    """A catalogue, and the objects that read requests and show lists by it."""

    catalogue: ItemCatalogue
    engine: Engine
    reader: RequestReader
    context: ShownContext

    @classmethod
    def of(cls, settings: Settings, catalogue: ItemCatalogue) -> "CatalogueView":
        """Return the view of a catalogue."""
        engine = Engine(settings, catalogue)
        reader = RequestReader(engine, lambda _segment: ())
        return cls(catalogue, engine, reader, ShownContext(catalogue, engine.settings))

    @property
    def version(self) -> int:
        """How often the catalogue had changed."""
        return self.catalogue.version

    def shown(
        self,
        number: int | None,
        index: int,
        deal: DealtList,
        time: float,
        note: str | None = None,
        teams: tuple[str | None, ...] | None = None,
        origin: Origin = "explored",
    ) -> Shown:
        """Return a list to show; without a number, it cannot be answered."""
        token = "" if number is None else self.engine.tokens.of(number)
        name = self.engine.settings.segments[index]
        return Shown(token, name, deal, self.context, time, note, teams, origin)
