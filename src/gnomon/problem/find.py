"""Finding a problem by what a user writes: a bank id, a file, or one row of a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gnomon.problem.bank import bank, load_entries, proofs
from gnomon.problem.entry import problem_of
from gnomon.problem.errors import MalformedFileError, NoGoalError, ProblemError, UnknownProblemError
from gnomon.problem.geometry3k import load_forms, read_form
from gnomon.problem.problem import Problem

_FILES = {".yaml", ".yml", ".json"}


def load_problem(reference: str) -> Problem:
    """Load one problem.

    Args:
        reference: an id of the bank; a YAML file with one problem; ``FILE#ID`` for one problem of a YAML file or one
            row of a Geometry3K forms file (JSON). The id of a problem of a file is the reference.

    Raises:
        UnknownProblemError: when there is none of that id; near ones are suggested.
        MalformedFileError: when the file or the row cannot be used.
        NoPositionsError: when the figure has no coordinates.
    """
    file_name, hash_sign, row = reference.partition("#")
    path = Path(file_name)
    if not hash_sign and path.suffix.lower() not in _FILES:
        known = bank()
        if reference in known:
            return known[reference]
        known = {**known, **proofs()}
        if reference in known:
            return known[reference]
        if path.is_dir():
            raise MalformedFileError(f"{str(path)!r} is a folder; expected an id of the bank, FILE.yaml or FILE#ID")
        raise UnknownProblemError.among(
            reference, known, "the bank", "(`gnomon problems` lists them; a file is FILE.yaml or FILE#ID)"
        )
    if path.suffix.lower() == ".json":
        return _form(path, row, reference)
    return _entry(path, row, reference)


def iterate_problems(path: Path) -> Iterator[tuple[str, Problem | ProblemError]]:
    """Yield every problem of a file with its id there; one that cannot be used comes as its error.

    Raises:
        MalformedFileError: when the file as a whole cannot be read.
    """
    if path.suffix.lower() == ".json":
        for row_id, row in load_forms(path).items():
            try:
                yield row_id, read_form(row_id, row)
            except ProblemError as error:
                yield row_id, error
        return
    for number, entry in enumerate(load_entries(path), 1):
        entry_id = str(entry.get("id", number))
        try:
            yield entry_id, problem_of(entry)
        except ProblemError as error:
            yield entry_id, error


def require_goal(problem: Problem, *, or_claim: bool = False) -> Problem:
    """Return ``problem`` when it asks for something that can be computed.

    Args:
        problem: any.
        or_claim: whether a statement to prove is as welcome.

    Raises:
        NoGoalError: when it does not, with the reason.
    """
    formal = problem.formal
    if formal is None:
        raise NoGoalError(f"problem {problem.id}: it has no formal description; add facts and find")
    if formal.claim is not None and or_claim:
        return problem
    if formal.claim is not None:
        raise NoGoalError(f"problem {problem.id}: it wants {formal.claim} proved: `gnomon solve` does, here only a value will do")
    if formal.goal is None:
        reason = next((text for text in formal.warnings if text.startswith("no goal")), "no goal")
        raise NoGoalError(f"problem {problem.id}: {reason}; give it a goal such as find: ∠ABC")
    return problem


def _form(path: Path, row: str, reference: str) -> Problem:
    forms = load_forms(path)
    if not row and len(forms) == 1:
        row = next(iter(forms))
    if not row:
        raise UnknownProblemError(
            f"{str(path)!r} holds {len(forms)} problems; name one as {path}#ID, such as {path}#{next(iter(forms), '0')}"
        )
    if row not in forms:
        raise UnknownProblemError.among(row, forms, repr(str(path)), f"(it holds {len(forms)} problems)")
    return read_form(reference, forms[row])


def _entry(path: Path, row: str, reference: str) -> Problem:
    entries = load_entries(path)
    ids = [str(entry.get("id", "")) for entry in entries]
    if row:
        if row not in ids:
            raise UnknownProblemError.among(row, ids, repr(str(path)), f"(it holds {', '.join(ids[:5])})")
        if ids.count(row) > 1:
            raise MalformedFileError(f"{str(path)!r} uses the id {row!r} twice; give each problem its own")
        return problem_of(entries[ids.index(row)], reference)
    if len(entries) > 1:
        raise UnknownProblemError(f"{str(path)!r} holds {len(entries)} problems; name one as {path}#ID, such as {path}#{ids[0]}")
    return problem_of(entries[0], reference)
