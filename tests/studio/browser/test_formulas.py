"""One renderer for all formulas."""

import pytest

pytestmark = pytest.mark.browser


@pytest.fixture
def typeset(page, harness):
    def shown(*texts):
        harness.texts = list(texts)
        page.goto("/texts")
        return page

    return shown


def formulas(page):
    return page.locator(".text .katex annotation").all_text_contents()


def test_formulas_between_all_delimiters_are_typeset(typeset):
    page = typeset(r"\(a\) and \[b\] and $$c$$ and $d$")
    assert formulas(page) == ["a", "b", "c", "d"]


def test_prices_are_no_formulas(typeset):
    texts = ["It costs $5 and $6.", "US$ 5 or $ 6", "from $5 to-$6", "a $ alone", r"an escaped \$x$"]
    page = typeset(*texts)
    assert formulas(page) == []
    assert page.locator(".text").all_inner_texts() == texts


def test_a_formula_that_cannot_be_read_shows_its_source(typeset):
    page = typeset(r"See $\frac{1}{$ and $x^2$.")
    assert page.locator(".text .bad-maths").inner_text() == r"$\frac{1}{$"
    assert formulas(page) == ["x^2"]


def test_no_command_of_a_formula_reaches_outside(typeset):
    page = typeset(r"$\href{javascript:alert(1)}{x}$ $\htmlStyle{color:red}{y}$ $\includegraphics{https://example.org/a.png}$")
    assert page.locator(".text a[href], .text img").count() == 0


def test_copying_gives_the_latex(typeset):
    page = typeset(r"Half is $\frac{1}{2}$ here.")
    copied = page.evaluate(
        """() => {
            getSelection().selectAllChildren(document.querySelector(".text"));
            const data = new DataTransfer();
            const copying = new ClipboardEvent("copy", {clipboardData: data, bubbles: true, cancelable: true});
            document.querySelector(".text").dispatchEvent(copying);
            return data.getData("text/plain");
        }"""
    )
    assert copied == r"Half is $\frac{1}{2}$ here."


def test_formulas_in_new_bubbles_are_typeset_too(page, harness):
    harness.reply = "So $x = 48$."
    page.goto("/talk")
    page.get_by_label("Your message").fill("what now?")
    page.get_by_role("button", name="Send").click()
    page.locator(".turn .katex").wait_for()
    assert page.locator(".turn .katex annotation").all_text_contents() == ["x = 48"]
