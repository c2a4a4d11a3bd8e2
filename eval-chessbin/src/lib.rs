//! The evaluation of the ChessBin engine, reproduced from its author's description.
//!
//! # The document
//! *Chess Board Evaluation* was published by Adam Berent on chessbin.com in October 2008: two
//! C# methods with comments. Each piece counts by its value, by what defends and attacks it, by its
//! moves and by a table of squares; then come rules for each kind of piece, for check, castling and
//! the turn, and for pawns by files. The score is White's. The numbers are in [`params`].
//!
//! This crate computes what that code computes, its slips included. A comment calls a quirk what the
//! prose, or chess, would have otherwise.
//!
//! Every number by which something counts is an option, that of a square by its place as White sees it: a table
//! is turned round for Black, so `pst_knight.c1` is Black's knight on f8, too. No options are what the king and a mate
//! are worth, thresholds (pieces, moves, plies), and the action values, for which `tally` has as much room as they need.
//!
//! docs/readings.md has what the document leaves open, and its slips.
//!
//! # A value that depends on the past
//! ```
//! use engine_core::{evaluation::Evaluation, game::Game};
//!
//! let value = |game: &Game| Evaluation::of(&eval_chessbin::chessbin(), game).total;
//! let played = Game::parse("startpos moves e2e4 e7e5 e1e2 d7d6 e2e1 d6d5")?;
//! assert_eq!(value(&played), -86); // White's king has moved.
//! // The same position without its moves: a side that may not castle counts as one that has.
//! let given = Game::new(played.position().clone());
//! assert_eq!(value(&given), -16);
//! # Ok::<(), engine_core::game::GameError>(())
//! ```

mod lines;
pub mod params;
mod state;
mod terms;

use engine_core::encoded_move::EncodedMove;
use engine_core::evaluator::{EvalScale, Evaluator, EvaluatorInfo, MarginScale};
use engine_core::explain::{Ledger, Meta};
use engine_core::game::Game;
use engine_core::movegen::Generator;
use engine_core::node::Node;
use engine_core::options::{Configure, OptionInfo, OptionKind};
use engine_core::position::Position;
use engine_core::rule::{DeclaredRule, Rule, Statement};
use shakmaty::{ByColor, Color};

use lines::MoveLines;
use params::{DOCUMENT, FIFTY_MOVES, MATE, NUMBERS, Params, REPETITIONS};
pub use state::State;
use state::{Worth, is_insufficient};
use terms::Scene;

/// ChessBin's board evaluation.
#[derive(Clone, Debug)]
pub struct ChessBin {
    params: Params,
    /// The part of these that a move needs.
    worth: Worth,
    a_file_fix: bool,
}

/// ChessBin's board evaluation, slips included.
pub fn chessbin() -> ChessBin {
    ChessBin { params: DOCUMENT, worth: Worth::new(&DOCUMENT), a_file_fix: false }
}

impl Evaluator for ChessBin {
    type State = State;

    fn info(&self) -> EvaluatorInfo {
        EvaluatorInfo {
            name: "chessbin",
            title: "ChessBin",
            document: "Chess Board Evaluation, Adam Berent",
            year: Some(2008),
            margin_scale: MarginScale { ratio: 1.44, measured: "2026-11-21" },
            eval_scale: EvalScale { centipawns: 234.6, measured: "2026-11-22, games of configs/lab/scale.toml" },
        }
    }

    fn rules(&self) -> Vec<DeclaredRule> {
        let declared = |&rule: &Rule| match rule {
            terms::TERMINAL => DeclaredRule::new(rule)
                .inseparable("it stands in place of all other rules, and where it fires nothing else is counted"),
            _ => DeclaredRule::new(rule),
        };
        terms::ALL.iter().map(declared).collect()
    }

    fn statement(&self, rule: &str) -> Option<Statement> {
        terms::statement(rule)
    }

    fn root(&self, game: &Game) -> State {
        State::root(&self.worth, game)
    }

