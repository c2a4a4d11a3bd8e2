//! Game pairs of a file: one opening with colours reversed.
//!
//! Programs write a game when it ends. With eight games at a time the two of a pair are seldom neighbours, and in a
//! sorted file never; they share the round and the start position.

use std::collections::{HashMap, VecDeque};
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

    pub(super) fn count(&mut self, mut meeting: impl FnMut((usize, usize), &dyn Fn(&mut Meeting))) {
        let games = std::mem::take(&mut self.games);
        let mut partner = vec![None; games.len()];
        for bond in BONDS {
            pair_up(&games, &mut partner, bond);
        }
        pair_neighbours(&games, &mut partner);
        for (at, game) in games.iter().enumerate() {
            let points = game.white_half_points;
            match partner[at] {
                // Counted with the one before.
                Some(other) if other < at => {}
                Some(other) => {
                    let of_other = games[other].white_half_points;
                    let (a_white, b_white) =
                        if game.first_is_white { (points, of_other) } else { (of_other, points) };
                    meeting(game.players, &|meeting| meeting.add_pair(a_white, b_white));
                }
                None => meeting(game.players, &|meeting| {
                    meeting.add_single(game.first_is_white, points);
                }),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn game(round: Option<&str>, opening: Option<PgnOpening>) -> PgnResult {
        PgnResult { round: round.map(str::to_owned), opening, ..PgnResult::default() }
    }

    fn position(fen: &str) -> Option<PgnOpening> {
        Some(PgnOpening::Position(fen.to_owned()))
    }

    fn name(name: &str) -> Option<PgnOpening> {
        Some(PgnOpening::Name(name.to_owned()))
    }

    /// The pairs and single games among these, each with its players' numbers.
    fn counted(games: &[(PgnResult, usize, usize)]) -> (u64, u64) {
        let mut pairing = Pairing::default();
        for (game, white, black) in games {
            pairing.add(game, *white, *black);
        }
        let mut meetings = HashMap::new();
        pairing.count(|players, add| {
            let meeting = meetings.entry(players);
            add(meeting.or_insert_with(|| Meeting::new(players.0, players.1)));
        });
        let pairs = meetings.values().map(|m| m.penta().pairs()).sum();
        let singles = meetings.values().flat_map(|m| m.singles).flatten().sum();
        (pairs, singles)
    }

    /// Fifty pairs, in orders unrelated to them, and all games of one colour first.
    #[test]
    fn pairs_are_found_wherever_their_games_are() {
        let mut games = Vec::new();
        for pair in 0..50 {
            let round = pair.to_string();
            let of = || game(Some(&round), position(&format!("fen {pair}")));
            games.push((of(), 0, 1));
            games.push((of(), 1, 0));
        }
        assert_eq!(counted(&games), (50, 0));
        for step in [7, 37] {
            let shuffled: Vec<_> = (0..100).map(|at| games[at * step % 100].clone()).collect();
            assert_eq!(counted(&shuffled), (50, 0), "{step}");
        }
        let mut late = games.clone();
        late.sort_by_key(|(_, white, _)| *white);
        assert_eq!(counted(&late), (50, 0));
    }

    #[test]
    fn a_round_or_a_position_is_enough_and_a_name_is_not() {
        let (one, two, sicilian) = (Some("1"), Some("2"), || name("Sicilian"));
        for (first, second, pairs) in [
            (game(one, None), game(one, None), 1),
            (game(one, None), game(two, None), 0),
            (game(one, position("x")), game(two, position("x")), 1),
            (game(one, position("x")), game(one, position("y")), 0),
            (game(one, position("x")), game(one, None), 1),
            (game(None, sicilian()), game(None, sicilian()), 0),
        ] {
            let games = [(first, 0, 1), (game(None, None), 2, 3), (second, 1, 0)];
            assert_eq!(counted(&games).0, pairs, "{games:?}");
        }
        let together = [(game(None, sicilian()), 0, 1), (game(None, sicilian()), 1, 0)];
        assert_eq!(counted(&together), (1, 0));
        // Games with the same colours are not a pair, nor are those of other players.
        let of = |white, black| (game(one, position("x")), white, black);
        assert_eq!(counted(&[of(0, 1), of(0, 1)]), (0, 2));
        assert_eq!(counted(&[of(0, 1), of(2, 0)]), (0, 2));
    }

    /// All rounds are 1: the position determines the pairs.
    #[test]
    fn the_surest_bond_comes_first() {
        let mut pairing = Pairing::default();
        for (fen, white, points) in [("x", 0, 2), ("y", 0, 0), ("y", 1, 0), ("x", 1, 2)] {
            let game = PgnResult { white_half_points: points, ..game(Some("1"), position(fen)) };
            pairing.add(&game, white, 1 - white);
        }
        let mut meeting = Meeting::new(0, 1);
        pairing.count(|_, add| add(&mut meeting));
        // In x White won both games, in y Black: a point each.
        assert_eq!(meeting.penta().0, [0, 0, 2, 0, 0]);
    }
}
