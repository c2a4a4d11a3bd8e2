"""Types of evalarena. Units and points of view are in the documentation of each function: help(evalarena.terms)."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, Protocol, TypeAlias, TypedDict

import numpy
from numpy.typing import NDArray

__version__: str

class Board(Protocol):
    """What is asked of a board of python-chess."""

    move_stack: list[Any]
    def root(self) -> Any: ...
    def fen(self, *, en_passant: Literal["legal", "fen", "xfen"] = ...) -> str: ...

Position: TypeAlias = str | Board
Positions: TypeAlias = Iterable[Position] | bytes
Options: TypeAlias = dict[str, str | int | float | bool]

class EvaluatorInfo(TypedDict):
    name: str
    title: str
    document: str
    year: int | None
    kind: str | None
    eval_scale: float
    margin_scale: float

class SearchResult(TypedDict):
    move: str | None
    score: int | None
    mate: int | None
    line: list[str]
    depth: int
    nodes: int

class Elo(TypedDict):
    games: int
    score: float
    elo: float | None
    low: float | None
    high: float | None
    nelo: float | None
    nelo_low: float | None
    nelo_high: float | None
    los: float

class Sprt(TypedDict):
    llr: float | None
    lower: float
    upper: float
    decision: Literal["H0", "H1", "continue"]
    elo: float | None
    low: float | None
    high: float | None
    los: float

def evaluators() -> list[EvaluatorInfo]: ...
def evaluate(
    name: str,
    position: Position,
    *,
    relative: bool = False,
    options: Options | None = None,
    disable: str | Sequence[str] | None = None,
) -> int: ...
def terms(
    name: str, position: Position, *, options: Options | None = None, disable: str | Sequence[str] | None = None
) -> dict[str, tuple[float, float]]: ...
def evaluate_many(
    name: str,
    positions: Positions,
    *,
    relative: bool = False,
    options: Options | None = None,
    disable: str | Sequence[str] | None = None,
) -> NDArray[numpy.int32]: ...
def terms_many(
    name: str, positions: Positions, *, options: Options | None = None, disable: str | Sequence[str] | None = None
) -> dict[str, NDArray[numpy.float64]]: ...
def search(
    name: str,
    position: Position,
    nodes: int = 100_000,
    *,
    depth: int | None = None,
    options: Options | None = None,
    disable: str | Sequence[str] | None = None,
) -> SearchResult: ...
def elo(wins: int = 0, draws: int = 0, losses: int = 0, pairs: Sequence[int] | None = None) -> Elo: ...
def sprt(
    wins: int = 0,
    draws: int = 0,
    losses: int = 0,
    pairs: Sequence[int] | None = None,
    *,
    elo0: float = 0.0,
    elo1: float = 10.0,
    alpha: float = 0.05,
    beta: float = 0.05,
    model: Literal["logistic", "normalized"] = "logistic",
) -> Sprt: ...
