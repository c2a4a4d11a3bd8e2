//! Results from any PGN files, for ratings.
//!
//! Games are read as a stream, so that files may be of any size; moves are not played. A game that cannot be counted is
//! left out and reported with its line. Repeated games, with the same players, moves and result (or, without moves, tags
//! about place and time), are counted like others, and reported; two files of the same games are an error.
//!
//! Two games of a file are a pair if they have the same players with colours reversed and are marked as a pair: by the
//! same Round up to the last dot and not two different openings, or by the same start position, anywhere in the file;
//! or by openings of the same name if they are consecutive. All other games are single. (Programs write a game when it ends:
//! with eight games at a time the two of a pair are seldom neighbours, and in a sorted file never.)

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use indexmap::IndexSet;
use match_stats::ratings::{Advantage, Anchor};
use match_stats::{Meeting, Ratings, rate};
use openings::UnusableGame;
use openings::files::{self, FileError, FileFilter};
use openings::pgn::{GameMark, Games, PgnOpening, PgnResult};
use runner::schedule::Schedule;

use crate::results::swiss::widening;
use crate::{ReportError, plural};

/// Names that are suggested for one that is not known.
const NEAREST: usize = 3;

/// An item read from a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PgnItem {
    /// A game with its result.
    Game(PgnResult),
    /// A game that cannot be counted.
    Faulty(UnusableGame),
    /// Repairs made while reading.
    Repair(String),
}

/// Passes the games of a file to `visit`, one at a time, with the name of the text that contains them: `.pgn`, also
/// with `.gz` or `.zst` after it, or every `.pgn` of a `.zip`; `-` is standard input. Fails if the file cannot be read.
pub fn read(path: &Path, mut visit: impl FnMut(&str, PgnItem)) -> Result<(), FileError> {
    files::visit(path, FileFilter::GAMES, |file| {
        let name = file.name.as_str();
        let mut games = Games::new(file.text);
        let failed = |source| FileError::Read { file: name.to_owned(), source };
        while let Some(game) = games.next_game().map_err(failed)? {
            visit(name, PgnResult::of(&game).map_or_else(PgnItem::Faulty, PgnItem::Game));
        }
        for repair in games.repairs() {
            visit(name, PgnItem::Repair(repair));
        }
        Ok(())
    })
}

/// Games of a list of players.
#[derive(Debug, Default)]
pub struct Collector {
    /// The names to be merged, each with true if it has occurred.
    merges: Vec<(Merge, bool)>,
    /// The keys of the games so far, each with the number of its file.
    seen: HashMap<u64, usize>,
    repeated: u64,
    /// The files before, by their names.
    files: Vec<(String, Content)>,
    names: IndexSet<String>,
    meetings: BTreeMap<(usize, usize), Meeting>,
    /// The games of the current file.
    file: Vec<PairingGame>,
    /// What the current file has, in any order.
    content: Content,
}

/// The games of a file, whatever their order: how many there are, the sum of their keys, and how many nothing distinguishes.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Content {
    games: u64,
    keys: u64,
    unmarked: u64,
}

/// The data for ratings.
#[derive(Debug, Clone, PartialEq)]
pub struct RatingData {
    /// The players in the order of their first games.
    pub players: Vec<String>,
    /// The results of the pairings.
    pub meetings: Vec<Meeting>,
    /// Games that are the same as an earlier one.
    pub repeated: u64,
    /// Games without moves, Round and date, if several files have such.
    pub unmarked: u64,
}

impl RatingData {
    /// The ratings, and the factor of their intervals if it looks as if results had decided who met whom: each player
    /// has met equally many of the others, or one fewer, at most twice as many as a knockout has rounds, and not all.
    pub fn rated(&self, anchors: &[Anchor], advantage: Advantage) -> (Ratings, Option<f64>) {
        let players = self.players.len();
        let rated = rate(players, &self.meetings, anchors, advantage);
        let mut opponents = vec![0; players];
        self.meetings.iter().flat_map(|m| [m.a, m.b]).for_each(|player| opponents[player] += 1);
        let [least, rounds] = [opponents.iter().min(), opponents.iter().max()].map(|met| met.copied().unwrap_or(0));
        let most = 2 * players.next_power_of_two().ilog2() as usize;
        let is_swiss = (2..=most).contains(&rounds) && rounds - least <= 1 && rounds + 1 < players;
        if !is_swiss {
            return (rated, None);
        }
        let games = self.meetings.iter().flat_map(Meeting::by_colour).flatten().sum::<u64>() as usize;
        let schedule = Schedule::swiss(players, rounds, usize::max(1, games / self.meetings.len() / 2), 0);
        let factor = widening(&schedule, rounds, &self.meetings);
        (rated.widened(factor), Some(factor))
    }
}

impl Collector {
    /// A collector that merges names of the same player.
    pub fn new(merges: Vec<Merge>) -> Self {
        let merges = merges.into_iter().map(|merge| (merge, false));
        Self { merges: merges.collect(), ..Self::default() }
    }

