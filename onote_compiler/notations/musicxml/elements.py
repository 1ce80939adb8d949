"""Making XML elements whose text no reader stumbles over."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, SubElement, indent, tostring

_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN" '
    '"http://www.musicxml.org/dtds/partwise.dtd">\n'
)


def element(name: str, text: object = None, **attributes: object) -> Element:
    """Return an element; of an attribute's name an underscore is a hyphen, and one at its end is left out."""
    made = Element(name, {key.rstrip("_").replace("_", "-"): clean(value) for key, value in attributes.items()})
    if text is not None:
        made.text = clean(text)
    return made


def child(parent: Element, name: str, text: object = None, **attributes: object) -> Element:
    """Add an element to another, and return it."""
    made = element(name, text, **attributes)
    parent.append(made)
    return made


def inside(parent: Element, name: str) -> Element:
    """Return the first child of that name, made where there is none."""
    found = parent.find(name)
    return SubElement(parent, name) if found is None else found


def clean(text: object) -> str:
    """Return a text without the characters that XML cannot hold."""
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", str(text))


def document(root: Element) -> str:
    """Return the text of a MusicXML document."""
    indent(root, " ")
    return _HEAD + tostring(root, encoding="unicode") + "\n"
