"""Judges through a real client and a real server."""

import asyncio
import json

from gnomon.judge import JudgeSettings, PedagogyJudge, RubricJudge, count_votes
from gnomon.models import Client, FakeServer, Fault, RetryPolicy, ServerBehaviour, ServerSettings

MARKS = {
    "rationale": "By the words.",
    "insight_discovery": 1,
    "operation_formulation": 1,
    "operation_execution": 0,
    "solution_scope_control": 1,
    "brevity": 1,
    "coherence": 1,
}
ONCE = ServerSettings(retries=RetryPolicy(max_retries=0))


def ask(server, job):
    async def run():
        async with Client("judge-model", server.url, role="judge", settings=ONCE) as client:
            return await job(client)

    return asyncio.run(run())


def serving(*answers, faults=()):
    return FakeServer(list(answers) or None, faults=faults, behaviour=ServerBehaviour(models=("judge-model",)))


def test_a_rubric_is_marked_over_http(rubric_case):
    with serving(json.dumps(MARKS)) as server:
        judgement = ask(server, lambda client: RubricJudge(client).judge(rubric_case))
    assert (judgement.status, judgement.value.total, judgement.model) == ("ok", 5, "judge-model")
    assert judgement.usage.requests == 1


def test_an_answer_that_follows_the_schema_is_read_whole(rubric_case):
    with serving() as server:  # the server makes up a value that fits the schema sent
        judgement = ask(server, lambda client: RubricJudge(client, apply_scope_rule=False).judge(rubric_case))
    marks = {name: value for name, value in json.loads(judgement.raw).items() if name != "rationale"}
    assert judgement.status == "ok"
    assert marks.keys() == MARKS.keys() - {"rationale"}
    assert judgement.value.model_dump() == marks


def test_votes_come_over_http(pedagogy_case):
    texts = [f"<think>Seen.</think><answer>{label}</answer>" for label in ("Yes", "No", "No")]
    settings = JudgeSettings(temperature=0.8)

    def sample(client):
        return PedagogyJudge(client, settings, dimensions=("Actionability",)).sample(pedagogy_case, 3)

    with serving(*texts) as server:
        drawn = ask(server, sample)
    assert sorted(count_votes(drawn["Actionability"]).counts) == [0, 1, 2]


def test_a_server_that_fails_gives_a_record_and_no_score(rubric_case):
    with serving(json.dumps(MARKS), faults=[Fault(status=503)]) as server:
        judgement = ask(server, lambda client: RubricJudge(client).judge(rubric_case))
    assert (judgement.status, judgement.value, judgement.error.kind) == ("error", None, "ModelUnavailableError")
