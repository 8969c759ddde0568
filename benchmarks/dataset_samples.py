"""Write the samples of GeoDial's, MMTutorBench's and MathExplain's formats that ship with the package, pictures included.

Sources are ``benchmarks/data/samples/*.yaml`` for the last two; GeoDial's dialogues are made by the symbolic tutor with
simulated students and then changed in a few places, as recorded data would be. The same sources give the same files.

    python benchmarks/dataset_samples.py [--out FOLDER]
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from gnomon.dialogue import Dialogue, TutorTurn
from gnomon.drawing import draw, to_png
from gnomon.drawing.svg import number, path, tag, text
from gnomon.figure import Figure
from gnomon.geometry import Solution, misconceptions, solve
from gnomon.problem import Problem, bank
from gnomon.session import choose_misconception, simulate

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "benchmarks" / "data" / "samples"
SAMPLES = ROOT / "src" / "gnomon" / "datasets" / "samples"
WIDTH = 420
INK, PAPER, GREY, SHADE = "#1b2a49", "#fdfdf8", "#b8b8b8", "#f2d9a0"
CRITERIA = {
    "insight_discovery": "Does the reply point out the observation that this step rests on?",
    "operation_formulation": "Does the reply name the operation that fits this step?",
    "operation_execution": "Does the reply show how the operation is carried out here?",
    "solution_scope_control": "Does the reply keep to this step? A reply that is wrong or of no help gets 0.",
}
DIALOGUES = {
    "triangle-sum-klm": "train", "tangent-distance-otz": "train", "side-splitter-lmn": "train", "parallel-apex-bcnvw": "train",
    "isosceles-uvw": "train", "pythagoras-leg-def": "train", "inscribed-rst": "validation", "rhombus-side-lark": "validation",
    "exterior-angle-prst": "test", "chord-halves-bcmot": "test", "corresponding-linear-adejmpqx": "test",
    "shadow-pqtuv": "test",
}  # fmt: skip
"""Problems of the bank by split."""


def main() -> None:
    """Write all three."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=SAMPLES, help="folder of the samples (default: the package's)")
    out = parser.parse_args().out
    for name, rows in (("geodial", geodial_rows), ("mmtutorbench", key_steps), ("mathexplain", explained_problems)):
        folder = out / name
        (folder / "images").mkdir(parents=True, exist_ok=True)
        file = folder / ("dialogues.jsonl" if name == "geodial" else "items.jsonl")
        written = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows(folder)]
        file.write_text("".join(written), "utf-8")
        print(f"{file}: {len(written)} rows")


# GeoDial


