from collections.abc import Sequence
from pkgutil import resolve_name
from typing import TYPE_CHECKING

from matroidlab.work.blocks import Work
from matroidlab.work.versions import refuse_others

if TYPE_CHECKING:
    from distributed import Client


def refuse_other_versions(client: "Client", blocks: Sequence[Work]) -> None:
    """Raise an error if a worker that is there has another matroidlab or numpy; plugins are compared as blocks start.

    Asked by Python's own means, which every worker has: an older matroidlab could not be asked what it is.
    """
    asked = blocks[0].versions if blocks else {}
    for name in asked.keys() & {"matroidlab", "numpy"}:
        for address, found in client.run(resolve_name, f"{name}:__version__", on_error="return").items():
            there = found if isinstance(found, str) else f"missing ({found})"
            refuse_others({name: there}, {name: asked[name]}, f"the worker at {address}")
