//! The values of a position by all evaluators.

use engine_core::evaluation::Evaluation;
use engine_core::evaluator::EvalScale;
use engine_core::game::Game;
use engine_core::options::OptionKind;
use engine_core::rule::{Aspect, Statement};
use report::serve::Refusal;
use serde::{Deserialize, Serialize};
use shakmaty::Square;

use super::{Explore, PositionQuestion, game_of};
use crate::side_by_side::Comparison;
use evaluators::AnyEvaluator;
use evaluators::scale;

/// An evaluator in the list of the page.
#[derive(Debug, Serialize)]
pub(super) struct ListedEvaluator<'e> {
    label: &'e str,
    name: &'static str,
    document: &'static str,
    year: u16,
    is_given: bool,
    /// Centipawns that make an expected score of 73 %; `None` if that was not measured.
    eval_scale: Option<f64>,
}

/// The values of a position.
#[derive(Debug, Serialize)]
pub(super) struct PositionValues {
    fen: String,
    /// In the order of the list.
    evaluators: Vec<ShownValue>,
    disagreement: Option<ShownDisagreement>,
}

/// The value by one evaluator.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum ShownValue {
    /// In centipawns from White's side.
    Value {
        total: i32,
        /// In Michniewski's centipawns.
        common: i32,
        /// White's expected score.
        expected: f64,
        /// The sums by aspect in Michniewski's centipawns, in the order of the aspects.
        aspects: Vec<f64>,
        /// The terms that are not 0 for both sides: name, aspect, White, Black.
        terms: Vec<ShownTerm>,
    },
    /// It failed.
    Failed { error: String },
}

