"""`gnomon.corpus.synthesis`: what is the same for one seed, what counts as nearly the same, how variety is counted."""

import json
import multiprocessing
import os
import random
import signal
import time
from itertools import islice
from types import SimpleNamespace

import pytest

from gnomon.algebra.compiled import compiled
from gnomon.corpus.synthesis import DIALOGUES, SynthesisConfig, SynthesisError, synthesise
from gnomon.corpus.synthesis.casting import BLOCK, Topic, blocks_of, learners_of
from gnomon.corpus.synthesis.diversity import Distinct, Diversity
from gnomon.corpus.synthesis.duplicates import NearDuplicates, masked
from gnomon.corpus.synthesis.making import make_block
from gnomon.corpus.synthesis.telling import tells_answer
from gnomon.datasets import load_geodial
from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.drawing.layout import layout_figure
from gnomon.geometry.probing import atoms_of
from gnomon.problem import Question
from gnomon.runs import RunError
from tests.every import every


def row(*said, attempt="52° + 71° = 123°"):
    roles = ("teacher", "student")
    turns = [{"role": roles[place % 2], "subact": "Guide", "utterance": words} for place, words in enumerate(said)]
    return {"student_solution": attempt, "turns": turns}


def test_blocks_are_the_same_however_many_dialogues_are_asked_for():
    few, many = list(blocks_of(3 * BLOCK)), list(blocks_of(100 * BLOCK))
    assert few == many[:3]
    assert [block.num_dialogues for block in blocks_of(2 * BLOCK + 1)] == [BLOCK, BLOCK, 1]


def test_a_block_has_every_misconception_and_no_learner_twice():
    topic = Topic(SimpleNamespace(problem=SimpleNamespace(id="any")), ("sum_of_angles", "halved", "slip"), None)
    learners = list(islice(learners_of(topic, 3), BLOCK))
    assert learners == list(islice(learners_of(topic, 3), BLOCK))
    assert {learner.misconception for learner in learners} == set(topic.misconceptions)
    assert len(set(learners)) == BLOCK


def test_dialogues_that_differ_in_names_and_numbers_alone_are_nearly_the_same():
    seen = NearDuplicates()
    assert seen.is_new(row("Look at angle KML. Is it 57°?", "i get 57", attempt="52° + 71° + ∠KML = 180°"))
    assert not seen.is_new(row("Look at angle PQR. Is it 61.5°?", "i get 61", attempt="50° + 68.5° + ∠PQR = 180°"))
    assert seen.is_new(row("See what is green.", "no idea", attempt="50° + 68.5° + ∠PQR = 360°"))
    assert masked("AB = 5√3, so DE is 8.66.") == "p = 0√0, so p is 0."


def test_dialogues_that_share_most_sentences_are_found_and_those_that_share_few_are_kept():
    words = [f"{first}{second}" for first in "abcdefghij" for second in "klmnopqrst"]
    found = {2: 0, 26: 0}  # sentences of forty that the second dialogue has of its own: shared are 0.91 and 0.22
    for number in range(100):
        generator = random.Random(number)
        for own in found:
            said = [" ".join(generator.choices(words, k=5)) for _ in range(40 + own)]
            seen = NearDuplicates()
            seen.is_new(row(*said[:40], attempt="one"))
            found[own] += not seen.is_new(row(*said[own : 40 + own], attempt="one"))
    assert found[2] > 80
    assert found[26] <= 2


def said(*utterances, subact="Guide", act="Focus"):
    turns = [
        TutorTurn(act=act, subact=subact, utterance=words) if place % 2 == 0 else StudentTurn(utterance=words)
        for place, words in enumerate(utterances)
    ]
    return Dialogue(problem="any", attempt="I got 90°.", turns=turns)


@every(
    [
        (said("It is 57°."), True),
        (said("“I have 90” fits the value of 57 − ∠KLM."), True),
        (said("What is it?", "57", "57 is right."), False),
        (said("What is it?", "it is not", "“57” is right."), False),
        (said("It is 57°.", subact="Revealing", act="Telling"), False),
        (said("It is 90°, or 52° of it."), False),
    ]
)
def test_a_turn_that_has_the_number_of_the_answer_first_is_found(dialogue, is_told):
    question = Question(text="Angle LKM measures 52°. Find angle KML.")
    assert tells_answer(dialogue, question, 57.0) == is_told
    assert not tells_answer(dialogue, question.model_copy(update={"text": "57° and 52°"}), 57.0)


