//! King and pawn against king, solved: which positions are won.
//!
//! Every position is a win from the start of which a win is known after the next move (the side
//! with the pawn to move) or after every move (the other side to move); what is not found so in
//! the end is a draw. The pawn plays up the board and stands on the files a to d; the others are
//! their mirror images. Source: <https://www.chessprogramming.org/KPK>.

use std::sync::LazyLock;

use shakmaty::attacks::{king_attacks, pawn_attacks};
use shakmaty::{Bitboard, Color, File, Rank, Square};

use crate::position::Position;

/// Squares of a pawn: four files, six ranks.
const PAWN_SQUARES: usize = 24;
const SQUARES: usize = 64;

static WINS: LazyLock<Wins> = LazyLock::new(Wins::new);

/// Solves the ending now, if it has not been solved: it takes some hundredths of a second.
pub fn solve() {
    LazyLock::force(&WINS);
}

/// True if the position is king and pawn against king and, played well, a draw.
#[inline]
#[must_use]
pub fn is_drawn(position: &Position) -> bool {
    let board = position.board();
    board.occupied().count() == 3 && board.pawns().any() && !WINS.wins(position)
}

/// All wins.
struct Wins {
    /// For each position whether the side with the pawn wins.
    won: Vec<bool>,
}

/// A position; the pawn's side is White.
#[derive(Clone, Copy)]
struct KpkPosition {
    king: Square,
    pawn: Square,
    lone: Square,
    /// True if the side with the pawn is to move.
    to_move: bool,
}

impl KpkPosition {
    fn index(self) -> usize {
        let pawn = usize::from(self.pawn.file()) * 6 + usize::from(self.pawn.rank()) - 1;
        let turn = usize::from(self.to_move);
        ((turn * PAWN_SQUARES + pawn) * SQUARES + usize::from(self.king)) * SQUARES
            + usize::from(self.lone)
    }

    fn all() -> impl Iterator<Item = KpkPosition> {
        let pawns = Square::ALL.into_iter().filter(|square| {
            square.file() <= File::D && (Rank::Second..=Rank::Seventh).contains(&square.rank())
        });
        pawns.flat_map(|pawn| {
            Square::ALL.into_iter().flat_map(move |king| {
                Square::ALL.into_iter().flat_map(move |lone| {
                    [true, false].map(|to_move| KpkPosition {
                        king,
                        pawn,
                        lone,
                        to_move,
                    })
                })
            })
        })
    }

    /// True if it can arise: no man on another, no king that could be taken.
    fn is_legal(self) -> bool {
        let checked = pawn_attacks(Color::White, self.pawn).contains(self.lone);
        self.king != self.pawn
            && self.king != self.lone
            && self.pawn != self.lone
            && !king_attacks(self.king).contains(self.lone)
            && !(self.to_move && checked)
    }
}

impl Wins {
    fn new() -> Wins {
        let mut open: Vec<KpkPosition> = KpkPosition::all()
            .filter(|place| place.is_legal())
            .collect();
        let mut wins = Wins {
            won: vec![false; 2 * PAWN_SQUARES * SQUARES * SQUARES],
        };
        loop {
            let before = open.len();
            open.retain(|place| {
                let won = wins.is_won_by_a_move(*place);
                wins.won[place.index()] = won;
                !won
            });
            if open.len() == before {
                return wins;
            }
        }
    }

    fn is_won_by_a_move(&self, place: KpkPosition) -> bool {
        if place.to_move {
            self.wins_by_king(place) || self.wins_by_pawn(place)
        } else {
            self.loses_by_every_move(place)
        }
    }

    fn wins_by_king(&self, place: KpkPosition) -> bool {
        let next = KpkPosition {
            to_move: false,
            ..place
        };
        let steps = king_attacks(place.king) & !king_attacks(place.lone);
        let mut steps = steps.into_iter().filter(|king| *king != place.pawn);
        steps.any(|king| self.won[KpkPosition { king, ..next }.index()])
    }

