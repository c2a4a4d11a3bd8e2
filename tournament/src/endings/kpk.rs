//! King and pawn against king, solved: which positions are won.
//!
//! Every position is a win from the start of which a win is known after the next move (the side
//! with the pawn to move) or after every move (the other side to move); what is not found so in
//! the end is a draw. The pawn plays up the board and stands on the files a to d; the others are
//! their mirror images.

use shakmaty::attacks::{king_attacks, pawn_attacks};
use shakmaty::{Bitboard, Color, File, Rank, Square};

/// Squares of a pawn: four files, six ranks.
const PAWN_SQUARES: usize = 24;
const SQUARES: usize = 64;

/// All wins.
pub(super) struct Wins {
    /// For each position whether the side with the pawn wins.
    won: Vec<bool>,
}

/// A position; the pawn's side is White.
#[derive(Clone, Copy)]
struct Place {
    king: Square,
    pawn: Square,
    lone: Square,
    /// Whether the side with the pawn is to move.
    to_move: bool,
}

impl Place {
    fn index(self) -> usize {
        let pawn = usize::from(self.pawn.file()) * 6 + usize::from(self.pawn.rank()) - 1;
        let turn = usize::from(self.to_move);
        ((turn * PAWN_SQUARES + pawn) * SQUARES + usize::from(self.king)) * SQUARES
            + usize::from(self.lone)
    }

    fn all() -> impl Iterator<Item = Place> {
        let pawns = Square::ALL.into_iter().filter(|square| {
            square.file() <= File::D && (Rank::Second..=Rank::Seventh).contains(&square.rank())
        });
        pawns.flat_map(|pawn| {
            Square::ALL.into_iter().flat_map(move |king| {
                Square::ALL.into_iter().flat_map(move |lone| {
                    [true, false].map(|to_move| Place {
                        king,
                        pawn,
                        lone,
                        to_move,
                    })
                })
            })
        })
    }

    /// Whether it can arise: no man on another, no king that could be taken.
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
    /// Solves the ending.
    pub(super) fn new() -> Wins {
        let places: Vec<Place> = Place::all().filter(|place| place.is_legal()).collect();
        let mut wins = Wins {
            won: vec![false; 2 * PAWN_SQUARES * SQUARES * SQUARES],
        };
        loop {
            let mut found = false;
            for place in &places {
                let index = place.index();
                if !wins.won[index] && wins.is_won_by_a_move(*place) {
                    wins.won[index] = true;
                    found = true;
                }
            }
            if !found {
                return wins;
            }
        }
    }

    fn is_won_by_a_move(&self, place: Place) -> bool {
        if place.to_move {
            self.wins_by_king(place) || self.wins_by_pawn(place)
        } else {
            self.loses_by_every_move(place)
        }
    }

    fn wins_by_king(&self, place: Place) -> bool {
        let next = Place {
            to_move: false,
            ..place
        };
        let steps = king_attacks(place.king) & !king_attacks(place.lone);
        let mut steps = steps.into_iter().filter(|king| *king != place.pawn);
        steps.any(|king| self.won[Place { king, ..next }.index()])
    }

    fn wins_by_pawn(&self, place: Place) -> bool {
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
            let next = Place {
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

    fn loses_by_every_move(&self, place: Place) -> bool {
        let guarded = king_attacks(place.king) | pawn_attacks(Color::White, place.pawn);
        let mut steps = (king_attacks(place.lone) & !guarded).into_iter().peekable();
        let next = Place {
            to_move: true,
            ..place
        };
        // Without a step it is stalemate; taking the pawn is a draw too.
        steps.peek().is_some()
            && steps.all(|lone| lone != place.pawn && self.won[Place { lone, ..next }.index()])
    }

    /// Whether the side with the pawn, to move, wins; it plays up the board.
    pub(super) fn wins_to_move(&self, king: Square, pawn: Square, lone: Square) -> bool {
        let flip = pawn.file() > File::D;
        let see = |square: Square| {
            if flip {
                square.flip_horizontal()
            } else {
                square
            }
        };
        let place = Place {
            king: see(king),
            pawn: see(pawn),
            lone: see(lone),
            to_move: true,
        };
        place.is_legal() && self.won[place.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_positions_and_the_known_number_of_wins() {
        let wins = Wins::new();
        // In front of its pawn with the opposition the king wins, behind it not.
        assert!(wins.wins_to_move(Square::E6, Square::E5, Square::E8));
        assert!(!wins.wins_to_move(Square::D4, Square::E4, Square::E6));
        assert!(wins.wins_to_move(Square::E3, Square::E2, Square::E6));
        // A rook pawn draws against a king in the corner.
        assert!(!wins.wins_to_move(Square::B6, Square::A6, Square::A8));
        assert!(!wins.wins_to_move(Square::G6, Square::H6, Square::H8));
        // The legal positions with pawns on the files a to d that are won, counted by others.
        assert_eq!(wins.won.iter().filter(|won| **won).count(), KNOWN_WINS);
    }

    /// The number of wins in the table of the same shape that chess engines use.
    const KNOWN_WINS: usize = 111_282;
}
