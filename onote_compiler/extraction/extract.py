"""Finding the notation inside a model's answer."""

from __future__ import annotations

from collections.abc import Sequence

from onote_compiler.diagnostics import Report
from onote_compiler.extraction.blocks import Tier
from onote_compiler.extraction.choice import choose
from onote_compiler.extraction.detect import Guess, beside, guess
from onote_compiler.extraction.escapes import fold
from onote_compiler.extraction.find import KNOWN, Layer, Place, Reading, Wanted, find
from onote_compiler.extraction.lines import Line
from onote_compiler.extraction.pieces import Edit, rewrite
from onote_compiler.extraction.tunes import is_plain_tune
from onote_compiler.ir.source import Source, Span
from onote_compiler.parsing.strict import first_refusal
from onote_compiler.profiles import Profile
from onote_compiler.registry import NOTATIONS

BYTE_ORDER_MARK = "\ufeff"


def extract(
    source: Source, notation: str, profile: Profile, report: Report, dialect: str | None = None
) -> Source | None:
    """Return the part of an answer that is notation, or ``None`` where there is none (then it is reported).

    What is returned is, byte for byte, the notation as it stands in the answer, line ends kept, with entities and
    full-width forms as the characters they mean. An answer that is notation and nothing else comes back as it is.

    Args:
        source: The whole answer.
        notation: Notation asked for.
        profile: Decides which of several candidates is taken.
        report: Takes what was found around the notation.
        dialect: Dialect asked for; where it is known, more can be told from prose.
    """
    view = _without_mark(source, report)
    if not view.text.strip():
        report.add("empty", (0, 0), "the answer is empty")
        return None
    if _is_plain(notation, dialect, view.text):
        return view
    if notation not in KNOWN and notation != "musixqa":
        return view
    reading = Reading()
    outermost, places = find(view, Wanted(notation, dialect), reading)
    chosen, others = choose(places, profile.candidate)
    if chosen is None or chosen.block is None or chosen.block.tier is Tier.WEAK:
        least = Tier.STRONG if chosen else Tier.WEAK
        other = guess(view, besides=notation, at_least=least, reading=reading, candidate=profile.candidate)
        if other is not None or chosen is None:
            _report_nothing(view, notation, other, outermost, report)
            return None
    assert chosen is not None
    _report_several(chosen, others, beside(view, notation, chosen, reading), report)
    _report_around(chosen, others, report)
    return fold(_notation_of(chosen, notation, report), notation, report)


def _is_plain(notation: str, dialect: str | None, text: str) -> bool:
    """Whether a text is plainly notation and nothing else, so that nothing needs to be looked for in it."""
    if notation == "abc":
        return is_plain_tune(text)
    if notation not in ("jianpu", "pitchdur"):
        return False
    form, grammar = NOTATIONS[notation].strict[0]
    return dialect in (None, form) and first_refusal(grammar, text) is None


def _without_mark(source: Source, report: Report) -> Source:
    if not source.text.startswith(BYTE_ORDER_MARK):
        return source
    report.add("bom", (0, 1), "the text starts with a byte order mark", hint="write UTF-8 without one")
    return rewrite(source, [Edit(0, 1)])