    fn wins_by_pawn(&self, place: KpkPosition) -> bool {
        let men = Bitboard::from_square(place.king) | Bitboard::from_square(place.lone);
        let Some(ahead) = place.pawn.offset(8).filter(|square| !men.contains(*square)) else {
            return false;
        };
        if ahead.rank() == Rank::Eighth {
            // The new queen stays if the lone king cannot take it.
            return !king_attacks(place.lone).contains(ahead)
                || king_attacks(place.king).contains(ahead);
        }
        let won = |pawn: Square| {
            let next = KpkPosition {
                pawn,
                to_move: false,
                ..place
            };
            self.won[next.index()]
        };
        let double = ahead.offset(8).filter(|square| !men.contains(*square));
        let double = double.filter(|_| place.pawn.rank() == Rank::Second);
        won(ahead) || double.is_some_and(won)
    }

    fn loses_by_every_move(&self, place: KpkPosition) -> bool {
        let guarded = king_attacks(place.king) | pawn_attacks(Color::White, place.pawn);
        let mut steps = (king_attacks(place.lone) & !guarded).into_iter().peekable();
        let next = KpkPosition {
            to_move: true,
            ..place
        };
        // Without a step it is stalemate; taking the pawn is a draw too.
        steps.peek().is_some()
            && steps
                .all(|lone| lone != place.pawn && self.won[KpkPosition { lone, ..next }.index()])
    }

    /// True if the side with the pawn wins.
    fn wins(&self, position: &Position) -> bool {
        let board = position.board();
        let pawn = board.pawns().first();
        let Some((strong, pawn)) = pawn.and_then(|pawn| Some((board.color_at(pawn)?, pawn))) else {
            return false;
        };
        let [Some(king), Some(lone)] = [strong, !strong].map(|side| board.king_of(side)) else {
            return false;
        };
        let see = |square: Square| {
            let square = strong.fold_wb(square, square.flip_vertical());
            if pawn.file() > File::D {
                square.flip_horizontal()
            } else {
                square
            }
        };
        let place = KpkPosition {
            king: see(king),
            pawn: see(pawn),
            lone: see(lone),
            to_move: position.turn() == strong,
        };
        self.won[place.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    fn drawn(fen: &str) -> bool {
        is_drawn(&Game::parse(fen).unwrap().position().into())
    }

    #[test]
    fn known_positions_of_both_colours() {
        // In front of its pawn with the opposition the king wins, behind it not.
        assert!(!drawn("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"));
        assert!(drawn("8/8/4k3/8/3KP3/8/8/8 w - - 0 1"));
        assert!(!drawn("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"));
        // The side to move has lost the opposition.
        assert!(drawn("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"));
        assert!(!drawn("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1"));
        assert!(drawn("8/4p3/4k3/8/4K3/8/8/8 b - - 0 1"));
        assert!(!drawn("8/4p3/4k3/8/4K3/8/8/8 w - - 0 1"));
        // A rook pawn draws against a king in the corner, on either wing.
        assert!(drawn("k7/8/PK6/8/8/8/8/8 w - - 0 1"));
        assert!(drawn("8/8/8/8/8/6kp/8/7K b - - 0 1"));
    }

    #[test]
    fn other_endings_are_not_judged() {
        for fen in [
            "startpos",
            "8/8/4k3/8/8/8/4K3/8 w - - 0 1",
            "8/8/4k3/8/3KN3/8/8/8 w - - 0 1",
            "8/8/4k3/4p3/3KP3/8/8/8 w - - 0 1",
        ] {
            assert!(!drawn(fen), "{fen}");
        }
    }

    #[test]
    fn as_many_wins_as_others_count() {
        // Legal positions with pawns on the files a to d, in the table of the same shape that chess
        // engines use.
        assert_eq!(WINS.won.iter().filter(|won| **won).count(), 111_282);
    }
}
