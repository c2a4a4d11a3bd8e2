//! Openings of one's own: random legal moves from the start position, kept where a search finds
//! the position level.

use std::collections::HashSet;
use std::io::{self, Write};

use engine_core::game::Game;
use engine_core::key::Key;
use engine_core::limits::Limits;
use engine_core::random::RandomGames;
use engine_core::search::Search;
use engine_core::tables::transposition::Transposition;
use eval_simplified::Simplified;
use rayon::prelude::*;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Position};

/// Candidates looked at between two reports of progress.
const BATCH: usize = 512;

/// Entries of a search's table, as a power of two.
const TABLE_BITS: u32 = 14;

/// What openings to make.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// How many.
    pub count: usize,
    /// Half-moves of each; at least 1.
    pub plies: usize,
    /// Seed of the moves.
    pub seed: u64,
    /// The largest score of either side, in Michniewski centipawns.
    pub balance: i32,
    /// Nodes of the search that judges.
    pub nodes: u64,
}

/// So many candidates in a row without a new opening, and there are no more to be found.
const PATIENCE: usize = 200_000;

/// Fewer openings than asked for can be made.
#[derive(Debug, thiserror::Error)]
#[error(
    "only {found} of {wanted} openings found: there are too few level positions after {plies} \
     half-moves; use more --plies or a larger --balance"
)]
pub struct Exhausted {
    /// Found until then.
    pub found: usize,
    /// Asked for.
    pub wanted: usize,
    /// As asked for.
    pub plies: usize,
}

/// Makes the openings, all reaching different positions; the same recipe makes the same openings
/// on any number of threads. `progress` is told how many have been added.
///
/// # Errors
/// If there are not so many.
pub fn generate(recipe: &Recipe, mut progress: impl FnMut(usize)) -> Result<Vec<Game>, Exhausted> {
    let mut found = Vec::with_capacity(recipe.count);
    let mut seen = HashSet::new();
    let (mut candidate, mut last_success) = (0, 0);
    while found.len() < recipe.count {
        if candidate - last_success > PATIENCE {
            return Err(Exhausted {
                found: found.len(),
                wanted: recipe.count,
                plies: recipe.plies,
            });
        }
        let games: Vec<Option<Game>> = (candidate..candidate + BATCH)
            .into_par_iter()
            .map_init(
                || judge(TABLE_BITS),
                |judge, number| level(recipe, number, judge),
            )
            .collect();
        candidate += BATCH;
        let before = found.len();
        for game in games.into_iter().flatten() {
            if found.len() < recipe.count && seen.insert(Key::of(game.position())) {
                found.push(game);
            }
        }
        if found.len() > before {
            last_success = candidate;
        }
        progress(found.len() - before);
    }
    Ok(found)
}

fn judge(table_bits: u32) -> Search<Simplified> {
    Search::new(
        eval_simplified::michniewski(),
        Transposition::with_bits(table_bits),
    )
}

/// The candidate of this number, if it is level.
fn level(recipe: &Recipe, number: usize, judge: &mut Search<Simplified>) -> Option<Game> {
    // A generator of its own for each, so that the order of the work does not matter.
    let stream = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut random = RandomGames::new(recipe.seed ^ stream);
    let mut game = Game::default();
    for _ in 0..recipe.plies {
        game.play(random.pick(&game)?);
    }
    if game.legal_moves().is_empty() {
        return None;
    }
    judge.clear();
    let outcome = judge.go(&game, &Limits::nodes(recipe.nodes), |_| {});
    outcome
        .score
        .cp()
        .filter(|cp| cp.abs() <= recipe.balance)
        .map(|_| game)
}

/// Writes games as PGN without more tags than are needed to read them back.
///
/// # Errors
/// If they cannot be written.
pub fn write_pgn(games: &[Game], to: &mut dyn Write) -> io::Result<()> {
    for (number, game) in games.iter().enumerate() {
        writeln!(to, "[Event \"{}\"]\n", number + 1)?;
        let mut position = Chess::default();
        for (ply, &mv) in game.moves().iter().enumerate() {
            if ply % 2 == 0 {
                write!(to, "{}. ", ply / 2 + 1)?;
            }
            write!(
                to,
                "{} ",
                SanPlus::from_move_and_play_unchecked(&mut position, mv)
            )?;
        }
        writeln!(to, "*\n")?;
        debug_assert_eq!(position.turn(), game.position().turn());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECIPE: Recipe = Recipe {
        count: 40,
        plies: 6,
        seed: 9,
        balance: 40,
        nodes: 500,
    };

    #[test]
    fn the_same_recipe_makes_the_same_different_level_openings() {
        let games = generate(&RECIPE, |_| {}).unwrap();
        assert_eq!(games.len(), 40);
        let positions: HashSet<Key> = games.iter().map(|game| Key::of(game.position())).collect();
        assert_eq!(positions.len(), 40);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .unwrap();
        let again = pool.install(|| generate(&RECIPE, |_| {})).unwrap();
        let moves = |games: &[Game]| games.iter().map(|g| g.moves().to_vec()).collect::<Vec<_>>();
        assert_eq!(moves(&games), moves(&again));
        let mut judge = judge(12);
        for game in &games {
            assert_eq!(game.moves().len(), 6);
            judge.clear();
            let score = judge.go(game, &Limits::nodes(20_000), |_| {}).score;
            assert!(score.cp().unwrap().abs() < 300, "{:?}", game.position());
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let games = generate(&RECIPE, |_| {}).unwrap();
        let mut text = Vec::new();
        write_pgn(&games, &mut text).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.pgn");
        std::fs::write(&path, text).unwrap();
        let super::super::Source::Book(book) = super::super::open(&path, None).unwrap() else {
            panic!("no book of games")
        };
        for (game, opening) in games.iter().zip(book.openings()) {
            assert_eq!(game.moves(), opening.unwrap().moves);
        }
        assert_eq!(book.len(), games.len());
    }

    #[test]
    fn too_many_openings_are_refused() {
        let recipe = Recipe {
            count: 500,
            plies: 1,
            ..RECIPE
        };
        let error = generate(&recipe, |_| {}).unwrap_err();
        assert!(error.found <= 20 && error.to_string().contains("--plies"));
    }
}
