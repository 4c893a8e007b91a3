"""Apps for notebooks, made of ipywidgets over the public methods of the library."""

from .stepper import Stepper

__all__ = ["Stepper"]
