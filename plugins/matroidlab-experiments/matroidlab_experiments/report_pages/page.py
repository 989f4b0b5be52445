"""The report page: self-contained, without scripts; the same results give the same bytes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from matroidlab import __version__
from matroidlab.files import write_text
from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder
from matroidlab_experiments.paper.claim import Claim
from matroidlab_experiments.paper.summary_lines import SummaryLine
from matroidlab_experiments.report_pages.explanations import CLAIMS, GLOSSARY, PAPER, TERMS
from matroidlab_experiments.report_pages.html import Html, element, lines
from matroidlab_experiments.report_pages.section import Section, section_of
from matroidlab_experiments.report_pages.tables import claims_table
from matroidlab_experiments.report_pages.text import listed
from matroidlab_experiments.result_files.rebuilt_problems import Problems
from matroidlab_experiments.result_files.results import Results

PAGE = "report.html"

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""The content security policy: the browser may use the styles in the page, and nothing else."""

VERBS = {
    "holds": ("holds", "hold"),
    "differs": ("differs", "differ"),
    "not comparable": ("cannot be compared",) * 2,
}
"""The verbs for one claim, and for several."""


def write_report(
    results: Sequence[Results],
    out: Path,
    claims: Sequence[Claim] | None = None,
    *,
    modules: tuple[str, ...] = (),
    builder: ExperimentBuilder | None = None,
) -> Path:
    """Write a page about results, and its pictures beside it; return the path of the page.

    ``claims`` are shown first. ``modules`` are plugins that are not installed; a ``builder`` with
    its plugins can be given instead.

    Parameters
    ----------
    results
        The results, in the order of the page.
    out
        The folder of the page and its pictures.
    claims
        The claims to show first.
    modules
        Importable plugins that are not installed.
    builder
        The plugins to build with, instead of all installed ones and ``modules``.
    """
    problems = Problems(builder or ExperimentBuilder.with_plugins(modules))
    names = _distinct([result.experiment.name for result in results])
    sections = [
        section_of(result, name, problems, out) for result, name in zip(results, names, strict=True)
    ]
    write_text(out / PAGE, page(sections, claims or ()) + "\n")
    return out / PAGE


def page(sections: Sequence[Section], claims: Sequence[Claim]) -> Html:
    """Return the HTML of the page."""
    title = sections[0].title if len(sections) == 1 else f"Results of {len(sections)} experiments"
    style = Html(
        (files("matroidlab_experiments.report_pages") / "page.css").read_text(encoding="utf-8")
    )
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", f"{title} · matroidlab"),
        element("style", style),
    )
    parts = [_section(section, alone=len(sections) == 1) for section in sections]
    body = element(
        "body",
        lines([_top(sections, title, claims), *_claims(claims), *parts, _glossary(), _bottom()]),
    )
    return lines([Html("<!doctype html>"), element("html", head, "\n", body, lang="en")])


def _top(sections: Sequence[Section], title: str, claims: Sequence[Claim]) -> Html:
    """The title, the headline, a tile for each experiment, and the terms of the page."""
    headline = [element("p", _headline(claims), class_="headline")] if claims else []
    about = [element("p", PAPER), _terms(TERMS, class_="terms")]
    first = [element("h1", title), *headline]
    if len(sections) == 1:
        return element("header", *first, *about)
    notes = dict.fromkeys(note for section in sections for note in section.notes)
    said = [
        _note(note, [section.name for section in sections if note in section.notes])
        for note in notes
    ]
    links = [
        element(
            "a",
            element("span", section.name),
            element("span", section.title),
            *filter(None, [section.tile]),
            href=f"#{section.name}",
        )
        for section in sections
    ]
    contents = element(
        "nav", element("ol", *(element("li", link) for link in links)), aria_label="Experiments"
    )
    return element("header", *first, contents, *about, *said)


def _note(note: str, names: Sequence[str]) -> Html:
    return element(
        "p", element("strong", f"About the data of {listed(names)}: "), note, class_="note"
    )


def _section(section: Section, *, alone: bool) -> Html:
    """A section with its title; a single section has the title of the page."""
    if alone:
        return element("section", section.content, id=section.name, class_="alone")
    label = f"{section.name}-heading"
    heading = [
        element("p", f"Experiment {section.name}", class_="name"),
        element("h2", section.title, id=label),
    ]
    return element("section", *heading, section.content, id=section.name, aria_labelledby=label)


def _headline(claims: Sequence[Claim]) -> str:
    """Say how many claims hold, differ, and cannot be compared."""
    counts = Counter(claim.verdict for claim in claims)
    said = listed(
        f"{counts[verdict]} {verbs[counts[verdict] > 1]}"
        for verdict, verbs in VERBS.items()
        if counts[verdict]
    )
    return f"Of {len(claims)} claims, {said}."


def _claims(claims: Sequence[Claim]) -> list[Html]:
    """The claims, folded by figure, so that the first picture is not far down the page."""
    if not claims:
        return []
    heading = element("h2", "The paper's claims and our results", id="claims-heading")
    facts = element("p", CLAIMS, class_="facts")
    figures = dict.fromkeys(claim.figure for claim in claims)
    folded = [_figure([claim for claim in claims if claim.figure == name]) for name in figures]
    return [element("section", heading, facts, *folded, aria_labelledby="claims-heading")]


def _figure(claims: Sequence[Claim]) -> Html:
    line = SummaryLine.of(claims[0].figure, claims)
    summary = element("summary", " · ".join(filter(None, [line.name, line.status, line.detail])))
    return element("details", summary, claims_table(claims))


def _glossary() -> Html:
    return element("section", element("h2", "How to read this"), _terms(GLOSSARY))


def _terms(terms: Mapping[str, str], **attributes: str) -> Html:
    pairs = (
        part for term, text in terms.items() for part in (element("dt", term), element("dd", text))
    )
    return element("dl", *pairs, **attributes)


def _bottom() -> Html:
    said = (
        f"Written by matroidlab {__version__}. The pictures are also stored beside this page, as "
        "SVG and PNG."
    )
    return element("footer", element("p", said))


def _distinct(names: Sequence[str]) -> list[str]:
    """Names, numbered where one occurs twice."""
    seen: Counter[str] = Counter()
    distinct = []
    for name in names:
        seen[name] += 1
        distinct.append(name if seen[name] == 1 else f"{name}--{seen[name]}")
    return distinct
