//! The outcome of a run in a few sentences.

use crate::document::{Style, plural};
use crate::r#match::Match;
use crate::numbers::{elo_text, percent};
use crate::results::{EngineResult, Results};

/// Names of engines in a sentence; of more only the number is given.
const NAMED: usize = 3;

/// The outcome in a few sentences: who leads, who is not significantly behind, and what the ratings do not explain.
pub(super) fn outcome(results: &Results) -> Vec<String> {
    results.parts().into_iter().flat_map(of_games).collect()
}

fn of_games(results: &Results) -> Vec<String> {
    let one = |sentence: &str| vec![sentence.to_owned()];
    let sentences = match &results.of_two {
        Some(of_two) => vec![of_match(results, of_two)],
        None if results.pairs == 0 => one("No pair of games is finished, so nothing is known yet."),
        None if results.pools.len() > 1 => {
            one("Not everybody has met, even by way of others, so there is no common ranking.")
        }
        None => of_field(results),
    };
    let at = results.time_control.as_ref();
    let prefix = at.map_or(String::new(), |name| format!("{name}: "));
    sentences.into_iter().map(|sentence| format!("{prefix}{sentence}")).collect()
}

fn of_match(results: &Results, of_two: &Match) -> String {
    let (elo, _) = of_two.strength();
    let [first, second] = [0, 1].map(|index: usize| &results.engines[index].name);
    let (text, games) = (elo_text(elo), plural(results.games, "game"));
    let (better, worse) = match Style::of(elo) {
        Style::Above => (first, second),
        Style::Below => (second, first),
        _ => {
            return format!("After {games} the difference of {first} and {second} is not significant: {text}.");
        }
    };
    format!("{better} is stronger than {worse}: {text} for {first} in {games}.")
}

fn of_field(results: &Results) -> Vec<String> {
    let order = results.ranking().into_iter().map(|index| &results.engines[index]);
    let order: Vec<&EngineResult> = order.filter(|engine| engine.elo.value.is_some()).collect();
    let [first, others @ ..] = &order[..] else {
        return Vec::new();
    };
    let beside = |engine: &EngineResult| -> Vec<&str> {
        let alike = order.iter().filter(|other| are_grouped(engine, other));
        let alike = alike.filter(|other| other.name != engine.name);
        alike.map(|other| other.name.as_str()).collect()
    };
    let (name, elo) = (&first.name, elo_text(first.elo));
    let alike = beside(first);
    let mut sentences = Vec::new();
    if order.iter().all(|engine| beside(engine).len() == others.len()) {
        let games = plural(results.games, "game");
        sentences.push(format!("After {games} no difference of two engines is significant."));
    } else if alike.is_empty() {
        sentences.push(format!("{name} is the strongest: {elo}, significantly above all others."));
    } else {
        let others = list(&alike);
        sentences.push(format!("{name} leads with {elo}, but is not significantly ahead of {others}."));
    }
    if let Some(last) = others.last()
        && beside(last).is_empty()
    {
        sentences.push(format!("{} is significantly below all others.", last.name));
    }
    sentences.extend(surprise(results));
    sentences
}

fn are_grouped(a: &EngineResult, b: &EngineResult) -> bool {
    let (Some(a), Some(b)) = (&a.groups, &b.groups) else { return false };
    a.chars().any(|letter| b.contains(letter))
}

/// The pairing that the ratings explain worst, if they fail to explain the results.
fn surprise(results: &Results) -> Option<String> {
    let fit = results.rating_fit.as_ref().filter(|fit| fit.fails)?;
    let (a, b) = (&fit.worst_a, &fit.worst_b);
    let [score, expected] = [fit.worst_score, fit.worst_expected].map(|s| percent(Some(s)));
    Some(format!(
        "One rating each does not explain all results: {a} scored {score} against {b}, where {expected} was to be expected."
    ))
}

fn list(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [name] => (*name).to_owned(),
        names if names.len() > NAMED => format!("{} others", names.len()),
        [names @ .., last] => format!("{} and {last}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::sample_results;
    use config::Format;
    use match_stats::Interval;
    use runner::sample;

    fn of_match(half_points: &[u8]) -> Vec<String> {
        let mut config = sample::config();
        config.engines.truncate(2);
        config.run.format = Format::Match;
        config.run.pairs = 12;
        outcome(&sample_results(&config, half_points))
    }

    #[test]
    fn a_match_names_the_stronger_one_only_if_it_is() {
        let close = of_match(&[2, 2, 1, 1]);
        assert!(close[0].contains("is not significant"), "{close:?}");
        let clear = of_match(&[2, 2, 2, 1, 2, 2, 1, 2].repeat(3));
        assert!(clear[0].starts_with("An \"Otter\" is stronger than"), "{clear:?}");
        let other = of_match(&[0, 0, 0, 1, 0, 0, 1, 0].repeat(3));
        assert!(other[0].contains("is stronger than An \"Otter\": -"), "{other:?}");
        assert!(of_match(&[2])[0].starts_with("No pair"));
    }

    #[test]
    fn a_field_has_a_leader_and_those_beside_it() {
        let mut results = sample_results(&sample::config(), &[2, 1, 0, 2, 1, 1, 2, 1, 0, 2, 1, 0, 1]);
        let all = outcome(&results);
        assert_eq!(all[0], "After 13 games no difference of two engines is significant.");
        let rated = [("First", 90.0, "a"), ("Second", 50.0, "ab"), ("Third", -140.0, "c")];
        for (engine, (name, elo, groups)) in results.engines.iter_mut().zip(rated) {
            (engine.name, engine.groups) = (name.to_owned(), Some(groups.to_owned()));
            engine.elo = Interval::about(elo, 10.0).map(Some);
        }
        let expected = [
            "First leads with +90.0 Elo [+80.0, +100.0], but is not significantly ahead of Second.",
            "Third is significantly below all others.",
        ];
        assert_eq!(outcome(&results), expected);
        results.engines[1].groups = Some("b".to_owned());
        assert!(outcome(&results)[0].starts_with("First is the strongest: "));
        let fit = results.rating_fit.as_mut().unwrap();
        (fit.fails, fit.worst_score, fit.worst_expected) = (true, 0.75, 0.5);
        assert!(outcome(&results).last().unwrap().contains("scored 75.0% against"));
        // Of many names the number is given.
        assert_eq!(list(&["A", "B", "C"]), "A, B and C");
        assert_eq!(list(&["A", "B", "C", "D"]), "4 others");
    }
}
