//! Lyudmil Tsvetkov's *Little Chess Evaluation Compendium*.
//!
//! # The document
//! A chess player's list, of 2010, of the features that an engine should count: some four hundred
//! sentences on opening, middlegame, endgame and attack, most with a number of centipawns. It is
//! written for people; [`book`] lists its rules, each read in one exact way.
//!
//! docs/readings.md has what the document leaves open.
//!
//! # Computation
//! A context computed once for each side holds attack maps, pawn sets, the king's surroundings and
//! the phases; the rules are small functions over it, each written for White.
//!
//! # A value and its terms
//! ```
//! use engine_core::{evaluation::Evaluation, game::Game};
//!
//! let game = Game::parse("startpos moves e2e4 e7e5 g1f3")?;
//! let seen = Evaluation::of(&eval_compendium::in_proportion(), &game);
//! assert_eq!(seen.total, 9); // Centipawns, from White's side.
//! let mut terms = seen.breakdown.posted();
//! assert!(terms.any(|(name, term)| name == "opening.bishop-pair" && term.white == 70)); // Tenths of a centipawn.
//! # Ok::<(), engine_core::game::GameError>(())
//! ```

mod board {
    //! The board: squares, pieces, attacks, pawns, kings, phases, and the game's past. Nothing here depends on a rule.

    pub(crate) mod bits;
    pub(crate) mod context;
    pub(crate) mod king;
    pub(crate) mod material;
    pub(crate) mod past;
    pub(crate) mod pawns;
    pub(crate) mod phase;
    pub(crate) mod side;
}
pub mod book;
mod edition;
mod interplay;
mod last_move;
mod options;
mod patterns {
    //! Chess motifs that several rules share. No rule is named here directly: a motif that depends on one
    //! refers to it by its name in [`crate::interplay`].

    pub(crate) mod endgame;
    pub(crate) mod lines;
    pub(crate) mod pawns;
    pub(crate) mod pieces;
    pub(crate) mod reach;
    pub(crate) mod shelter;
    pub(crate) mod space;
}
mod post;
mod readings;
mod root;
mod rule;
mod rules;
mod settings;
mod state;
mod verdict;
mod view;

use engine_core::choice::RootChoice;
use engine_core::encoded_move::EncodedMove;
use engine_core::evaluator::{Evaluator, EvaluatorInfo};
use engine_core::explain::Ledger;
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::position::Position;
use engine_core::rule::{DeclaredRule, Statement};

use edition::{AS_PRINTED, Edition, IN_PROPORTION};
use last_move::EffectScope;
use rule::{Kind, RuleInfo};
use rules::RULES;
use settings::Settings;
pub use state::State;

/// The evaluation by the document's rules, with its numbers or others.
#[derive(Clone, Debug)]
pub struct Compendium {
    settings: Settings,
    edition: &'static Edition,
}

/// The evaluation as the document prints it: the rules' numbers simply add up.
pub fn compendium() -> Compendium {
    Compendium::of(&AS_PRINTED)
}

/// The same rules and numbers in another proportion to the piece values, which was fitted to games and is not the
/// document's.
pub fn in_proportion() -> Compendium {
    Compendium::of(&IN_PROPORTION)
}

impl Compendium {
    fn of(edition: &'static Edition) -> Compendium {
        Compendium { settings: edition.settings(), edition }
    }
}

impl Evaluator for Compendium {
    type State = State;

    const IS_COSTLY: bool = true;

    fn info(&self) -> EvaluatorInfo {
        self.edition.info
    }

    fn rules(&self) -> Vec<DeclaredRule> {
        let playing = RULES.iter().filter(|rule| rule.adds() || rule.kind == Kind::Root);
        let declared = |rule: &RuleInfo| DeclaredRule {
            rule: rule.rule(),
            group: rule.section,
            claim: rule.claim,
            posts: rule.adds(),
            inseparable: None,
        };
        playing.map(declared).collect()
    }

    fn statement(&self, rule: &str) -> Option<Statement> {
        let place = RULES.iter().position(|info| info.id == rule)?;
        Some(Statement { text: self.settings.statement(place), lines: RULES[place].lines, numbers: &[] })
    }

    fn root(&self, game: &Game) -> State {
        State::root(EffectScope::Counting, game, &self.settings.interplay)
    }

    #[inline]
    fn update(&self, state: &mut State, parent: &Node<State>, mv: EncodedMove, after: &Position) {
        self.play(state, parent.position(), mv, after);
    }

    #[inline]
    fn null(&self, parent: &Node<State>, after: &Position) -> State {
        parent.state().null(after)
    }

    fn post<L: Ledger>(&self, node: &Node<State>, ledger: &mut L) {
        let state = node.state();
        if state.lowered.has_lost() {
            self.post_refund(&state.lowered, ledger);
        }
        post::post(node.position(), &state.past, &self.settings, ledger);
    }

    #[inline]
    fn state_key(&self, node: &Node<State>) -> u64 {
        node.state().key
    }

    fn root_choice(&self) -> &impl RootChoice<State> {
        self
    }
}

impl Compendium {
    /// Brings `state`, that of `before`, up to date with `mv`, which leads to `after`.
    #[inline]
    fn play(&self, state: &mut State, before: &Position, mv: EncodedMove, after: &Position) {
        let interplay = &self.settings.interplay;
        state.play(EffectScope::Counting, before, mv, after, interplay);
    }
}

/// The rules and the search, compiled once for all tests: at their optimisation a crate shares the generic code of those
/// below it, and without this every program of a test would compile them again. Nothing calls it.
#[cfg(debug_assertions)]
#[doc(hidden)]
pub fn compiled_here(evaluator: &Compendium, game: &Game) -> bool {
    use engine_core::{limits::Limits, search::Search, tables::transposition::Transposition};

    let (node, _) = Node::root(evaluator, game);
    let mut search = Search::new(evaluator.clone(), Transposition::with_bits(10));
    let found = search.go(game, &Limits::nodes(1), &mut |_: &engine_core::search::Report| {});
    let (recording, terms) = (evaluator.record(&node), evaluator.explain(&node));
    found.score.cp() == Some(evaluator.evaluate(&node).cp()) && recording.calls.is_empty() && terms.terms().is_empty()
}
