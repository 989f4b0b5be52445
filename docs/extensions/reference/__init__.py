"""The reference, made of the library itself when the documentation is built.

Pages in ``reference/`` list objects in blocks ``{objects}``, which become tables; every object gets a page of its own.
Blocks ``{generated}`` become the commands, keys, laws or hooks that there are. A name in backquotes, on any page,
becomes a link where it is the name of one public object.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from docutils import nodes
from pydantic import BaseModel
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import make_refnode

from .arrays import keep_names

keep_names()

from .commands import commands  # noqa: E402 - after the names of arrays
from .hooks import hooks  # noqa: E402
from .keys import experiment_keys, records  # noqa: E402
from .laws import laws  # noqa: E402
from .links import LinkNames, index_of  # noqa: E402
from .names import LISTS  # noqa: E402
from .objects import FOLDER, Objects  # noqa: E402

FUNCTION = re.compile(r"<function (?:[\w.]+\.)?(?:(\w+)|<lambda>)(?: at 0x\w+)?>")
GENERATED = re.compile(r"^```\{generated\} (.+?)\n```$", re.MULTILINE)
TEXTS = {"commands": commands, "keys": experiment_keys, "records": records, "laws": laws, "hooks": hooks}


def write_pages(app: Sphinx) -> None:
    """Write the pages of objects, and remove those of objects that are gone."""
    folder = app.srcdir / "reference" / FOLDER
    folder.mkdir(exist_ok=True)
    app.matroidlab_objects = objects = Objects.in_folder(app.srcdir / "reference")  # type: ignore[attr-defined]
    pages = objects.pages()
    for gone in {page.name for page in folder.iterdir()} - pages.keys():
        (folder / gone).unlink()
    for name, text in pages.items():
        _write(folder / name, text)


def _write(page: Path, text: str) -> None:
    if not page.exists() or page.read_text(encoding="utf-8") != text:
        page.write_text(text, encoding="utf-8")


def fill_in(app: Sphinx, page: str, source: list[str]) -> None:
    """Put tables of objects, and what is generated, into the text of a page."""
    if page.startswith("reference/") and not page.startswith(f"reference/{FOLDER}"):
        objects: Objects = app.matroidlab_objects  # type: ignore[attr-defined]
        with_tables = LISTS.sub(lambda found: objects.table([f"{found[1]}.{one}" for one in found[2].split()]), source[0])
        source[0] = GENERATED.sub(lambda found: generated(found[1]), with_tables)


def generated(what: str) -> str:
    """Return the Markdown that a block ``{generated}`` stands for."""
    name, *arguments = what.split()
    return TEXTS[name](*arguments)


def always_anew(_app: Sphinx, env: BuildEnvironment, *_changes: set[str]) -> list[str]:
    """The pages that show what the library says of itself: they change when it does."""
    return [page for page in env.found_docs if page.startswith("reference/") and page.count("/") == 1]


def show_public_bases(app: Sphinx, _name: str, owner: type, _options: object, bases: list[type]) -> None:
    """Of the bases of a class, name those that have a page."""
    bases[:] = app.matroidlab_objects.bases(owner)  # type: ignore[attr-defined]


def skip_field_numbers(_app: Sphinx, _what: str, _name: str, member: object, *_: object) -> bool | None:
    """Leave out what Python writes for fields of a named tuple that nobody has described."""
    return True if str(getattr(member, "__doc__", "")).startswith("Alias for field number") else None


def shorten(
    _app: Sphinx, _what: str, _name: str, value: object, _options: object, signature: str | None, result: str | None
) -> tuple[str | None, str | None]:
    """Write a signature so that people, and Sphinx, can read it: functions by name, and keys where they are told."""
    if isinstance(value, type) and issubclass(value, BaseModel):
        return "(**keys)", result
    named = FUNCTION.sub(lambda found: found[1] or "...", signature or "")
    return named.replace("<factory>", "...") or None, result


def make_index(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Gather what names mean, once everything has been read."""
    app.matroidlab_index = index_of(  # type: ignore[attr-defined]
        env.domains.python_domain.objects, app.matroidlab_objects.listed  # type: ignore[attr-defined]
    )
    return ()


def resolve(app: Sphinx, _env: BuildEnvironment, node: pending_xref, content: nodes.Element) -> nodes.reference | None:
    """Lead a name to the page of its object."""
    if node.get("refdomain") != "py":
        return None
    entry = app.matroidlab_index.find(node["reftarget"])  # type: ignore[attr-defined]
    if entry is None:
        return None
    return make_refnode(app.builder, node["refdoc"], entry.docname, entry.node_id, [content], node["reftarget"])


def setup(app: Sphinx) -> dict[str, object]:
    """Say what happens when."""
    app.add_transform(LinkNames)
    app.connect("builder-inited", write_pages)
    app.connect("source-read", fill_in)
    app.connect("env-get-outdated", always_anew)
    app.connect("autodoc-process-bases", show_public_bases)
    app.connect("autodoc-skip-member", skip_field_numbers)
    app.connect("autodoc-process-signature", shorten)
    app.connect("env-updated", make_index)
    app.connect("missing-reference", resolve)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
