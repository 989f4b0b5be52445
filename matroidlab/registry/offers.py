"""The records that plugins offer."""

from collections.abc import Iterable, Iterator, Mapping

from matroidlab.errors import PluginError
from matroidlab.parameters import Record
from matroidlab.registry.faults import watched
from matroidlab.registry.plugins import HOOKS, Offer, Plugin, PluginManager, plugin_manager


def offers(
    manager: PluginManager | None = None, *, only: type[Record[object]] | None = None
) -> list[Offer]:
    """Return the records of all plugins (``only`` those of one kind), and then the broken plugins.

    A plugin that raises, returns something other than records, or claims a name that is taken
    counts as broken, and nothing of it is offered.
    """
    manager = plugin_manager(only=only) if manager is None else manager
    hooks = {name: kind for name, kind in HOOKS.items() if only in (None, kind)}
    accepted: list[Offer] = []
    taken: dict[tuple[str, str], Plugin] = {}
    for source in list(manager.sources.values()):
        try:
            with watched(str(source), "listing what it offers"):
                records = list(_records(manager, source.name, hooks))
            _check_names(records, taken)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - third-party code
            del manager.sources[source.name]
            manager.refuse(source, error)
            continue
        taken.update({(record.kind, record.name): source for record in records})
        accepted.extend(Offer(source, record) for record in records)
    return accepted + manager.faults


def _records(
    manager: PluginManager, plugin: str, hooks: Mapping[str, type[Record[object]]]
) -> Iterator[Record[object]]:
    for hook, kind in hooks.items():
        for implementation in getattr(manager.hook, hook).get_hookimpls():
            if implementation.plugin_name != plugin:
                continue
            returned = implementation.function()
            if not isinstance(returned, Iterable):
                raise PluginError(
                    f"{hook} must return a list of {kind.__name__} records, got {returned!r}"
                )
            for record in returned:
                if not isinstance(record, kind):
                    raise PluginError(
                        f"{hook} must return {kind.__name__} records, got {record!r} among them"
                    )
                yield record


def _check_names(records: list[Record[object]], taken: Mapping[tuple[str, str], Plugin]) -> None:
    own = set()
    for record in records:
        key = (record.kind, record.name)
        if key in taken or key in own:
            raise PluginError(
                f"the {record.kind} name {record.name!r} is taken by {taken.get(key, 'itself')}"
            )
        own.add(key)