def geodial_rows(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield dialogues in GeoDial's format; draw each problem's diagram."""
    for place, (problem_id, split) in enumerate(DIALOGUES.items()):
        problem = bank()[problem_id]
        solution = solve(problem)
        idea = choose_misconception(solution, None, place)
        assert idea.id in misconceptions()
        dialogue = asyncio.run(simulate(solution, idea, seed=place))
        assert problem.question.figure is not None
        save_picture(folder / "images" / f"{problem_id}.png", draw(problem.question.figure, width_px=360))
        yield changed_by_hand(place, geodial_row(f"sample-{place:02d}", split, problem, solution, dialogue))


def geodial_row(name: str, split: str, problem: Problem, solution: Solution, dialogue: Dialogue) -> dict[str, Any]:
    """Return one dialogue in the published format."""
    assert solution.proof is not None
    assert problem.question.figure is not None
    written = problem.exact or f"{problem.answer:g}"
    return {
        "id": name,
        "split": split,
        "problem": {
            "id": problem.id,
            "text": problem.question.text,
            "image": f"images/{problem.id}.png",
            "figure": problem.question.figure.model_dump(mode="json", exclude_defaults=True),
            "answer": f"{written}{problem.unit if problem.unit == '°' else f' {problem.unit}'}".strip(),
            "solution": " ".join(f"{step.text.rstrip('.')}." for step in solution.proof.steps),
        },
        "student_solution": dialogue.attempt,
        "turns": [geodial_turn(turn) if isinstance(turn, TutorTurn) else turn.model_dump() for turn in dialogue.turns],
        "outcome": dialogue.outcome,
        "teacher": "symbolic",
    }


def geodial_turn(turn: TutorTurn) -> dict[str, Any]:
    """Return a tutor turn with its highlights by colour."""
    colours = {"green": turn.highlights, "brown": turn.highlights2}
    return {
        "role": "teacher",
        "act": turn.act,
        "subact": turn.subact,
        "highlights": {name: drawn.model_dump(mode="json", exclude_defaults=True) for name, drawn in colours.items() if drawn},
        "feedback": turn.feedback,
        "utterance": turn.utterance,
    }


def changed_by_hand(place: int, row: dict[str, Any]) -> dict[str, Any]:
    """Make a few rows as imperfect as recorded ones: brown alone, aliases, a point not printed, a dialogue broken off."""
    turns = [turn for turn in row["turns"] if turn["role"] == "teacher"]
    lit = [turn for turn in turns if turn["highlights"].get("green")]
    if place == 1:
        lit[0].update(act="SeeFigure", subact="GetRelation", highlights={"brown": lit[0]["highlights"]["green"]})
    if place == 2:
        lit[0]["highlights"]["green"]["missing"] = [next(iter(row["problem"]["figure"]["points"]))]
    if place == 3:
        asking = next((turn for turn in turns if turn["subact"] == "AskForExplanation"), turns[1])
        asking["subact"], asking["act"] = "AskForExplan.", "Probing"
    if place == 4:
        turns[0]["feedback"] = "positive"
    if place == 5:
        turns[-1]["proposals"] = {"first": "You got there. See you!", "second": turns[-1]["utterance"]}
        turns[-1]["chosen"] = "second"
        row["debrief"] = {"Q1": 4, "Q2": 2, "Q3": 4, "Q4": 1}
    if place == 7:
        row["turns"], row["outcome"] = row["turns"][:-2], "not_solved"
    return row


# MMTutorBench


def key_steps(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield key steps; draw each page of the student's work."""
    for item in source("mmtutorbench"):
        names = [f"images/{item['id']}-{place}.png" for place in range(1, len(item["pages"]) + 1)]
        for name, page in zip(names, item["pages"], strict=True):
            save_picture(folder / name, work_page(page))
        row: dict[str, Any] = {key: item[key] for key in ("id", "domain", "difficulty", "query") if key in item}
        row |= {"images": names[:-1], "current_image": names[-1], "texts": ["\n".join(page["lines"]) for page in item["pages"]]}
        row |= judged(item, item["task"])
        if "follow_ups" in item:
            row["turns"] = [
                {key: turn[key] for key in ("turn", "type", "query")} | judged(turn, item["task"]) for turn in item["follow_ups"]
            ]
        yield row | {"personas": item["personas"]}


def judged(item: Mapping[str, Any], task: str) -> dict[str, Any]:
    """Return reference and rubric."""
    rubric = [
        {"id": name, "criterion": question, "condition_for_1": good, "condition_for_0": bad}
        for (name, question), (good, bad) in zip(CRITERIA.items(), item["conditions"], strict=True)
    ]
    return {
        "reference": dict(zip(list(CRITERIA)[:3], item["reference"], strict=True)),
        "rubric": {"task_description": f"Judge a tutor's reply to a student about {task}.", "evaluation_criteria": rubric},
    }


def work_page(page: Mapping[str, Any]) -> str:
    """Draw a page of work: ruled lines, the student's text, a figure below it."""
    lines, height = page["lines"], 30 + 34 * len(page["lines"])
    children = [tag("text", text(line), x=18, y=38 + 34 * place, fill=INK, font_size=19) for place, line in enumerate(lines)]
    if "figure" in page:
        figure = draw(Figure.model_validate(page["figure"]), width_px=260)
        children.append(figure.replace("<svg ", f'<svg x="80" y="{height}" ', 1))
        height += drawn_height(figure) + 10
    rules = [path([complex(0, y), complex(WIDTH, y)]) for y in range(46, height, 34)]
    ruled = [tag("path", d=rule, stroke=GREY, stroke_width=0.5) for rule in rules]
    return sheet(height, [*ruled, *children])


# MathExplain


def explained_problems(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield problems with keypoints; draw the problem's and the solution's picture."""
    for item in source("mathexplain"):
        for name, picture in zip(("problem", "solution"), pictures_of(item), strict=True):
            save_picture(folder / "images" / f"{item['id']}-{name}.png", picture)
        row = {key: item[key] for key in ("id", "kind", "chapter", "section", "problem", "choices", "answer") if key in item}
        yield row | {
            "image": f"images/{item['id']}-problem.png",
            "solution": item["solution"],
            "solution_image": f"images/{item['id']}-solution.png",
            "keypoints": [{"element": name, "description": told} for name, told in item["keypoints"].items()],
        }


def pictures_of(item: Mapping[str, Any]) -> tuple[str, str]:
    """Return the problem's picture and the one with everything that the solution adds."""
    if "graph" in item:
        return graph(item["graph"], {}), graph(item["graph"], item["added"])
    figures = (item["figure"], joined(item["figure"], item["added"]))
    before, after = (draw(Figure.model_validate(figure), width_px=360) for figure in figures)
    return before, after


def joined(figure: Mapping[str, Any], added: Mapping[str, Any]) -> dict[str, Any]:
    """Return the figure with more points, lines, labels and marks."""
    more = {key: [*figure.get(key, []), *added[key]] for key in ("lines", "labels") if key in added}
    marks = {key: [*figure.get("marks", {}).get(key, []), *names] for key, names in added.get("marks", {}).items()}
    points = figure["points"] | added.get("points", {})
    return {**figure, **more, "points": points, "marks": figure.get("marks", {}) | marks}


def graph(plot: Mapping[str, Any], added: Mapping[str, Any]) -> str:
    """Draw axes and polynomials, and what is added: curves, dotted lines, points, a shaded region."""
    (left, right), (low, high) = plot["x"], plot["y"]
    height = 300

    def place(x: float, y: float) -> complex:
        return complex((x - left) / (right - left) * (WIDTH - 40) + 20, (high - y) / (high - low) * (height - 40) + 20)

    def curve(coefficients: Sequence[float], start: float, end: float) -> list[complex]:
        xs = [start + (end - start) * step / 120 for step in range(121)]
        values = [sum(factor * x**power for power, factor in enumerate(coefficients)) for x in xs]
        return [place(x, y) for x, y in zip(xs, values, strict=True) if low <= y <= high]

    shapes: list[str] = []
    if shade := added.get("shaded"):
        border = [place(shade["from"], 0), *curve(shade["curve"], shade["from"], shade["to"]), place(shade["to"], 0)]
        shapes.append(tag("path", d=path(border, closed=True), fill=SHADE))
    axes = ([place(left, 0), place(right, 0)], [place(0, low), place(0, high)])
    shapes += [tag("path", d=path(axis), stroke="#000000", stroke_width=1) for axis in axes]
    shapes += numbers(place, range(left, right + 1), range(low, high + 1))
    for coefficients in plot["curves"]:
        shapes.append(tag("path", d=path(curve(coefficients, left, right)), stroke=INK, stroke_width=2, fill="none"))
    for coefficients in added.get("curves", []):
        shapes.append(tag("path", d=path(curve(coefficients, left, right)), stroke="#a03020", stroke_width=2, fill="none"))
    for ends in added.get("dotted", []):
        dots = path([place(*end) for end in ends])
        shapes.append(tag("path", d=dots, stroke="#a03020", stroke_width=1.5, stroke_dasharray="3 4"))
    for name, position in added.get("points", {}).items():
        spot = place(*position)
        shapes.append(tag("circle", cx=spot.real, cy=spot.imag, r=4, fill="#a03020"))
        shapes.append(tag("text", text(name), x=spot.real + 7, y=spot.imag - 6, font_size=14))
    return sheet(height, shapes)


def numbers(place: Any, xs: Iterable[int], ys: Iterable[int]) -> Iterator[str]:  # noqa: ANN401  # the local function of `graph`
    """Yield the ticks' numbers along both axes."""
    for x, y in itertools.chain(((x, 0) for x in xs if x), ((0, y) for y in ys if y)):
        spot = place(x, y)
        shift = complex(-4, 15) if x else complex(-16, 4)
        yield tag("text", text(str(x or y).replace("-", "−")), x=(spot + shift).real, y=(spot + shift).imag, font_size=11)


# Pictures


def sheet(height: float, children: Sequence[str]) -> str:
    """Return an SVG of the page's width."""
    paper = tag("rect", x=0, y=0, width=WIDTH, height=height, fill=PAPER)
    size = f'viewBox="0 0 {WIDTH} {number(height)}" width="{WIDTH}" height="{number(height)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="DejaVu Sans">{paper}{"".join(children)}</svg>'


def drawn_height(svg: str) -> int:
    """Return the height in pixels that a drawing gives itself."""
    return round(float(svg.split('height="', 1)[1].split('"', 1)[0]))


def save_picture(file: Path, svg: str) -> None:
    """Write an SVG as PNG."""
    file.write_bytes(to_png(svg))


def source(name: str) -> list[dict[str, Any]]:
    """Read the source of a sample."""
    rows: list[dict[str, Any]] = yaml.safe_load((SOURCES / f"{name}.yaml").read_text("utf-8"))
    return rows


if __name__ == "__main__":
    main()
