//! The values of a position by all evaluators, and the rules behind them.

use engine_core::evaluator::EvalScale;
use engine_core::explain::sums;
use engine_core::game::Game;
use engine_core::options::OptionKind;
use engine_core::rule::Statement;
use evaluators::AnyEvaluator;
use serde::Deserialize;
use serde_json::{Value, json};
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position, PositionError, Setup, Square};

use crate::position::drop_impossible_rights;
use crate::{Board, Comparison, PositionQuestion, Refusal, game_of};

#[derive(Debug, Deserialize)]
pub(crate) struct RuleQuestion {
    evaluator: usize,
    rule: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct HeatQuestion {
    position: String,
    evaluator: usize,
    square: String,
}

impl Board {
    /// The evaluators; `eval_scale` are the centipawns that make an expected score of 73 %, `null` if not measured.
    pub(crate) fn list(&self) -> Value {
        let listed = self.evaluators.iter().map(|one| {
            let scale = one.info.eval_scale;
            json!({
                "label": one.label,
                "name": one.info.name,
                "document": one.info.document,
                "year": one.info.year,
                "is_given": one.is_given,
                "eval_scale": scale.is_measured().then_some(scale.centipawns),
            })
        });
        listed.collect()
    }

    /// The comparison that `evalarena explain --json` prints.
    pub(crate) fn comparison(&self, question: &PositionQuestion) -> Result<Comparison, Refusal> {
        Ok(self.compared(&game_of(&question.position)?).1)
    }

    /// The place of each evaluator in the comparison of all that do not fail.
    fn compared(&self, game: &Game) -> (Vec<Result<usize, String>>, Comparison) {
        let mut evaluations = Vec::new();
        let places = self.evaluators.iter().map(|one| {
            let found = (one.source)().and_then(|evaluator| evaluator.explain(game));
            let mut evaluation = found.map_err(|error| error.reason)?;
            evaluation.info = one.info;
            evaluations.push(evaluation);
            Ok(evaluations.len() - 1)
        });
        (places.collect(), Comparison::of(evaluations))
    }

    pub(crate) fn values(&self, question: &PositionQuestion) -> Result<Value, Refusal> {
        let game = game_of(&question.position)?;
        let (places, comparison) = self.compared(&game);
        let shown = places.iter().map(|place| match place {
            Ok(at) => shown_value(&comparison, *at),
            Err(error) => json!({ "error": error }),
        });
        let in_list = |at: usize| places.iter().position(|place| *place == Ok(at));
        let disagreement = comparison.disagreement.as_ref().map(|found| {
            json!({
                "high": in_list(found.places.0),
                "low": in_list(found.places.1),
                "gap": found.gap,
                "aspects": found.aspects,
                "mostly": found.mostly,
                "terms": found.terms,
            })
        });
        Ok(json!({ "evaluators": shown.collect::<Value>(), "disagreement": disagreement }))
    }

    /// A rule, as far as its evaluator describes it.
    pub(crate) fn rule(&self, question: &RuleQuestion) -> Result<Value, Refusal> {
        let evaluator = (self.evaluator(question.evaluator)?.source)()?;
        let rules = evaluator.rules().into_iter();
        let declared = { rules }.find(|declared| declared.rule.name == question.rule);
        let statement = evaluator.statement(&question.rule).or_else(|| sums::stated(&question.rule));
        if declared.is_none() && statement.is_none() {
            return Err(Refusal::Unknown("it has no rule of this name".to_owned()));
        }
        let lines = statement.as_ref().map(|found| found.lines).filter(|lines| !lines.is_empty());
        Ok(json!({
            "name": question.rule,
            "group": declared.map(|declared| declared.group),
            "aspect": declared.map(|declared| declared.rule.aspect),
            "claim": declared.and_then(|declared| declared.claim),
            "text": statement.as_ref().map(|found| &found.text),
            "lines": lines,
            "numbers": statement.as_ref().map_or(Vec::new(), |found| numbers(&*evaluator, found)),
            "document": evaluator.info().document,
        }))
    }

