//! Distance to mate with bishop and knight, by the squares of the kings.

use shakmaty::Square;

/// White moves until mate with the bishop on dark squares, by the square of the bare king (the twenty to which
/// reflections in the long diagonals bring all: a1 to h1, b2 to g2, c3 to f3, d4 and e4) and the square of the other king,
/// from a1, b1 to h8. A tenth of all places of bishop and knight is as good or better, by retrograde analysis, which the
/// test below does again; 0 where no game can be.
#[rustfmt::skip]
const MOVES: [[u8; 64]; 20] = [
    // a1
    [
        0, 0, 5, 5, 7, 11, 12, 14, 0, 0, 3, 5, 7, 11, 12, 13,
        5, 3, 4, 5, 7, 11, 12, 14, 5, 5, 5, 6, 8, 11, 12, 13,
        7, 7, 7, 8, 10, 12, 13, 14, 11, 11, 11, 11, 12, 13, 14, 14,
        12, 12, 12, 12, 13, 14, 15, 15, 14, 13, 14, 13, 14, 14, 15, 16,
    ],
    // b1
    [
        0, 0, 0, 5, 8, 11, 13, 16, 0, 0, 0, 5, 8, 11, 13, 16,
        6, 4, 5, 6, 8, 11, 13, 16, 5, 5, 5, 6, 10, 12, 13, 16,
        8, 8, 9, 10, 12, 13, 13, 16, 11, 11, 11, 12, 13, 14, 15, 16,
        13, 13, 13, 13, 14, 15, 16, 17, 15, 15, 15, 15, 15, 16, 17, 17,
    ],
    // c1
    [
        18, 0, 0, 0, 11, 12, 14, 20, 14, 0, 0, 0, 9, 11, 14, 20,
        13, 10, 7, 8, 10, 12, 14, 20, 14, 11, 9, 9, 10, 12, 14, 20,
        14, 12, 12, 12, 12, 14, 19, 20, 14, 15, 15, 15, 15, 18, 21, 22,
        17, 17, 17, 17, 17, 21, 22, 23, 21, 21, 21, 21, 21, 22, 23, 25,
    ],
    // d1
    [
        26, 24, 0, 0, 0, 13, 15, 20, 24, 16, 0, 0, 0, 12, 15, 20,
        19, 14, 11, 9, 11, 13, 15, 20, 16, 14, 11, 11, 11, 13, 18, 20,
        17, 15, 15, 15, 15, 19, 21, 22, 18, 17, 17, 18, 18, 21, 22, 23,
        20, 20, 20, 20, 21, 22, 23, 25, 21, 21, 21, 21, 22, 23, 24, 27,
    ],
    // e1
    [
        27, 26, 23, 0, 0, 0, 20, 20, 27, 25, 22, 0, 0, 0, 17, 20,
        27, 23, 21, 13, 13, 15, 17, 20, 27, 23, 22, 17, 17, 17, 17, 21,
        27, 23, 23, 19, 19, 20, 21, 22, 27, 25, 22, 22, 22, 23, 24, 24,
        27, 23, 23, 23, 23, 23, 24, 25, 27, 26, 26, 26, 26, 26, 26, 27,
    ],
    // f1
    [
        27, 26, 24, 23, 0, 0, 0, 21, 27, 26, 24, 23, 0, 0, 0, 21,
        27, 26, 24, 23, 19, 16, 18, 21, 27, 26, 24, 23, 18, 18, 18, 22,
        27, 26, 25, 23, 23, 23, 23, 23, 27, 26, 25, 24, 24, 24, 24, 24,
        28, 26, 26, 25, 25, 25, 25, 26, 28, 27, 27, 27, 27, 27, 27, 27,
    ],
    // g1
    [
        27, 26, 25, 23, 23, 0, 0, 0, 27, 26, 24, 23, 21, 0, 0, 0,
        27, 26, 24, 23, 21, 20, 21, 22, 27, 26, 24, 23, 21, 21, 21, 23,
        27, 26, 24, 24, 23, 23, 23, 23, 27, 26, 25, 24, 24, 24, 24, 25,
        27, 27, 26, 26, 26, 26, 26, 26, 28, 28, 27, 27, 27, 27, 27, 27,
    ],
    // h1
    [
        27, 26, 24, 23, 22, 20, 0, 0, 27, 26, 24, 23, 22, 22, 0, 0,
        27, 26, 24, 23, 22, 20, 22, 20, 27, 26, 24, 23, 22, 22, 22, 22,
        27, 26, 24, 23, 23, 23, 23, 23, 27, 26, 25, 24, 24, 24, 24, 24,
        27, 26, 26, 26, 26, 26, 26, 26, 28, 27, 27, 27, 27, 27, 27, 27,
    ],
    // b2
    [
        0, 0, 0, 11, 12, 13, 16, 20, 0, 0, 0, 7, 11, 13, 16, 20,
        0, 0, 0, 9, 11, 13, 16, 20, 11, 7, 9, 11, 11, 13, 16, 20,
        12, 11, 11, 11, 13, 14, 17, 21, 13, 13, 13, 13, 14, 20, 21, 22,
        16, 16, 16, 16, 17, 21, 22, 23, 20, 20, 20, 20, 21, 22, 23, 25,
    ],
    // c2
    [
        30, 0, 0, 0, 13, 14, 20, 21, 25, 0, 0, 0, 11, 14, 19, 21,
        19, 0, 0, 0, 12, 14, 20, 21, 17, 13, 10, 11, 13, 14, 20, 21,
        17, 13, 13, 13, 14, 19, 21, 22, 17, 17, 17, 17, 20, 22, 22, 24,
        24, 20, 20, 21, 21, 22, 23, 27, 23, 23, 23, 23, 23, 24, 27, 28,
    ],
    // d2
    [
        29, 28, 0, 0, 0, 19, 21, 22, 28, 27, 0, 0, 0, 14, 19, 21,
        27, 23, 0, 0, 0, 18, 20, 21, 27, 23, 16, 14, 18, 19, 20, 21,
        27, 23, 21, 19, 20, 20, 21, 22, 27, 25, 21, 21, 21, 22, 23, 25,
        27, 23, 23, 23, 23, 23, 25, 26, 27, 26, 26, 26, 26, 26, 27, 28,
    ],
    // e2
    [
        29, 27, 26, 0, 0, 0, 23, 23, 28, 26, 25, 0, 0, 0, 19, 23,
        28, 26, 24, 0, 0, 0, 19, 23, 28, 26, 25, 20, 17, 20, 21, 23,
        28, 26, 25, 20, 20, 20, 23, 24, 28, 27, 26, 25, 24, 24, 25, 26,
        28, 27, 26, 26, 26, 26, 26, 27, 28, 28, 28, 28, 28, 28, 28, 28,
    ],
    // f2
    [
        28, 27, 26, 25, 0, 0, 0, 25, 28, 26, 25, 24, 0, 0, 0, 23,
        28, 26, 25, 24, 0, 0, 0, 23, 28, 26, 25, 24, 23, 22, 23, 25,
        28, 26, 25, 24, 23, 23, 23, 25, 28, 27, 26, 25, 25, 25, 25, 26,
        28, 27, 27, 26, 26, 26, 26, 27, 29, 28, 28, 28, 28, 28, 28, 28,
    ],
    // g2
    [
        28, 26, 26, 23, 23, 0, 0, 0, 28, 26, 25, 23, 22, 0, 0, 0,
        28, 26, 25, 23, 22, 0, 0, 0, 28, 26, 25, 23, 22, 22, 22, 23,
        28, 26, 25, 24, 23, 23, 23, 23, 28, 26, 26, 25, 25, 25, 25, 26,
        28, 27, 26, 26, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28,
    ],
    // c3
    [
        30, 29, 28, 24, 23, 24, 25, 26, 29, 0, 0, 0, 16, 19, 21, 25,
        28, 0, 0, 0, 14, 19, 21, 25, 24, 0, 0, 0, 19, 20, 21, 24,
        23, 16, 14, 19, 20, 21, 22, 25, 24, 19, 19, 20, 21, 22, 23, 26,
        25, 21, 21, 21, 22, 23, 26, 27, 26, 25, 25, 24, 25, 26, 27, 28,
    ],
    // d3
    [
        30, 30, 28, 26, 25, 25, 25, 26, 29, 28, 0, 0, 0, 21, 22, 25,
        28, 27, 0, 0, 0, 19, 22, 25, 28, 26, 0, 0, 0, 21, 22, 25,
        28, 26, 21, 19, 21, 22, 23, 26, 28, 26, 21, 22, 22, 23, 26, 27,
        28, 27, 26, 26, 26, 26, 27, 28, 28, 28, 27, 27, 27, 27, 28, 29,
    ],
    // e3
    [
        29, 29, 28, 27, 25, 25, 25, 25, 29, 27, 27, 0, 0, 0, 23, 25,
        28, 27, 25, 0, 0, 0, 22, 24, 28, 27, 25, 0, 0, 0, 24, 25,
        28, 27, 25, 24, 24, 24, 26, 26, 28, 27, 26, 25, 25, 25, 26, 28,
        28, 27, 27, 27, 27, 27, 28, 28, 29, 28, 28, 28, 28, 28, 28, 29,
    ],
    // f3
    [
        29, 28, 27, 26, 25, 24, 24, 25, 28, 27, 25, 25, 0, 0, 0, 24,
        28, 27, 25, 23, 0, 0, 0, 24, 28, 27, 25, 24, 0, 0, 0, 25,
        28, 27, 25, 25, 24, 23, 25, 26, 28, 27, 26, 25, 25, 25, 25, 27,
        29, 28, 27, 27, 27, 27, 27, 28, 29, 29, 28, 28, 28, 28, 28, 29,
    ],
    // d4
    [
        30, 29, 28, 28, 28, 27, 28, 28, 29, 29, 28, 26, 26, 26, 27, 28,
        28, 28, 0, 0, 0, 25, 25, 28, 28, 26, 0, 0, 0, 22, 25, 28,
        28, 26, 0, 0, 0, 25, 26, 28, 27, 26, 25, 22, 25, 27, 27, 28,
        28, 27, 25, 25, 26, 27, 28, 29, 28, 28, 28, 28, 28, 28, 29, 30,
    ],
    // e4
    [
        30, 29, 28, 28, 27, 27, 27, 28, 29, 28, 27, 26, 25, 25, 26, 27,
        29, 27, 26, 0, 0, 0, 25, 27, 28, 27, 25, 0, 0, 0, 25, 27,
        28, 27, 25, 0, 0, 0, 26, 28, 28, 27, 26, 25, 25, 26, 27, 28,
        29, 28, 27, 27, 27, 27, 28, 29, 29, 29, 28, 28, 28, 29, 29, 30,
    ],
];

