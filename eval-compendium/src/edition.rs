//! The evaluators built from the rules: as printed, and in proportion.

use engine_core::evaluator::{EvalScale, EvaluatorInfo, MarginScale};

use crate::order::HeadingWeights;
use crate::rule::Number;
use crate::rules::RULES;
use crate::settings::Settings;

/// An evaluator of the compendium's rules.
#[derive(Debug)]
pub(crate) struct Edition {
    pub(crate) info: EvaluatorInfo,
    /// The defaults of its options `weight.*`.
    pub(crate) weights: HeadingWeights,
    /// True if a rule is worth no less than the one of another heading that it replaces (for a penalty: no less in
    /// size), unless the option `keep-order` is set otherwise: see [`order`](crate::order).
    pub(crate) keep_order: bool,
    /// The numbers that differ from the document's, by their full names, in tenths.
    pub(crate) numbers: &'static [(&'static str, i32)],
}

impl Edition {
    /// The value of the number in this edition, in tenths.
    pub(crate) fn number(&self, number: &Number) -> i32 {
        let own = self.numbers.iter();
        let own = own.copied().find(|(name, _)| *name == number.full_name);
        own.map_or(number.tenths, |(_, tenths)| tenths)
    }

    /// The document's numbers except this edition's own, and its weights.
    pub(crate) fn settings(&self) -> Settings {
        let mut settings = Settings::document();
        settings.set_weights(self.weights.clone());
        settings.set_keep_order(self.keep_order);
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
        year: 2010,
        margin_scale: MarginScale { ratio: 3.73, measured: "2026-11-22" },
        eval_scale: EvalScale { centipawns: 392.4, measured: SCALES_MEASURED },
    },
    weights: HeadingWeights::EVEN,
    keep_order: false,
    numbers: &[],
};

/// The same rules, each heading in the proportion in which it predicts results.
pub(crate) static IN_PROPORTION: Edition = Edition {
    info: EvaluatorInfo {
        name: "compendium-in-proportion",
        title: "Compendium (in proportion)",
        document: DOCUMENT,
        year: 2010,
        margin_scale: MarginScale { ratio: 1.77, measured: "2026-11-22" },
        eval_scale: EvalScale { centipawns: 234.7, measured: SCALES_MEASURED },
    },
    weights: HeadingWeights::of(MIDDLEGAME, ENDGAME),
    keep_order: true,
    numbers: THRESHOLDS,
};

// These weights are not the document's. `evalarena weights --scaled` fitted them to 23,965 positions of 4,000
// games (configs/lab/games.toml); docs/measurements.md has their errors and their worth.

/// The percentage with which each heading counts in the middlegame.
const MIDDLEGAME: &[(&str, i32)] = &[
    ("Opening", 35),
    ("Middlegame", 19),
    ("King security", 34),
    ("King attack", 30),
    ("The Tal dimension", 54),
    ("Founded disregard for less active pieces", 0),
    ("Rook prevailing over 2 minors", 28),
    ("Other attacks", 12),
    ("Pins", 101),
    ("Blockade", 25),
    ("Piece configurations", 55),
    ("Losing tempo", 155),
    ("Initiative", 54),
    ("Learning from Kasparov", 5),
    ("Vectoral intersections", 65),
    ("Counterplay", 70),
    ("Prevention of counterplay", 17),
    ("Trapped pieces", 13),
    ("Weak squares", 0),
    ("Unreasonable retreats", 36),
    ("Opposing configurations", 58),
    ("Unhealthy mutual piece positioning", 0),
    ("Positional peculiarities", 9),
    ("General principles of the endgame", 28),
    ("Simple endings", 28),
    ("Importance of central passers", 20),
    ("Special positional techniques", 0),
    ("Beauty in chess", 0),
];

/// The percentage with which each heading counts in the endgame.
const ENDGAME: &[(&str, i32)] = &[
    ("Middlegame", 54),
    ("Piece configurations", 10),
    ("Sacrificing pawns", 0),
    ("General principles of the endgame", 39),
    ("Simple endings", 50),
    ("Opposing configurations in endings", 28),
    ("Very basic endgames", 28),
    ("Composite endings", 28),
    ("Passed pawn races", 191),
    ("Importance of central passers", 44),
    ("Special positional techniques", 51),
    ("Beauty in chess", 28),
];

/// Thresholds on the score, in tenths: those of the printed sum times 0.58, the ratio of values with the same expected
/// score (the fitted K is 226 and 391). Numbers compared with the rules of the king attack are weighted as those are.
const THRESHOLDS: &[(&str, i32)] = &[
    ("king-attack.sacrifices.ahead", 870),
    ("king-attack.sacrifices.attack", 450),
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
