# ruff: noqa: INP001 - a program, in no package
"""Print the cards of the catalogue: ``python docs/matroids/cards.py > docs/matroids/cards.html``.

Everything on a card is computed from the matroid, but for its name, its description and its source. A test compares.
"""

import sys
from collections import Counter
from collections.abc import Iterator

from matroidlab import Dual
from matroidlab.orderability import Verdict, orderability_report
from matroidlab.protocol import Matroid
from matroidlab_atlas.catalogue import Entry, catalogue
from matroidlab_atlas.catalogue.graphs import wheel
from matroidlab_atlas.pictures.graph_picture import described, with_graph
from matroidlab_atlas.pictures.matroid_picture import DRAWINGS, fitting_kind
from matroidlab_atlas.pictures.picture_files import svg
from matroidlab_atlas.pictures.sketch import MIDDLE_TONES, Pen, Sketch
from matroidlab_atlas.structure import (
    circuits,
    is_3_connected,
    is_binary,
    is_graphic,
    is_paving,
    is_regular,
    is_ternary,
)
from matroidlab_experiments.report_pages.html import Html, element, lines, together

ORDERABLE = {
    Verdict.STRONG: ("yes", "strongly base-orderable"),
    Verdict.BASE: ("half", "base-orderable, but not strongly"),
    Verdict.NOT_BASE: ("no", "not base-orderable"),
}
QUESTIONS = {
    "binary": is_binary,
    "ternary": is_ternary,
    "regular": is_regular,
    "graphic": is_graphic,
    "cographic": lambda matroid: is_graphic(Dual(matroid)),
    "paving": is_paving,
    "3-connected": is_3_connected,
}
WHIRLS = {"whirl4": 4, "whirl5": 5}
"""How many spokes they have."""
RELAXED = Pen(MIDDLE_TONES[1], 2.0, (6.0, 4.0))


def page() -> str:
    """All cards, the small matroids first."""
    cards = [card(entry) for entry in catalogue.values()]
    return element("div", Html("\n"), lines(cards), Html("\n"), class_="cards") + "\n"


def card(entry: Entry) -> Html:
    """What there is to say of one matroid, and a picture."""
    drawn = drawing(entry)
    return element(
        "article",
        element("h3", entry.title, element("code", entry.name)),
        element("figure", *drawn) if drawn else numbers(entry.matroid),
        element("p", facts(entry), class_="facts"),
        element("p", verdict(entry.matroid), class_="verdict"),
        element("ul", *answers(entry.matroid), class_="answers"),
        element("p", entry.description),
        element("p", source(entry), class_="source"),
        class_="card",
        id=f"card-{entry.name}",
    )


def drawing(entry: Entry) -> list[Html]:
    """A picture of the matroid or of its dual, with a line that says what is drawn; nothing if there is none."""
    kind = fitting_kind(entry.matroid)
    dual = fitting_kind(Dual(entry.matroid))
    if kind != "lattice":
        sketch = DRAWINGS[kind][1](entry.matroid)
        return picture(entry, sketch, sketch.title)
    if entry.name in WHIRLS:
        return picture(
            entry, relaxed_rim(WHIRLS[entry.name]), "a wheel, but its dashed rim is a basis"
        )
    if dual != "lattice":
        return picture(
            entry, DRAWINGS[dual][1](Dual(entry.matroid)), f"{DRAWINGS[dual][0]} of the dual"
        )
    return []


def picture(entry: Entry, sketch: Sketch, caption: str) -> list[Html]:
    """A sketch inside the page, and what it is."""
    return [
        Html(svg(sketch, name=f"picture-{entry.name}").replace("\n", "")),
        element("figcaption", caption),
    ]


def relaxed_rim(spokes: int) -> Sketch:
    """The wheel of a whirl, with dashes for the edges that are a basis."""
    edges = wheel(spokes).edges
    sketch = Sketch(f"A wheel with {spokes} spokes, its rim dashed", described(edges))
    return with_graph(sketch, edges, dict.fromkeys(range(spokes, 2 * spokes), (RELAXED,)))


def numbers(matroid: Matroid) -> Html:
    """How many circuits there are, by their size, where there is nothing to draw."""
    sizes = sorted(Counter(map(len, circuits(matroid))).items())
    head = element(
        "tr", element("th", "circuits of"), *(element("th", str(size)) for size, _ in sizes)
    )
    return element(
        "table",
        head,
        element("tr", element("th", "elements"), *(element("td", str(n)) for _, n in sizes)),
    )


def facts(entry: Entry) -> Html:
    """Size, rank and bases."""
    bases = str(entry.bases) if entry.published else element("em", str(entry.bases))
    return together([f"{entry.size} elements, rank {entry.rank}, ", bases, " bases"])


def verdict(matroid: Matroid) -> Html:
    """The answer about orderability."""
    kind, words = ORDERABLE[orderability_report(matroid).verdict]
    return element("span", words, class_=kind)


def answers(matroid: Matroid) -> Iterator[Html]:
    """What it is, and what it is not."""
    for name, question in QUESTIONS.items():
        holds = question(matroid)
        yield element("li", f"{'✓' if holds else '✗'} {name}", class_="yes" if holds else "no")


def source(entry: Entry) -> Html:
    """Where it is described."""
    return element("a", str(entry.source), href=entry.source.link, class_="reference external")


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.write(page())
