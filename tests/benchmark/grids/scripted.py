"""A server that answers whatever a grid asks, in a form that can be read: by the words of our prompts."""

import json

MARKS = ("insight_discovery", "operation_formulation", "operation_execution", "solution_scope_control", "brevity", "coherence")
NAMES = {"lines": ["BA"], "angles": ["CBA"], "arcs": [], "labels": []}
TURN = {"act": "SeeFigure", "subact": "AskAngle", "highlights": NAMES, "feedback": "none", "utterance": "What is angle B?"}
STEP = "**Insight Discovery**: Equal sides.\n**Operation Formulation**: Compare them.\n**Operation Execution**: Write both."
_ANSWERS = {
    "award marks": json.dumps(dict.fromkeys(MARKS, 1)),
    '"adaptivity"': '{"rationale": "Warm.", "adaptivity": 1}',
    "how good it is": '{"rationale": "Good.", "score": 4}',
    "You rate an explanation": "Sound.\nRating: [[5, 4, 3, 1]]",
    "You compare two lists": '{"matches": [{"reference": "R1", "predicted": "P1"}]}',
    "Which visual keypoints": '[{"element": "Line AH", "description": "the height"}]',
    "The answer is:": "60",
    "<answer>": "<think>It does.</think><answer>Yes</answer>",
    "Insight Discovery": STEP,
    "Reply yes or no": "yes",
    "SeeFigure": json.dumps(TURN),
    "Which": '["AB"]',
    'the line "Answer: ': "Answer: 1",
    '"progress"': '{"rationale": "Some.", "progress": 0.5}',
    '"similarity"': '{"rationale": "Alike.", "similarity": 0.5}',
}


def answer(chat, _index):
    """Answer by the first words of the prompt that are known; of replies about one problem a judge thinks less."""
    if "award marks" in chat.prompt and "quadratic" in chat.prompt:
        return json.dumps(dict.fromkeys(MARKS, 1) | {"brevity": 0})
    return next((reply for words, reply in _ANSWERS.items() if words in chat.prompt), "What do you know about the sides?")
