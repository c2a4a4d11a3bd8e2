//! Every number and every switch as an option.

use std::sync::LazyLock;

use engine_core::explain::Breakdown;
use engine_core::game::Game;
use engine_core::options::{Configure, OptionError, OptionInfo, OptionKind, matches, tenths};

use crate::Compendium;
use crate::board::context::with_contexts;
use crate::last_move::EffectScope;
use crate::readings::raw;
use crate::rule::{Kind, Number, RuleInfo};
use crate::rules::{HEADING_OF, HEADINGS, RULES, place_of};
use crate::settings::HeadingWeights;
use crate::state::State;

/// The bound of numbers in either direction, in centipawns.
const LIMIT: i32 = 10_000;

const DISABLE: &str = "disable";

const KARPOV: &str = "karpov";
/// The definition that this option adds to the score.
const STATED_TWICE: usize = place_of("middlegame.karpov-composition-5-2");

/// The name of the option that sets `number`; for a rule's only number it is the rule's name.
fn option_name(rule: &'static RuleInfo, number: &'static Number) -> &'static str {
    match rule.numbers {
        [_] => rule.id,
        _ => number.full_name,
    }
}

/// The numbers that can be set: the place of the rule, the place of the number, and both.
fn numbers() -> impl Iterator<Item = (usize, usize, &'static RuleInfo, &'static Number)> {
    let rules = RULES.iter().enumerate();
    rules.flat_map(|(index, rule)| {
        let numbers = rule.numbers.iter().enumerate();
        numbers.map(move |(at, number)| (index, at, rule, number))
    })
}

struct WeightOption {
    name: String,
    help: String,
    heading: usize,
    /// The middlegame (0) or the endgame (1).
    phase: usize,
}

impl WeightOption {
    fn default_of(&self, weights: &HeadingWeights) -> i32 {
        [&weights.middlegame, &weights.endgame][self.phase][self.heading]
    }
}

/// The weights that can be set: of all headings with weighted rules except the introduction, whose
/// piece values are the unit of everything else.
fn weights() -> &'static [WeightOption] {
    static WEIGHTS: LazyLock<Vec<WeightOption>> = LazyLock::new(|| {
        let mut weights = Vec::new();
        for heading in 1..HEADINGS {
            let rules = RULES.iter().zip(HEADING_OF);
            let rules = rules.filter(|(rule, of)| *of == heading && rule.adds());
            let posted: Vec<_> = rules.map(|(rule, _)| rule).filter(|rule| rule.kind != Kind::Verdict).collect();
            for (phase, of) in ["middlegame", "endgame"].into_iter().enumerate() {
                let counts = |rule: &&&RuleInfo| rule.span.has_phase(phase);
                if let Some(rule) = posted.iter().find(counts) {
                    let section = rule.section;
                    weights.push(WeightOption {
                        name: format!("weight.{}.{of}", slug(section)),
                        help: format!("Percent that the {of}'s numbers of the rules under \"{section}\" count with."),
                        heading,
                        phase,
                    });
                }
            }
        }
        weights
    });
    &WEIGHTS
}

/// A heading in lower case, with hyphens between its words.
fn slug(heading: &str) -> String {
    let words = heading.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join("-").to_lowercase()
}

/// The pattern that matches all rules of this one's family.
fn family(rule: &RuleInfo) -> String {
    format!("{}.*", rule.id.split('.').next().unwrap_or(rule.id))
}

impl Configure for Compendium {
    const SWITCHES: bool = true;

    fn options(&self) -> Vec<OptionInfo> {
        let mut options = vec![OptionInfo {
            name: DISABLE,
            kind: OptionKind::Patterns,
            help: "Rules that are left out, as if the document did not have them.",
        }];
        options.push(OptionInfo {
            name: KARPOV,
            kind: OptionKind::Flag { default: false },
            help: "The document prefers chains of five and two pawns twice: count it twice.",
        });
        options.extend(weights().iter().map(|weight| OptionInfo {
            name: &weight.name,
            kind: OptionKind::Number { default: weight.default_of(&self.edition.weights), min: 0, max: 1_000 },
            help: &weight.help,
        }));
        options.extend(numbers().map(|(place, _, rule, number)| {
            let default = self.edition.number(number);
            OptionInfo {
                name: option_name(rule, number),
                kind: if number.tenths % 10 == 0 {
                    OptionKind::Number { default: default / 10, min: -LIMIT, max: LIMIT }
                } else {
                    OptionKind::Tenths { default, min: -10 * LIMIT, max: 10 * LIMIT }
                },
                help: &self.edition.statements[place],
            }
        }));
        options
    }

    fn apply(&mut self, option: &OptionInfo, value: &str) {
        if option.name == KARPOV {
            self.settings.set_on_demand(STATED_TWICE, value == "true");
        }
        let weight = weights().iter().find(|weight| weight.name == option.name);
        if let (Some(weight), Ok(percent)) = (weight, value.trim().parse()) {
            let mut weights = self.settings.weights.clone();
            let phases = [&mut weights.middlegame, &mut weights.endgame];
            phases[weight.phase][weight.heading] = percent;
            self.settings.set_weights(weights);
        }
        let number = numbers().find(|(_, _, rule, number)| option_name(rule, number) == option.name);
        if let (Some((index, at, ..)), Some(tenths)) = (number, tenths(value)) {
            self.settings.set_number(index, at, tenths);
        }
    }

    fn disable(&mut self, patterns: &[&str]) -> Result<(), OptionError> {
        for &pattern in patterns {
            if !RULES.iter().any(|rule| matches(pattern, rule.id)) {
                let mut families: Vec<_> = RULES.iter().map(family).collect();
                families.dedup();
                return Err(OptionError::Pattern { pattern: pattern.to_owned(), families });
            }
        }
        let off = |id: &str| patterns.iter().any(|pattern| matches(pattern, id));
        self.settings.switch(|id| !off(id));
        Ok(())
    }

    fn raw(&self, game: &Game, score: Option<i32>) -> Option<Breakdown> {
        // Changed numbers affect raw readings, switches do not.
        let mut settings = self.settings.clone();
        settings.switch(|_| true);
        let state = State::root(EffectScope::Everything, game, &settings.interplay);
        let score = score.map(|score| 10 * i64::from(score));
        let raw = with_contexts(&game.position().into(), &state.past, |contexts| raw(contexts, &settings, score));
        Some(raw)
    }
}
