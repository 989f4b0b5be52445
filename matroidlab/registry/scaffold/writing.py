"""New plugins, copied from a template that is cut down and renamed.

The template is a plugin called acme that offers one thing of each kind. A file that is named
after a kind belongs to it, as does a line of ``__init__.py`` or a section of the README with one of
its names: they are left out if the kind is. Files end in ``.template``, so that tools do not take
them for code of this package.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from matroidlab import __version__
from matroidlab.errors import NewPluginError
from matroidlab.hookspecs import PROJECT
from matroidlab.registry import HOOKS, PluginManager, offers
from matroidlab.registry.scaffold.naming import PluginName


class Kind(NamedTuple):
    """The template's name for a thing of a kind, and the hook that offers it."""

    thing: str
    hook: str


KINDS: Mapping[str, Kind] = {
    "family": Kind("AcmeMatroid", "matroidlab_families"),
    "reward": Kind("AcmeRewards", "matroidlab_reward_models"),
    "policy": Kind("AcmePolicy", "matroidlab_policies"),
    "problem": Kind("AcmeProblem", "matroidlab_problems"),
}
"""The kinds of things that a new plugin can offer."""

PIECES = {"README.md": r"^(?=## )", "matroidlab_acme/__init__.py": r"^"}
"""The files that mention all kinds, and where a piece begins in each: at a heading, at a line."""


@dataclass(frozen=True)
class NewPlugin:
    """A plugin that was written: its name, its folder, and the files in it."""

    name: PluginName
    folder: Path
    files: tuple[Path, ...]


def write_plugin(
    name: str, kinds: Collection[str], directory: Path, *, manager: PluginManager | None = None
) -> NewPlugin:
    """Write the distribution ``matroidlab-NAME`` to a folder of that name in ``directory``.

    It offers an example of each of ``kinds`` to start from. Nothing is overwritten, and a name that
    the plugins of ``manager`` have already is an error.
    """
    called = PluginName(name)
    _refuse_other_kinds(kinds)
    _refuse_taken(called, kinds, manager)
    folder = directory / called.distribution
    try:
        folder.mkdir()
    except FileExistsError as error:
        raise NewPluginError(
            f"{folder} exists already: choose another name or directory, or remove it"
        ) from error
    written = [
        _write(folder / _named(place, called), _named(text, called))
        for place, text in _parts(kinds)
    ]
    return NewPlugin(called, folder, tuple(written))


def _refuse_other_kinds(kinds: Collection[str]) -> None:
    if not kinds:
        raise NewPluginError(
            f"a plugin must offer something, one or more of {', '.join(KINDS)}, got nothing"
        )
    for kind in kinds:
        if kind not in KINDS:
            raise NewPluginError(f"a plugin can offer {', '.join(KINDS)}, got {kind!r}")


def _refuse_taken(name: PluginName, kinds: Collection[str], manager: PluginManager | None) -> None:
    """A plugin that claims a name that is taken would be broken from the start."""
    claimed = {"plugin", *(HOOKS[KINDS[kind].hook].kind for kind in kinds)}
    for offer in offers(manager):
        has = {"plugin": offer.plugin.name}
        if offer.record is not None:
            has[offer.record.kind] = offer.record.name
        for what, taken in has.items():
            if what in claimed and taken == name.plain:
                removable = offer.plugin.distribution not in ("", PROJECT)
                way_out = "choose another name" + ", or uninstall that one first" * removable
                raise NewPluginError(
                    f"there is a {what} {taken!r} already, from the plugin {offer.plugin}: "
                    f"{way_out}"
                )


def _parts(kinds: Collection[str]) -> Iterator[tuple[str, str]]:
    """Place and text of each file of the template that a plugin of these kinds has."""
    left_out = KINDS.keys() - set(kinds)
    foreign = [name for kind in left_out for name in KINDS[kind]]
    for place, text in _templates(files("matroidlab.registry.scaffold") / "template"):
        *_, last_word, _ending = re.split(r"[/_.]", place)
        if last_word not in left_out:
            yield place, _without(foreign, place, text)


def _without(foreign: list[str], place: str, text: str) -> str:
    if place not in PIECES:
        return text
    pieces = re.split(PIECES[place], text, flags=re.MULTILINE)
    return "".join(piece for piece in pieces if not any(name in piece for name in foreign))


def _templates(folder: Traversable, place: str = "") -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _templates(entry, f"{place}{entry.name}/")
        else:
            yield place + entry.name.removesuffix(".template"), entry.read_text(encoding="utf-8")


def _named(text: str, name: PluginName) -> str:
    """Put the plugin's name for acme, in the form that is asked for there."""
    forms = {
        "_acme": f"_{name.plain.replace('-', '_')}",
        "acme": name.plain,
        "Acme": name.title,
        "0.0.0": __version__,
    }
    return re.sub("|".join(map(re.escape, forms)), lambda found: forms[found[0]], text)


def _write(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file
