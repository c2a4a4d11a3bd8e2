//! The choice of positions from a game.

use std::collections::HashSet;

use engine_core::game::Game;
use engine_core::key::Key;
use engine_core::see::see_at_least;
use match_stats::random::below;
use openings::{OpeningError, WholeGame};
use players::known_positions::visit_games;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use shakmaty::{Chess, Color, Position as _};

use super::{Position, PositionScore, Stage};
use config::ScoreSide;

/// The number of first moves from which nothing is taken.
pub const OPENING_MOVES: u32 = 8;
/// The number of last plies from which nothing is taken: there the game is over in all but name.
pub const LAST_PLIES: usize = 6;
/// A capture or promotion that wins this much, in the search's centipawns, makes a position unquiet:
/// less than a pawn, more than the difference of knight and bishop.
pub const WINS: i32 = 50;

/// The rules by which positions are drawn.
#[derive(Debug, Clone, Copy)]
pub struct Recipe {
    /// True if every position is taken that a move of a game was played from, in its order and as often as it occurs; then
    /// nothing is drawn, and no other rule but that on given scores applies.
    pub every: bool,
    /// The most from one game.
    pub per_game: usize,
    /// The seed.
    pub seed: u64,
    /// True if positions are taken from the stage of which there are fewest so far, as far as the game has such.
    pub balanced: bool,
    /// The side of scores in comments such as `+0.35/12` that do not state it, if positions are to have the scores of
    /// the games; then only positions that have one are taken.
    pub given_scores: Option<ScoreSide>,
}

/// A quiet position of a game.
#[derive(Debug)]
struct Place {
    /// The ply, or the number in a list.
    at: usize,
    key: Key,
    stage: Stage,
}

impl Place {
    fn new(at: usize, position: &Chess) -> Place {
        Place { at, key: Key::of(position), stage: Stage::of(position.board()) }
    }
}

/// The number of positions from others, and of those left out, by reason.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FilterCounts {
    /// All of them.
    pub lines: usize,
    /// Those that are not quiet.
    pub unquiet: usize,
    /// Those that came before.
    pub doubles: usize,
    /// Those beyond the most from one game.
    pub surplus: usize,
}

/// Draws positions from one game after another.
#[derive(Debug)]
pub struct Drawer {
    recipe: Recipe,
    seen: HashSet<Key>,
    /// The number of positions of each stage.
    taken: [usize; Stage::ALL.len()],
}

impl Drawer {
    /// A drawer that has seen no position.
    #[must_use]
    pub fn new(recipe: Recipe) -> Drawer {
        Drawer { recipe, seen: HashSet::new(), taken: [0; Stage::ALL.len()] }
    }

    /// Positions of the game of this number, in its order. They depend on the seed, the number and the game, and on
    /// earlier draws only in that no position comes twice, and in a balance of stages if it is wanted.
    pub fn draw(&mut self, number: usize, whole: &WholeGame) -> Vec<Position> {
        let is_scored = |at: usize| whole.scores.get(at).is_some_and(Option::is_some);
        let is_wanted = |at: usize| self.recipe.given_scores.is_none() || is_scored(at);
        let chosen = if self.recipe.every {
            (0..whole.opening.moves.len()).filter(|&at| is_wanted(at)).collect()
        } else {
            let mut candidates = quiet_places(whole);
            candidates.retain(|place| !self.seen.contains(&place.key) && is_wanted(place.at));
            self.choose(number, candidates, self.recipe.per_game)
        };
        let positions = chosen.into_iter().map(|plies| {
            let game = beginning(whole, plies);
            Position {
                score: self.given_score(whole, plies, game.position().turn()),
                game,
                number,
                white_half_points: whole.white_half_points,
            }
        });
        positions.collect()
    }

    /// The score that the game gives for the position after `plies`, if scores are wanted.
    fn given_score(&self, whole: &WholeGame, plies: usize, turn: Color) -> Option<PositionScore> {
        let side = self.recipe.given_scores?;
        let mut given = whole.scores.get(plies).copied().flatten()?;
        if given.side_supposed && side == ScoreSide::White && turn == Color::Black {
            given.value = given.value.negated();
        }
        Some(given.into())
    }

