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
use shakmaty::{Chess, Position as _};

use super::{Position, Stage};
use config::ScoreSide;

/// The number of first moves from which nothing is taken.
pub(super) const OPENING_MOVES: u32 = 8;
/// The number of last plies from which nothing is taken: there the game is over in all but name.
pub(super) const LAST_PLIES: usize = 6;
/// A capture or promotion that wins this much, in the search's centipawns, makes a position unquiet:
/// less than a pawn, more than the difference of knight and bishop.
const WINS: i32 = 50;

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

/// Where a position is (its ply, or its number in a list), and what it is.
#[derive(Debug)]
struct Place {
    at: usize,
    key: Key,
    stage: Stage,
}

impl Place {
    fn new(at: usize, position: &Chess) -> Place {
        Place { at, key: Key::of(position), stage: Stage::of(position.board()) }
    }
}

/// Counts of games and of positions that were drawn from them; and of lines of files of positions, with those left out:
/// not quiet, doubles, and beyond the most from one game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say what the fields are")]
pub struct Tally {
    pub games: usize,
    pub unusable: usize,
    pub drawn: usize,
    pub lines: usize,
    pub unquiet: usize,
    pub doubles: usize,
    pub surplus: usize,
}

pub(super) struct Drawer {
    recipe: Recipe,
    seen: HashSet<Key>,
    taken: [usize; Stage::ALL.len()],
}

impl Drawer {
    pub(super) fn new(recipe: Recipe) -> Drawer {
        Drawer { recipe, seen: HashSet::new(), taken: [0; Stage::ALL.len()] }
    }

    /// Positions of the game of this number, in its order. They depend on the seed, the number and the game, and on
    /// earlier draws only in that no position comes twice, and in a balance of stages if it is wanted.
    pub(super) fn draw(&mut self, number: usize, whole: &WholeGame) -> Vec<Position> {
        let Recipe { every, per_game, given_scores, .. } = self.recipe;
        let given = |at: usize| whole.scores.get(at).copied().flatten();
        let is_wanted = |at: usize| given_scores.is_none() || given(at).is_some();
        let chosen = if every {
            (0..whole.opening.moves.len()).filter(|&at| is_wanted(at)).collect()
        } else {
            let mut candidates = quiet_places(whole);
            candidates.retain(|place| !self.seen.contains(&place.key) && is_wanted(place.at));
            self.choose(number, candidates, per_game)
        };
        let positions = chosen.into_iter().map(|plies| {
            let mut game = Game::new(whole.opening.start.clone());
            whole.opening.moves[..plies].iter().for_each(|&mv| game.play(mv));
            let is_black = game.position().turn().is_black();
            let score = given_scores.zip(given(plies)).map(|(side, mut given)| {
                if given.side_supposed && side == ScoreSide::White && is_black {
                    given.value = given.value.negated();
                }
                given.into()
            });
            Position { game, number, white_half_points: whole.white_half_points, score }
        });
        positions.collect()
    }

    /// The same of positions of one game that were drawn elsewhere, from any part of the game, and of which `taken`
    /// were drawn before. What is left out is added to `tally`.
    pub(super) fn sift(
        &mut self,
        mut positions: Vec<Position>,
        taken: usize,
        tally: &mut Tally,
    ) -> Vec<Position> {
        tally.lines += positions.len();
        if self.recipe.every {
            return positions;
        }
        let number = positions.first().map_or(0, |position| position.number);
        let most = self.recipe.per_game.saturating_sub(taken);
        let places = positions.iter().map(|position| position.game.position()).enumerate();
        let quiet = places.filter(|(_, position)| is_quiet(position));
        let mut candidates: Vec<Place> = quiet.map(|(at, of)| Place::new(at, of)).collect();
        let quiet = candidates.len();
        let mut here = HashSet::new();
        candidates.retain(|place| !self.seen.contains(&place.key) && here.insert(place.key));
        let new = candidates.len();
        let chosen = self.choose(number, candidates, most);
        tally.unquiet += positions.len() - quiet;
        tally.doubles += quiet - new;
        tally.surplus += new - chosen.len();
        let mut places = 0..;
        positions.retain(|_| places.next().is_some_and(|at| chosen.binary_search(&at).is_ok()));
        positions
    }

    /// The places of `number` of the candidates, in their order.
    fn choose(&mut self, number: usize, mut candidates: Vec<Place>, most: usize) -> Vec<usize> {
        // Each game has its own generator.
        let stream = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut random = Pcg64Mcg::seed_from_u64(self.recipe.seed ^ stream);
        let mut chosen = Vec::new();
        while chosen.len() < most && !candidates.is_empty() {
            // All may be drawn, or those of the stage of which there are fewest.
            let counts = candidates.iter().map(|place| self.taken[place.stage as usize]);
            let fewest = counts.clone().min().filter(|_| self.recipe.balanced);
            let wanted =
                counts.enumerate().filter(|(_, count)| fewest.is_none_or(|of| *count == of));
            let wanted: Vec<usize> = wanted.map(|(at, _)| at).collect();
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
}

/// The defaults of `evalarena positions`.
const RECIPE: Recipe =
    Recipe { every: false, per_game: 6, seed: 1, balanced: false, given_scores: None };

/// The quiet positions of the 2,520 games that the program holds (configs/lab/scale.pgn.gz).
pub fn builtin() -> Result<Vec<Position>, OpeningError> {
    let mut drawer = Drawer::new(RECIPE);
    let mut positions = Vec::new();
    // Games that have none are not counted, as in a file of positions: the numbers say which half a game is of.
    let (mut game, mut number) = (0, 0);
    visit_games(|whole| {
        game += 1;
        let drawn = whole.map(|whole| drawer.draw(game, &whole)).unwrap_or_default();
        number += usize::from(!drawn.is_empty());
        positions.extend(drawn.into_iter().map(|position| Position { number, ..position }));
    })?;
    Ok(positions)
}

fn quiet_places(whole: &WholeGame) -> Vec<Place> {
    let moves = &whole.opening.moves;
    let mut position = whole.opening.start.clone();
    let mut places = Vec::new();
    for (plies, &mv) in (1..=moves.len().saturating_sub(LAST_PLIES)).zip(moves) {
        position.play_unchecked(mv);
        if position.fullmoves().get() > OPENING_MOVES && is_quiet(&position) {
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