    /// Counts a game, in the order of the file. `false` if, with names merged, a player plays himself.
    #[must_use]
    pub fn add(&mut self, mut game: PgnResult) -> bool {
        self.resolve(&mut game.white);
        self.resolve(&mut game.black);
        if game.white == game.black {
            return false;
        }
        let earlier = self.seen.insert(game.key, self.files.len());
        let is_again = match game.mark {
            GameMark::Moves | GameMark::Round => earlier.is_some(),
            GameMark::Date => earlier.is_some_and(|file| file < self.files.len()),
            GameMark::None => false,
        };
        self.repeated += u64::from(is_again);
        self.content.games += 1;
        self.content.keys = self.content.keys.wrapping_add(game.key);
        self.content.unmarked += u64::from(game.mark == GameMark::None);
        let [white, black] = [&game.white, &game.black].map(|name| self.names.insert_full(name.clone()).0);
        self.file.push(PairingGame::new(&game, white, black));
        true
    }

    /// Ends the file of this name: pairs do not extend across files. Fails if an earlier one has the same games.
    pub fn end_of_file(&mut self, name: &str) -> Result<(), ReportError> {
        count(&std::mem::take(&mut self.file), &mut self.meetings);
        let content = std::mem::take(&mut self.content);
        let same = self.files.iter().find(|(_, other)| *other == content && content.games > 0);
        if let Some((other, _)) = same {
            let games = plural(content.games, "game");
            let message = format!("{other} and {name} have the same {games}; name one of the two");
            return Err(ReportError::Message(message));
        }
        self.files.push((name.to_owned(), content));
        Ok(())
    }

    /// Players and meetings. Fails if names to be merged do not occur.
    pub fn finish(mut self) -> Result<RatingData, ReportError> {
        count(&self.file, &mut self.meetings);
        self.check_merges().map_err(ReportError::Message)?;
        let unmarked: Vec<u64> = self.files.iter().map(|(_, of)| of.unmarked).filter(|&games| games > 0).collect();
        Ok(RatingData {
            players: self.names.into_iter().collect(),
            meetings: self.meetings.into_values().collect(),
            repeated: self.repeated,
            unmarked: if unmarked.len() > 1 { unmarked.iter().sum() } else { 0 },
        })
    }

    /// Replaces a name by the one that its player is counted as.
    fn resolve(&mut self, name: &mut String) {
        // More steps than merges are a circle, which `check_merges` reports.
        for _ in 0..self.merges.len() {
            let mut merges = self.merges.iter_mut();
            let Some((merge, occurs)) = merges.find(|(merge, _)| merge.old == *name) else {
                return;
            };
            *occurs = true;
            name.clone_from(&merge.new);
        }
    }

    /// An error unless every merge means one player.
    fn check_merges(&self) -> Result<(), String> {
        for (index, (merge, _)) in self.merges.iter().enumerate() {
            let old = &merge.old;
            if self.merges[..index].iter().any(|(other, _)| other.old == *old) {
                return Err(format!("--merge {merge}: {old:?} is merged twice; leave one out"));
            }
            let mut name = &merge.new;
            for _ in 0..self.merges.len() {
                match self.merges.iter().find(|(other, _)| other.old == *name) {
                    Some(_) if name == old => {
                        return Err(format!("--merge {merge}: the names lead back to {name}; leave one out"));
                    }
                    Some((next, _)) => name = &next.new,
                    None => break,
                }
            }
        }
        let (known, unknown): (Vec<_>, Vec<_>) = self.merges.iter().partition(|(_, occurs)| *occurs);
        let Some((merge, _)) = unknown.first() else {
            return Ok(());
        };
        let merged = known.into_iter().map(|(merge, _)| &merge.old);
        let nearest = nearest_to(&merge.old, self.names.iter().chain(merged).collect());
        Err(format!("--merge {merge}: no player is called {:?}{nearest}", merge.old))
    }
}

/// A merge of names: the games of OLD count as NEW's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merge {
    old: String,
    new: String,
}

impl std::fmt::Display for Merge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.old, self.new)
    }
}

impl Merge {
    /// Reads `OLD=NEW`; either name may be quoted, and must be if it contains a "=". Fails if there are no two names.
    pub fn parse(text: &str) -> Result<Self, String> {
        let name = |part: &str| -> Option<String> {
            let part = part.trim();
            let quoted = part.strip_prefix('"').and_then(|part| part.strip_suffix('"'));
            let is_plain = !part.contains('=') && !part.starts_with('"');
            let name = quoted.or_else(|| is_plain.then_some(part))?.trim();
            (!name.is_empty() && !name.contains("\"=")).then(|| name.to_owned())
        };
        let splits = text.match_indices('=').map(|(at, _)| (&text[..at], &text[at + 1..]));
        let readings = splits.filter_map(|(old, new)| Some(Self { old: name(old)?, new: name(new)? }));
        match &readings.collect::<Vec<_>>()[..] {
            [merge] => Ok(merge.clone()),
            _ => {
                Err("expected a name before and after one \"=\"; write OLD=NEW, or \"OLD\"=\"NEW\" with quotes around \
                      names that contain \"=\""
                    .to_owned())
            }
        }
    }
}

