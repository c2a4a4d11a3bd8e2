//! Scores by opening: points by the opening's class and family.

use std::collections::{BTreeMap, HashMap};

use players::record::GameRecord;

const SHOWN: usize = 3;

#[derive(Debug, Clone, PartialEq)]
pub(super) struct OpeningScore {
    pub(super) name: String,
    pub(super) games: u64,
    /// Points per game, 0 to 1, of the engine with the lower index.
    pub(super) score: f64,
}

/// The best and the worst openings of a pairing, from the side of the engine with the lower index.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Extremes {
    pub(super) engines: (usize, usize),
    /// The best, best first; all above the pairing's overall score.
    pub(super) best: Vec<OpeningScore>,
    pub(super) worst: Vec<OpeningScore>,
}

/// The volumes of the Encyclopaedia of Chess Openings, and their contents.
pub(super) const CLASSES: [(char, &str); 5] = [
    ('A', "flank openings"),
    ('B', "half-open games"),
    ('C', "open games, French"),
    ('D', "closed games"),
    ('E', "Indian defences"),
];

type Points = (u64, u64);

#[derive(Debug, Default)]
pub(super) struct OpeningScores {
    families: BTreeMap<(usize, usize), HashMap<String, Points>>,
    classes: BTreeMap<(usize, char), Points>,
}

impl OpeningScores {
    pub(super) fn add(&mut self, game: &GameRecord) {
        if let Some(class) = game.eco.chars().next() {
            for engine in [game.white, game.black] {
                let (points, games) = self.classes.entry((engine, class)).or_default();
                *points += u64::from(game.half_points_of(engine));
                *games += 1;
            }
        }
        let family = family(&game.opening_name);
        if family.is_empty() {
            return;
        }
        let (a, b) = (game.white.min(game.black), game.white.max(game.black));
        let of_pairing = self.families.entry((a, b)).or_default();
        let (points, games) = of_pairing.entry(family.to_owned()).or_default();
        *points += u64::from(game.half_points_of(a));
        *games += 1;
    }

    /// Points per game, 0 to 1, and games of an engine in the openings of a class; `None` without games.
    pub(super) fn of_class(&self, engine: usize, class: char) -> Option<(f64, u64)> {
        let &(points, games) = self.classes.get(&(engine, class))?;
        Some((points as f64 / 2.0 / games as f64, games))
    }

    /// The extremes of each pairing with games in at least two families.
    pub(super) fn extremes(&self) -> Vec<Extremes> {
        let pairings = self.families.iter().filter(|(_, openings)| openings.len() > 1);
        pairings.map(|(&engines, openings)| extremes(engines, openings)).collect()
    }
}

fn extremes(engines: (usize, usize), openings: &HashMap<String, (u64, u64)>) -> Extremes {
    let all = openings.iter().map(|(name, &(points, games))| OpeningScore {
        name: name.clone(),
        games,
        score: points as f64 / 2.0 / games as f64,
    });
    let mut all: Vec<OpeningScore> = all.collect();
    let (points, games) = openings.values().fold((0, 0), |sum, o| (sum.0 + o.0, sum.1 + o.1));
    let mean = points as f64 / 2.0 / games as f64;
    // The distance from the mean in standard errors, which are about half a point for a game.
    let weight = |opening: &OpeningScore| (opening.score - mean) * (opening.games as f64).sqrt();
    all.sort_by(|a, b| weight(b).total_cmp(&weight(a)).then_with(|| a.name.cmp(&b.name)));
    let best = all.iter().filter(|opening| opening.score > mean).take(SHOWN).cloned();
    let worst = all.iter().rev().filter(|opening| opening.score < mean).take(SHOWN).cloned();
    Extremes { engines, best: best.collect(), worst: worst.collect() }
}

/// The part of an opening's name before its variations: `Sicilian Defense` of `Sicilian Defense: Najdorf Variation`.
fn family(name: &str) -> &str {
    let end = name.find([':', ',']).unwrap_or(name.len());
    name[..end].trim()
}

#[cfg(test)]
mod tests {
    use super::*;
    use players::record::GameResult;
    use runner::sample;

    #[test]
    fn openings_are_told_by_family_from_one_side() {
        let config = sample::config();
        let mut scores = OpeningScores::default();
        let mut add = |index: usize, name: &str, outcome| {
            let mut game = sample::game(&config, index, outcome);
            name.clone_into(&mut game.opening_name);
            game.eco = if name.starts_with("Sicilian") { "B20" } else { "" }.to_owned();
            scores.add(&game);
        };
        add(0, "Sicilian Defense: Najdorf", GameResult::WhiteWins);
        add(1, "Sicilian Defense, Alapin", GameResult::BlackWins);
        add(0, "Réti Opening", GameResult::BlackWins);
        add(1, "", GameResult::WhiteWins);
        let [found] = &scores.extremes()[..] else {
            panic!("{scores:?}");
        };
        assert_eq!(found.engines, (0, 1));
        let best = OpeningScore { name: "Sicilian Defense".into(), games: 2, score: 1.0 };
        assert_eq!(found.best, [best]);
        assert_eq!(found.worst[0].name, "Réti Opening");
        assert_eq!(found.worst.len(), 1);
        assert_eq!(scores.of_class(0, 'B'), Some((1.0, 2)));
        assert_eq!(scores.of_class(1, 'B'), Some((0.0, 2)));
        assert_eq!(scores.of_class(0, 'C'), None);
    }
}
