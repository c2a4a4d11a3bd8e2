//! The contract between the search and an evaluation function.

use shakmaty::Color;

use crate::choice::RootChoice;
use crate::encoded_move::EncodedMove;
use crate::explain::{Breakdown, Ledger, Recording, Sum, rounded};
use crate::game::Game;
use crate::node::Node;
use crate::position::Position;
use crate::rule::{DeclaredRule, Statement};
use crate::score::Value;

/// The distance by which a search moves an evaluator's static value, relative to Michniewski's: the
/// factor by which the search scales its margins. The worth of a value is its [`EvalScale`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarginScale {
    /// 1 for Michniewski's own.
    pub ratio: f64,
    /// The date of the measurement, as YYYY-MM-DD.
    pub measured: &'static str,
}

impl MarginScale {
    /// For an evaluator that has not been measured: the margins are as they were written.
    pub const UNMEASURED: MarginScale = MarginScale { ratio: 1.0, measured: UNMEASURED };

    /// True if the number is the evaluator's own.
    pub fn is_measured(&self) -> bool {
        self.measured != UNMEASURED
    }
}

/// The `measured` of a number that was not measured.
const UNMEASURED: &str = "not yet";

/// The worth of an evaluator's values in results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvalScale {
    /// K: this many of its centipawns make an expected score of 73 %, 1 / (1 + 1/e); above 0.
    pub centipawns: f64,
    /// The method of the measurement.
    pub measured: &'static str,
}

impl EvalScale {
    /// For an evaluator that has not been measured: that of Michniewski's, in whose centipawns the search and
    /// the arena count.
    pub const UNMEASURED: EvalScale = EvalScale { centipawns: 214.8, measured: UNMEASURED };

    /// True if the number is the evaluator's own.
    pub fn is_measured(&self) -> bool {
        self.measured != UNMEASURED
    }

    /// The number of centipawns of this scale that are worth one of `unit`.
    #[must_use]
    pub fn per(self, unit: EvalScale) -> f64 {
        self.centipawns / unit.centipawns
    }
}

/// An evaluator's description of itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvaluatorInfo {
    /// The name by which configurations and command lines know it.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The document that it reproduces.
    pub document: &'static str,
    /// The year of the document's numbers; `None` if it is not known.
    pub year: Option<u16>,
    /// The distance by which a search moves its values.
    pub margin_scale: MarginScale,
    /// The worth of its values.
    pub eval_scale: EvalScale,
}

impl EvaluatorInfo {
    /// An evaluator without a document or measurements, as tests have it.
    pub const fn unmeasured(name: &'static str, title: &'static str) -> EvaluatorInfo {
        EvaluatorInfo {
            name,
            title,
            document: "none",
            year: None,
            margin_scale: MarginScale::UNMEASURED,
            eval_scale: EvalScale::UNMEASURED,
        }
    }
}

/// A static evaluation function.
///
/// It is `&self` everywhere: what it keeps from move to move is its `State`, a small value that travels in the
/// [`Node`]. The one formula is [`Evaluator::post`]; the search sums it, an explanation itemises it.
///
/// The crates `eval-*` have some, each made by a function of its name, such as `eval_simplified::michniewski()`.
/// [`Evaluation::of`](crate::evaluation::Evaluation::of) gives the value of a game's position with its terms, and
/// [`Search::new`](crate::search::Search::new) searches with one.
pub trait Evaluator: Send + Sync + 'static {
    /// The state kept from move to move; `()` for an evaluator that keeps nothing.
    type State: Copy + Send;

    /// True if a value takes longer to compute than to look up in memory: a search then probes its table first and
    /// keeps the values it has computed lately. Of any other it computes the value before the table answers.
    const IS_COSTLY: bool = false;

    /// Name, document, margin scale and evaluation scale.
    fn info(&self) -> EvaluatorInfo;

    /// Its rules in the document's order, all that can ever post or choose a move. Those that are switched off are
    /// among them.
    fn rules(&self) -> Vec<DeclaredRule> {
        Vec::new()
    }

    /// The rule of this name in words: what it counts; `None` if that is not stated.
    fn statement(&self, rule: &str) -> Option<Statement> {
        let _ = rule;
        None
    }

    /// The state at the game's position.
    fn root(&self, game: &Game) -> Self::State;

    /// Brings `state`, which is the parent's, up to date with `mv`, which leads from `parent` to `after`.
    #[inline]
    fn update(&self, state: &mut Self::State, parent: &Node<Self::State>, mv: EncodedMove, after: &Position) {
        let _ = (state, parent, mv, after);
    }

    /// The state after a null move, which leads from `parent` to `after`.
    #[inline]
    fn null(&self, parent: &Node<Self::State>, after: &Position) -> Self::State {
        let _ = after;
        *parent.state()
    }

    /// Posts every term of the evaluation, in tenths of a centipawn.
    fn post<L: Ledger>(&self, node: &Node<Self::State>, ledger: &mut L);

    /// The key of what the value depends on besides the position: 0, or one that differs wherever the
    /// value can. It becomes part of the transposition table's key.
    fn state_key(&self, node: &Node<Self::State>) -> u64 {
        let _ = node;
        0
    }

    /// The static value from the side to move, of a node that [`Node::root`] makes of a game.
    #[inline]
    fn evaluate(&self, node: &Node<Self::State>) -> Value {
        let mut sum = Sum::default();
        self.post(node, &mut sum);
        let white = Value::clamped(rounded(sum.total()));
        match node.position().turn() {
            Color::White => white,
            Color::Black => -white,
        }
    }

    /// The static value from White's side, if the state alone has it; `None` if the position is needed.
    #[inline]
    fn value_of_state(&self, state: &Self::State) -> Option<Value> {
        let _ = state;
        None
    }

    /// Its rules that choose between the moves of a search's root; by default there are none.
    fn root_choice(&self) -> &impl RootChoice<Self::State> {
        &()
    }

    /// The same evaluation as it is posted, call by call.
    fn record(&self, node: &Node<Self::State>) -> Recording {
        let mut recording = Recording::default();
        self.post(node, &mut recording);
        recording
    }

    /// The same evaluation term by term.
    fn explain(&self, node: &Node<Self::State>) -> Breakdown {
        Breakdown::from(&self.record(node))
    }
}
