"""What a page of the site would ask another host for is found; what is only a link to click is not."""

import pytest

from tools.site.foreign import foreign_requests


@pytest.mark.parametrize(
    "page",
    [
        '<script src="https://cdn.example/x.js"></script>',
        '<link rel="stylesheet" href="//fonts.example/css">',
        '<link rel="preconnect" href="https://fonts.example">',
        '<img srcset="a.png 1x, https://pictures.example/b.png 2x">',
        '<style>@font-face { src: url("https://fonts.example/a.woff2") }</style>',
        '<p style="background: url(http://pictures.example/a.png)">',
        '<svg><image xlink:href="https://pictures.example/a.png"/></svg>',
    ],
)
def test_a_request_to_another_host_is_found(tmp_path, page):
    (tmp_path / "page.html").write_text(page)
    (found,) = foreign_requests(tmp_path)
    assert found.startswith("page.html: ")
    assert ".example" in found


def test_links_to_click_and_files_of_the_site_are_no_requests(tmp_path):
    (tmp_path / "page.html").write_text(
        '<link rel="canonical" href="https://site.example/"><a href="https://other.example">other</a>'
        '<script src="../assets/x.js"></script><img src="data:image/png;base64,AA=="><code>url(https://x.example)</code>'
    )
    assert foreign_requests(tmp_path) == []


def test_a_style_is_read_too(tmp_path):
    (tmp_path / "main.css").write_text('@import "https://fonts.example/a.css"; a { background: url(../own.png) }')
    assert foreign_requests(tmp_path) == ["main.css: https://fonts.example/a.css"]
