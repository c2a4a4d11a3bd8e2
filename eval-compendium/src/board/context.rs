//! The features that rules read, computed once per position.
//!
//! A rule is written once, for White. Black's turn comes through a second [`Context`] with the board
//! flipped: in each of them `own` is the side whose term is computed and plays up the board, `enemy`
//! plays down it, rank 1 is the own first rank and a square like `D5` is the own d5. Files stay where
//! they are: a rule for one wing covers the other through [`shakmaty::Bitboard::flip_horizontal`].

use std::cell::OnceCell;

use engine_core::position::Position;
use shakmaty::attacks::{bishop_attacks, rook_attacks};
use shakmaty::{Bitboard, ByColor, Color, Role};

use super::bits::{file, files};
use super::material::{Ending, are_few};
use super::past::Past;
use super::pawns::Play;
use super::phase::Weights;
use super::side::{Piece, Side};

/// The degree to which pawns have closed the centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Centre {
    /// Any other centre.
    Open,
    /// The d- and the e-pawns touch, and each side has a c- or an f-pawn.
    SemiClosed,
    /// Pawns of both sides on all files from c to f, touching on three of them.
    ClosedSemiFixed,
    /// Pawns of both sides on all files from c to f, touching on all of them.
    ClosedFixed,
}

/// A position as one side sees it.
#[derive(Debug)]
pub(crate) struct Context<'a> {
    /// The side whose term is computed; it plays up the board.
    pub(crate) own: &'a Side,
    /// The other side, on the same board.
    pub(crate) enemy: &'a Side,
    /// Every square with a unit on it.
    pub(crate) occupied: Bitboard,
    /// Every empty square.
    pub(crate) empty: Bitboard,
    /// The pawn centre; the same for both sides.
    pub(crate) centre: Centre,
    /// The wings that the pawns are on; the same for both sides.
    pub(crate) play: Play,
    /// The kind of ending; the same for both sides.
    pub(crate) ending: Ending,
    /// True if there are so few pieces that the material may be one that a rule names exactly; the same for both sides.
    pub(crate) is_small: bool,
    /// True if the own side is to move.
    pub(crate) to_move: bool,
    /// The phases; the same for both sides.
    pub(crate) weights: Weights,
    /// Sets shared by several rules.
    pub(crate) shared: SharedSets,
}

/// Sets that several rules share and few positions need: computed on first use.
#[derive(Debug, Default)]
pub(crate) struct SharedSets {
    /// Enemy pawns that are attacked along two lines.
    pub(crate) crossed_pawns: OnceCell<Bitboard>,
    /// Squares of the own centre that the enemy controls.
    pub(crate) weak_squares: OnceCell<Bitboard>,
    /// Pieces with hardly a safe move.
    pub(crate) hemmed_in: OnceCell<Bitboard>,
}