/// The moves until mate that a good place of bishop and knight needs, 0 to 30, with the kings on `king` and `lone`, the
/// bare one, and the bishop on squares of a1's colour or the others.
pub(super) fn moves(king: Square, lone: Square, bishop_is_dark: bool) -> i32 {
    let [mut king, mut lone] =
        [king, lone].map(|square| if bishop_is_dark { square } else { square.flip_horizontal() });
    if lone.rank() as u32 > lone.file() as u32 {
        [king, lone] = [king, lone].map(Square::flip_diagonal);
    }
    if lone.file() as u32 + lone.rank() as u32 > 7 {
        [king, lone] = [king, lone].map(Square::flip_anti_diagonal);
    }
    let (file, rank) = (lone.file() as usize, lone.rank() as usize);
    // The rows below have 8, 6, 4 squares.
    let row = rank * (9 - rank) + file - rank;
    i32::from(MOVES[row][king as usize])
}

#[cfg(test)]
mod tests {
    use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks};
    use shakmaty::{Bitboard, Role};

    use super::*;

    /// White's king, bishop and knight, and the bare king.
    #[derive(Clone, Copy, PartialEq)]
    struct Place {
        king: Square,
        bishop: Square,
        knight: Square,
        lone: Square,
    }

    impl Place {
        fn index(self) -> usize {
            let Place { king, bishop, knight, lone } = self;
            [king, bishop, knight, lone]
                .map(|square| square as usize)
                .into_iter()
                .fold(0, |index, square| index << 6 | square)
        }

        fn men(self) -> Bitboard {
            Bitboard::from(self.king) | self.bishop | self.knight
        }

        fn is_possible(self) -> bool {
            (self.men() | self.lone).count() == 4 && !king_attacks(self.king).contains(self.lone)
        }

        /// The squares that White attacks, through the bare king.
        fn attacked(self) -> Bitboard {
            king_attacks(self.king)
                | knight_attacks(self.knight)
                | bishop_attacks(self.bishop, self.men())
        }

        /// The squares that White can come from or go to, with the bare king where it is.
        fn by_white(self) -> impl Iterator<Item = Place> {
            let occupied = self.men() | self.lone;
            let of = move |role| {
                let to = match role {
                    Role::King => king_attacks(self.king),
                    Role::Knight => knight_attacks(self.knight),
                    _ => bishop_attacks(self.bishop, occupied),
                };
                (to & !occupied).into_iter().map(move |to| match role {
                    Role::King => Place { king: to, ..self },
                    Role::Knight => Place { knight: to, ..self },
                    _ => Place { bishop: to, ..self },
                })
            };
            let roles = [Role::King, Role::Bishop, Role::Knight];
            roles.into_iter().flat_map(of).filter(|place| place.is_possible())
        }

        /// The squares that the bare king can go to; `None` if it can capture a man.
        fn escapes(self) -> Option<Bitboard> {
            let to = king_attacks(self.lone) & !self.attacked();
            to.is_disjoint(self.men()).then_some(to)
        }

        fn is_mate(self) -> bool {
            self.attacked().contains(self.lone) && self.escapes() == Some(Bitboard::EMPTY)
        }
    }

    fn places() -> impl Iterator<Item = Place> {
        let squares = || Square::ALL.into_iter();
        let bishops = move || squares().filter(|square| square.is_dark());
        let all = squares().flat_map(move |king| {
            bishops().flat_map(move |bishop| {
                squares().flat_map(move |knight| {
                    squares().map(move |lone| Place { king, bishop, knight, lone })
                })
            })
        });
        all.filter(|place| place.is_possible())
    }

    /// White's moves until mate of all places with White to move, by their index; 0 of those that are not won.
    fn distances() -> Vec<u8> {
        let mut to_move = vec![0; 1 << 24];
        let mut lost = vec![false; 1 << 24];
        let mut frontier: Vec<Place> = places().filter(|place| place.is_mate()).collect();
        for moves in 1.. {
            if frontier.is_empty() {
                break;
            }
            let mut won = Vec::new();
            for place in frontier.drain(..).flat_map(Place::by_white) {
                let is_legal = !place.attacked().contains(place.lone);
                if is_legal && to_move[place.index()] == 0 {
                    to_move[place.index()] = moves;
                    won.push(place);
                }
            }
            for after in won {
                let from = king_attacks(after.lone) & !after.men();
                let before = from.into_iter().map(|lone| Place { lone, ..after });
                for place in before.filter(|place| place.is_possible()) {
                    if lost[place.index()] {
                        continue;
                    }
                    let is_won = |lone| to_move[Place { lone, ..place }.index()] > 0;
                    if place.escapes().is_some_and(|to| to.into_iter().all(is_won)) {
                        lost[place.index()] = true;
                        frontier.push(place);
                    }
                }
            }
        }
        to_move
    }

    #[test]
    fn the_table_is_that_of_a_retrograde_analysis() {
        let distances = distances();
        assert_eq!(distances.iter().max(), Some(&33), "the longest mate is known");
        let mut found = vec![Vec::new(); 64 * 64];
        for place in places() {
            let distance = distances[place.index()];
            if distance > 0 {
                found[place.lone as usize * 64 + place.king as usize].push(distance);
            }
        }
        for lone in Square::ALL {
            for king in Square::ALL {
                let found = &mut found[lone as usize * 64 + king as usize];
                found.sort_unstable();
                let tenth = found.len().saturating_sub(1) / 10;
                let expected = found.get(tenth).copied().unwrap_or(0);
                assert_eq!(moves(king, lone, true), i32::from(expected), "{king} {lone}");
                let [king, lone] = [king, lone].map(Square::flip_horizontal);
                assert_eq!(moves(king, lone, false), i32::from(expected), "{king} {lone}");
            }
        }
    }
}
