//! What is striking in a run's games: first deviations, scores by opening, and the game with the biggest turnaround.

use std::collections::{BTreeMap, HashMap};

use openings::moves::san;
use players::record::{GameRecord, GameResult, MoveScore};
use shakmaty::{Board, Color, Position, Square};

use super::{PageError, play, position};

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Choice {
    pub(super) engine: usize,
    pub(super) game: usize,
    pub(super) san: String,
    pub(super) score: Option<MoveScore>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Deviation {
    pub(super) ply: usize,
    /// The moves of both then, that of the game with the lower number first.
    pub(super) choices: [Choice; 2],
}

#[derive(Debug, Default)]
pub(super) struct Deviations {
    /// Games whose partner in the pair has not been added yet.
    waiting: HashMap<usize, GameRecord>,
    pub(super) found: Vec<Deviation>,
}

impl Deviations {
    /// Adds a game. The two games of a pair are neighbours in a store, so few wait.
    pub(super) fn add(&mut self, game: &GameRecord) -> Result<(), PageError> {
        match self.waiting.remove(&game.pair) {
            None => drop(self.waiting.insert(game.pair, game.clone())),
            Some(other) => self.found.extend(deviation(&other, game)?),
        }
        Ok(())
    }
}

/// The first deviation of a pair; `None` if one game is the beginning of the other, or their starts differ.
fn deviation(first: &GameRecord, second: &GameRecord) -> Result<Option<Deviation>, PageError> {
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
        let mut after = at.clone();
        play(&mut after, game, &record.uci)?;
        Ok::<_, PageError>(Choice {
            engine: game.mover(ply),
            game: game.index,
            san: after.moves().last().map_or(String::new(), |&mv| san(mv, at.position())),
            score: record.score,
        })
    };
    Ok(Some(Deviation { ply: moves, choices: [choice(first)?, choice(second)?] }))
}

/// Openings of each kind that are shown for a pairing.
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

/// The position at which a game was furthest from its result.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Turn {
    /// The index of the engines' move from this position, from 0.
    pub(super) ply: usize,
    /// The distance between the expected score of both engines and the result, 0 to 1.
    pub(super) points: f64,
}

impl Turn {
    /// The turning point of a game. Expectations are means over two consecutive moves, one of each engine, so that a
    /// mistake of only one of them counts half. Without scores the distance is 0.
    pub(super) fn of(game: &GameRecord) -> Self {
        let result = f64::from(game.outcome.white_half_points()) / 2.0;
        let mut turn = Self::default();
        for (ply, both) in game.moves.windows(2).enumerate() {
            let [Some(first), Some(second)] = [both[0].score, both[1].score] else {
                continue;
            };
            let expected = f64::midpoint(expected(first), expected(second));
            let points = (result - expected).abs();
            if points > turn.points {
                turn = Self { ply: ply + 1, points };
            }
        }
        turn
    }
}

/// White's expected score, 0 to 1: the logistic curve of Elo with a pawn as 100, which is near enough for every
/// evaluation to distinguish a lost game from a won one.
fn expected(score: MoveScore) -> f64 {
    match score {
        MoveScore::Mate { mate } if mate < 0 => 0.0,
        MoveScore::Mate { .. } => 1.0,
        MoveScore::Cp(cp) => 1.0 / (1.0 + 10.0_f64.powf(f64::from(-cp) / 400.0)),
    }
}

/// A position of a game, with what its engines thought of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Highlight {
    pub(super) game: usize,
    /// Moves before the position, those of the book among them.
    pub(super) ply: usize,
    pub(super) board: Board,
    pub(super) turn: Color,
    pub(super) last: Option<[Square; 2]>,
    pub(super) engines: [usize; 2],
    /// Scores of the last move and of the next one, from White's side.
    pub(super) scores: [Option<MoveScore>; 2],
    pub(super) outcome: GameResult,
    points: f64,
}

impl Highlight {
    pub(super) fn further(
        best: Option<Highlight>,
        game: &GameRecord,
        turn: Turn,
    ) -> Result<Option<Highlight>, PageError> {
        if turn.points <= best.as_ref().map_or(0.0, |best| best.points) {
            return Ok(best);
        }
        let ply = game.book_moves.len() + turn.ply;
        let at = position(game, ply)?;
        let last = at.moves().last().and_then(|mv| Some([mv.from()?, mv.to()]));
        let score = |index: Option<usize>| index.and_then(|i| game.moves.get(i)?.score);
        Ok(Some(Highlight {
            game: game.index + 1,
            ply,
            board: at.position().board().clone(),
            turn: at.position().turn(),
            last,
            engines: [game.white, game.black],
            scores: [score(turn.ply.checked_sub(1)), score(Some(turn.ply))],
            outcome: game.outcome,
            points: turn.points,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use players::record::MoveRecord;
    use runner::sample;

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
        let [a, b] = &found.choices;
        assert_eq!((found.ply, a.san.as_str(), b.san.as_str()), (5, "Nf6", "g6"));
        assert_eq!((a.engine, b.engine), (first.black, second.black));
        assert_ne!(a.engine, b.engine);
        assert_eq!(b.score, Some(MoveScore::Cp(7)));
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

    fn scored(outcome: GameResult, scores: &[Option<i32>]) -> GameRecord {
        let mut game = sample::game(&sample::config(), 0, outcome);
        let one = game.moves[0].clone();
        let record = |&cp: &Option<i32>| MoveRecord { score: cp.map(MoveScore::Cp), ..one.clone() };
        game.moves = scores.iter().map(record).collect();
        game
    }

    #[test]
    fn a_game_turned_where_its_engines_were_furthest_from_the_result() {
        let lost = [0, -400, -400, 200, 900].map(Some);
        let turn = Turn::of(&scored(GameResult::WhiteWins, &lost));
        assert_eq!(turn.ply, 2);
        assert!((turn.points - 10.0 / 11.0).abs() < 1e-9, "{turn:?}");
        let drawn = [0, 0, -400, -400].map(Some);
        assert_eq!(Turn::of(&scored(GameResult::Draw, &drawn)).ply, 3);
        // What one of them alone believed counts half.
        let turn = Turn::of(&scored(GameResult::BlackWins, &[0, 400, 0].map(Some)));
        assert!((turn.points - (0.5 + 10.0 / 11.0) / 2.0).abs() < 1e-9, "{turn:?}");
        let silent = scored(GameResult::WhiteWins, &[Some(0), None]);
        assert_eq!(Turn::of(&silent), Turn::default());
    }
}
