"""Candidate search (ODQS 3.3, Algorithm 2): m questions are tried at each state, and the conversation goes on with the best.

At H(i-1) the student (Self) or a peer (Peer) proposes q_1..q_m, drawn together; for each j the teacher replies and the student
answers k times at H(i-1)+q_j+a_j, all branches in parallel. H(i) goes on with the best, as `choosing` decides.
Algorithm 2 runs N//2 turns; five are run here, for the reasons in `gnomon.inquiry.protocol.protocol`. Its m is nowhere given.

With a budget, samples are drawn in rounds, and a branch that cannot win any more gets no more of them. The choice is that of a
full search over the same samples; it may differ from a full search's own, whose server drew other samples in one request. It pays
where a server gives one sample a request; where it gives k at once, rounds repeat the prompt.
"""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import Field

from gnomon.inquiry.protocol.players import InquiryStudent, Line, State
from gnomon.inquiry.protocol.protocol import FailedAtError, Inquiry, ProtocolSettings, failing_at, together
from gnomon.inquiry.protocol.records import (
    NUM_QUESTIONS,
    AnswerSample,
    Assessment,
    Candidate,
    Evaluation,
    InquiryFailure,
    ProposerName,
    SearchTree,
    SearchTurn,
)
from gnomon.inquiry.protocol.views import as_rows
from gnomon.inquiry.search.choosing import Branch, best_branch, score_of, still_in_play


class SearchSettings(ProtocolSettings):
    """How candidates are tried."""

    num_candidates: int = Field(default=5, ge=1)
    """m; ODQS gives none."""
    budget: bool = False
    budget_step: int = Field(default=1, ge=1)
    """Samples that a branch gets in one round."""


@dataclass
class _Tried:
    """A candidate under way."""

    index: int
    question: str
    reply: str
    leak: str | None
    leak_acted: bool
    state: State
    """With the question and the reply."""
    samples: tuple[AnswerSample, ...] = ()

    @property
    def branch(self) -> Branch:
        return Branch(self.index, sum(sample.is_right is True for sample in self.samples), len(self.samples))


async def search_questions(
    inquiry: Inquiry, settings: SearchSettings, *, peer: InquiryStudent | None = None, tree_id: str | None = None
) -> SearchTree:
    """Search the questions for one problem.

    Args:
        inquiry: the problem and who takes part.
        settings: how; those of the inquiry are not used.
        peer: who proposes the questions; None is the student itself.
        tree_id: of the tree; None takes the problem's id.

    Returns:
        The tree; one that failed has its error and the turns it had.
    """
    inquiry = Inquiry(inquiry.item, inquiry.task, inquiry.student, inquiry.teacher, settings)
    search = _Search(inquiry, settings, peer)
    error: InquiryFailure | None = None
    try:
        await search.run()
    except FailedAtError as failed:
        error = failed.failure
    proposer: ProposerName = "self" if peer is None else "peer"
    return SearchTree(
        id=tree_id or inquiry.item.id,
        problem=inquiry.item.id,
        task=inquiry.task.name,
        student=inquiry.student.name,
        teacher=inquiry.teacher.name,
        proposer=proposer,
        peer=None if peer is None else peer.name,
        scaffolding=settings.scaffolding,
        assessment_turn=settings.assessment_turn,
        protocol=settings.protocol,
        m=settings.num_candidates,
        k=settings.num_samples,
        budget=settings.budget,
        seed=settings.seed,
        simulated=inquiry.is_simulated or (peer is not None and peer.is_simulated),
        greeting=search.state.lines[0].text,
        turns=tuple(search.turns),
        evaluations=tuple(search.evaluations),
        assessment=search.assessment,
        calls_made=search.num_drawn,
        calls_saved=search.num_saved,
        error=error,
    )


