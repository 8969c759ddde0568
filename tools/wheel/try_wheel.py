"""Build the wheel, install it into an empty environment, and try it there: help, version, a proof, the demo.

Nothing of the checkout is used.

``--with pipx`` or ``--with uvx`` runs the demo by them instead, where they are on the PATH.
"""

import argparse
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]


def main() -> None:
    """Build and try."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--with", dest="runner", choices=["pipx", "uvx"], help="run the demo by this tool; default: a venv and pip"
    )
    runner = parser.parse_args().runner
    with TemporaryDirectory() as name:
        folder = Path(name)
        wheel = build_wheel(folder)
        print(f"built {wheel.name}, {wheel.stat().st_size / 2**20:.1f} MB")
        commands = [prefix_of(runner, wheel)] if runner else [[str(installed(wheel, folder / "environment"))]]
        for command in commands:
            tried(command, folder)


def build_wheel(folder: Path) -> Path:
    """Build the wheel of the checkout into a folder."""
    run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "--wheel-dir", folder, ROOT]
    )
    (wheel,) = folder.glob("gnomon-*.whl")
    return wheel


def installed(wheel: Path, folder: Path) -> Path:
    """Install a wheel with the core alone into a new environment; return its command."""
    venv.create(folder, with_pip=True)
    pip = [folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run([*pip, "--constraint", ROOT / "constraints.txt", wheel])
    return folder / "bin" / "gnomon"


def prefix_of(runner: str, wheel: Path) -> list[str]:
    """Return how a tool runs gnomon from a wheel without installing it."""
    if shutil.which(runner) is None:
        sys.exit(f"there is no {runner} on the PATH: pip install {'uv' if runner == 'uvx' else runner}")
    return [runner, "run", "--spec", str(wheel), "gnomon"] if runner == "pipx" else [runner, "--from", str(wheel), "gnomon"]


def tried(command: list[str], folder: Path) -> None:
    """Try the commands that a newcomer gives first; each has to say what it says."""
    for arguments, expected in (
        (["--version"], "gnomon "),
        (["--help"], "solve"),
        (["solve", "triangle-sum-klm"], "57"),
        (["demo", "--out", str(folder / "demo")], ""),
    ):
        told = run([*command, *arguments], folder)
        if expected not in told:
            sys.exit(f"{' '.join(arguments)}: expected {expected!r} in what it says, got {told[:300]!r}")
        print(f"ok: gnomon {' '.join(arguments[:2])}")
    pages = list((folder / "demo").glob("*.html"))
    if not pages:
        sys.exit("the demo wrote no page")
    print(f"ok: {pages[0].name}, {pages[0].stat().st_size / 1024:.0f} KB")


def run(command: list[object], folder: Path | None = None) -> str:
    """Run a command away from the checkout; one that fails ends all, with what it said."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([str(part) for part in command], cwd=folder, env=kept, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