    /// The same of positions of one game that were drawn elsewhere, from any part of the game, and of which `taken`
    /// were drawn before. What is left out is added to `filtered`.
    pub fn sift(
        &mut self,
        positions: Vec<Position>,
        taken: usize,
        filtered: &mut FilterCounts,
    ) -> Vec<Position> {
        if self.recipe.every {
            filtered.lines += positions.len();
            return positions;
        }
        let number = positions.first().map_or(0, |position| position.number);
        let most = self.recipe.per_game.saturating_sub(taken);
        let places = positions.iter().map(|position| position.game.position());
        let places = places.enumerate().filter(|(_, position)| is_quiet(position));
        let places = places.map(|(at, position)| Place::new(at, position));
        let mut candidates: Vec<Place> = places.collect();
        let quiet = candidates.len();
        let mut here = HashSet::new();
        candidates.retain(|place| !self.seen.contains(&place.key) && here.insert(place.key));
        let new = candidates.len();
        let chosen = self.choose(number, candidates, most);
        filtered.lines += positions.len();
        filtered.unquiet += positions.len() - quiet;
        filtered.doubles += quiet - new;
        filtered.surplus += new - chosen.len();
        let mut positions: Vec<Option<Position>> = positions.into_iter().map(Some).collect();
        let chosen = chosen.into_iter().filter_map(|at| positions[at].take());
        chosen.collect()
    }

    /// The places of `number` of the candidates, in their order.
    fn choose(&mut self, number: usize, mut candidates: Vec<Place>, most: usize) -> Vec<usize> {
        // Each game has its own generator.
        let stream = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut random = Pcg64Mcg::seed_from_u64(self.recipe.seed ^ stream);
        let mut chosen = Vec::new();
        while chosen.len() < most && !candidates.is_empty() {
            let wanted = self.wanted(&candidates);
            let index = wanted[below(&mut random, wanted.len() as u64) as usize];
            let place = candidates.swap_remove(index);
            if self.seen.insert(place.key) {
                self.taken[place.stage as usize] += 1;
                chosen.push(place.at);
            }
        }
        chosen.sort_unstable();
        chosen
    }

    /// The candidates that may be drawn: all, or those of the stage of which there are fewest.
    fn wanted(&self, candidates: &[Place]) -> Vec<usize> {
        let all = 0..candidates.len();
        if !self.recipe.balanced {
            return all.collect();
        }
        let count = |place: &Place| self.taken[place.stage as usize];
        let fewest = candidates.iter().map(count).min();
        all.filter(|&index| Some(count(&candidates[index])) == fewest).collect()
    }
}

/// The defaults of `evalarena positions`.
const RECIPE: Recipe =
    Recipe { every: false, per_game: 6, seed: 1, balanced: false, given_scores: None };

/// The quiet positions of the 2,520 games that the program holds (configs/lab/scale.pgn.gz).
///
/// # Errors
/// Never, unless the program was built with broken games.
pub fn builtin() -> Result<Vec<Position>, OpeningError> {
    let mut drawer = Drawer::new(RECIPE);
    let mut positions = Vec::new();
    // Games that have none are not counted, as in a file of positions: the numbers say which half a game is of.
    let (mut game, mut counted) = (0, 0);
    visit_games(|whole| {
        game += 1;
        let drawn = whole.map(|whole| drawer.draw(game, &whole));
        let drawn = drawn.unwrap_or_default();
        counted += usize::from(!drawn.is_empty());
        positions
            .extend(drawn.into_iter().map(|position| Position { number: counted, ..position }));
    })?;
    Ok(positions)
}

fn beginning(whole: &WholeGame, plies: usize) -> Game {
    let mut game = Game::new(whole.opening.start.clone());
    whole.opening.moves[..plies].iter().for_each(|&mv| game.play(mv));
    game
}