class _Search:
    """A search under way."""

    def __init__(self, inquiry: Inquiry, settings: SearchSettings, peer: InquiryStudent | None) -> None:
        self.inquiry = inquiry
        self.settings = settings
        self.peer = peer
        self.state = inquiry.task.start(inquiry.item)
        self.turns: list[SearchTurn] = []
        self.evaluations: list[Evaluation] = []
        self.assessment: Assessment | None = None
        self.num_drawn = 0
        self.num_saved = 0

    async def run(self) -> None:
        await self._assess_here()
        evaluation, tried = await together(self._evaluate(), self._try_candidates())
        self.evaluations.append(evaluation)
        while True:
            self._go_on_with(tried)
            if await self._assess_here():
                self.evaluations[-1] = await self._evaluate()
            if self.state.turn == NUM_QUESTIONS:
                return
            tried = await self._try_candidates()

    async def _assess_here(self) -> bool:
        if self.state.turn != self.settings.assessment_turn:
            return False
        self.assessment, self.state = await self.inquiry.assess(self.state)
        return True

    async def _evaluate(self) -> Evaluation:
        self.num_drawn += self.settings.num_samples
        return await self.inquiry.evaluate(self.state)

    async def _try_candidates(self) -> tuple[_Tried, ...]:
        """Ask for the candidates at the present state, and try each."""
        with failing_at("peer/question" if self.peer else "student/question"):
            questions = await (self.peer or self.inquiry.student).questions(self.state, self.settings.num_candidates)
        self.num_drawn += len(questions)
        numbered = list(enumerate(questions, 1))
        if not self.settings.budget:
            return await together(*(self._try_whole(index, question) for index, question in numbered))
        tried: tuple[_Tried, ...] = await together(*(self._hear(index, question) for index, question in numbered))
        await self._sample_in_rounds(tried)
        return tried

    async def _hear(self, index: int, question: str) -> _Tried:
        """Ask the teacher."""
        said = await self.inquiry.reply(self.state, question)
        self.num_drawn += 1
        after = self.state.with_lines(Line("question", question), Line("reply", said.text))
        return _Tried(index, question, said.text, said.leak, said.leak_acted, after)

    async def _try_whole(self, index: int, question: str) -> _Tried:
        tried = await self._hear(index, question)
        await self._draw(tried, self.settings.num_samples)
        return tried

    async def _draw(self, tried: _Tried, count: int) -> None:
        """Draw samples until there are ``count``."""
        drawn = await self.inquiry.samples(tried.state, len(tried.samples), count)
        self.num_drawn += len(drawn)
        tried.samples += drawn

    async def _sample_in_rounds(self, tried: tuple[_Tried, ...]) -> None:
        k = self.settings.num_samples
        while in_play := {branch.index for branch in still_in_play([each.branch for each in tried], k)}:
            drawing = [each for each in tried if each.index in in_play]
            await together(*(self._draw(each, min(k, len(each.samples) + self.settings.budget_step)) for each in drawing))
        self.num_saved += sum(k - len(each.samples) for each in tried)

    def _go_on_with(self, tried: tuple[_Tried, ...]) -> None:
        best = best_branch([each.branch for each in tried])
        scaffolded = self.settings.scaffolding == "scaffolded"
        self.turns.append(
            SearchTurn(
                number=self.state.turn + 1,
                candidates=tuple(self._candidate(each) for each in tried),
                best=best,
                state=self.state.sha256(),
                prompt=as_rows(self.inquiry.task.view.question(self.state, scaffolded=scaffolded)),
            )
        )
        chosen = next(each for each in tried if each.index == best)
        self.state = chosen.state
        self.evaluations.append(Evaluation(turn=self.state.turn, samples=chosen.samples))

    def _candidate(self, tried: _Tried) -> Candidate:
        branch = tried.branch
        return Candidate(
            index=tried.index,
            question=tried.question,
            reply=tried.reply,
            samples=tried.samples,
            num_right=branch.num_right,
            num_samples=branch.num_samples,
            score=score_of(branch, self.settings.num_samples),
            leak=tried.leak,
            leak_acted=tried.leak_acted,
        )
