"""A speech model behind a URL: what is sent, what is heard, and what is said where it fails."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from gnomon.models import ModelAddressError, ModelError
from gnomon.models.speech import transcribe

SEGMENTS = {"text": "Now", "segments": [{"start": 0.5, "end": 2, "text": " Now  look "}, {"start": 2, "end": 3, "text": " "}]}


class SpeechServer(HTTPServer):
    """A server that keeps what it gets and answers with what it is told to."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answer = (200, json.dumps(SEGMENTS))
        self.got: tuple[str, dict[str, str], bytes] = ("", {}, b"")
        self.spec = f"whisper@http://127.0.0.1:{self.server_port}/v1"


class Handler(BaseHTTPRequestHandler):
    """Takes one request."""

    def do_POST(self):
        assert isinstance(self.server, SpeechServer)
        self.server.got = (self.path, dict(self.headers), self.rfile.read(int(self.headers["Content-Length"])))
        status, answer = self.server.answer
        self.send_response(status)
        self.end_headers()
        self.wfile.write(answer.encode())

    def log_message(self, *_):
        """Keep quiet."""


@pytest.fixture
def speech_server():
    """Run such a server."""
    server = SpeechServer()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def test_sound_is_sent_as_a_form_and_segments_with_words_come_back(speech_server, monkeypatch):
    monkeypatch.setenv("GNOMON_API_KEY", "sk-secret-of-mine")
    assert transcribe(speech_server.spec, b"RIFFsound", language="de") == ((0.5, 2.0, "Now look"),)
    path, headers, body = speech_server.got
    assert path == "/v1/audio/transcriptions"
    assert headers["Authorization"] == "Bearer sk-secret-of-mine"
    for part in (b'name="model"', b"whisper", b"verbose_json", b'name="language"', b'filename="sound.wav"', b"RIFFsound"):
        assert part in body


def test_a_text_without_times_is_one_segment_without_an_end(speech_server):
    speech_server.answer = (200, json.dumps({"text": "all of it"}))
    assert transcribe(speech_server.spec, b"") == ((0.0, None, "all of it"),)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ((500, "no room"), "refused the sound"),
        ((200, "<html>"), "no transcript"),
        ((200, '{"segments": [{"start": 5, "end": 1, "text": "back"}]}'), "no transcript"),
        ((200, '["text"]'), "no transcript"),
    ],
)
def test_what_is_no_transcript_is_told_in_one_line(speech_server, answer, said):
    speech_server.answer = answer
    with pytest.raises(ModelError, match=said) as caught:
        transcribe(speech_server.spec, b"")
    assert "\n" not in str(caught.value)


def test_a_key_that_the_server_repeats_is_in_no_message(speech_server, monkeypatch):
    monkeypatch.setenv("GNOMON_API_KEY", "sk-secret-of-mine")
    speech_server.answer = (401, "wrong key: sk-secret-of-mine")
    with pytest.raises(ModelError) as caught:
        transcribe(speech_server.spec, b"")
    assert "secret" not in str(caught.value)


def test_a_model_has_to_be_named_and_a_server_to_be_there():
    with pytest.raises(ModelAddressError, match="MODEL@"):
        transcribe("http://127.0.0.1:9/v1", b"")
    with pytest.raises(ModelError, match="cannot be asked"):
        transcribe("whisper@http://127.0.0.1:9/v1", b"")