    /// The worth of a piece on each square: it is put there, and the position is evaluated.
    /// In the evaluator's centipawns from the owner's side: `here`, the value over that of the position without the
    /// piece, and `squares`, the change of the value on each square from a1 to h8; `null` where there is no value.
    pub(crate) fn heat(&self, question: &HeatQuestion) -> Result<Value, Refusal> {
        let game = game_of(&question.position)?;
        let evaluator = (self.evaluator(question.evaluator)?.source)()?;
        let square: Square = question.square.parse()?;
        let setup = game.position().to_setup(EnPassantMode::Legal);
        let Some(piece) = setup.board.piece_at(square) else {
            return Err(Refusal::Invalid(format!("no piece stands on {square}")));
        };
        let tenths = |to: Option<Square>| -> Result<Option<i32>, Refusal> {
            let setup = moved(&setup, square, to);
            let mode = CastlingMode::detect(&setup);
            // It may be illegal; only two bishops on squares of one colour do no harm.
            let position = Chess::from_setup(setup, mode)
                .or_else(PositionError::ignore_too_much_material)
                .or_else(PositionError::ignore_invalid_ep_square);
            let Ok(position) = position else {
                return Ok(None);
            };
            let tenths = evaluator.tenths(&Game::new(position))?;
            Ok(Some(piece.color.fold_wb(tenths, -tenths)))
        };
        let now = tenths(Some(square))?;
        let now = now.ok_or_else(|| Refusal::Invalid("the position is not legal".to_owned()))?;
        let squares = Square::ALL.into_iter().map(|to| {
            let is_free = to == square || setup.board.piece_at(to).is_none();
            let there = if is_free { tenths(Some(to))? } else { None };
            Ok(there.map(|there| f64::from(there - now) / 10.0))
        });
        let squares = squares.collect::<Result<Vec<_>, Refusal>>()?;
        let here = tenths(None)?.map(|without| f64::from(now - without) / 10.0);
        Ok(json!({ "here": here, "squares": squares }))
    }
}

/// The numbers of a rule, in centipawns unless the words have another unit; a table of squares has too many.
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

/// The value of one evaluator: `total` in its centipawns from White's side, `common` and the sums by aspect in
/// Michniewski's, and each term that is not 0 for both sides (name, aspect, White, Black).
fn shown_value(comparison: &Comparison, at: usize) -> Value {
    let evaluation = &comparison.evaluations[at];
    let terms = evaluation.breakdown.terms().iter();
    let posted = terms.filter(|term| (term.white, term.black) != (0, 0));
    let centipawns = |tenths: i32| f64::from(tenths) / 10.0;
    let posted = posted.map(|term| (term.rule.name, term.rule.aspect, centipawns(term.white), centipawns(term.black)));
    let aspects = comparison.aspects.iter().map(|row| row.michniewski[at]);
    json!({
        "total": evaluation.total,
        "common": comparison.michniewski_totals[at],
        "expected": expected_score(evaluation.total, evaluation.info.eval_scale),
        "aspects": aspects.collect::<Vec<_>>(),
        "terms": posted.collect::<Vec<_>>(),
    })
}

/// The expected score of a side whose value this is, by the evaluator's scale: 73 % for K centipawns.
pub(crate) fn expected_score(centipawns: i32, scale: EvalScale) -> f64 {
    1.0 / (1.0 + (-f64::from(centipawns) / scale.centipawns).exp())
}

/// The position with the piece of a square on another one, or nowhere, and without the castling rights that it lacks then.
fn moved(setup: &Setup, from: Square, to: Option<Square>) -> Setup {
    let mut setup = setup.clone();
    let piece = setup.board.remove_piece_at(from);
    if let (Some(piece), Some(to)) = (piece, to) {
        setup.board.set_piece_at(to, piece);
    }
    if to != Some(from) {
        setup.ep_square = None;
    }
    drop_impossible_rights(&mut setup);
    setup
}
