//! The numbers that an evaluator offers.

use engine_core::options::{OptionInfo, OptionKind, matches};

use super::TuneError;

const PREFIX: &str = "weight.";
/// The least size that a number is taken to have, in the units of its option: the document may be wrong
/// about a 0, too.
pub const LEAST_SIZE: f64 = 5.0;

/// A number that can be set, in the units of its option.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Number {
    pub(super) option: &'static str,
    /// As the document has it.
    pub(super) document: f64,
    pub(super) least: f64,
    pub(super) most: f64,
    /// Tenths that the option takes: 10 is whole numbers only.
    tenths: i32,
}

impl Number {
    /// Its size, for a ridge that is as strong for each.
    pub(super) fn size(&self) -> f64 {
        self.document.abs().max(LEAST_SIZE)
    }

    /// The nearest that the option takes.
    pub(super) fn settled(&self, value: f64) -> f64 {
        let grain = f64::from(self.tenths) / 10.0;
        ((value / grain).round() * grain).clamp(self.least, self.most)
    }

    /// The numbers above and below `at` by which differences are taken: near, but not so near that the tenths to
    /// which values are rounded count.
    pub(super) fn around(&self, at: f64) -> [f64; 2] {
        let step = self.settled((at.abs() / 4.0).clamp(2.0, 10.0));
        [(at + step).min(self.most), (at - step).max(self.least)]
    }

    /// As the option takes it.
    pub(super) fn text(&self, value: f64) -> String {
        match self.tenths {
            10 => format!("{value:.0}"),
            _ => format!("{value:.1}"),
        }
    }
}

/// The numbers among `options` that match one of `patterns`; without any, all but weights, which scale other
/// numbers.
pub(super) fn numbers(
    options: Vec<OptionInfo>,
    name: &str,
    patterns: &[String],
) -> Result<Vec<Number>, TuneError> {
    let all = options.into_iter().filter_map(|option| {
        let (default, min, max, tenths) = match option.kind {
            OptionKind::Number { default, min, max } => (10 * default, 10 * min, 10 * max, 10),
            OptionKind::Tenths { default, min, max } => (default, min, max, 1),
            _ => return None,
        };
        let [document, least, most] = [default, min, max].map(|tenths| f64::from(tenths) / 10.0);
        Some(Number { option: option.name, document, least, most, tenths })
    });
    let all: Vec<Number> = all.collect();
    if all.is_empty() {
        let evaluator = name.to_owned();
        return Err(TuneError::NoNumbers { evaluator });
    }
    let fits = |pattern: &str| all.iter().any(|number| matches(pattern, number.option));
    if let Some(pattern) = patterns.iter().find(|pattern| !fits(pattern)) {
        return Err(TuneError::Pattern {
            pattern: pattern.clone(),
            evaluator: name.to_owned(),
            known: all.iter().map(|number| number.option.to_owned()).collect(),
        });
    }
    let is_wanted = |number: &Number| match patterns {
        [] => !number.option.starts_with(PREFIX),
        _ => patterns.iter().any(|pattern| matches(pattern, number.option)),
    };
    Ok(all.iter().filter(|number| is_wanted(number)).cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use evaluators::registry;

    fn options_of(evaluator: &str) -> Vec<OptionInfo> {
        registry::evaluator(evaluator).unwrap().options()
    }

    fn of_compendium(patterns: &[&str]) -> Result<Vec<Number>, TuneError> {
        let patterns: Vec<String> = patterns.iter().map(|&pattern| pattern.to_owned()).collect();
        numbers(options_of("compendium"), "compendium", &patterns)
    }

    #[test]
    fn all_but_weights_or_those_that_are_named() {
        let all = of_compendium(&[]).unwrap();
        assert!(all.len() > 300);
        assert!(all.iter().all(|number| !number.option.starts_with(PREFIX)));
        let weights = of_compendium(&["weight.*"]).unwrap();
        assert!(weights.len() > 10 && weights.iter().all(|weight| weight.document == 100.0));
        let error = of_compendium(&["intro.piece-value.*"]).unwrap_err().to_string();
        assert!(
            error.contains("--params intro.piece-value.*") && error.contains("more"),
            "{error}"
        );
    }

    #[test]
    fn an_evaluator_without_numbers_is_refused_with_what_can_be_asked_of_it() {
        for patterns in [vec![], vec!["quickly".to_owned()]] {
            let quickly =
                OptionInfo { name: "quickly", kind: OptionKind::Flag { default: false }, help: "" };
            let error = numbers(vec![quickly], "numberless", &patterns).unwrap_err();
            let text = error.to_string();
            assert!(text.contains("numberless offers no number"), "{text}");
            assert!(text.contains("--terms"), "{text}");
        }
    }

    #[test]
    fn every_evaluator_of_the_house_has_numbers() {
        let count = |&name: &&'static str| {
            let numbers = numbers(options_of(name), name, &[]).unwrap();
            (name, numbers.len())
        };
        let counts: Vec<_> = registry::NAMES.iter().map(count).collect();
        let expected = [
            ("michniewski", 437),
            ("otter", 373),
            ("chessbin", 337),
            ("slate-atkin", 37),
            ("material", 5),
            ("shannon", 9),
            ("turochamp", 17),
            ("pesto", 751),
            ("kaufman", 440),
        ];
        for (name, count) in expected {
            assert!(counts.contains(&(name, count)), "{counts:?}");
        }
    }

    #[test]
    fn numbers_are_what_the_options_take() {
        for number in of_compendium(&[]).unwrap() {
            let mut evaluator = registry::evaluator("compendium").unwrap();
            for value in number.around(number.document) {
                assert_ne!(value, number.document, "{number:?}");
                evaluator.set(number.option, &number.text(value)).unwrap();
            }
            let value = number.settled(number.document + 1.2345);
            evaluator.set(number.option, &number.text(value)).unwrap();
        }
    }
}
