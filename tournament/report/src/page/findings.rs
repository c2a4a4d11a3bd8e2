//! What is striking in a run's games: first deviations, scores by opening, and the game with the biggest turnaround.

use std::collections::{BTreeMap, HashMap};

use openings::moves::san;
use players::record::{GameRecord, MoveScore};
use serde::Serialize;
use serde_json::Value;

use crate::ReportError;
use crate::played::{play, position};

/// A move of an engine, as the script reads it: engine, game, move and score.
type Choice = (usize, usize, String, Value);

#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Deviation {
    ply: usize,
    /// The move in the game with the lower number, and the one in the other.
    a: Choice,
    b: Choice,
    #[serde(skip)]
    apart: i64,
}

#[derive(Debug, Default)]
pub(super) struct Deviations {
    /// Games whose partner in the pair has not been added yet.
    waiting: HashMap<usize, GameRecord>,
    found: Vec<Deviation>,
}

impl Deviations {
    /// Adds a game. The two games of a pair are neighbours in a store, so few wait.
    pub(super) fn add(&mut self, game: &GameRecord) -> Result<(), ReportError> {
        match self.waiting.remove(&game.pair) {
            None => drop(self.waiting.insert(game.pair, game.clone())),
            Some(other) => self.found.extend(deviation(&other, game)?),
        }
        Ok(())
    }

    /// Those with the largest difference of scores first.
    pub(super) fn sorted(&mut self) -> &[Deviation] {
        self.found.sort_by_key(|deviation| (-deviation.apart, deviation.a.1));
        &self.found
    }
}

/// The first deviation of a pair; `None` if one game is the beginning of the other, or their starts differ.
fn deviation(first: &GameRecord, second: &GameRecord) -> Result<Option<Deviation>, ReportError> {
    if first.start_fen != second.start_fen || first.book_moves != second.book_moves {
        return Ok(None);
    }
    let both = first.moves.iter().zip(&second.moves);
    let Some(ply) = both.clone().position(|(a, b)| a.uci != b.uci) else {
        return Ok(None);
    };
    let moves = first.book_moves.len() + ply;
    let at = position(first, moves)?;
    let choice = |game: &GameRecord| {
        let record = &game.moves[ply];
        let (before, mv) = play(&mut at.clone(), game, &record.uci)?;
        let score = short_score(record.score);
        Ok::<_, ReportError>((game.mover(ply), game.index + 1, san(mv, &before), score))
    };
    let centipawns = |game: &GameRecord| game.moves[ply].score.map_or(0, centipawns);
    Ok(Some(Deviation {
        ply: moves,
        a: choice(first)?,
        b: choice(second)?,
        apart: (centipawns(first) - centipawns(second)).abs(),
    }))
}

/// A score as the script reads it: centipawns from White's side, `M5` or `-M5`, or null.
pub(super) fn short_score(score: Option<MoveScore>) -> Value {
    match score {
        None => Value::Null,
        Some(MoveScore::Cp(cp)) => cp.into(),
        Some(MoveScore::Mate { mate }) if mate < 0 => format!("-M{}", mate.unsigned_abs()).into(),
        Some(MoveScore::Mate { mate }) => format!("M{mate}").into(),
    }
}

/// A score on a scale on which mates are beyond all others.
fn centipawns(score: MoveScore) -> i64 {
    match score {
        MoveScore::Cp(cp) => i64::from(cp).clamp(-90_000, 90_000),
        MoveScore::Mate { mate } => {
            let moves = i64::from(mate).clamp(-9_999, 9_999);
            100_000 * moves.signum() - moves
        }
    }
}

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

/// Half points, and games.
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
        // The name before its variations: `Sicilian Defense` of `Sicilian Defense: Najdorf Variation`.
        let family = game.opening_name.split([':', ',']).next().unwrap_or_default().trim();
        if !family.is_empty() {
            let (a, b) = (game.white.min(game.black), game.white.max(game.black));
            let of_pairing = self.families.entry((a, b)).or_default();
            let (points, games) = of_pairing.entry(family.to_owned()).or_default();
            *points += u64::from(game.half_points_of(a));
            *games += 1;
        }
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

fn extremes(engines: (usize, usize), openings: &HashMap<String, Points>) -> Extremes {
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

#[cfg(test)]
mod tests {
    use super::*;
    use players::record::GameResult;
    use runner::sample;
    use serde_json::json;

    fn pair() -> [GameRecord; 2] {
        let config = sample::config();
        [0, 1].map(|index| sample::game(&config, index, GameResult::WhiteWins))
    }

    #[test]
    fn the_first_other_move_is_found_with_both_scores() {
        let [first, mut second] = pair();
        assert_eq!(deviation(&first, &second).unwrap(), None);
        second.moves[1].uci = "g7g6".to_owned();
        second.moves[1].score = Some(MoveScore::Cp(7));
        second.moves.truncate(2);
        let mut deviations = Deviations::default();
        deviations.add(&first).unwrap();
        deviations.add(&second).unwrap();
        let [found] = &deviations.found[..] else { panic!("{deviations:?}") };
        let a = (first.black, 1, "Nf6".to_owned(), json!(-65));
        let b = (second.black, 2, "g6".to_owned(), json!(7));
        assert_ne!(a.0, b.0);
        assert_eq!(*found, Deviation { ply: 5, a, b, apart: 72 });
        assert!(deviations.waiting.is_empty());

        // One game is the beginning of the other, or they have other starts.
        second.moves.truncate(1);
        assert_eq!(deviation(&first, &second).unwrap(), None);
        let [_, mut elsewhere] = pair();
        elsewhere.book_moves[3] = "g8f6".to_owned();
        assert_eq!(deviation(&first, &elsewhere).unwrap(), None);
    }

    #[test]
    fn openings_are_told_by_family_from_one_side() {
        let config = sample::config();
        let mut scores = OpeningScores::default();
        for (index, name, eco, outcome) in [
            (0, "Sicilian Defense: Najdorf", "B20", GameResult::WhiteWins),
            (1, "Sicilian Defense, Alapin", "B20", GameResult::BlackWins),
            (0, "Réti Opening", "", GameResult::BlackWins),
            (1, "", "", GameResult::WhiteWins),
        ] {
            let game = sample::game(&config, index, outcome);
            scores.add(&GameRecord { opening_name: name.into(), eco: eco.into(), ..game });
        }
        let [found] = &scores.extremes()[..] else { panic!("{scores:?}") };
        assert_eq!(found.engines, (0, 1));
        let best = OpeningScore { name: "Sicilian Defense".into(), games: 2, score: 1.0 };
        assert_eq!(found.best, [best]);
        let worst: Vec<&str> = found.worst.iter().map(|opening| &*opening.name).collect();
        assert_eq!(worst, ["Réti Opening"]);
        let of_class = [(0, 'B'), (1, 'B'), (0, 'C')].map(|(e, class)| scores.of_class(e, class));
        assert_eq!(of_class, [Some((1.0, 2)), Some((0.0, 2)), None]);
    }
}
