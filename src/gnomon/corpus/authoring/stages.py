"""The stages in which models draft, by name."""

from __future__ import annotations

from gnomon.corpus.authoring import key_steps, keypoints, lessons
from gnomon.corpus.authoring.answers import PARTS, criteria_schema, schema_of
from gnomon.corpus.pipeline import CodeStage, ModelStage, Params, SourceStage
from gnomon.corpus.pipeline.stage import Registry

_PARTS = dict.fromkeys(PARTS, "string")
_FOUR = criteria_schema()
_RUBRIC = schema_of("rubric", task_description="string", **_FOUR["properties"])
_FOLLOW_UP = schema_of("follow_up", query="string", **_PARTS, task_description="string", criteria=_FOUR)
_SAME = schema_of("same_meaning", difference="string", same="boolean")
_NAMES = schema_of("question_check", words="string", names_operation="boolean")

AUTHORING: Registry = {
    "lessons": SourceStage(
        "recorded lessons with their transcripts, accepted or rejected",
        lessons.Lessons,
        lessons.load_lessons,
        lessons.lesson_files,
    ),
    "pages": CodeStage("boundaries, and the clearest moment of each page", lessons.Pages, lessons.with_pages),
    "key-step-times": ModelStage(
        "at most five pairs of times, with reasons", Params, "corpus/key_steps", lessons.ask_times, lessons.read_times
    ),
    "frames": CodeStage("frames and words of each key step", lessons.Words, lessons.with_frames),
    "key-steps": SourceStage(
        "key steps whose frames are cut already", key_steps.KeySteps, key_steps.load_key_steps, key_steps.key_step_files
    ),
    "sentence": ModelStage(
        "what the teacher says, in one clean sentence",
        Params,
        "corpus/sentence",
        key_steps.ask_sentence,
        key_steps.read_sentence,
        schema_of("sentence", sentence="string"),
    ),
    "question": ModelStage(
        "a student's question that names no operation, by a list",
        Params,
        "corpus/question",
        key_steps.ask_question,
        key_steps.read_question,
        schema_of("question", question="string"),
    ),
    "question-check": ModelStage(
        "a question that names the step is dropped, by a model",
        Params,
        "corpus/question_check",
        key_steps.ask_question_check,
        key_steps.read_question_check,
        _NAMES,
    ),
    "reference": ModelStage(
        "the reference answer in three parts",
        Params,
        "corpus/reference",
        key_steps.ask_reference,
        key_steps.read_reference,
        schema_of("reference", **_PARTS),
    ),
    "rubric": ModelStage(
        "four criteria with decisive conditions", Params, "corpus/rubric", key_steps.ask_rubric, key_steps.read_rubric, _RUBRIC
    ),
    "follow-up": ModelStage(
        "a further turn with its reference and criteria",
        key_steps.FollowUpParams,
        "corpus/follow_up",
        key_steps.ask_follow_up,
        key_steps.read_follow_up,
        _FOLLOW_UP,
    ),
    "explained-problems": SourceStage(
        "problems with the picture of their solution",
        keypoints.ExplainedProblems,
        keypoints.load_explained,
        keypoints.explained_files,
    ),
    "keypoints": ModelStage(
        "what the solution's picture adds, by the grammar",
        Params,
        "corpus/keypoints",
        keypoints.ask_keypoints,
        keypoints.read_drafted_keypoints,
    ),
    "resolve-keypoints": CodeStage(
        "elements are resolved against the figure as read, and drawn", Params, keypoints.resolved_keypoints
    ),
    "keypoint-grammar": CodeStage("what lies outside the grammar is dropped", Params, keypoints.without_flaws),
    "translate": ModelStage(
        "texts in another language",
        keypoints.Translation,
        "corpus/translation",
        keypoints.ask_translation,
        keypoints.read_translation,
    ),
    "translate-back": ModelStage(
        "the way back",
        keypoints.Translation,
        "corpus/translation",
        keypoints.ask_back_translation,
        keypoints.read_back_translation,
    ),
    "same-meaning": ModelStage(
        "a translation that lost something is dropped",
        Params,
        "corpus/same_meaning",
        keypoints.ask_same_meaning,
        keypoints.read_same_meaning,
        _SAME,
    ),
}