/// The position as White sees it and as Black sees it, each with both sides: from their own point of
/// view, and from the other side's.
#[inline]
fn contexts<'a>(
    position: &Position,
    [white, black]: [&'a Side; 2],
    [white_seen, black_seen]: [&'a Side; 2],
) -> [Context<'a>; 2] {
    let board = position.board();
    let of_white = Context {
        own: white,
        enemy: black_seen,
        occupied: board.occupied(),
        empty: !board.occupied(),
        centre: Centre::of(white, black),
        play: Play::of(board.pawns()),
        ending: Ending::of(white.army, black.army, board.bishops()),
        is_small: are_few(white.pieces | black_seen.pieces),
        to_move: position.turn() == Color::White,
        weights: Weights::of(position),
        shared: SharedSets::default(),
    };
    let of_black = Context {
        own: black,
        enemy: white_seen,
        occupied: of_white.occupied.flip_vertical(),
        empty: of_white.empty.flip_vertical(),
        to_move: position.turn() == Color::Black,
        shared: SharedSets::default(),
        ..of_white
    };
    [of_white, of_black]
}

/// Passes the position as White sees it and as Black sees it to a callback.
///
/// The lists of pieces are filled in place: a side that a function returns is copied with its list.
#[inline(always)]
pub(crate) fn with_contexts<T>(
    position: &Position,
    past: &ByColor<Past>,
    show: impl FnOnce(&[Context<'_>; 2]) -> T,
) -> T {
    let mut white = Side::standing(position, Color::White, past);
    let mut black = Side::standing(position, Color::Black, past);
    white.look(position, Color::White);
    black.look(position, Color::Black);
    let (mut white_seen, mut black_seen) = (white.flipped(), black.flipped());
    white_seen.list(&white);
    black_seen.list(&black);
    show(&contexts(position, [&white, &black], [&white_seen, &black_seen]))
}

impl Context<'_> {
    /// The files without any pawn, whole.
    #[inline]
    pub(crate) fn open_files(&self) -> Bitboard {
        !(self.own.structure.files | self.enemy.structure.files)
    }

    /// The enemy's attacks once the own king is off the board: squares closed to that king.
    pub(crate) fn hit_behind_own_king(&self) -> Bitboard {
        hits_without(self.enemy, self.own.king.set, self.occupied)
    }

    /// The own side's attacks once the enemy king is off the board.
    pub(crate) fn hit_behind_enemy_king(&self) -> Bitboard {
        self.own.by_any | self.lines_behind_enemy_king()
    }

    /// The attacks of own sliders through the enemy king once it is off the board.
    pub(crate) fn lines_behind_enemy_king(&self) -> Bitboard {
        let (own, king) = (self.own, self.enemy.king.set);
        if own.by_pieces.is_disjoint(king) {
            return Bitboard::EMPTY;
        }
        lines_through(own.each.iter(), king, self.occupied)
    }
}

/// The attacks of `side` once `lifted`, one of the other side's, is lifted off the board.
pub(crate) fn hits_without(side: &Side, lifted: Bitboard, occupied: Bitboard) -> Bitboard {
    if side.by_pieces.is_disjoint(lifted) {
        return side.by_any;
    }
    side.by_any | lines_through(side.each.iter(), lifted, occupied)
}

/// The attacks of those `pieces` whose lines end at `lifted`, once it is lifted off the board.
pub(crate) fn lines_through<'a>(
    pieces: impl Iterator<Item = &'a Piece>,
    lifted: Bitboard,
    occupied: Bitboard,
) -> Bitboard {
    let occupied = occupied & !lifted;
    let mut hits = Bitboard::EMPTY;
    for piece in pieces.filter(|piece| piece.attacks.intersects(lifted)) {
        let (diagonal, straight) = match piece.role {
            Role::Bishop => (true, false),
            Role::Rook => (false, true),
            Role::Queen => (true, true),
            _ => continue,
        };
        if diagonal {
            hits |= bishop_attacks(piece.square, occupied);
        }
        if straight {
            hits |= rook_attacks(piece.square, occupied);
        }
    }
    hits
}

impl Centre {
    /// The centre between two sides, each from its own point of view.
    fn of(white: &Side, black: &Side) -> Centre {
        // All other kinds require pawns that touch.
        if white.structure.rammed.is_empty() {
            return Centre::Open;
        }
        let (ours, theirs) = (white.structure.files, black.structure.files);
        let [c, d, e, f] = [2, 3, 4, 5].map(file);
        let both = ours & theirs;
        let touching = files(white.structure.rammed);
        let has = |set: Bitboard, file: Bitboard| set.intersects(file);
        if [c, d, e, f].into_iter().all(|file| has(both, file)) {
            match [c, d, e, f].into_iter().filter(|file| has(touching, *file)).count() {
                4 => return Centre::ClosedFixed,
                3 => return Centre::ClosedSemiFixed,
                _ => {}
            }
        }
        let wings = has(ours, c | f) && has(theirs, c | f);
        if has(touching, d) && has(touching, e) && wings { Centre::SemiClosed } else { Centre::Open }
    }

    /// True if pawns in it have a higher space value.
    #[inline]
    pub(crate) fn gives_space(self) -> bool {
        self != Centre::Open
    }
}