type ShownTerm = (&'static str, Aspect, f64, f64);

/// The two evaluators that are furthest apart.
#[derive(Debug, Serialize)]
struct ShownDisagreement {
    /// Their places in the list: who likes White's position more, and who likes it less.
    high: usize,
    low: usize,
    /// In Michniewski's centipawns.
    gap: i32,
    aspects: Vec<(Aspect, f64)>,
    terms: Vec<(&'static str, f64)>,
}

/// A question for a rule.
#[derive(Debug, Deserialize)]
pub(super) struct RuleQuestion {
    evaluator: usize,
    rule: String,
}

/// A rule, as far as its evaluator describes it.
#[derive(Debug, Serialize)]
pub(super) struct ShownRule {
    name: String,
    /// The part of the document.
    group: Option<&'static str>,
    aspect: Option<Aspect>,
    /// The Elo that the document claims for it.
    claim: Option<u16>,
    text: Option<String>,
    lines: Option<&'static str>,
    /// Its numbers, if `text` has none: what each is, and how much in the document, in centipawns unless the words have
    /// another unit.
    numbers: Vec<(String, f64)>,
    document: &'static str,
}

impl Explore {
    pub(super) fn list(&self) -> Vec<ListedEvaluator<'_>> {
        let listed = self.evaluators.iter().map(|shown| {
            let info = shown.info(&self.measured);
            ListedEvaluator {
                label: &shown.label,
                name: info.name,
                document: info.document,
                year: info.year,
                is_given: shown.is_given,
                eval_scale: Some(info.eval_scale.centipawns)
                    .filter(|_| info.eval_scale.is_measured()),
            }
        });
        listed.collect()
    }

    /// Evaluations by those evaluators that do not fail, each with its place in the list.
    fn evaluations(&self, game: &Game) -> Vec<Result<Evaluation, String>> {
        let explained = |shown: &super::ShownEvaluator| shown.evaluator()?.explain(game);
        let all = self.evaluators.iter().map(explained);
        all.map(|found| found.map_err(|error| error.to_string())).collect()
    }

    /// The comparison that `evalarena explain --json` prints.
    pub(super) fn comparison(&self, question: &PositionQuestion) -> Result<Comparison, Refusal> {
        Ok(self.compared(&game_of(&question.position)?).1)
    }

    fn compared(&self, game: &Game) -> (Vec<Result<usize, String>>, Comparison) {
        let (mut places, mut evaluations, mut scales) = (Vec::new(), Vec::new(), Vec::new());
        for (shown, found) in self.evaluators.iter().zip(self.evaluations(game)) {
            places.push(found.map(|evaluation| {
                evaluations.push(evaluation);
                scales.push(scale::of(&shown.info(&self.measured)));
                evaluations.len() - 1
            }));
        }
        (places, Comparison::of(evaluations, scales))
    }

    pub(super) fn values(&self, question: &PositionQuestion) -> Result<PositionValues, Refusal> {
        let game = game_of(&question.position)?;
        let (places, comparison) = self.compared(&game);
        let shown = self.evaluators.iter().zip(&places).map(|(shown, place)| match place {
            Ok(at) => {
                let scale = shown.info(&self.measured).eval_scale;
                shown_value(&comparison, *at, scale)
            }
            Err(error) => ShownValue::Failed { error: error.clone() },
        });
        let in_list = |at: usize| places.iter().position(|place| *place == Ok(at));
        let widest = comparison.disagreement.as_ref().and_then(|found| {
            let (high, low) = found.places;
            Some(ShownDisagreement {
                high: in_list(high)?,
                low: in_list(low)?,
                gap: found.gap,
                aspects: found.aspects.clone(),
                terms: found.terms.clone(),
            })
        });
        Ok(PositionValues {
            fen: engine_core::notation::fen_of(game.position()),
            evaluators: shown.collect(),
            disagreement: widest,
        })
    }

    pub(super) fn rule(&self, question: &RuleQuestion) -> Result<ShownRule, Refusal> {
        let evaluator = self.evaluator(question.evaluator)?.evaluator();
        let evaluator = evaluator.map_err(Refusal::invalid)?;
        let rules = evaluator.rules().into_iter();
        let declared = { rules }.find(|declared| declared.rule.name == question.rule);
        let statement = evaluator.statement(&question.rule);
        if declared.is_none() && statement.is_none() {
            return Err(Refusal::unknown("it has no rule of this name"));
        }
        let numbers = statement.as_ref().map(|found| numbers(&*evaluator, found));
        let (text, lines) = statement.map(|found| (found.text, found.lines)).unzip();
        Ok(ShownRule {
            name: question.rule.clone(),
            group: declared.map(|declared| declared.group),
            aspect: declared.map(|declared| declared.rule.aspect),
            claim: declared.and_then(|declared| declared.claim),
            text,
            lines: lines.filter(|lines| !lines.is_empty()),
            numbers: numbers.unwrap_or_default(),
            document: evaluator.info().document,
        })
    }
}

/// The numbers of a rule; a table of squares has too many.
fn numbers(evaluator: &dyn AnyEvaluator, statement: &Statement) -> Vec<(String, f64)> {
    let options = evaluator.options().into_iter();
    let own = options.filter(|option| statement.counts_by(option.name));
    let shown = own.filter_map(|option| {
        let default = match option.kind {
            OptionKind::Number { default, .. } => f64::from(default),
            OptionKind::Tenths { default, .. } => f64::from(default) / 10.0,
            _ => return None,
        };
        let member = option.name.rsplit_once('.').map(|(_, member)| member);
        match member {
            Some(square) if square.parse::<Square>().is_ok() => None,
            Some(file) if file.len() == 1 => Some((format!("{file}-file"), default)),
            _ => Some((option.help.trim_end_matches('.').to_owned(), default)),
        }
    });
    shown.collect()
}

fn shown_value(comparison: &Comparison, at: usize, scale: EvalScale) -> ShownValue {
    let evaluation = &comparison.evaluations[at];
    let terms = evaluation.breakdown.terms().iter();
    let posted = terms.filter(|term| (term.white, term.black) != (0, 0));
    let centipawns = |tenths: i32| f64::from(tenths) / 10.0;
    ShownValue::Value {
        total: evaluation.total,
        common: comparison.michniewski_totals[at],
        expected: expected(evaluation.total, scale),
        aspects: comparison.aspects.iter().map(|row| row.michniewski[at]).collect(),
        terms: posted
            .map(|term| {
                let (white, black) = (centipawns(term.white), centipawns(term.black));
                (term.rule.name, term.rule.aspect, white, black)
            })
            .collect(),
    }
}

/// The expected score of a side whose value this is, by the evaluator's scale: 73 % for K centipawns.
pub(super) fn expected(centipawns: i32, scale: EvalScale) -> f64 {
    1.0 / (1.0 + (-f64::from(centipawns) / scale.centipawns).exp())
}
