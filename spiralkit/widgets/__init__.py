"""Apps for notebooks, made of ipywidgets over the public methods of the library."""

from .conversion_player import ConversionPlayer
from .editor import Editor
from .exercises import Exercises
from .explorer import Explorer
from .player import Player
from .spider_player import SpiderPlayer
from .stepper import Stepper

__all__ = ["ConversionPlayer", "Editor", "Exercises", "Explorer", "Player", "SpiderPlayer", "Stepper"]
