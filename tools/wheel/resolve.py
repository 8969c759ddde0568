"""Ask for each Python and extra whether all dependencies resolve to wheels: what can be installed, not what was run.

pip resolves for another Python without having it (``--python-version`` with ``--only-binary :all:``); nothing is installed.
"""

import argparse
import json
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
_PLATFORMS = ("manylinux_2_28_x86_64", "manylinux_2_27_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64", "linux_x86_64")

_SOURCE_ONLY = {"rouge-score": ["absl-py", "nltk", "numpy", "six"]}
"""Published as source alone, in pure Python: pip builds it anywhere. What it needs in its turn is resolved in its place."""


def main() -> None:
    """Print a table: the number of wheels, or why there is none."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", nargs="+", default=PYTHONS)
    parser.add_argument("--extra", nargs="+", default=["", "bench", "read", "studio", "video"], help="'' is the core")
    chosen = parser.parse_args()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    failed = False
    for extra in chosen.extra:
        wanted = project["dependencies"] + (project["optional-dependencies"][extra] if extra else [])
        sources = [name for name in _SOURCE_ONLY if any(each.startswith(name) for each in wanted)]
        wanted = [each for each in wanted if not each.startswith(tuple(_SOURCE_ONLY))]
        wanted += [part for name in sources for part in _SOURCE_ONLY[name]]
        for python in chosen.python:
            told, is_found = resolved(wanted, python)
            failed |= not is_found
            print(f"{extra or 'core':8} {python:5} {told}{''.join(f', {name} from source' for name in sources)}", flush=True)
    sys.exit(failed)


def resolved(wanted: list[str], python: str) -> tuple[str, bool]:
    """Return what pip's resolver comes to for some requirements, and whether it found wheels for all."""
    with TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        platforms = [part for name in _PLATFORMS for part in ("--platform", name)]
        options = ["--dry-run", "--ignore-installed", "--only-binary", ":all:", "--python-version", python, *platforms]
        command = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            *options,
            "--target",
            folder,
            "--report",
            str(report),
            *wanted,
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
            return " | ".join(errors)[:300], False
        found = json.loads(report.read_text("utf-8"))["install"]
        sources = [each["metadata"]["name"] for each in found if not each["download_info"]["url"].endswith(".whl")]
        return (f"no wheel: {', '.join(sources)}", False) if sources else (f"{len(found)} wheels", True)


if __name__ == "__main__":
    main()
