"""Reading the answer of a sample."""

from hypothesis import given
from hypothesis import strategies as st

from gnomon.inquiry import read_final_answer, read_program
from tests.every import every


@every(
    [
        ("Answer: 18", 18),
        ("3 * 6 = 18\nAnswer: 18", 18),
        ("**Answer:** 18", 18),
        ("Answer 18", 18),
        ("The final answer is 18.", 18),
        ("Answer: $1,200", 1200),
        ("Answer: -4", -4),
        ("Answer: 18 eggs", 18),
        ("Answer: 3 * 6 = 18 eggs", 18),
        ("Answer: 17\nWait. Answer: 18", 18),
        (r"So we get \boxed{18}.", 18),
        ("18", 18),
        ("Answer: 2.5", 2.5),
        ("Answer: 70°", 70),
        ("ANSWER: \\(18\\)", 18),
        ("<think>Perhaps Answer: 17.</think>Answer: 18", 18),
        ("<think>6 a day.</think>\n18", 18),
    ]
)
def test_a_marked_answer_is_read(text, value):
    assert read_final_answer(text).value == value


@every(
    [
        "<think>Answer: 18</think>",
        "<think>Answer: 18, or rather",
        "",
        "I am not sure.",
        "There are 6 eggs and 3 days.",
        "Answer:",
        "Answer: either 17 or 18",
        "I have 3 answers in mind",
    ]
)
def test_an_answer_that_would_have_to_be_guessed_is_none(text):
    assert read_final_answer(text) is None


@given(st.integers(-(10**9), 10**9))
def test_every_whole_number_is_read_back(number):
    assert read_final_answer(f"so it must be that.\nAnswer: {number:,}").value == number


@given(st.text())
def test_no_text_makes_it_fail(text):
    read_final_answer(text)
    read_program(text, "f")


def test_the_block_that_defines_the_function_is_the_program():
    text = "First:\n```python\ndef f(x):\n    return x\n```\nTry it:\n```\nf(3)\n```\n"
    assert read_program(text, "f") == "def f(x):\n    return x\n"


def test_a_reply_that_is_code_alone_is_the_program():
    assert read_program("def f(x):\n    return x", "f") == "def f(x):\n    return x"


def test_a_program_that_was_only_thought_of_is_none():
    assert read_program("<think>```python\ndef f(x):\n    return x\n```</think>I cannot.", "f") is None


def test_words_alone_are_no_program():
    assert read_program("I would sort the list first.", "f") is None


def test_a_block_that_was_cut_off_is_read_to_its_end():
    assert read_program("```python\ndef f(x):\n    return x", "f") == "def f(x):\n    return x"
