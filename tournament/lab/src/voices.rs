//! Which rules an evaluator has, and how often each of them speaks.
//!
//! A rule speaks in a position if what it posts there for White and Black is not both 0, or if it scales the score.

use std::collections::BTreeMap;

use engine_core::evaluator::Evaluator;
use engine_core::explain::{Aspect, Ledger, Rule, Sum};
use engine_core::game::Game;
use engine_core::node::Node;
use rayon::prelude::*;

/// A rule, as far as it was heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Voice {
    /// What it looks at.
    pub aspect: Aspect,
    /// Where it first posted among the others, for their order.
    pub place: usize,
    /// In how many positions it spoke.
    pub spoke: usize,
}

/// The rules that post in some positions, by name, 0 being posted too; each position in which one of `groups` speaks is
/// counted for the group.
#[derive(Debug, Default)]
pub struct Voices {
    rules: BTreeMap<&'static str, Voice>,
    /// The rules that spoke, position by position.
    spoken: Vec<Vec<&'static str>>,
}

impl Voices {
    /// What the evaluator's rules say in these positions.
    pub fn heard<E: Evaluator>(evaluator: &E, positions: &[Game]) -> Voices {
        let ledgers = positions.par_iter().map(|game| {
            let (node, _) = Node::root(evaluator, game);
            let mut ledger = Listener::default();
            evaluator.post(&node, &mut ledger);
            ledger.posted
        });
        let mut voices = Voices::default();
        for posted in ledgers.collect::<Vec<_>>() {
            let mut spoken = Vec::new();
            for (rule, [white, black]) in posted {
                let place = voices.rules.len();
                let voice = voices.rules.entry(rule.name).or_insert(Voice {
                    aspect: rule.aspect,
                    place,
                    spoke: 0,
                });
                if (white, black) != (0, 0) {
                    voice.spoke += 1;
                    spoken.push(rule.name);
                }
            }
            voices.spoken.push(spoken);
        }
        voices
    }

    /// The rules in the order in which they were first heard.
    #[must_use]
    pub fn rules(&self) -> Vec<(&'static str, Voice)> {
        let mut rules: Vec<_> = self
            .rules
            .iter()
            .map(|(&name, &voice)| (name, voice))
            .collect();
        rules.sort_by_key(|(_, voice)| voice.place);
        rules
    }

    /// In how many of a thousand positions one of `rules` speaks; 0 without positions.
    #[must_use]
    pub fn per_mille(&self, rules: &[&str]) -> f64 {
        let speaks = |spoken: &&Vec<&str>| spoken.iter().any(|rule| rules.contains(rule));
        let count = self.spoken.iter().filter(speaks).count();
        1000.0 * count as f64 / self.spoken.len().max(1) as f64
    }
}

/// The ledger that remembers who posted.
#[derive(Default)]
struct Listener {
    sum: Sum,
    posted: Vec<(Rule, [i32; 2])>,
}

impl Listener {
    fn add(&mut self, rule: Rule, white: i32, black: i32) {
        match self
            .posted
            .iter_mut()
            .find(|(other, _)| other.name == rule.name)
        {
            Some((_, [to_white, to_black])) => {
                *to_white += white;
                *to_black += black;
            }
            None => self.posted.push((rule, [white, black])),
        }
    }
}

impl Ledger for Listener {
    fn post(&mut self, rule: Rule, white: i32, black: i32) {
        self.sum.post(rule, white, black);
        self.add(rule, white, black);
    }

    fn total(&self) -> i32 {
        self.sum.total()
    }

    fn scale(&mut self, rule: Rule, sixteenths: i32) {
        let before = self.sum.total();
        self.sum.scale(rule, sixteenths);
        self.add(rule, self.sum.total() - before, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_known_by_what_they_post_and_speak_where_it_is_not_nothing() {
        let games = ["startpos", "startpos moves g1f3 a7a6 f3e5 a6a5"];
        let games = games.map(|text| Game::parse(text).unwrap());
        let voices = Voices::heard(&eval_simplified::michniewski(), &games);
        let names: Vec<&str> = voices.rules().iter().map(|(name, _)| *name).collect();
        assert_eq!(names[..3], ["material", "pst_pawn", "pst_knight"]);
        assert_eq!(names.len(), 7);
        assert_eq!(voices.per_mille(&["pst_rook"]), 0.0);
        assert_eq!(voices.per_mille(&["pst_knight"]), 1000.0);
        assert_eq!(voices.per_mille(&["pst_rook", "pst_knight"]), 1000.0);
        assert_eq!(voices.per_mille(&["nobody"]), 0.0);
    }

    #[test]
    fn a_verdict_that_scales_speaks() {
        let drawn = Game::parse("fen 8/8/4k3/8/8/3BK2P/8/8 w - - 0 1").unwrap();
        let voices = Voices::heard(&eval_compendium::compendium(), &[drawn]);
        let rules = voices.rules();
        let verdict = rules.iter().find(|(name, _)| name.starts_with("endgame."));
        assert!(verdict.is_some(), "{rules:?}");
    }
}
