"""The gallery: proofs, dialogues and a report, made by gnomon's own commands from its own bank and samples."""

import os
import subprocess
import sys
from pathlib import Path

_PROOFS = {
    "prove-moved-leg": "A statement proved, with a helping line, in two columns",
    "parallel-apex-bcnvw": "Parallel lines and a triangle",
    "side-splitter-lmn": "Lengths by the side splitter theorem",
    "inscribed-rst": "An inscribed angle",
}
_DIALOGUES = {
    ("parallel-apex-bcnvw", "cointerior_equal", "4"): "A learner who takes co-interior angles for equal",
    ("triangle-sum-klm", "angle_sum_360", "2"): "A learner who gives a triangle 360 degrees",
}


def gallery(folder: Path) -> dict[str, str]:
    """Make the pages in a folder; return their texts by name, with an index of them.

    Raises:
        CalledProcessError: when a command fails; what it said is on stderr.
    """
    lines = [
        "# Gallery",
        "",
        "Made by gnomon when this site was built, from its own problems and samples. Each page needs no other file.",
        "",
        "## Proofs",
        "",
    ]
    for problem, title in _PROOFS.items():
        _gnomon(folder, "solve", problem, "--html", f"proof-{problem}.html")
        lines.append(f"- [{title}](proof-{problem}.html): `gnomon solve {problem} --html page.html`")
    lines += ["", "## Dialogues", "", "The learners are simulated.", ""]
    for (problem, idea, seed), title in _DIALOGUES.items():
        command = ("tutor", problem, "--misconception", idea, "--seed", seed, "--html")
        _gnomon(folder, *command, f"dialogue-{problem}.html")
        lines.append(f"- [{title}](dialogue-{problem}.html): `gnomon {' '.join(command)} page.html`")
    lines += ["", "## Reports", ""]
    for judge in ("embedded", "majority"):
        _gnomon(folder, "bench", "run", "mrbench", "--data", "sample", "--judge", judge, "--out", judge)
    _gnomon(folder, "bench", "check-judge", "--judge", "embedded", "--data", "sample", "--out", "check")
    _gnomon(folder, "bench", "report", "embedded", "majority", "--html", "report-judges.html")
    lines.append(
        "- [Two judges on the sample that comes with gnomon](report-judges.html), so small that its figures say nothing: "
        "`gnomon bench report`"
    )
    pages = {path.name: path.read_text("utf-8") for path in sorted(folder.glob("*.html"))}
    return {"index.md": "\n".join(lines) + "\n", **pages}


def _gnomon(folder: Path, *arguments: str) -> None:
    source = str(Path(__file__).parents[2] / "src")
    path = os.pathsep.join(filter(None, (source, os.environ.get("PYTHONPATH"))))
    environment = {**os.environ, "GNOMON_DATA_HOME": str(folder / "home"), "PYTHONPATH": path}
    command = [sys.executable, "-m", "gnomon.cli", *arguments]
    subprocess.run(command, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
