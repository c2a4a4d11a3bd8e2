//! Basic endings played out, to see that an engine wins won ones and draws drawn ones.
//!
//! Of each class random positions are drawn, the stronger side to move, half of them with the
//! colours turned round, and the engine plays both sides to the end that the rules of chess give;
//! nothing is adjudicated. Positions that a capture or a mate on the move decides are left out; of
//! king and pawn against king only won ones are drawn.

mod positions;

use engine_core::game::mirrored;
use engine_core::random::RandomGames;
use openings::Opening;
use rayon::prelude::*;
use serde::Serialize;
use shakmaty::{ByColor, Chess, Role};

use config::{Adjudication, EngineConfig};
use players::player::{PlayerError, player};
use players::record::GameResult;
use positions::Positions;
use runner::game::{Participant, play};
use runner::schedule::ScheduledGame;

/// The result of good play in an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Expected {
    /// The stronger side wins.
    Win,
    /// Neither side wins.
    Draw,
}

/// A class of endings.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// Its name: the men of the stronger side, then those of the other.
    pub name: &'static str,
    /// The title to display.
    pub title: &'static str,
    /// The stronger side's men besides the king.
    pub strong: &'static [Role],
    /// The other side's.
    pub weak: &'static [Role],
    /// The expected result.
    pub expected: Expected,
}

/// The classes, in the order in which they are played.
pub const CLASSES: [Class; 8] = [
    won("KQ-K", "queen", &[Role::Queen]),
    won("KR-K", "rook", &[Role::Rook]),
    won(
        "KBB-K",
        "two bishops of both colours",
        &[Role::Bishop, Role::Bishop],
    ),
    won("KBN-K", "bishop and knight", &[Role::Bishop, Role::Knight]),
    won("KP-K", "pawn, won positions", &[Role::Pawn]),
    drawn("KNN-K", "two knights", &[Role::Knight, Role::Knight], &[]),
    drawn(
        "KBP-K",
        "bishop and wrong rook pawn, king in the corner",
        &[Role::Bishop, Role::Pawn],
        &[],
    ),
    drawn(
        "KB-KN",
        "bishop against knight",
        &[Role::Bishop],
        &[Role::Knight],
    ),
];

const fn won(name: &'static str, title: &'static str, strong: &'static [Role]) -> Class {
    Class {
        name,
        title,
        strong,
        weak: &[],
        expected: Expected::Win,
    }
}

const fn drawn(
    name: &'static str,
    title: &'static str,
    strong: &'static [Role],
    weak: &'static [Role],
) -> Class {
    Class {
        name,
        title,
        strong,
        weak,
        expected: Expected::Draw,
    }
}

/// The results of an engine in a class.
#[derive(Clone, Debug, Serialize)]
pub struct Played {
    /// The class.
    pub ending: &'static str,
    /// The title of the class.
    pub title: &'static str,
    /// The expected result.
    pub expected: Expected,
    /// Games played.
    pub games: usize,
    /// Won by the stronger side.
    pub won: usize,
    /// Drawn.
    pub drawn: usize,
    /// Lost by the stronger side.
    pub lost: usize,
    /// The mean length of a game, in moves of both sides together.
    pub plies: f64,
    /// Starting positions that did not end as expected.
    pub failed: Vec<String>,
}

impl Played {
    /// The number of games that ended as expected.
    #[must_use]
    pub fn as_expected(&self) -> usize {
        self.games - self.failed.len()
    }
}

/// The games to play.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Games of each class.
    pub games: usize,
    /// Seed of the positions.
    pub seed: u64,
}

/// Lets the engine of `config` play the class against itself. `progress` is called after every finished
/// game.
///
/// # Errors
/// If there is no such engine, or it cannot be set up so.
pub fn play_class(
    class: &Class,
    config: &EngineConfig,
    plan: Plan,
    progress: impl Fn() + Sync,
) -> Result<Played, PlayerError> {
    let mut positions = Positions {
        class,
        random: RandomGames::new(plan.seed),
    };
    let starts: Vec<Chess> = (0..plan.games).map(|_| positions.next()).collect();
    let games = starts.par_iter().enumerate().map(|(index, start)| {
        let game = one_game(start, index, config);
        progress();
        game
    });
    let games: Vec<Game> = games.collect::<Result<_, _>>()?;
    Ok(summary(class, &games))
}

/// A game, seen from the stronger side.
struct Game {
    start: String,
    /// `None`: a draw.
    won: Option<bool>,
    plies: usize,
}

fn one_game(start: &Chess, index: usize, config: &EngineConfig) -> Result<Game, PlayerError> {
    let turned = index % 2 == 1;
    let start = if turned {
        mirrored(start)
    } else {
        start.clone()
    };
    let opening = Opening {
        start,
        ..Opening::start_position()
    };
    let mut players = ByColor {
        white: player(config)?,
        black: player(config)?,
    };
    let sides = players.as_mut().map(|player| Participant {
        player: player.as_mut(),
        limit: config.limit,
        margin: config.margin,
        lines: false,
    });
    let place = ScheduledGame {
        index,
        white: 0,
        black: 0,
        pair: index,
        opening: index,
        time_control: 0,
    };
    let record = play(place, &opening, sides, &Adjudication::default(), None).record;
    let won = match record.outcome {
        GameResult::Draw => None,
        GameResult::WhiteWins => Some(!turned),
        GameResult::BlackWins => Some(turned),
    };
    Ok(Game {
        start: engine_core::notation::fen_of(&opening.start),
        won,
        plies: record.moves.len(),
    })
}

fn summary(class: &Class, games: &[Game]) -> Played {
    let count = |result| games.iter().filter(|game| game.won == result).count();
    let wanted = match class.expected {
        Expected::Win => Some(true),
        Expected::Draw => None,
    };
    let failed = games.iter().filter(|game| game.won != wanted);
    let plies: usize = games.iter().map(|game| game.plies).sum();
    Played {
        ending: class.name,
        title: class.title,
        expected: class.expected,
        games: games.len(),
        won: count(Some(true)),
        drawn: count(None),
        lost: count(Some(false)),
        plies: plies as f64 / games.len().max(1) as f64,
        failed: failed.map(|game| game.start.clone()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queen_wins_and_two_knights_draw() {
        let plan = Plan { games: 4, seed: 1 };
        let config = EngineConfig::of_evaluator("michniewski", 4_000);
        for name in ["KQ-K", "KNN-K"] {
            let class = CLASSES.iter().find(|class| class.name == name).unwrap();
            let played = play_class(class, &config, plan, || ()).unwrap();
            assert_eq!(played.as_expected(), plan.games, "{played:?}");
            assert_eq!(played.won + played.drawn + played.lost, plan.games);
        }
    }

    #[test]
    fn every_class_draws_positions_of_its_own_men() {
        for class in &CLASSES {
            let mut positions = Positions {
                class,
                random: RandomGames::new(3),
            };
            for _ in 0..20 {
                let position = positions.next();
                let men = 2 + class.strong.len() + class.weak.len();
                assert_eq!(shakmaty::Position::board(&position).occupied().count(), men);
            }
        }
    }
}
