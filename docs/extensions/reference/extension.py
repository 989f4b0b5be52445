"""What Sphinx does, and when, so that there is a reference."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from docutils import nodes
from pydantic import BaseModel
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.ext.napoleon.docstring import GoogleDocstring
from sphinx.util.nodes import make_refnode

from .arrays import keep_names

keep_names()  # before anything below imports the library

from .commands import commands  # noqa: E402
from .hooks import hooks  # noqa: E402
from .index import Index, Place, index_of  # noqa: E402
from .keys import experiment_keys, records  # noqa: E402
from .laws import laws  # noqa: E402
from .links import LinkNames  # noqa: E402
from .names import LISTS  # noqa: E402
from .objects import FOLDER, Objects, main_objects  # noqa: E402

GENERATED = re.compile(r"^```\{generated\} (.+?)\n```$", re.MULTILINE)
TEXTS: dict[str, Callable[..., str]] = {
    "commands": commands,
    "keys": experiment_keys,
    "records": records,
    "laws": laws,
    "hooks": hooks,
    "main": main_objects,
}
FUNCTION = re.compile(r"<function (?:[\w.]+\.)?(?:(\w+)|<lambda>)(?: at 0x\w+)?>")


class Reference:
    """The objects that have a page, and where names lead to once all pages have been read."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.objects = folder, Objects.in_folder(folder)
        self.index: Index | None = None

    def write_pages(self, _app: Sphinx) -> None:
        """Write the pages of objects, and remove those of objects that are gone."""
        folder, pages = self.folder / FOLDER, self.objects.pages()
        folder.mkdir(exist_ok=True)
        for gone in {page.name for page in folder.iterdir()} - pages.keys():
            (folder / gone).unlink()
        for name, text in pages.items():
            _write(folder / name, text)

    def fill_in(self, _app: Sphinx, page: str, source: list[str]) -> None:
        """Put tables of objects, and what is generated, into the text of a page."""
        if _is_ours(page):
            source[0] = LISTS.sub(lambda block: self.table(block[1], block[2]), source[0])
            source[0] = GENERATED.sub(lambda block: generated(block[1]), source[0])

    def table(self, module: str, names: str) -> str:
        """Return the table that a block ``{objects}`` stands for."""
        return self.objects.table([f"{module}.{name}" for name in names.split()])

    def show_public_bases(
        self, _app: Sphinx, _name: str, owner: type, _options: object, bases: list[type]
    ) -> None:
        """Of the bases of a class, name those that have a page."""
        bases[:] = self.objects.bases(owner)

    def lead_on(
        self, _app: Sphinx, page: str, _template: str, context: dict[str, Any], _tree: object
    ) -> None:
        """Link the page of an object to the ones before and after it in its list."""
        path, name = page.rpartition("/")[::2]
        if not path.endswith(FOLDER):
            return
        before, after = self.objects.neighbours(name)
        for way, other in {"prev": before, "next": after}.items():
            if other is not None:
                title = other.rpartition(".")[2]
                link = context["pathto"](f"{path}/{self.objects.file_of(other)}")
                context[way] = {"title": title, "link": link}

    def make_index(self, _app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
        """Gather what names mean."""
        entries = env.domains.python_domain.objects
        described = {
            name: Place(one.docname, one.node_id, one.objtype) for name, one in entries.items()
        }
        self.index = index_of(described, self.objects.listed)
        return ()

    def resolve(
        self, app: Sphinx, _env: BuildEnvironment, node: pending_xref, content: nodes.Element
    ) -> nodes.reference | None:
        """Lead a name to the page of its object."""
        place = (
            self.index.find(node["reftarget"])
            if self.index and node.get("refdomain") == "py"
            else None
        )
        if place is None:
            return None
        return make_refnode(
            app.builder, node["refdoc"], place.page, place.anchor, [content], node["reftarget"]
        )


def _write(page: Path, text: str) -> None:
    if not page.exists() or page.read_text(encoding="utf-8") != text:
        page.write_text(text, encoding="utf-8")


def _is_ours(page: str) -> bool:
    """Whether a page is in the folder of the reference itself."""
    return page.startswith("reference/") and page.count("/") == 1


def generated(what: str) -> str:
    """Return the Markdown that a block ``{generated}`` stands for."""
    name, *arguments = what.split()
    return TEXTS[name](*arguments)


def always_outdated(_app: Sphinx, env: BuildEnvironment, *_changes: set[str]) -> list[str]:
    """The pages that show what the library says of itself: they change when it does."""
    return [page for page in env.found_docs if _is_ours(page)]


def skip_field_numbers(
    _app: Sphinx, _what: str, _name: str, member: object, *_: object
) -> bool | None:
    """Leave out what Python writes for fields of a named tuple that nobody has described."""
    return (
        True if str(getattr(member, "__doc__", "")).startswith("Alias for field number") else None
    )


def whole_attribute(self: GoogleDocstring) -> tuple[str, list[str]]:
    """Take all of an attribute's docstring as its description: ours name no type before a colon."""
    return "", self._dedent(self._consume_to_end())


def shorten(
    _app: Sphinx,
    _what: str,
    _name: str,
    value: object,
    _options: object,
    signature: str | None,
    result: str | None,
) -> tuple[str | None, str | None]:
    """Write a signature so that people, and Sphinx, can read it: functions by name, and the keys of a configuration."""
    if isinstance(value, type) and issubclass(value, BaseModel):
        return "(**keys)", result
    named = FUNCTION.sub(lambda function: function[1] or "...", signature or "")
    return named.replace("<factory>", "...") or None, result


def setup(app: Sphinx) -> dict[str, object]:
    """Say what happens when."""
    reference = Reference(Path(app.srcdir) / "reference")
    GoogleDocstring._consume_inline_attribute = whole_attribute  # type: ignore[method-assign]  # noqa: SLF001
    app.add_transform(LinkNames)
    app.connect("builder-inited", reference.write_pages)
    app.connect("source-read", reference.fill_in)
    app.connect("env-get-outdated", always_outdated)
    app.connect("autodoc-process-bases", reference.show_public_bases)
    app.connect("autodoc-skip-member", skip_field_numbers)
    app.connect("autodoc-process-signature", shorten)
    app.connect("env-updated", reference.make_index)
    app.connect("missing-reference", reference.resolve)
    app.connect("html-page-context", reference.lead_on)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
