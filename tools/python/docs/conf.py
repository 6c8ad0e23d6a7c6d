"""The site of the Python package, by Sphinx with MyST and autodoc, of the guide, the docstrings and the notebooks:

sphinx-build -c tools/python/docs tools/python OUTPUT      with stribeck to be imported
"""

import json
import re
from pathlib import Path

from myst_parser.parsers.sphinx_ import MystParser

GUIDE = Path(__file__).resolve().parents[3] / "docs/guide/python.md"

project = "stribeck"
root_doc = "docs/index"
include_patterns = ["docs/*.md", "notebooks/*.ipynb"]
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
source_suffix = {".md": "markdown", ".ipynb": "notebook"}
myst_enable_extensions = ["dollarmath"]
suppress_warnings = ["myst.xref_missing"]  # the guide's other pages are not part of this site
html_theme = "alabaster"
html_theme_options = {"description": "Mechanical diagrams with exact stick-slip friction", "page_width": "1100px"}
html_static_path: list[str] = []
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "inherited-members": "Exception,BaseException,tuple"}
autodoc_typehints_format = "short"
math_number_all = False


class NotebookParser(MystParser):
    """A notebook as a page: its texts, and its code."""

    supported = ("notebook",)

    def parse(self, inputstring, document):
        parts = []
        for cell in json.loads(inputstring)["cells"]:
            source = "".join(cell["source"])
            parts.append(f"```python\n{source}\n```" if cell["cell_type"] == "code" else source)
        super().parse("\n\n".join(parts) + "\n", document)


def setup(app):
    app.add_source_parser(NotebookParser)

    def with_guide(app, docname, source):
        if docname == "docs/guide":  # its links lead to files of the repository
            text = GUIDE.read_text(encoding="utf-8")
            source[0] = re.sub(r"\]\(\.\./\.\./tools/python/(notebooks/\w+)\.ipynb\)", r"](../\1)", text)

    app.connect("source-read", with_guide)
