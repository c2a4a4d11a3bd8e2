//! Four classics: the evaluations of Shannon, of Turing and Champernowne, PeSTO's, and Kaufman's material imbalances.
//!
//! Each is exact to its publication. All four are one type, [`Classic`], so that one search is compiled for them.
//! All numbers are options. A side that is not to move has the moves that it would have with the turn; it then cannot
//! capture en passant, and a king that it checks is not a capture.
//!
//! docs/readings.md has the publications, what they leave open, and how it is read.
//!
//! # A value
//! ```
//! use engine_core::{evaluation::Evaluation, game::Game};
//!
//! let game = Game::parse("startpos moves e2e4")?;
//! let values = [eval_classics::pesto(), eval_classics::kaufman()].map(|classic| Evaluation::of(&classic, &game).total);
//! assert_eq!(values, [32, 40]); // Centipawns, from White's side.
//! # Ok::<(), engine_core::game::GameError>(())
//! ```

mod kaufman;
mod pesto;
mod shannon;
mod turochamp;

use engine_core::encoded_move::EncodedMove;
use engine_core::evaluator::{Evaluator, EvaluatorInfo};
use engine_core::explain::Ledger;
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::options::{Configure, OptionInfo};
use engine_core::position::Position;
use engine_core::rule::{DeclaredRule, Rule, Statement};
use engine_core::score::Value;
use shakmaty::{Color, Position as _};

use kaufman::Kaufman;
use pesto::Pesto;
use shannon::Shannon;
use turochamp::Turochamp;

/// The measurement of the evaluation scales.
const SCALES_MEASURED: &str = "2026-11-27, games of configs/lab/scale.toml";

/// One of the four evaluations.
#[derive(Clone, Debug)]
pub struct Classic(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Shannon(Box<Shannon>),
    Turochamp(Box<Turochamp>),
    Pesto(Box<Pesto>),
    Kaufman(Box<Kaufman>),
}

/// Shannon's evaluation.
pub fn shannon() -> Classic {
    Classic(Kind::Shannon(Box::new(Shannon::new())))
}

/// Turing's and Champernowne's evaluation.
pub fn turochamp() -> Classic {
    Classic(Kind::Turochamp(Box::new(Turochamp::new())))
}

/// PeSTO's evaluation.
pub fn pesto() -> Classic {
    Classic(Kind::Pesto(Box::new(Pesto::new())))
}

/// Kaufman's values over Michniewski's tables.
pub fn kaufman() -> Classic {
    Classic(Kind::Kaufman(Box::new(Kaufman::new())))
}

/// The state kept from move to move; each evaluation has its part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing: Shannon's looks at the board.
    Empty,
    /// True for White and for Black if the side has castled.
    Castled([bool; 2]),
    /// PeSTO's sums.
    Sums(pesto::Sums),
    /// The sums of Michniewski's tables.
    Squares(eval_simplified::State),
}

/// White's place in a pair of sides, or Black's.
#[inline]
fn index(color: Color) -> usize {
    color.fold_wb(0, 1)
}

fn castled(game: &Game) -> [bool; 2] {
    let mut castled = [false; 2];
    let mut us = game.start().turn();
    for mv in game.moves() {
        castled[index(us)] |= mv.is_castle();
        us = !us;
    }
    castled
}

fn declared(rules: &[Rule]) -> Vec<DeclaredRule> {
    rules.iter().copied().map(DeclaredRule::new).collect()
}

impl Evaluator for Classic {
    type State = State;

    fn info(&self) -> EvaluatorInfo {
        match self.0 {
            Kind::Shannon(_) => Shannon::info(),
            Kind::Turochamp(_) => Turochamp::info(),
            Kind::Pesto(_) => Pesto::info(),
            Kind::Kaufman(_) => Kaufman::info(),
        }
    }

    fn rules(&self) -> Vec<DeclaredRule> {
        match &self.0 {
            Kind::Shannon(_) => declared(shannon::ALL),
            Kind::Turochamp(_) => declared(turochamp::ALL),
            Kind::Pesto(_) => Pesto::rules(),
            Kind::Kaufman(kaufman) => kaufman.rules(),
        }
    }

    fn statement(&self, rule: &str) -> Option<Statement> {
        match &self.0 {
            Kind::Shannon(_) => shannon::statement(rule),
            Kind::Turochamp(_) => turochamp::statement(rule),
            Kind::Pesto(_) => pesto::statement(rule),
            Kind::Kaufman(kaufman) => kaufman.statement(rule),
        }
    }

    fn root(&self, game: &Game) -> State {
        let board = game.position().board();
        match &self.0 {
            Kind::Shannon(_) => State::Empty,
            Kind::Turochamp(_) => State::Castled(castled(game)),
            Kind::Pesto(pesto) => State::Sums(pesto.sums(board)),
            Kind::Kaufman(kaufman) => State::Squares(kaufman.state(board)),
        }
    }

