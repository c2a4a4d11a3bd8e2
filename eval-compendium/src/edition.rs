//! The evaluators built from the rules: as printed, and in proportion.

use std::sync::LazyLock;

use engine_core::evaluator::{EvalScale, EvaluatorInfo, MarginScale};

use crate::rule::Number;
use crate::rules::RULES;
use crate::settings::{HeadingWeights, Settings};

/// An evaluator of the compendium's rules.
#[derive(Debug)]
pub(crate) struct Edition {
    pub(crate) info: EvaluatorInfo,
    /// The defaults of its options `weight.*`.
    pub(crate) weights: HeadingWeights,
    /// The numbers that differ from the document's, by their full names, in tenths.
    pub(crate) numbers: &'static [(&'static str, i32)],
    /// The sentence of each rule with these numbers and weights.
    pub(crate) statements: LazyLock<Vec<String>>,
}

impl Edition {
    /// The value of the number in this edition, in tenths.
    pub(crate) fn number(&self, number: &Number) -> i32 {
        let own = self.numbers.iter();
        let own = own.copied().find(|(name, _)| *name == number.full_name);
        own.map_or(number.tenths, |(_, tenths)| tenths)
    }

    fn stated(&self) -> Vec<String> {
        let settings = self.settings();
        (0..RULES.len()).map(|place| settings.statement(place)).collect()
    }

    /// The document's numbers except this edition's own, and its weights.
    pub(crate) fn settings(&self) -> Settings {
        let mut settings = Settings::document();
        settings.set_weights(self.weights.clone());
        for (place, rule) in RULES.iter().enumerate() {
            for (at, number) in rule.numbers.iter().enumerate() {
                let tenths = self.number(number);
                if tenths != number.tenths {
                    settings.set_number(place, at, tenths);
                }
            }
        }
        settings
    }
}

const DOCUMENT: &str = "Little Chess Evaluation Compendium, Lyudmil Tsvetkov";
const SCALES_MEASURED: &str = "2026-11-22, games of configs/lab/scale.toml";

/// The literal sum: the document states numbers and no scale.
pub(crate) static AS_PRINTED: Edition = Edition {
    info: EvaluatorInfo {
        name: "compendium",
        title: "Compendium (as printed)",
        document: DOCUMENT,
        year: Some(2010),
        margin_scale: MarginScale { ratio: 3.73, measured: "2026-11-22" },
        eval_scale: EvalScale { centipawns: 392.4, measured: SCALES_MEASURED },
    },
    weights: HeadingWeights::EVEN,
    numbers: &[],
    statements: LazyLock::new(|| AS_PRINTED.stated()),
};

/// The same rules in the proportion to the piece values in which they predict results.
pub(crate) static IN_PROPORTION: Edition = Edition {
    info: EvaluatorInfo {
        name: "compendium-in-proportion",
        title: "Compendium (in proportion)",
        document: DOCUMENT,
        year: Some(2026),
        margin_scale: MarginScale { ratio: 1.77, measured: "2026-11-22" },
        eval_scale: EvalScale { centipawns: 230.5, measured: "2026-11-30, games of configs/lab/scale.toml" },
    },
    weights: HeadingWeights::all(PERCENT),
    numbers: THRESHOLDS,
    statements: LazyLock::new(|| IN_PROPORTION.stated()),
};

/// The percentage of the printed numbers that counts beside the piece values. It is not the document's:
/// docs/measurements.md has its error, and why headings have no weights of their own.
const PERCENT: i32 = 28;

/// Thresholds on the score, in tenths: those of the printed sum times 0.58, the ratio of values with the same expected
/// score. Numbers compared with the rules of the king attack are weighted as those are.
const THRESHOLDS: &[(&str, i32)] = &[
    ("king-attack.sacrifices.ahead", 870),
    ("king-attack.sacrifices.attack", 420),
    ("king-attack.sacrifices.gain", 120),
    ("king-attack.sacrifices.loss", 580),
    ("counterplay.attacking-pieces-factor.behind", 1_740),
    ("counterplay.attacking-pieces-factor.far_behind", 3_480),
    ("opposite-bishops.weaker-side.behind", 290),
    ("stonewall.one-colour-pawns.behind", 290),
    ("endgame.general.one-side-draw.within", 410),
    ("endgame.general.two-sides-win.over", 230),
    ("special.fortress.natural.behind", 870),
    ("special.perpetual.middlegame.behind", 580),
    ("special.optimal-positioning.under", 290),
];
