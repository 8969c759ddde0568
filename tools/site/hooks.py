"""Hooks of the site: pages that are made when it is built, and links that lead out of it.

Notebooks are run anew, so that a page never shows what the code no longer does. The gallery is made by gnomon's own commands from
its own bank and samples.
"""

import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tools.site.foreign import foreign_requests  # noqa: E402  # found from the root
from tools.site.gallery import gallery  # noqa: E402
from tools.site.notebooks import notebook_page  # noqa: E402

_OUTSIDE = re.compile(r"\[([^\]]+)\]\((?:\.\./|(?:make_\w+\.py|images/make\.py))[^)#\s]*\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made: notebooks and the gallery."""
    for path in sorted(Path(config.docs_dir, "notebooks").glob("*.ipynb")):
        for name, content in notebook_page(path).items():
            files.append(File.generated(config, f"notebooks/{name}", content=content))
    with TemporaryDirectory() as folder:
        for name, content in gallery(Path(folder)).items():
            files.append(File.generated(config, f"gallery/{name}", content=content))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Show links to files that are not of the site as their words: `docs/x.md` links to code beside it."""
    del config, files
    depth = page.file.src_uri.count("/")
    return markdown if depth else _OUTSIDE.sub(r"\1", markdown)


def on_post_build(config: MkDocsConfig) -> None:
    """Refuse a site of which a page would ask another host for something."""
    if found := foreign_requests(Path(config.site_dir)):
        raise PluginError("pages ask other hosts:\n" + "\n".join(found))
