//! The choice of positions from games, which are in runs, in files of games and in files of positions.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use engine_core::game::{Game, position_from_fen};
use engine_core::key::Key;
use engine_core::see::see_at_least;
use match_stats::random::below;
use openings::files::{self, FileFilter, FileText, Kind};
use openings::pgn::{GivenScore, GivenValue};
use openings::{Opening, OpeningError, UnusableGame, WholeGame, games_of};
use players::known_positions::visit_games;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use shakmaty::{Chess, Position as _};

use super::lines::{self, GameNumbers, with_remedy};
use super::{Position, Stage};
use config::ScoreSide;
use players::record::{GameRecord, MoveScore};
use report::plural;
use runner::store::Store;

/// The number of first moves from which nothing is taken.
const OPENING_MOVES: u32 = 8;
/// The number of last plies from which nothing is taken: there the game is over in all but name.
const LAST_PLIES: usize = 6;
/// A capture or promotion that wins this much, in the search's centipawns, makes a position unquiet:
/// less than a pawn, more than the difference of knight and bishop.
const WINS: i32 = 50;
/// More positions than any game has: those beyond are looked at by themselves, and need not be held with the others.
const GAME: usize = 4096;
/// The contents expected in a file that positions are drawn from.
const WANTED: FileFilter = FileFilter { kinds: &[Kind::Games, Kind::Positions], otherwise: None };

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
    /// True if lines of files of positions are taken as they stand, all of them, with a result or without; then no rule
    /// applies to them.
    pub as_given: bool,
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

type Take<'t> = &'t mut dyn FnMut(DrawEvent) -> anyhow::Result<()>;

struct Drawer {
    recipe: Recipe,
    seen: HashSet<Key>,
    taken: [usize; Stage::ALL.len()],
    numbers: GameNumbers,
    tally: Tally,
    /// The first game that could not be used, with its place and the reason.
    unusable: Option<String>,
    /// True if a game had a position that a move was played from, with a score if such are wanted.
    any_wanted: bool,
}

impl Drawer {
    fn new(recipe: Recipe) -> Drawer {
        let (numbers, tally) = (GameNumbers::default(), Tally::default());
        let (seen, taken) = (HashSet::new(), [0; Stage::ALL.len()]);
        Drawer { recipe, seen, taken, numbers, tally, unusable: None, any_wanted: false }
    }

