//! Game pairs of a file: one opening with colours reversed.
//!
//! Programs write a game when it ends. With eight games at a time the two of a pair are seldom neighbours, and in a
//! sorted file never; they share the round and the start position.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

use match_stats::Meeting;
use openings::pgn::{PgnOpening, PgnResult};

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

#[derive(Debug, Default)]
pub(super) struct Pairing {
    games: Vec<PairingGame>,
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

impl Pairing {
    pub(super) fn add(&mut self, game: &PgnResult, white: usize, black: usize) {
        let (is_position, opening) = match &game.opening {
            Some(PgnOpening::Position(fen)) => (true, Some(hash(fen))),
            Some(PgnOpening::Name(name)) => (false, Some(hash(name))),
            None => (false, None),
        };
        self.games.push(PairingGame {
            players: (white.min(black), white.max(black)),
            first_is_white: white < black,
            white_half_points: game.white_half_points,
            round: game.round.as_ref().map(hash),
            opening,
            is_position,
        });
    }

    /// Adds the games to the meetings of their players; those of the next file come after it.
    pub(super) fn count(&mut self, meetings: &mut BTreeMap<(usize, usize), Meeting>) {
        let games = std::mem::take(&mut self.games);
        let mut partner = vec![None; games.len()];
        for bond in BONDS {
            pair_up(&games, &mut partner, bond);
        }
        pair_neighbours(&games, &mut partner);
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
        let first =
            partners.iter().find_map(|&named| waiting[usize::from(named)][reversed].pop_front());
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
