"""The notebooks as they are committed: clean, in working order of imports, and with a claim to assert."""

import ast
import importlib
import json
from pathlib import Path
from typing import Any

import nbformat
import pytest

FOLDER = Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def notebook(request: pytest.FixtureRequest) -> dict[str, Any]:
    return json.loads(request.param.read_text(encoding="utf-8"))


def code(notebook: dict[str, Any]) -> list[ast.Module]:
    return [ast.parse("".join(cell["source"])) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def test_there_are_notebooks() -> None:
    assert FOLDER / "01_step_through_a_game.ipynb" in NOTEBOOKS


def test_is_valid_and_cleared(notebook: dict[str, Any]) -> None:
    nbformat.validate(notebook)
    assert "widgets" not in notebook["metadata"]
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    for cell in notebook["cells"]:
        assert not cell.get("attachments")
        assert not {"execution", "scrolled", "collapsed"} & cell["metadata"].keys()
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None


def test_begins_with_a_title_and_explains_each_step(notebook: dict[str, Any]) -> None:
    first = notebook["cells"][0]
    assert first["cell_type"] == "markdown"
    assert "".join(first["source"]).startswith("# ")


def test_asserts_what_it_claims(notebook: dict[str, Any]) -> None:
    assert any(isinstance(node, ast.Assert) for cell in code(notebook) for node in ast.walk(cell))


def test_imports_public_names_only(notebook: dict[str, Any]) -> None:
    for cell in code(notebook):
        for node in ast.walk(cell):
            if isinstance(node, ast.ImportFrom):
                assert node.module
                assert node.level == 0
                names = [*node.module.split("."), *(alias.name for alias in node.names)]
                if node.module.split(".")[0] == "spiralkit":
                    module = importlib.import_module(node.module)
                    for alias in node.names:
                        if not hasattr(module, alias.name):  # then it is a module
                            importlib.import_module(f"{node.module}.{alias.name}")
            elif isinstance(node, ast.Import):
                names = [name for alias in node.names for name in alias.name.split(".")]
            else:
                continue
            assert "*" not in names
            assert not [name for name in names if name.startswith("_")]


def test_shows_no_output_widget_and_clears_nothing(notebook: dict[str, Any]) -> None:
    text = "".join("".join(cell["source"]) for cell in notebook["cells"])
    assert "clear_output" not in text
    assert "Output(" not in text
    assert "pyplot" not in text