    /// Positions of the game of this number, in its order. They depend on the seed, the number and the game, and on
    /// earlier draws only in that no position comes twice, and in a balance of stages if it is wanted.
    fn draw(&mut self, number: usize, whole: &WholeGame) -> Vec<Position> {
        let Recipe { every, per_game, given_scores, .. } = self.recipe;
        let given = |at: usize| whole.scores.get(at).copied().flatten();
        let is_wanted = |at: &usize| given_scores.is_none() || given(*at).is_some();
        let mut wanted = (0..whole.opening.moves.len()).filter(is_wanted).peekable();
        self.any_wanted |= wanted.peek().is_some();
        let chosen = if every {
            wanted.collect()
        } else {
            let mut candidates = quiet_places(whole);
            candidates.retain(|place| !self.seen.contains(&place.key) && is_wanted(&place.at));
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
            Position { game, number, white_half_points: Some(whole.white_half_points), score }
        });
        positions.collect()
    }

    fn run(&mut self, folder: &Path, take: Take<'_>) -> anyhow::Result<()> {
        Store::open_read_only(folder)?.visit(|record| {
            let game = whole(&record).with_context(|| {
                let game = record.index + 1;
                format!("{}: game {game} cannot be played again; the store is damaged", folder.display())
            })?;
            self.game(&game, take)
        })
    }

    fn file(&mut self, text: FileText<'_>, take: Take<'_>) -> anyhow::Result<()> {
        let name = text.name.clone();
        if text.kind != Kind::Games {
            return self.positions(text, take);
        }
        let repairs = games_of(&name, text.text, |game| match game {
            Ok(game) => self.game(&game, take),
            Err(UnusableGame { line, reason }) => {
                self.numbers.of(None);
                self.tally.unusable += 1;
                self.unusable.get_or_insert_with(|| format!("{name}:{line}: {reason}"));
                take(DrawEvent::Unusable(format!("{name}:{line}"), reason))
            }
        })?;
        let mut repairs = repairs.into_iter();
        repairs.try_for_each(|repair| take(DrawEvent::Repair(format!("{name}: {repair}"))))
    }

    fn game(&mut self, game: &WholeGame, take: Take<'_>) -> anyhow::Result<()> {
        let number = self.numbers.of(None);
        take(DrawEvent::Game(self.draw(number, game)))
    }

    /// Lines of one game that follow each other are drawn from together.
    fn positions(&mut self, text: FileText<'_>, take: Take<'_>) -> anyhow::Result<()> {
        self.numbers.known.clear();
        let (mut name, mut together) = (None, Vec::<Position>::new());
        let file = text.name.clone();
        let repair = lines::visit(text, None, !self.recipe.as_given, |of, mut position| {
            if of.is_none() || of != name || together.len() == GAME {
                self.sift(name, std::mem::take(&mut together), take)?;
            }
            position.number = together.first().map_or_else(|| self.numbers.of(of), |of| of.number);
            name = of;
            together.push(position);
            Ok(())
        })?;
        if let Some(repair) = repair {
            take(DrawEvent::Repair(format!("{file}: {repair}")))?;
        }
        self.sift(name, together, take)
    }

    /// Takes from positions of the game of this name that were drawn elsewhere, from any part of it, and some of which
    /// were taken before.
    fn sift(&mut self, name: Option<u64>, mut positions: Vec<Position>, take: Take<'_>) -> anyhow::Result<()> {
        let Some(number) = positions.first().map(|position| position.number) else {
            return Ok(());
        };
        self.tally.lines += positions.len();
        if !self.recipe.every && !self.recipe.as_given {
            let known = name.and_then(|name| self.numbers.known.get(&name));
            let most = self.recipe.per_game.saturating_sub(known.map_or(0, |(_, taken)| *taken));
            let places = positions.iter().map(|position| position.game.position()).enumerate();
            let quiet = places.filter(|(_, position)| is_quiet(position));
            let mut candidates: Vec<Place> = quiet.map(|(at, of)| Place::new(at, of)).collect();
            let quiet = candidates.len();
            let mut here = HashSet::new();
            candidates.retain(|place| !self.seen.contains(&place.key) && here.insert(place.key));
            let new = candidates.len();
            let chosen = self.choose(number, candidates, most);
            self.tally.unquiet += positions.len() - quiet;
            self.tally.doubles += quiet - new;
            self.tally.surplus += new - chosen.len();
            let mut places = 0..;
            positions.retain(|_| places.next().is_some_and(|at| chosen.binary_search(&at).is_ok()));
        }
        if let Some((_, taken)) = name.and_then(|name| self.numbers.known.get_mut(&name)) {
            *taken += positions.len();
        }
        take(DrawEvent::Game(positions))
    }

    /// The reason that nothing was drawn.
    fn nothing_drawn(&self, tally: &Tally) -> anyhow::Error {
        let games = plural(tally.games, "game");
        match &self.unusable {
            Some(first) if tally.games == tally.unusable => {
                anyhow!("{games}, and none can be used (the first: {first}); name files with other games")
            }
            _ if tally.lines > 0 => {
                let lines = plural(tally.lines, "line");
                anyhow!("there is no quiet position to be drawn in {lines} and {games}; name files with more of them")
            }
            _ if !self.any_wanted && self.recipe.given_scores.is_some() => anyhow!(
                "no move of {games} has a score in a form that is read ([%eval 0.35], +0.35/12, wv=0.35 or ev=0.35 in a \
                 comment); have an engine give scores with --score in place of --game-scores"
            ),
            _ if self.recipe.every => anyhow!("there is no move in {games}; name files with games that have some"),
            _ => anyhow!(
                "there is no quiet position in {games} after move {OPENING_MOVES} and before their last {LAST_PLIES} \
                 plies; name files with more and longer games that have results"
            ),
        }
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
            let wanted = counts.enumerate().filter(|(_, count)| fewest.is_none_or(|of| *count == of));
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
    Recipe { every: false, per_game: 6, seed: 1, balanced: false, given_scores: None, as_given: false };

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

/// True if a static value can be trusted: no check, and nothing to be won at once by exchanges on one square.
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

/// Progress while positions are drawn.
#[derive(Debug)]
pub enum DrawEvent {
    /// What was drawn from a game.
    Game(Vec<Position>),
    /// A game that cannot be used: its file and line, and the reason.
    Unusable(String, String),
    /// An error that was repaired in reading a file, with the name of the file.
    Repair(String),
}

/// Draws from one input after the other, whose games are counted from 1 on, and hands what is drawn to `take` at once.
/// An input is a run's folder, whose games are taken as they are stored, in the order of games.pgn, or a file of games or
/// of positions, or an archive of such; `-` is standard input. Files of positions are looked through before the first is
/// drawn, but for standard input: a bad line is known before anything is done. Fails if there is nothing to be drawn.
///
/// Of what was drawn nothing is kept but eight bytes a position, by which it is known when it comes again.
pub fn draw(inputs: &[PathBuf], recipe: Recipe, take: Take<'_>) -> anyhow::Result<Tally> {
    for path in inputs {
        if path.is_dir() {
            Store::open_read_only(path)?;
        } else if !files::is_stdin(path) {
            let check = |text: FileText<'_>| match text.kind {
                Kind::Positions => lines::visit(text, None, !recipe.as_given, |_, _| Ok(())).map(|_| ()),
                _ => Ok(()),
            };
            files::visit(path, WANTED, check).map_err(with_remedy)?;
        }
    }
    let (mut drawer, mut drawn) = (Drawer::new(recipe), 0);
    let mut take = |event: DrawEvent| {
        if let DrawEvent::Game(positions) = &event {
            drawn += positions.len();
        }
        take(event)
    };
    for path in inputs {
        let done = if path.is_dir() {
            drawer.run(path, &mut take)
        } else {
            files::visit(path, WANTED, |text| drawer.file(text, &mut take))
        };
        done.map_err(with_remedy)?;
    }
    let tally = Tally { games: drawer.numbers.count, drawn, ..drawer.tally };
    if tally.drawn > 0 { Ok(tally) } else { Err(drawer.nothing_drawn(&tally)) }
}

/// A stored game; `None` if it cannot be played again.
pub(crate) fn whole(record: &GameRecord) -> Option<WholeGame> {
    let start = record.start_fen.as_deref().map(position_from_fen);
    let mut game = Game::new(start.transpose().ok()?.unwrap_or_default());
    for uci in &record.book_moves {
        game.play_uci(uci).ok()?;
    }
    let mut scores = vec![None; game.moves().len()];
    for mv in &record.moves {
        let white = mv.score.map(|score| match score {
            MoveScore::Cp(cp) => GivenValue::Centipawns(cp),
            MoveScore::Mate { mate } => GivenValue::Mate(mate),
        });
        let turn = game.position().turn();
        scores.push(white.map(|white| GivenScore {
            value: turn.fold_wb(white, white.negated()),
            depth: Some(u32::from(mv.depth)),
            nodes: Some(mv.nodes),
            side_supposed: false,
        }));
        game.play_uci(&mv.uci).ok()?;
    }
    Some(WholeGame {
        opening: Opening { start: game.start().clone(), moves: game.moves().to_vec(), ..Opening::start_position() },
        white_half_points: record.outcome.white_half_points(),
        scores,
    })
}
