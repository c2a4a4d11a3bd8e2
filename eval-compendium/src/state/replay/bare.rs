//! The history read from a position without one.

use engine_core::testkit::men::Men;
use shakmaty::{CastlingSide, Chess, Color, File, Position, Role};

use super::men::{is_home, is_other_wing, king, own_rank, standing};
use crate::board::past::{First, LastMove, Past, Sacrifice};

/// The history of a side read from a first position.
pub(super) fn bare(start: &Chess, color: Color) -> Past {
    let men = Men::of(start);
    let of = |role: Role| {
        let own = standing(&men, color).filter(move |(man, _)| man.role == role);
        own.map(|(_, square)| square).collect::<Vec<_>>()
    };
    let away = |role: Role| {
        let squares = of(role).into_iter();
        squares.filter(|at| !is_home(color, role, *at)).count()
    };
    let first = match (away(Role::Knight), away(Role::Bishop)) {
        (0, 0) => First::Neither,
        (knights, bishops) if knights >= bishops => First::Knight,
        _ => First::Bishop,
    };
    let king = king(&men, color);
    let wing = match king.file() {
        File::A | File::B | File::C => Some((CastlingSide::QueenSide, File::A)),
        File::G | File::H => Some((CastlingSide::KingSide, File::H)),
        _ => None,
    };
    let is_castled = |&(side, corner): &(CastlingSide, File)| {
        let between = king.file().min(corner)..=king.file().max(corner);
        let rooks = of(Role::Rook);
        let mut beyond = rooks.iter().filter(|rook| rook.rank() == king.rank());
        let mut own = standing(&men, color);
        let left_at_home = own.any(|(man, at)| {
            is_home(color, man.role, at) && is_other_wing(side == CastlingSide::KingSide, at)
        });
        own_rank(color, king) == 1
            && !beyond.any(|rook| between.contains(&rook.file()))
            && left_at_home
    };
    let castled_first = wing.filter(is_castled).map(|(side, _)| side);
    Past {
        first,
        castled: false,
        castled_first,
        chose_short: false,
        repeats: 0,
        castled_rook: None,
        gave_in_attack: false,
        sacrifice: Sacrifice::default(),
        last: if start.is_check() && start.turn() != color {
            LastMove::UNKNOWN
        } else {
            LastMove::default()
        },
    }
}