/// The known names that are nearest to one that is not; without games there are none.
fn nearest_to(name: &str, mut known: Vec<&String>) -> String {
    known.sort_by_cached_key(|other| (-1e6 * strsim::jaro_winkler(other, name)) as i64);
    known.dedup();
    let quoted: Vec<String> = known.iter().take(NEAREST).map(|name| format!("{name:?}")).collect();
    if quoted.is_empty() {
        return String::new();
    }
    format!("; the nearest are {}", quoted.join(", "))
}

#[derive(Debug, Clone, Copy)]
struct PairingGame {
    /// The players, the smaller number first.
    players: (usize, usize),
    first_is_white: bool,
    white_half_points: u8,
    round: Option<u64>,
    /// A hash of the start position or of the opening's name.
    opening: Option<u64>,
    /// True if it is the position, which is more specific than a name.
    is_position: bool,
}

/// What two games of a pair have in common, and true if only a game without an opening will do as the other.
type Bond = Option<((u64, Option<u64>), bool)>;

/// Criteria for two games to be a pair, the most certain first.
const BONDS: [fn(&PairingGame) -> Bond; 3] = [
    // The same round and the same opening.
    |game| Some(((game.round?, Some(game.opening?)), false)),
    // The same round, and not two different openings.
    |game| Some(((game.round?, None), game.opening.is_some())),
    // The same start position, whatever the round.
    |game| Some(((game.opening.filter(|_| game.is_position)?, Some(0)), false)),
];

/// Games without a partner yet, by the second of [`Bond`] and by White's player.
type Waiting = [[VecDeque<usize>; 2]; 2];

impl PairingGame {
    fn new(game: &PgnResult, white: usize, black: usize) -> Self {
        let (is_position, opening) = match &game.opening {
            Some(PgnOpening::Position(fen)) => (true, Some(hash(fen))),
            Some(PgnOpening::Name(name)) => (false, Some(hash(name))),
            None => (false, None),
        };
        Self {
            players: (white.min(black), white.max(black)),
            first_is_white: white < black,
            white_half_points: game.white_half_points,
            round: game.round.as_ref().map(hash),
            opening,
            is_position,
        }
    }
}

/// Adds the games of a file to the meetings of their players.
fn count(games: &[PairingGame], meetings: &mut BTreeMap<(usize, usize), Meeting>) {
    let mut partner = vec![None; games.len()];
    for bond in BONDS {
        pair_up(games, &mut partner, bond);
    }
    pair_neighbours(games, &mut partner);
    for (at, game) in games.iter().enumerate() {
        let (a, b) = game.players;
        let meeting = meetings.entry((a, b)).or_insert_with(|| Meeting::new(a, b));
        let points = game.white_half_points;
        match partner[at].map(|other| (other, games[other].white_half_points)) {
            // Counted with the one before.
            Some((other, _)) if other < at => {}
            Some((_, of_other)) if game.first_is_white => meeting.add_pair(points, of_other),
            Some((_, of_other)) => meeting.add_pair(of_other, points),
            None => meeting.add_single(game.first_is_white, points),
        }
    }
}

/// Games with the same players and key become pairs, in the order of the file.
fn pair_up(games: &[PairingGame], partner: &mut [Option<usize>], bond: fn(&PairingGame) -> Bond) {
    let mut waiting: HashMap<_, Waiting> = HashMap::new();
    for (at, game) in games.iter().enumerate() {
        let Some((key, is_named)) = bond(game).filter(|_| partner[at].is_none()) else {
            continue;
        };
        let partners = if is_named { &[false][..] } else { &[false, true] };
        let waiting = waiting.entry((game.players, key)).or_default();
        let reversed = usize::from(!game.first_is_white);
        let first = partners.iter().find_map(|&named| waiting[usize::from(named)][reversed].pop_front());
        match first {
            Some(other) => (partner[at], partner[other]) = (Some(other), Some(at)),
            None => waiting[usize::from(is_named)][1 - reversed].push_back(at),
        }
    }
}

/// The remaining ones are pairs if they are neighbours with openings of one name.
fn pair_neighbours(games: &[PairingGame], partner: &mut [Option<usize>]) {
    for at in 1..games.len() {
        let (one, two) = (&games[at - 1], &games[at]);
        let is_free = partner[at - 1].is_none() && partner[at].is_none();
        let is_reversed = one.players == two.players && one.first_is_white != two.first_is_white;
        if is_free && is_reversed && one.opening.is_some() && one.opening == two.opening {
            (partner[at - 1], partner[at]) = (Some(at), Some(at - 1));
        }
    }
}

fn hash(text: &String) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
