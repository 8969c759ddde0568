"""The fake server, seen with the standard library's own client."""

import http.client
import json
import subprocess
import sys
import urllib.request

import pytest

from gnomon.models import FakeServer, Fault, ServerBehaviour


def post(connection, **body):
    """Ask over a connection that stays open; return status, headers and content."""
    messages = {"messages": [{"role": "user", "content": "What is AB?"}]}
    connection.request("POST", "/v1/chat/completions", json.dumps({**messages, **body}))
    response = connection.getresponse()
    return response.status, response.headers, json.loads(response.read())


@pytest.fixture
def connect():
    """Return a function that opens a connection to a server."""
    connections = []

    def connect(server):
        connections.append(http.client.HTTPConnection(server.url.split("/")[2], timeout=5))
        return connections[-1]

    yield connect
    for connection in connections:
        connection.close()


def listed(url):
    with urllib.request.urlopen(f"{url}/models") as reply:  # noqa: S310  # an address of this machine
        return [model["id"] for model in json.load(reply)["data"]]


def text(answer):
    return answer[2]["choices"][0]["message"]["content"]


def test_one_connection_serves_many_requests(connect):
    with FakeServer() as server:
        connection = connect(server)
        texts = {text(post(connection)) for _ in range(5)}
        assert (len(texts), server.open_connections, server.num_requests) == (5, 1, 5)


def test_answers_may_be_a_function_of_the_request(connect):
    with FakeServer(lambda chat, index: f"{chat.prompt} {index} {chat.body['seed']}") as server:
        assert text(post(connect(server), seed=4)) == "What is AB? 0 4"


def test_answers_may_be_texts_in_turn(connect):
    with FakeServer(["one", "two"]) as server:
        connection = connect(server)
        assert [text(post(connection)) for _ in range(3)] == ["one", "two", "one"]


def test_answers_may_be_found_by_a_part_of_the_prompt(connect):
    with FakeServer({"CD": "no", "AB": "yes"}) as server:
        assert text(post(connect(server))) == "yes"


def test_an_answer_that_follows_a_schema_is_made_up(connect):
    schema = {"type": "object", "properties": {"mark": {"enum": [0, 1]}}}
    with FakeServer() as server:
        answer = text(post(connect(server), response_format={"type": "json_schema", "json_schema": {"schema": schema}}))
    assert json.loads(answer)["mark"] in (0, 1)


def test_words_and_pictures_are_counted_as_tokens(connect):
    content = [{"type": "text", "text": "two words"}, {"type": "image_url", "image_url": {"url": "data:,"}}]
    with FakeServer(["three more words"]) as server:
        usage = post(connect(server), messages=[{"role": "user", "content": content}], n=2)[2]["usage"]
    assert usage == {"prompt_tokens": 2 + 256, "completion_tokens": 6, "total_tokens": 264}


def test_a_fault_has_its_status_and_header(connect):
    with FakeServer(faults=[Fault(status=429, retry_after="3")]) as server:
        connection = connect(server)
        status, headers, content = post(connection)
        assert (status, headers["retry-after"], content["error"]["message"]) == (429, "3", "a fault made on purpose")
        assert post(connection)[0] == 200


def test_faults_may_be_a_function_of_the_number(connect):
    with FakeServer(faults=lambda number: Fault(status=500) if number % 2 else None) as server:
        connection = connect(server)
        assert [post(connection)[0] for _ in range(4)] == [200, 500, 200, 500]


def test_a_dropped_connection_gives_no_answer(connect):
    with FakeServer(faults=[Fault(drop=True)]) as server, pytest.raises(ConnectionError):
        post(connect(server))


def test_a_cut_answer_ends_in_the_middle(connect):
    with FakeServer(faults=[Fault(cut=True)]) as server, pytest.raises(http.client.IncompleteRead):
        post(connect(server))


@pytest.mark.parametrize(
    ("behaviour", "setting"),
    [
        (ServerBehaviour(num_samples="refused"), {"n": 2}),
        (ServerBehaviour(schemas="refused"), {"response_format": {}}),
        (ServerBehaviour(seeds="refused"), {"seed": 1}),
        (ServerBehaviour(max_tokens="refused"), {"max_tokens": 1}),
    ],
)
def test_what_a_server_does_not_support_is_refused_by_name(connect, behaviour, setting):
    with FakeServer(behaviour=behaviour) as server:
        status, _, content = post(connect(server), **setting)
        assert (status, content["error"]["param"]) == (400, next(iter(setting)))
        assert post(connect(server))[0] == 200


def test_it_lists_its_models():
    with FakeServer(behaviour=ServerBehaviour(models=("a", "b"))) as server:
        assert listed(server.url) == ["a", "b"]


def test_any_other_path_is_not_found(connect):
    with FakeServer() as server:
        connection = connect(server)
        connection.request("GET", "/v2/models")
        assert connection.getresponse().status == 404


def test_a_port_that_is_taken_is_an_os_error():
    with FakeServer() as server, pytest.raises(OSError, match="address already in use"):
        FakeServer(port=int(server.url.split(":")[2].split("/")[0])).__enter__()


@pytest.mark.slow
def test_it_runs_as_a_process_until_its_input_ends():
    command = [sys.executable, "-m", "gnomon.models.fake_server", "--model", "mine"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        url = process.stdout.readline().strip()
        assert listed(url) == ["mine"]
        _, errors = process.communicate()
    assert (process.returncode, errors) == (0, "")
