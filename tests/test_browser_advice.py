"""Advice in a real browser: a fresh game, a fresh kernel; the first answer, Stop, and what a step does to it."""

from typing import Any

import pytest
from browser import Lab, until

pytestmark = pytest.mark.browser

CELLS = [
    "from spiralkit import Line, Move, deal\nfrom spiralkit.widgets import Player, Stepper\nPlayer(seed=6)",
    'line = Line(deal(6), [Move("ab")])\nline.go(0)\nStepper(line)',
]


def test_advice_comes_is_stopped_and_is_dropped(lab: Lab) -> None:
    lab.usual_errors()
    notebook = lab.open(CELLS)
    notebook.run_all()
    for number, name in enumerate(("player", "stepper")):
        box = notebook.page.locator(".spiralkit").nth(number)
        box.locator(".spiralkit-picture svg").wait_for()
        box.evaluate("e => e.scrollIntoView()")
        advise, stop = (box.get_by_role("button", name=name, exact=True) for name in ("Advise", "Stop"))
        advise.click()
        line = box.locator(".widget-html", has_text="Advised: ")
        line.wait_for()
        until(lambda line=line: "so far" in line.inner_text(), "the answer is one so far")
        fits(box)
        stop.click()
        until(lambda line=line: "so far: stopped at" in line.inner_text(), "it is stopped")
        advise.wait_for()
        if name == "player":
            best = box.locator("button", has_text="★")
            best.wait_for()
            box.get_by_role("button", name="Large type").click()
            fits(box)
            assert best.evaluate("e => e.scrollWidth <= e.clientWidth")  # nothing of its label is cut off
            notebook.screenshot("advice_player")
            best.click()
            box.get_by_role("button", name="Play").click()
            until(lambda best=best: best.count() == 0, "no move is marked any more")
        else:
            notebook.screenshot("advice_stepper")
            box.get_by_role("button", name="Forward", exact=True).click()
        until(lambda line=line: line.count() == 0, "a step drops it")
        fits(box)
    assert notebook.trouble() == []
    assert notebook.errors() == set()


def fits(box: Any) -> None:
    """Nothing is cut off at the right or below."""
    whole, seen = (box.evaluate(f"e => [e.{kind}Width, e.{kind}Height]") for kind in ("scroll", "client"))
    assert whole == seen