def test_different_texts_are_counted_in_constant_memory_to_within_a_thousandth():
    distinct = Distinct()
    assert distinct.count == 0
    for number in range(20_000):
        distinct.add(f"sentence {number % 5_000}")
    assert abs(distinct.count - 5_000) <= 5


def test_turns_sentences_and_rules_in_play_are_counted():
    said = row("Look at angle KML.", "i get 57", "Look at angle PQR.")
    for turn in said["turns"]:
        turn |= {"feedback": "none", "highlights": {"green": {"angles": ["KML"]}}, "annotation": {"record": {"step": 0}}}
    learner = {"misconception": "angle_sum_360", "strength": "weak", "style": "terse"}
    diversity = Diversity()
    diversity.see(said | {"problem": {"id": "one"}, "provenance": learner | {"proof": [{"rule": "triangle_angle_sum"}]}})
    counts = diversity.as_json()
    assert counts["turns"] == {"tutor": 2, "learner": 1}
    assert counts["rules"] == {"triangle_angle_sum": 2}
    assert counts["distinct"]["tutor_sentences"] == 2
    assert counts["distinct"]["tutor_sentences_but_for_names_and_numbers"] == 1


def read(folder):
    return [json.loads(line) for line in (folder / DIALOGUES).read_text("utf-8").splitlines()]


@pytest.mark.slow
def test_jobs_and_a_larger_corpus_change_no_dialogue(tmp_path):
    one = synthesise(SynthesisConfig(dialogues=24, seed=4), tmp_path / "one")
    synthesise(SynthesisConfig(dialogues=31, seed=4), tmp_path / "two", jobs=2)
    assert read(tmp_path / "one") == read(tmp_path / "two")[: one["dialogues"]]
    loaded = load_geodial(tmp_path / "one" / DIALOGUES)
    assert len(loaded) == one["dialogues"] == 24
    assert not loaded.bad_rows
    assert not loaded.note_counts()  # no rule of the vocabulary is broken


@pytest.mark.slow
def test_a_corpus_that_was_killed_goes_on_and_comes_out_the_same(tmp_path):
    config = SynthesisConfig(dialogues=30, seed=9)
    synthesise(config, tmp_path / "whole")
    for _ in range(5):
        run = multiprocessing.get_context("spawn").Process(target=synthesise, args=(config, tmp_path / "killed"))
        run.start()
        rows = tmp_path / "killed" / "rows.jsonl"
        before = rows.stat().st_size if rows.exists() else 0
        while run.is_alive() and not (rows.exists() and rows.stat().st_size > before):
            time.sleep(0.05)
        if run.is_alive():
            os.kill(run.pid, signal.SIGKILL)
        run.join()
    synthesise(config, tmp_path / "killed")
    for name in (DIALOGUES, "summary.json", "rows.jsonl"):
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "killed" / name).read_bytes()
    with pytest.raises(RunError, match=r"config\.seed"):
        synthesise(config.model_copy(update={"seed": 10}), tmp_path / "killed")


@pytest.mark.slow
def test_pictures_are_written_once_and_are_where_the_rows_say(tmp_path):
    synthesise(SynthesisConfig(dialogues=6, pictures=True), tmp_path / "out")
    loaded = load_geodial(tmp_path / "out" / DIALOGUES)
    named = {image for item in loaded for image in item.question.images}
    named |= {notes.image for item in loaded for notes in item.turn_notes if notes.image}
    pictures = list((tmp_path / "out" / "pictures").iterdir())
    assert len(named) == len(pictures) > 1
    assert not any(note.startswith("picture") for note in loaded.note_counts())


@pytest.mark.slow
def test_a_file_without_a_problem_that_can_be_talked_about_is_refused(tmp_path):
    broken = tmp_path / "broken.yaml"
    broken.write_text("- {id: x, text: no problem at all}\n", "utf-8")
    with pytest.raises(SynthesisError, match="none could be read"):
        synthesise(SynthesisConfig(dialogues=5, problems=str(broken)), tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_a_block_leaves_nothing_of_its_problem_in_memory(tmp_path):
    (block,) = blocks_of(2)
    made = make_block(SynthesisConfig(dialogues=2), block, tmp_path)
    assert len(made.dialogues) == 2
    assert [cache.cache_info().currsize for cache in (compiled, atoms_of, layout_figure)] == [0, 0, 0]
