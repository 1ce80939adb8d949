"""What runs in Verovio's own process: ``in.musicxml`` of the working directory to pages beside it."""

import base64
import sys
from pathlib import Path


def main(target: str) -> int:
    """Write the pages; return 3 where Verovio refuses the file."""
    import verovio

    toolkit = verovio.toolkit()
    toolkit.setInputFrom("musicxml")
    toolkit.setOptions({"adjustPageHeight": True, "footer": "none", "scale": 50})
    if not toolkit.loadData(Path("in.musicxml").read_text(encoding="utf-8")):
        return 3
    if target == "midi":
        Path("page.mid").write_bytes(base64.b64decode(toolkit.renderToMIDI()))
        return 0
    for number in range(1, toolkit.getPageCount() + 1):
        Path(f"page{number:04}.svg").write_text(toolkit.renderToSVG(number), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
