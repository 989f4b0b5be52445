"""One page that says it all: no script, nothing from elsewhere, the same results the same bytes."""

from collections import Counter
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from matroidlab import __version__
from matroidlab.experiments.building import Workshop
from matroidlab.experiments.claims import Claim
from matroidlab.experiments.results import Results
from matroidlab.experiments.storage import write_text
from matroidlab.report.html import Html, element, lines
from matroidlab.report.problems import Problems
from matroidlab.report.section import Section, section_of
from matroidlab.report.tables import claims_table

PAGE = "report.html"

GLOSSARY = {
    "Regret": "what the best list would have earned more, in expectation, added up over all actions.",
    "Breaking the constraint": (
        "a list breaks it if more than m of its items are each worse than their own item of the trusted list. Which item "
        "is whose own is a bijection between the lists: any one that serves, or only one along which each single item "
        "could be exchanged. Both readings are counted."
    ),
    "Bands and bars": "95 % confidence intervals of the average, from the standard error over runs (Student's t).",
    "±": "the standard error of the average.",
    "Upper bounds": (
        "what a theorem promises of the expected regret, whatever happens; it is no forecast, and lies far above what is "
        "measured. “Corrected” means: as the proof gives it, where the paper prints something else."
    ),
}


def write_report(
    results: Sequence[Results], out: Path, claims: Sequence[Claim] | None = None, *, modules: tuple[str, ...] = ()
) -> Path:
    """Write a page about results with all pictures in it, and the pictures beside it; return the path of the page.

    ``claims`` are shown first. ``modules`` are plugins that the problems come from, if they are not installed.
    """
    problems = Problems(Workshop.with_plugins(modules))
    names = _distinct([result.experiment.name for result in results])
    sections = [section_of(result, name, problems, out) for result, name in zip(results, names, strict=True)]
    write_text(out / PAGE, page(sections, claims or ()) + "\n")
    return out / PAGE


def page(sections: Sequence[Section], claims: Sequence[Claim]) -> Html:
    """Return the page."""
    title = sections[0].title if len(sections) == 1 else f"Results of {len(sections)} experiments"
    style = Html((files("matroidlab.report") / "page.css").read_text(encoding="utf-8"))
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", f"{title} · matroidlab"),
        element("style", style),
    )
    body = [_top(sections, title), _claims(claims), *(section.content for section in sections), _glossary(), _bottom()]
    return lines(["<!doctype html>" and Html("<!doctype html>"), element("html", head, "\n", element("body", lines(body)), lang="en")])


def _top(sections: Sequence[Section], title: str) -> Html:
    """The title, what must be known first, and where to find what."""
    notes = {note: [s.name for s in sections if note in s.notes] for section in sections for note in section.notes}
    said = [element("p", element("strong", note), f" – {', '.join(where)}", class_="note") for note, where in notes.items()]
    if len(sections) == 1:
        return element("header", element("h1", title))
    links = [
        element("li", element("a", element("span", section.name), element("span", section.title), href=f"#{section.name}"))
        for section in sections
    ]
    return element("header", element("h1", title), *said, element("nav", element("ol", *links), aria_label="Experiments"))


def _claims(claims: Sequence[Claim]) -> Html:
    if not claims:
        return Html()
    counts = Counter(claim.verdict for claim in claims)
    summary = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
    heading = element("h2", "What the paper says, and what came out", id="claims-heading")
    facts = element("p", f"{len(claims)} claims: {summary}.", class_="facts")
    return element("section", heading, facts, claims_table(claims), aria_labelledby="claims-heading")


def _glossary() -> Html:
    pairs = [part for term, text in GLOSSARY.items() for part in (element("dt", term), element("dd", text))]
    return element("section", element("h2", "How to read this"), element("dl", *pairs))


def _bottom() -> Html:
    return element("footer", element("p", f"Written by matroidlab {__version__}. The pictures are beside this page as SVG and PNG."))


def _distinct(names: Sequence[str]) -> list[str]:
    """Names, numbered where one would come twice."""
    seen: Counter[str] = Counter()
    distinct = []
    for name in names:
        seen[name] += 1
        distinct.append(name if seen[name] == 1 else f"{name}--{seen[name]}")
    return distinct
