"""Rows made by hand for the tests of the analysis: how many samples are right at each turn is all that is said."""

from gnomon.inquiry.protocol.records import AnswerSample, Candidate, Evaluation, Exchange, InquiryRow, SearchTree, SearchTurn

RIGHT, WRONG, UNREAD = (AnswerSample(text=text, is_right=mark) for text, mark in (("18", True), ("17", False), ("?", None)))


def evaluation(turn, right, samples=5, unread=0):
    wrong = samples - right - unread
    return Evaluation(turn=turn, samples=(RIGHT,) * right + (UNREAD,) * unread + (WRONG,) * wrong)


def row(problem, counts, samples=5, **setting):
    """Return a dialogue: right samples by turn, None where there was no evaluation."""
    usual = {"task": "gsm8k", "student": "s", "teacher": "t", "scaffolding": "unscaffolded"}
    found = tuple(evaluation(turn, count, samples) for turn, count in enumerate(counts) if count is not None)
    exchanges = tuple(Exchange(number=i, question=f"question {i} of {problem}", reply=f"reply {i}") for i in range(1, 6))
    return InquiryRow(id=problem, problem=problem, evaluations=found, exchanges=exchanges, **{**usual, **setting})


def rows(counts_by_problem, **setting):
    return tuple(row(f"p{number}", counts, **setting) for number, counts in enumerate(counts_by_problem, 1))


def candidate(index, right, question="", scored=True):
    return Candidate(
        index=index,
        question=question or f"candidate {index}",
        reply=f"reply to {index}",
        samples=(RIGHT,) * right + (WRONG,) * (5 - right),
        num_right=right,
        num_samples=5,
        score=float(right > 0) if scored else None,
    )


def tree(problem, turns, best=(), **setting):
    """Return a search: right samples of each candidate, by turn."""
    made = tuple(
        SearchTurn(
            number=number,
            candidates=tuple(candidate(j, right) for j, right in enumerate(rights, 1)),
            best=best[number - 1] if best else max(range(len(rights)), key=lambda j: rights[j]) + 1,
            state=f"{number}{'0' * 63}",
        )
        for number, rights in enumerate(turns, 1)
    )
    ends = tuple(
        evaluation(0, 0) if number == 0 else evaluation(number, max(turns[number - 1])) for number in range(len(turns) + 1)
    )
    usual = {"task": "gsm8k", "student": "s", "teacher": "t", "proposer": "self", "m": len(turns[0]), "k": 5}
    return SearchTree(id=problem, problem=problem, turns=made, evaluations=ends, **{**usual, **setting})