/// The places at which positions may be taken.
fn quiet_places(whole: &WholeGame) -> Vec<Place> {
    let moves = &whole.opening.moves;
    let mut position = whole.opening.start.clone();
    let mut places = Vec::new();
    for (index, &mv) in moves.iter().enumerate() {
        position.play_unchecked(mv);
        let plies = index + 1;
        if plies + LAST_PLIES <= moves.len()
            && position.fullmoves().get() > OPENING_MOVES
            && is_quiet(&position)
        {
            places.push(Place::new(plies, &position));
        }
    }
    places
}

/// True if a static value can be trusted: no check, and nothing to be won at once by
/// exchanges on one square.
fn is_quiet(position: &Chess) -> bool {
    if position.is_check() || position.is_insufficient_material() {
        return false;
    }
    let game = Game::new(position.clone());
    let moves = game.legal_moves();
    let mut noisy = moves.iter().filter(|mv| mv.is_capture() || mv.is_promotion());
    let tree = position.into();
    !moves.is_empty() && !noisy.any(|&mv| see_at_least(&tree, mv.into(), WINS))
}

#[cfg(test)]
mod tests {
    use engine_core::random::RandomGames;
    use openings::Opening;
    use openings::pgn::{GivenScore, GivenValue};

    use super::*;

    fn position(fen: &str) -> Chess {
        engine_core::game::position_from_fen(fen).unwrap()
    }

    #[test]
    fn what_is_quiet() {
        for (fen, quiet) in [
            ("4k3/8/8/3q4/8/8/3R4/3K4 w - - 0 1", false), // The queen hangs.
            ("4k3/8/2p5/3q4/8/8/3R4/3K4 w - - 0 1", false), // The rook is worth less than she.
            ("4k3/8/2p5/3p4/8/8/3R4/3K4 w - - 0 1", true), // The pawn is defended.
            ("4k3/8/2p5/3n4/8/5B2/8/3K4 w - - 0 1", true), // A bishop for a knight.
            ("4k3/4R3/8/8/8/8/8/4K3 b - - 0 1", false),   // Check.
            ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", false),    // Promotion.
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", true),
            ("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", false), // Stalemate.
        ] {
            assert_eq!(is_quiet(&position(fen)), quiet, "{fen}");
        }
    }

    /// A game of random moves; long enough to draw from.
    fn random_game(seed: u64) -> WholeGame {
        let mut random = RandomGames::new(seed);
        let mut game = Game::default();
        while let Some(mv) = random.pick(&game).filter(|_| game.moves().len() < 120) {
            game.play(mv);
        }
        WholeGame {
            opening: Opening { moves: game.moves().to_vec(), ..Opening::start_position() },
            white_half_points: 2,
            scores: Vec::new(),
        }
    }

    #[test]
    fn positions_are_quiet_different_and_from_the_middle() {
        let recipe = Recipe { per_game: 5, ..RECIPE };
        let (mut drawer, mut again) = (Drawer::new(recipe), Drawer::new(recipe));
        let mut keys = HashSet::new();
        let mut count = 0;
        for number in 1..=40 {
            let whole = random_game(number as u64);
            let drawn = drawer.draw(number, &whole);
            assert!(drawn.len() <= 5);
            let plies = |drawn: &[Position]| -> Vec<usize> {
                drawn.iter().map(|p| p.game.moves().len()).collect()
            };
            assert_eq!(plies(&drawn), plies(&again.draw(number, &whole)));
            for Position { game, .. } in &drawn {
                let plies = game.moves().len();
                assert!((16..=whole.opening.moves.len() - LAST_PLIES).contains(&plies));
                assert!(is_quiet(game.position()));
                assert!(keys.insert(Key::of(game.position())));
                count += 1;
            }
        }
        assert!(count > 60, "{count}");
        // The same game again has nothing new once all of it is drawn.
        let mut drawer = Drawer::new(Recipe { per_game: 1_000, ..RECIPE });
        assert!(!drawer.draw(1, &random_game(1)).is_empty());
        assert!(drawer.draw(2, &random_game(1)).is_empty());
    }