def _notation_of(place: Place, notation: str, report: Report) -> Source:
    """Return the notation of a block, with what is not part of it taken out and reported."""
    block, layer = place.block, place.layer
    assert block is not None
    text = layer.source.text
    start, end = block.start, block.end
    leads = list(block.leads)
    while leads and not text[leads[-1].end : start].strip():
        start = leads.pop().start
    if not leads and not text[:start].strip() and not any(span.start < start for span in block.labels):
        start = 0
    if not text[end:].strip():
        end = len(text)
    view = report.at(layer.source)
    for span in block.labels:
        shown = text[span.start : span.end].strip()
        trimmed = _trimmed(text, span.start, span.end)
        view.add("prose-before", trimmed, f"{shown[:40]!r} is no notation", hint="leave labels and numbering out")
    for span in block.said:
        view.add(
            "prose-before", _trimmed(text, *span), "a sentence stands in the notation", hint="write Tuning: drop D"
        )
    for span in block.quotes:
        if text[span.start : span.end].strip():
            view.add("markdown-fence", span, "quotation or code marks stand around the notation", hint="leave them out")
    removed = sorted([*block.labels, *block.quotes, *_indentation(place, notation, view)])
    ends = [0, *(lead.end for lead in leads)]
    edits = [Edit(end, begin) for end, begin in zip(ends, [*(lead.start for lead in leads), start], strict=True)]
    kept = [Span(start, end), *leads]
    edits += [Edit(*span) for span in removed if any(k.start <= span.start and span.end <= k.end for k in kept)]
    return rewrite(layer.source, [*sorted(edits), Edit(end, len(text))])


def _indentation(place: Place, notation: str, report: Report) -> list[Span]:
    """Return the blanks that Markdown puts before each line of an indented block, fenced or not."""
    block = place.block
    assert block is not None
    lines = [line for line in place.segment.lines if block.start <= line.start < block.end and not line.blank]
    if place.segment.opening:
        mark = place.segment.opening[-1]
        width = mark.first_mark - mark.start
    elif notation == "abc":
        width = min((line.first_mark - line.start for line in lines), default=0)
        if width:
            where = (lines[0].start, lines[0].start + width)
            report.add("markdown-fence", where, "the notation is indented", hint="begin every line at its first column")
    else:
        width = 0
    if not width:
        return []
    spans = (Span(line.start, min(line.start + width, line.first_mark)) for line in lines)
    return [span for span in spans if span.end > span.start]


def _report_several(
    chosen: Place, others: Sequence[Place], foreign: Sequence[tuple[str, Place]], report: Report
) -> None:
    """Report the scores that stand beside the chosen one, in its notation and in others."""
    count = len(others) + len(foreign)
    if not count:
        return
    first = others[0] if others else foreign[0][1]
    which = "a later one" if _before(first, chosen) else "an earlier one"
    titles = ", ".join(dict.fromkeys(NOTATIONS[name].title for name, _ in foreign))
    also = f", also in {titles}" if foreign else ""
    report.at(first.layer.source).add(
        "several-scores",
        _first_line(first),
        f"the answer holds {count + 1} scores{also}; {which} is read",
        hint="answer with one score",
        count=count + 1,
    )


def _report_around(chosen: Place, others: Sequence[Place], report: Report) -> None:
    """Report what stands around the chosen place, at each layer from the innermost out."""
    kept = {id(place) for place in (chosen, *others)}
    place: Place | None = chosen
    while place is not None:
        for finding in place.layer.findings:
            report.at(finding.source).add(finding.name, finding.span, finding.message, hint=finding.hint)
        _report_fences(place, kept, report)
        _report_residue(place, kept, report)
        place = place.layer.outer
        kept.add(id(place))


def _before(one: Place, other: Place) -> bool:
    return one.layer.source.to_original(one.start) < other.layer.source.to_original(other.start)


def _first_line(place: Place) -> Span:
    text = place.layer.source.text
    end = text.find("\n", place.start, place.end)
    return Span(place.start, place.end if end < 0 else end)


def _report_fences(place: Place, kept: set[int], report: Report) -> None:
    """Report the fences around a place, around the others that could have been read, and around its settings."""
    leads = place.block.leads if place.block is not None else []
    segments = {id(place.segment): place.segment}
    segments |= {id(other.segment): other.segment for other in place.layer.places if id(other) in kept}
    for segment in place.layer.layout.segments if leads else []:
        if any(segment.lines[0].start <= lead.start < segment.lines[-1].stop for lead in leads):
            segments[id(segment)] = segment
    view = report.at(place.layer.source)
    opening = {line.start: line for segment in segments.values() for line in segment.opening}
    closing = {line.start: line for segment in segments.values() for line in segment.closing}
    for line in opening.values():
        message = f"a {_kind(line, place)} opens{'' if closing else ' and is never closed'}"
        view.add("markdown-fence", (line.first_mark, line.end), message, hint="answer with the notation alone")
    for line in closing.values():
        view.add("markdown-fence", (line.first_mark, line.end), f"the {_kind(line, place)} closes", hint="leave it out")


