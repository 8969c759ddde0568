"""What counts as giving the code away."""

from hypothesis import given
from hypothesis import strategies as st

from gnomon.inquiry import find_function_body
from tests.every import every

GIVES = {
    "a block": "Try this:\n```python\ndef f(x):\n    return x + 1\n```",
    "a block without a name of a language": "```\ndef f(x):\n    return x + 1\n```",
    "a function without a block": "You could write\n\ndef f(x):\n    y = x + 1\n    return y\n\nand be done.",
    "one line": "Use def f(x): return x + 1 here.\ndef f(x): return x + 1",
    "a body without its head": "```python\n    total = 0\n    for n in numbers:\n        total += n\n    return total\n```",
    "a lambda": "```python\nf = lambda x: x + 1\n```",
    "a helper": "```python\ndef helper(x):\n    return x * 2\n```",
    "an async function": "```python\nasync def f(x):\n    return x\n```",
    "after other code": "```python\nimport math\n\nclass A:\n    def area(self):\n        return math.pi\n```",
    "a block that is cut off": "```python\ndef f(x):\n    return x + 1\n",
}
GIVES_NOT = {
    "words": "Sort the list, then return its first element.",
    "the head alone": "```python\ndef f(x):\n    ...\n```",
    "a docstring": '```python\ndef f(x):\n    """Return x and one."""\n```',
    "a stub": "```python\ndef f(x):\n    raise NotImplementedError\n```",
    "a call": "```python\nsorted(numbers, key=len)\n```",
    "an example": "For f([1, 2]) the result is `3`, as in\n```\n>>> f([1, 2])\n3\n```",
    "an inline expression": "Think of `x % 2 == 0`: when is it true?",
    "a word that begins so": "By def inition this holds. Define the function first (def f(x)).",
}


@every(GIVES.values())
def test_a_complete_body_is_found(text):
    assert find_function_body(text) is not None


@every(GIVES_NOT.values())
def test_words_heads_and_single_expressions_are_no_body(text):
    assert find_function_body(text) is None


@given(st.text(alphabet=st.sampled_from("def f(x):\n return`'\"#\\ \t0")))
def test_no_text_makes_it_fail(text):
    find_function_body(text)
