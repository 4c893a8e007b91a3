"""The order of the house: what may import what, what the base needs, style and types, and what a clone may hold."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "spiralkit"

LEVELS = {
    **dict.fromkeys(["cards", "board", "kernels", "files"], 0),
    "game": 1,
    **dict.fromkeys(["spiral", "spider", "conversion"], 2),
    "record": 3,
    **dict.fromkeys(["graphs", "lookahead", "draw"], 4),
    **dict.fromkeys(["study", "widgets"], 5),
    "cli": 6,
}
"""The level of each room: a file imports from lower levels or from its own room only."""

OF_THE_COMMAND = {"answers", "lab", "bench", "__main__"}
"""Files that belong to the command's room."""

PLAIN = ("cards", "board", "files", "game", "spiral", "spider", "conversion", "record", "draw.scene", "draw.svg")
"""What must run with the standard library alone, as in a kernel inside a browser."""

HEAVY = {"numpy", "numba", "matplotlib", "networkx", "ipywidgets", "anywidget", "dask", "joblib"}

MADE_OF = {
    "draw.mpl": {"matplotlib"},
    "graphs": {"networkx"},
    "kernels.bits_numba": {"numba", "numpy"},
    "widgets": {"ipywidgets", "anywidget"},
}
"""Files that are all about such a package and may import it at module level; nobody imports them in passing."""

PLAINLY_THERE = sys.stdlib_module_names | {"spiralkit"}

MODULES = sorted(PACKAGE.rglob("*.py"))
TEXTS = sorted(
    file
    for folder in (ROOT, *(ROOT / name for name in ("spiralkit", "tests", "notebooks", "figures", ".ci")))
    for file in (folder.iterdir() if folder == ROOT else folder.rglob("*"))
    if file.is_file() and file.suffix in {".py", ".md", ".toml", ".ipynb", ".txt", ".svg", ".js", ".css", ""}
    if not {"__pycache__", ".ipynb_checkpoints"} & set(file.parts)
)


def name_of(file: Path) -> str:
    """``draw.svg`` for spiralkit/draw/svg.py; the empty text for the front door."""
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def room_of(module: str) -> str:
    """``draw`` for draw.svg, ``cli`` for bench."""
    room = module.split(".")[0]
    return "cli" if room in OF_THE_COMMAND else room


def imports(file: Path, *, inside_functions: bool) -> set[str]:
    """The modules that a file imports, whole names, also those that it imports inside functions if asked for.

    Not counted is the one exception: ``_repr_svg_`` imports the drawing, which lies above the rules.
    """
    package = ["spiralkit", *file.relative_to(PACKAGE).parent.parts]
    found = set()
    for node in nodes(ast.parse(file.read_text(encoding="utf-8")), inside_functions):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            found |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
    return found


def nodes(tree: ast.AST, inside_functions: bool) -> Iterator[ast.AST]:
    """All nodes but those under ``if TYPE_CHECKING``, in ``_repr_svg_``, and, if not asked for, in functions."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (
            node.name == "_repr_svg_" or not inside_functions
        ):
            continue
        yield node
        yield from nodes(node, inside_functions)


@pytest.mark.parametrize("file", MODULES, ids=name_of)
def test_imports_run_one_way(file: Path) -> None:
    if file == PACKAGE / "__init__.py":
        return  # the front door takes from every room
    room = room_of(name_of(file))
    assert room in LEVELS, f"{room} has no level"
    for module in imports(file, inside_functions=True):
        if module.startswith("spiralkit."):
            other = room_of(module.removeprefix("spiralkit."))
            if other in LEVELS:  # else a name that the front door hands out
                assert other == room or LEVELS[other] < LEVELS[room], f"{name_of(file)} imports {module}"


@pytest.mark.parametrize("name", PLAIN)
def test_the_base_needs_the_standard_library_only(name: str) -> None:
    for file in MODULES:
        if name_of(file) == name or name_of(file).startswith(f"{name}."):
            for module in imports(file, inside_functions=True):
                assert module.split(".")[0] in PLAINLY_THERE, f"{name_of(file)} imports {module}"


@pytest.mark.parametrize("file", MODULES, ids=name_of)
def test_what_is_heavy_is_imported_where_it_is_used(file: Path) -> None:
    name = name_of(file)
    allowed = next((names for start, names in MADE_OF.items() if name.startswith(start)), set())
    for module in imports(file, inside_functions=False):
        assert module.split(".")[0] not in HEAVY - allowed, f"{name} imports {module} at module level"


def test_the_library_never_draws_by_pyplot_and_never_clears_outputs() -> None:
    for file in MODULES:
        assert not any("pyplot" in module for module in imports(file, inside_functions=True)), file
        names = {
            getattr(node, "id", getattr(node, "attr", "")) for node in ast.walk(ast.parse(file.read_text("utf-8")))
        }
        assert "clear_output" not in names, file


def test_import_spiralkit_is_light() -> None:
    code = "import sys; known = set(sys.modules); import spiralkit; print(*set(sys.modules) - known)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "spiralkit.spiral" in loaded
    roots = {name.split(".")[0] for name in loaded}
    assert not roots & HEAVY
    assert roots <= PLAINLY_THERE


def test_the_command_starts_light() -> None:
    code = "import sys; import spiralkit.cli; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {name.split(".")[0] for name in loaded} & HEAVY


# Style and types.


@pytest.mark.parametrize(
    "tool",
    [("ruff", "check"), ("ruff", "format", "--check"), ("mypy",)],
    ids=" ".join,
)
def test_style_and_types(tool: tuple[str, ...]) -> None:
    where = [] if tool == ("mypy",) else ["."]
    done = subprocess.run([sys.executable, "-m", *tool, *where], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


# What a clone holds.


def test_no_path_of_a_machine_is_in_the_repository() -> None:
    path = re.compile(r"(?<![\w.:/}\"'-])/(?:home|root|work|tmp|Users|mnt|opt|srv|var|usr)/\S+|[A-Z]:\\+Users")
    for file in TEXTS:
        text = file.read_text(encoding="utf-8", errors="replace").removeprefix("#!" + "/usr/bin/env ")
        assert not path.findall(text), f"{file.relative_to(ROOT)}"


def test_no_dependency_is_stated_twice() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert len(project["dependencies"]) <= 1
    stated = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    names = [re.split(r"[\[<>=~! ]", text)[0].lower() for text in stated if not text.startswith("spiralkit[")]
    assert sorted(names) == sorted(set(names))


def test_the_top_level_holds_what_a_visitor_needs_and_nothing_else() -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if tracked.returncode:
        pytest.skip("not a clone")
    top = {line.split("/")[0] for line in tracked.stdout.splitlines()}
    known = {
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "spiralkit",
        "notebooks",
        "figures",
        "tests",
        ".ci",
        ".gitignore",
    }
    assert top <= known


def test_the_readme_names_each_notebook() -> None:
    named = re.findall(r"^\| `(\d\d_\w+)` \|", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert named == sorted(file.stem for file in (ROOT / "notebooks").glob("*.ipynb"))


def test_ci_runs_the_test_command_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^python3 -m venv .*$", readme, re.MULTILINE)
    assert [command.split(" && ")[-1] for command in commands] == ["spiralkit lab", "pytest"]
    assert all(command.count(".venv") == 2 for command in commands)  # CI puts another folder there