def _kind(line: Line, place: Place) -> str:
    """Return what a fence line is in the answer itself, where a box of TeX may stand for it."""
    source = place.layer.source
    at = source.to_original(line.first_mark)
    return "code fence" if source.original.startswith(("`", "~"), at) else "box"


def _report_residue(place: Place, kept: set[int], report: Report) -> None:
    """Report what stands before and after a place in its layer and is neither notation nor markup."""
    layer = place.layer
    text = layer.source.text
    leads = place.block.leads if place.block is not None else []
    spans = [span for span in layer.layout.dead if text[span.start : span.end].strip()]
    taken = iter(sorted((p.start, p.end) for p in layer.places if id(p) in kept))
    start, end = next(taken, (len(text), len(text)))
    for segment in layer.layout.segments:
        for line in segment.lines:
            if line.blank or any(lead.start <= line.start < lead.end for lead in leads):
                continue
            while line.start >= end:
                start, end = next(taken, (len(text) + 1, len(text) + 1))
            if line.first_mark < start:
                spans.append(_trimmed(text, line.start, min(line.end, start)))
            if line.end > end and text[end : line.end].strip():
                spans.append(_trimmed(text, max(line.start, end), line.end))
    view = report.at(layer.source)
    before = [span for span in spans if span.start < place.start]
    after = [span for span in spans if span.start >= place.end]
    for name, found, where in (("prose-before", before, "before"), ("prose-after", after, "after")):
        if found:
            span = Span(min(s.start for s in found), max(s.end for s in found))
            view.add(name, span, f"text that is no notation stands {where} it", hint="answer with the notation alone")


def _trimmed(text: str, start: int, end: int) -> Span:
    """Return the range without the blanks at its ends."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)


def _report_nothing(view: Source, notation: str, other: Guess | None, layer: Layer, report: Report) -> None:
    """Report why nothing can be read: another notation, a thought that never ends, or no notation at all."""
    here = report.at(view)
    place = _trimmed(view.text, 0, len(view.text))
    if layer.layout.unfinished:
        dead = layer.layout.dead[-1]
        here.add("truncated", (max(dead.start, dead.end - 1), dead.end), "the reasoning breaks off, no answer follows")
    asked, where = NOTATIONS[notation].title, _first_words(view.text, place)
    if other is None:
        here.add("no-score", where, f"there is no {asked} in this text")
        return
    message = f"this looks like {other.title}, not like {asked}: {'; '.join(other.reasons)}"
    advice = f"read it as {other.notation}, or " if other.notation else ""
    here.add("wrong-format", where, message, hint=f"{advice}write it in the notation asked for", found=other.notation)


def report_unknown(guess: Guess, report: Report) -> None:
    """Report why a text whose notation was left open cannot be read.

    Args:
        guess: What the text was taken for: nothing, or a notation that has no reader.
        report: Report of the whole text.
    """
    text = report.source.text
    if not text.removeprefix(BYTE_ORDER_MARK).strip():
        report.add("empty", (0, 0), "the answer is empty")
        return
    where = _first_words(text, _trimmed(text, 0, len(text)))
    if guess.title:
        reasons = "; ".join(guess.reasons)
        report.add("no-score", where, f"this looks like {guess.title}, which is not read here: {reasons}")
    else:
        report.add("no-score", where, "no notation recognised")


def _first_words(text: str, place: Span) -> Span:
    """Return the first line of a range."""
    end = min((at for sign in "\r\n" if (at := text.find(sign, place.start, place.end)) >= 0), default=place.end)
    return Span(place.start, end)
