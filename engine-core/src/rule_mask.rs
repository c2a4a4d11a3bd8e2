//! An evaluator some of whose rules are masked: what it is without them, for one that switches none off itself.
//!
//! A rule that is masked posts and scales nothing. What is kept from move to move is the evaluator's own state,
//! unchanged: [`Evaluator::post`] takes each rule's amount from it under the rule's name, so that a masked rule is
//! missing from the value exactly, kept sums or not. What cannot be left out so are rules in whose place others are
//! not posted: [`Evaluator::rules`] lists them. An evaluator as it is has no part in this and pays nothing for it.

use crate::choice::RootChoice;
use crate::encoded_move::EncodedMove;
use crate::evaluator::{Evaluator, EvaluatorInfo};
use crate::explain::{Ledger, Meta};
use crate::game::Game;
use crate::node::Node;
use crate::options::{Configure, OptionError, OptionInfo};
use crate::position::Position;
use crate::rule::{DeclaredRule, Rule, Statement};

/// The evaluator without some of its rules.
#[derive(Clone, Debug)]
pub struct RuleMask<E> {
    evaluator: E,
    masked: Vec<&'static str>,
}

impl<E: Evaluator> RuleMask<E> {
    /// Masks the rules of these names. A name that no rule has changes nothing.
    ///
    /// # Errors
    /// If one of the rules cannot be left out alone.
    pub fn new(evaluator: E, masked: Vec<&'static str>) -> Result<RuleMask<E>, OptionError> {
        let rules = evaluator.rules();
        let mut named = rules.iter().filter(|declared| masked.contains(&declared.rule.name));
        match named.find_map(|declared| Some((declared.rule.name, declared.inseparable?))) {
            Some((rule, why)) => Err(OptionError::Inseparable { rule, why }),
            None => Ok(RuleMask { evaluator, masked }),
        }
    }
}

/// A ledger that passes on what other rules post.
struct MaskLedger<'a, L> {
    ledger: &'a mut L,
    masked: &'a [&'static str],
}

impl<L> MaskLedger<'_, L> {
    #[inline]
    fn passes(&self, rule: Rule) -> bool {
        !self.masked.contains(&rule.name)
    }
}

impl<L: Ledger> Ledger for MaskLedger<'_, L> {
    #[inline]
    fn post(&mut self, rule: Rule, white: i32, black: i32) {
        if self.passes(rule) {
            self.ledger.post(rule, white, black);
        }
    }

    #[inline]
    fn total(&self) -> i32 {
        self.ledger.total()
    }

    #[inline]
    fn scale(&mut self, rule: Rule, sixteenths: i32) {
        if self.passes(rule) {
            self.ledger.scale(rule, sixteenths);
        }
    }

    fn note(&mut self, name: &'static str, value: impl FnOnce() -> Meta) {
        self.ledger.note(name, value);
    }
}

impl<E: Evaluator> Evaluator for RuleMask<E> {
    type State = E::State;

    const IS_COSTLY: bool = E::IS_COSTLY;

    fn info(&self) -> EvaluatorInfo {
        self.evaluator.info()
    }

    fn rules(&self) -> Vec<DeclaredRule> {
        let mut rules = self.evaluator.rules();
        rules.retain(|declared| !self.masked.contains(&declared.rule.name));
        rules
    }

    fn statement(&self, rule: &str) -> Option<Statement> {
        self.evaluator.statement(rule)
    }

    fn root(&self, game: &Game) -> E::State {
        self.evaluator.root(game)
    }

    #[inline]
    fn update(&self, state: &mut E::State, parent: &Node<E::State>, mv: EncodedMove, after: &Position) {
        self.evaluator.update(state, parent, mv, after);
    }

    #[inline]
    fn null(&self, parent: &Node<E::State>, after: &Position) -> E::State {
        self.evaluator.null(parent, after)
    }

    #[inline]
    fn post<L: Ledger>(&self, node: &Node<E::State>, ledger: &mut L) {
        let masked = &self.masked;
        self.evaluator.post(node, &mut MaskLedger { ledger, masked });
    }

    #[inline]
    fn state_key(&self, node: &Node<E::State>) -> u64 {
        self.evaluator.state_key(node)
    }

    fn root_choice(&self) -> &impl RootChoice<E::State> {
        self.evaluator.root_choice()
    }
}

impl<E: Configure> Configure for RuleMask<E> {
    fn options(&self) -> Vec<OptionInfo> {
        self.evaluator.options()
    }

    fn apply(&mut self, option: &OptionInfo, value: &str) {
        self.evaluator.apply(option, value);
    }
}