    #[inline(always)]
    fn update(&self, state: &mut State, parent: &Node<State>, mv: EncodedMove, _after: &Position) {
        let us = parent.position().turn();
        match (&self.0, state) {
            (Kind::Pesto(pesto), State::Sums(sums)) => pesto.advance(sums, us, mv),
            (Kind::Kaufman(kaufman), State::Squares(state)) => kaufman.advance(state, us, mv),
            (_, State::Castled(castled)) => castled[index(us)] |= mv.is_castling(),
            _ => {}
        }
    }

    #[inline]
    fn post<L: Ledger>(&self, node: &Node<State>, ledger: &mut L) {
        let (position, checkers) = (node.position(), node.checkers());
        match (&self.0, node.state()) {
            (Kind::Pesto(pesto), State::Sums(sums)) => pesto.post(position.board(), sums, ledger),
            (Kind::Kaufman(kaufman), State::Squares(state)) => {
                kaufman.post(position.board(), state, ledger);
            }
            (Kind::Turochamp(turochamp), State::Castled(castled)) => {
                turochamp.post(position, checkers, *castled, ledger);
            }
            (Kind::Shannon(shannon), _) => shannon.post(position, checkers, ledger),
            _ => debug_assert!(false, "the state of another evaluation"),
        }
    }

    #[inline]
    fn value_of_state(&self, state: &State) -> Option<Value> {
        if let State::Sums(sums) = state { Some(Value::clamped(sums.whole())) } else { None }
    }

    /// The key of who has castled, which the board does not show.
    #[inline]
    fn state_key(&self, node: &Node<State>) -> u64 {
        const CASTLED: [u64; 2] = [0xa3c5_9ac2_f1b7_4e6d, 0x5f8e_1d93_07c4_b2a9];
        match node.state() {
            State::Castled([white, black]) => (CASTLED[0] * u64::from(*white)) ^ (CASTLED[1] * u64::from(*black)),
            _ => 0,
        }
    }
}

impl Configure for Classic {
    fn options(&self) -> Vec<OptionInfo> {
        match &self.0 {
            Kind::Shannon(shannon) => shannon.options(),
            Kind::Turochamp(turochamp) => turochamp.options(),
            Kind::Pesto(pesto) => pesto.options(),
            Kind::Kaufman(kaufman) => kaufman.options(),
        }
    }

    fn apply(&mut self, option: &OptionInfo, value: &str) {
        match &mut self.0 {
            Kind::Shannon(shannon) => shannon.apply(option, value),
            Kind::Turochamp(turochamp) => turochamp.apply(option, value),
            Kind::Pesto(pesto) => pesto.apply(option, value),
            Kind::Kaufman(kaufman) => kaufman.apply(option, value),
        }
    }
}

/// The material and the legal moves of either side.
mod sides {
    use engine_core::encoded_move::EncodedMove;
    use engine_core::movegen::Generator;
    use engine_core::position::Position;
    use shakmaty::{Bitboard, Board, ByRole, Color, Role};

    /// A value for each kind of piece.
    pub(crate) type Values = ByRole<i32>;

    /// The number of pieces of a kind.
    #[inline]
    pub(crate) fn count(board: &Board, color: Color, role: Role) -> i32 {
        (board.by_role(role) & board.by_color(color)).count() as i32
    }

    /// The sum of the values of a side's pieces.
    #[inline]
    pub(crate) fn material(board: &Board, color: Color, values: &Values) -> i32 {
        let value = |role| count(board, color, role) * values.get(role);
        Role::ALL.into_iter().map(value).sum()
    }

    /// A position as one side sees it that has the move, or would have it.
    pub(crate) struct Turn {
        position: Position,
        checkers: Bitboard,
    }

    impl Turn {
        /// `color` has the move in `position`, whose side to move is in check from `checkers`. The side that is not to
        /// move loses a capture en passant with its turn.
        #[inline]
        pub(crate) fn of(position: &Position, checkers: Bitboard, color: Color) -> Turn {
            if color == position.turn() {
                let position = position.clone();
                Turn { position, checkers }
            } else {
                // A side that is not to move is not in check.
                Turn { position: position.passed(), checkers: Bitboard::EMPTY }
            }
        }

        /// The position, with the side to move.
        #[inline]
        pub(crate) fn position(&self) -> &Position {
            &self.position
        }

        /// Each legal move. A king in check from the side that is given the move is never captured.
        #[inline]
        pub(crate) fn each(&self, mut push: impl FnMut(EncodedMove)) {
            let generator = Generator::new(&self.position, self.checkers);
            generator.noisy(|mv| {
                if mv.captured() != Some(Role::King) {
                    push(mv);
                }
            });
            generator.quiet(push);
        }
    }
}