    #[test]
    fn every_position_that_a_move_was_played_from_is_taken_each_time() {
        let recipe = Recipe { every: true, per_game: 1, balanced: true, ..RECIPE };
        let mut drawer = Drawer::new(recipe);
        let whole = random_game(1);
        for number in 1..=2 {
            let drawn = drawer.draw(number, &whole);
            let plies = drawn.iter().map(|position| position.game.moves().len());
            assert!(plies.eq(0..whole.opening.moves.len()));
        }
    }

    #[test]
    fn only_positions_with_a_score_are_taken_if_these_are_wanted() {
        let recipe = |given_scores| Recipe { per_game: 1_000, given_scores, ..RECIPE };
        let mut whole = random_game(1);
        whole.scores = vec![None; whole.opening.moves.len() + 1];
        let all = Drawer::new(recipe(None)).draw(1, &whole);
        let of_black = |position: &&Position| position.game.position().turn().is_black();
        let plies = all.iter().find(of_black).unwrap().game.moves().len();
        assert!(all.iter().all(|position| position.score.is_none()));
        let by = |side, whole: &WholeGame| -> Vec<(usize, i32)> {
            let drawn = Drawer::new(recipe(Some(side))).draw(1, whole);
            let scored = drawn.iter().map(|position| {
                let score = position.score.unwrap();
                assert_eq!((score.nodes, score.depth), (Some(5), Some(9)));
                (position.game.moves().len(), score.centipawns)
            });
            scored.collect()
        };
        assert!(by(ScoreSide::Mover, &whole).is_empty());
        for (side_supposed, of_white) in [(true, 7), (false, -7)] {
            whole.scores[plies] = Some(GivenScore {
                value: GivenValue::Centipawns(-7),
                depth: Some(9),
                nodes: Some(5),
                side_supposed,
            });
            assert_eq!(by(ScoreSide::Mover, &whole), [(plies, -7)]);
            assert_eq!(by(ScoreSide::White, &whole), [(plies, of_white)]);
        }
    }

    #[test]
    fn stages_are_balanced_as_far_as_games_have_them() {
        let drawn = |balanced| {
            let mut drawer = Drawer::new(Recipe { per_game: 4, seed: 3, balanced, ..RECIPE });
            for number in 1..=60 {
                drawer.draw(number, &random_game(number as u64));
            }
            drawer.taken
        };
        let [plain, balanced] = [false, true].map(drawn);
        let spread = |taken: [usize; 3]| taken.iter().max().unwrap() - taken.iter().min().unwrap();
        assert_eq!(plain.iter().sum::<usize>(), balanced.iter().sum::<usize>());
        assert!(spread(balanced) < spread(plain), "{balanced:?} {plain:?}");
    }

    #[test]
    fn positions_of_others_are_filtered() {
        let of = |fen: &&str| Position {
            game: Game::new(position(fen)),
            number: 1,
            white_half_points: 1,
            score: None,
        };
        let quiet = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let hanging = "4k3/8/8/3q4/8/8/3R4/3K4 w - - 0 1";
        let others = ["4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", "4k3/8/8/8/8/8/2P5/4K3 w - - 0 1"];
        let group: Vec<Position> =
            [quiet, hanging, quiet, others[0], others[1]].iter().map(of).collect();
        let mut drawer = Drawer::new(Recipe { per_game: 3, ..RECIPE });
        let mut filtered = FilterCounts::default();
        let kept = drawer.sift(group.clone(), 1, &mut filtered);
        assert_eq!(kept.len(), 2, "one was taken before");
        let expected = FilterCounts { lines: 5, unquiet: 1, doubles: 1, surplus: 1 };
        assert_eq!(filtered, expected);
        // What is left of them, and no more, comes from another game.
        let kept = drawer.sift(group, 0, &mut filtered);
        assert_eq!((kept.len(), filtered.lines, filtered.doubles), (1, 10, 4));
    }
}