    #[inline]
    fn update(&self, state: &mut State, parent: &Node<State>, mv: EncodedMove, _after: &Position) {
        state.update(&self.worth, parent.position(), mv);
    }

    #[inline]
    fn null(&self, parent: &Node<State>, after: &Position) -> State {
        parent.state().null(after)
    }

    #[inline]
    fn post<L: Ledger>(&self, node: &Node<State>, ledger: &mut L) {
        let scene = Scene::of(&self.params, node);
        let verdict = GameEnd::of(node, &scene.lines);
        // A verdict replaces everything else.
        match verdict {
            Some(verdict) => {
                terms::post(ledger, &scene, terms::TERMINAL, |_, color| verdict.worth(color));
            }
            None => terms::post_rules(&scene, self.a_file_fix, ledger),
        }
        let castled = [Color::White, Color::Black].map(|color| scene.state.castled(color));
        ledger.note("endgame_phase", || Meta::Flag(scene.endgame));
        ledger.note("men", || Meta::Number(scene.pieces as i32));
        ledger.note("castled", || Meta::Sides(castled[0], castled[1]));
        ledger.note("terminal", || Meta::Word(verdict.map(GameEnd::name)));
    }

    #[inline]
    fn state_key(&self, node: &Node<State>) -> u64 {
        node.state().key(node.position())
    }
}

const A_FILE_FIX: &str = "a_file_fix";

impl Configure for ChessBin {
    fn options(&self) -> Vec<OptionInfo> {
        let mut options = vec![OptionInfo {
            name: A_FILE_FIX,
            kind: OptionKind::Flag { default: false },
            help: "White's passed a-file is held against Black's a-file, not, as the document's \
                   slip has it, against the b-file.",
        }];
        options.extend(NUMBERS.options(&DOCUMENT));
        options
    }

    fn apply(&mut self, option: &OptionInfo, value: &str) {
        if option.name == A_FILE_FIX {
            self.a_file_fix = value == "true";
        } else if NUMBERS.set(&mut self.params, option.name, value) {
            self.worth = Worth::new(&self.params);
        }
    }
}

/// The reason that a position is settled, in the document's order: the first that applies counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GameEnd {
    /// No legal move, no check.
    Stalemate,
    /// Fifty moves of each side without capture or pawn move. A quirk: it comes before mate.
    FiftyMoves,
    /// The third occurrence of the position.
    Repetition,
    /// The side to move is mated by this side.
    Mate(Color),
    /// Too few pieces to mate, as the document counts them.
    Insufficient,
}

impl GameEnd {
    /// The verdict on `node`, if there is one.
    #[inline]
    fn of(node: &Node<State>, lines: &ByColor<MoveLines>) -> Option<GameEnd> {
        let stuck = !has_legal_move(node, lines);
        let position = node.position();
        if stuck && !node.is_check() {
            Some(GameEnd::Stalemate)
        } else if node.halfmoves() >= FIFTY_MOVES {
            Some(GameEnd::FiftyMoves)
        } else if node.occurrences() >= REPETITIONS {
            Some(GameEnd::Repetition)
        } else if stuck {
            Some(GameEnd::Mate(!position.turn()))
        } else if is_insufficient(position.board()) {
            Some(GameEnd::Insufficient)
        } else {
            None
        }
    }

    fn name(self) -> &'static str {
        match self {
            GameEnd::Stalemate => "stalemate",
            GameEnd::FiftyMoves => "fifty",
            GameEnd::Repetition => "repetition",
            GameEnd::Mate(_) => "mate",
            GameEnd::Insufficient => "insufficient",
        }
    }

    fn worth(self, color: Color) -> i32 {
        if self == GameEnd::Mate(color) { MATE } else { 0 }
    }
}

#[inline]
fn has_legal_move(node: &Node<State>, lines: &ByColor<MoveLines>) -> bool {
    // Outside check no line leads through the king: its steps are all legal.
    let king_steps = !node.is_check() && lines.get(node.position().turn()).king_steps;
    king_steps || Generator::new(node.position(), node.checkers()).has_legal_move()
}
