"""What a message has said so far: its moves, and what the words of its clauses tell of how each was said."""

from __future__ import annotations

from dataclasses import dataclass, field

from gnomon.problem import Letter
from gnomon.tutor.message.formula import Names
from gnomon.tutor.message.moves import CLAIMING, Claim, Kind, Move
from gnomon.tutor.message.reckoning import is_made_of

COMES_TO = "what it comes to"
"""What the last number of an account in prose is said of."""


@dataclass
class Said:
    """See the module.

    Args:
        names: what names mean.
    """

    names: Names
    moves: list[Move] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    """Number of the clause that each move is from."""
    retracted: set[int] = field(default_factory=set)
    """Indices of the moves that the learner took back."""
    num_clauses: int = 0
    former: set[int] = field(default_factory=set)
    """Numbers of the clauses that tell what was thought before."""
    hesitant: set[int] = field(default_factory=set)
    """Numbers of the clauses with a word such as ``maybe``."""
    conclusions: set[int] = field(default_factory=set)
    """Numbers of the clauses that a word such as ``so`` leads in."""
    reasons: set[int] = field(default_factory=set)
    """Numbers of the clauses that give a reason."""
    told: list[float] = field(default_factory=list)
    """The numbers told as something that is so, in order."""
    last_told: int = 0
    """Number of the last clause that gives a number."""
    is_led: bool = False
    """Whether words lead to the last number: those of a list stand side by side."""
    is_account: bool = True
    """Whether every number so far is told as something that is so."""
    is_elsewhere: bool = False
    """Whether the message tells numbers of time, money and the like."""
    has_unread_end: bool = False
    """Whether the last clause that claims something is not read."""

    def add(self, move: Move) -> None:
        """Add a move of the clause that is being read."""
        self.moves.append(move)
        self.starts.append(self.num_clauses)

    @property
    def last_claim(self) -> Claim | None:
        """What the last move claims."""
        return self.moves[-1].claim if self.moves and self.moves[-1].kind in CLAIMING else None

    @property
    def sums_up(self) -> bool:
        """Whether the last number is what the others were worked into: ``40, then 25, and 32 more, altogether 97``."""
        *others, last = self.told or [0.0]
        return len(others) > 1 and last not in others and self.is_led and is_made_of(last, others)

    def subject(self, move: Move) -> str | None:
        """Return what a value is said of, in a word; what was asked for goes by one name."""
        if move.kind is not Kind.VALUE or move.claim is None or move.claim.atom is None:
            return None
        atom = move.claim.atom
        if isinstance(atom, Letter) and atom.name == COMES_TO:
            return None  # an account is no try
        described = self.names.described.get(atom) if isinstance(atom, Letter) else None
        is_it = described is not None and described.sort in {"asked", "answer", "unknown"}
        return "it" if is_it else str(atom)
