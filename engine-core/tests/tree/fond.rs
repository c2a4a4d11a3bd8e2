//! An evaluator with its own preference between root moves.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};

use crate::toy::Toy;
use engine_core::choice::{Preference, RootChoice, SecondLook, Turns};
use engine_core::evaluator::{Evaluator, EvaluatorInfo};
use engine_core::explain::Ledger;
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::rule::Rule;
use engine_core::score::Score;
use engine_core::search::Search;
use engine_core::tables::transposition::Transposition;
use shakmaty::{Color, Move, Position, Role};

pub(crate) const PREFERS: Rule = Rule::other("toy.prefers");
pub(crate) const LOOKS: Rule = Rule::other("toy.looks");

/// The toy, with a liking for one kind of man, or with a second look in which White's queens are
/// worth nothing: four plies after its last turn, and not twice in six.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fond {
    pub(crate) of: Option<(Role, i32)>,
    pub(crate) queenless: Option<i32>,
    /// Such a state from the start, where the halfmove clock is odd.
    pub(crate) odd: bool,
    /// The threads that requested a preference.
    pub(crate) callers: Option<Arc<Mutex<HashSet<ThreadId>>>>,
}

impl Evaluator for Fond {
    /// True if White's queens are worth nothing.
    type State = bool;

    fn info(&self) -> EvaluatorInfo {
        Toy.info()
    }

    fn root(&self, game: &Game) -> bool {
        self.odd && game.position().halfmoves() % 2 == 1
    }

    fn post<L: Ledger>(&self, node: &Node<bool>, ledger: &mut L) {
        let plain = Game::new(node.position().to_chess());
        let (plain, _) = Node::root(&Toy, &plain);
        Toy.post(&plain, ledger);
        if *node.state() {
            let queens = node.position().board().material_side(Color::White).queen;
            ledger.post(LOOKS, -9_000 * i32::from(queens), 0);
        }
    }

    fn state_key(&self, node: &Node<bool>) -> u64 {
        u64::from(*node.state()) * 0x9e37_79b9_7f4a_7c15
    }

    fn root_choice(&self) -> &impl RootChoice<bool> {
        self
    }
}

impl RootChoice<bool> for Fond {
    fn preference(&self, _: &Node<bool>, best: Move, other: Move) -> Option<Preference> {
        if let Some(callers) = &self.callers {
            callers.lock().unwrap().insert(thread::current().id());
        }
        let (role, margin) = self.of?;
        let rule = PREFERS;
        (best.role() != role && other.role() == role).then_some(Preference { rule, margin })
    }

    fn second_look(
        &self,
        _: &Node<bool>,
        _: Score,
        _: i32,
        turns: &Turns,
    ) -> Option<SecondLook<bool>> {
        let margin = self.queenless?;
        turns.score(4)?;
        if turns.since_second_look().is_some_and(|plies| plies < 6) {
            return None;
        }
        Some(SecondLook { rule: LOOKS, state: true, margin })
    }
}

pub(crate) fn search(evaluator: Fond) -> Search<Fond> {
    Search::new(evaluator, Transposition::with_bits(14))
}

pub(crate) fn fond(role: Role, margin: i32) -> Fond {
    Fond { of: Some((role, margin)), ..Fond::default() }
}

pub(crate) fn queenless(margin: i32) -> Fond {
    Fond { queenless: Some(margin), ..Fond::default() }
}
