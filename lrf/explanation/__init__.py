"""Why a row is ranked as it is: how sure, by which attributes, by whose example."""

from lrf.explanation.explaining import explain
from lrf.explanation.page import explanations_page
from lrf.explanation.record import Decision, Example, Explanation
from lrf.explanation.text import explanation_text

__all__ = [
    "Decision",
    "Example",
    "Explanation",
    "explain",
    "explanation_text",
    "explanations_page",
]
