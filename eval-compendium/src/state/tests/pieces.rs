//! The pieces of an account from the rules' point of view, examined one by one, and the history read from a position.

use engine_core::testkit::pieces::{PieceTracker, TrackedPiece};
use shakmaty::{CastlingSide, Chess, Color, File, Position, Role, Square};

use crate::board::past::{First, LastMove, Past};

/// Rank and file of a square, counted from 0.
pub(super) fn place(square: Square) -> [i64; 2] {
    let [rank, file] = [u32::from(square.rank()), u32::from(square.file())];
    [rank.into(), file.into()]
}

/// The rank as `color` counts it, from 1.
pub(super) fn own_rank(color: Color, square: Square) -> i64 {
    let [rank, _] = place(square);
    color.fold_wb(rank + 1, 8 - rank)
}

/// True if such a piece on `from` attacks `to`, on a board with these squares empty.
pub(super) fn hits(piece: (Color, Role), from: Square, to: Square, is_empty: impl Fn(Square) -> bool) -> bool {
    let ([rank, file], [to_rank, to_file]) = (place(from), place(to));
    let (up, right) = (to_rank - rank, to_file - file);
    let (rows, columns) = (up.abs(), right.abs());
    let (straight, diagonal) = ((rows == 0) != (columns == 0), rows == columns && rows > 0);
    let slides = match piece {
        (color, Role::Pawn) => return columns == 1 && up == color.fold_wb(1, -1),
        (_, Role::Knight) => return rows * columns == 2,
        (_, Role::King) => return rows.max(columns) == 1,
        (_, Role::Bishop) => diagonal,
        (_, Role::Rook) => straight,
        (_, Role::Queen) => straight || diagonal,
    };
    let between = |step: i64| {
        let [rank, file] = [rank + step * up.signum(), file + step * right.signum()];
        Square::new((8 * rank + file) as u32)
    };
    slides && (1..rows.max(columns)).all(|step| is_empty(between(step)))
}

/// The pieces of `color` on the board, with their squares.
pub(super) fn standing(pieces: &PieceTracker, color: Color) -> impl Iterator<Item = (&TrackedPiece, Square)> {
    let own = pieces.alive().filter(move |piece| piece.color == color);
    own.filter_map(|piece| Some((piece, piece.square?)))
}

/// True if a piece of `color` attacks `square`.
pub(super) fn is_hit(pieces: &PieceTracker, color: Color, square: Square) -> bool {
    let is_empty = |square| pieces.on(square).is_none();
    standing(pieces, color).any(|(piece, from)| hits((color, piece.role), from, square, is_empty))
}

pub(super) fn king(pieces: &PieceTracker, color: Color) -> Square {
    let mut kings = standing(pieces, color).filter(|(piece, _)| piece.role == Role::King);
    kings.next().expect("there is a king").1
}

/// True if `square` belongs to the position of the king of `color`.
pub(super) fn is_near_king(pieces: &PieceTracker, color: Color, square: Square) -> bool {
    let king = king(pieces, color);
    let [[_, file], [_, king_file]] = [place(square), place(king)];
    let ahead = own_rank(color, square) - own_rank(color, king);
    let beside = (file - king_file).abs() <= 1 && ahead.abs() <= 1;
    let on_files = (file - king_file.clamp(1, 6)).abs() <= 1;
    square != king && (beside || on_files && (1..=2).contains(&ahead))
}

/// True if a minor piece of this kind starts on this square.
pub(super) fn is_home(color: Color, role: Role, square: Square) -> bool {
    let files: &[File] = match role {
        Role::Knight => &[File::B, File::G],
        Role::Bishop => &[File::C, File::F],
        _ => return false,
    };
    own_rank(color, square) == 1 && files.contains(&square.file())
}

/// True if a square is on the half of the board away from a king that castled, `short` or long.
pub(super) fn is_other_wing(short: bool, square: Square) -> bool {
    (square.file() <= File::D) == short
}

pub(super) fn is_opening(position: &Chess, pieces: &PieceTracker) -> bool {
    let worth = pieces.alive().map(|piece| match piece.role {
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        _ => 0,
    });
    let home = Color::ALL.map(|color| {
        let minors = standing(pieces, color).filter(|(piece, at)| is_home(color, piece.role, *at));
        minors.count()
    });
    worth.sum::<usize>() >= 12 && (position.castles().any() || home[0] + home[1] >= 3)
}

/// The material lead of the pieces of `color` over the others, in half pawns.
pub(super) fn lead(pieces: &PieceTracker, color: Color) -> i64 {
    let worth = pieces.alive().map(|piece| {
        let half_pawns = match piece.role {
            Role::Pawn => 2,
            Role::Knight | Role::Bishop => 6,
            Role::Rook => 9,
            Role::Queen => 18,
            Role::King => 0,
        };
        if piece.color == color { half_pawns } else { -half_pawns }
    });
    worth.sum()
}

/// White's pawns less Black's.
pub(super) fn pawn_lead(pieces: &PieceTracker) -> i64 {
    let pawns = pieces.alive().filter(|piece| piece.role == Role::Pawn);
    pawns.map(|piece| piece.color.fold_wb(1, -1)).sum()
}

/// True if no enemy pawn can stop or take a pawn of `color` on `from` any more, and no own pawn is in front of it.
pub(super) fn is_passed(pieces: &PieceTracker, color: Color, from: Square) -> bool {
    let stops = |piece: &TrackedPiece| {
        let at = piece.square.expect("it is alive");
        let files = (place(at)[1] - place(from)[1]).abs();
        let ahead = own_rank(color, at) > own_rank(color, from);
        piece.role == Role::Pawn && ahead && files <= i64::from(piece.color != color)
    };
    !pieces.alive().any(stops)
}

/// True if `color` has an open file without enemy rooks and queens, bishops on squares of both
/// colours, a rook on the seventh rank, and a protected passed pawn.
pub(super) fn advantages(pieces: &PieceTracker, color: Color) -> [bool; 4] {
    let of = |role: Role| {
        let own = standing(pieces, color).filter(move |(piece, _)| piece.role == role);
        own.map(|(_, at)| at).collect::<Vec<_>>()
    };
    let has_file = File::ALL.into_iter().any(|file| {
        let on_file = |piece: &&TrackedPiece| piece.square.is_some_and(|at| at.file() == file);
        let there: Vec<_> = pieces.alive().filter(on_file).collect();
        let is_open = there.iter().all(|piece| piece.role != Role::Pawn);
        let heavy = |side: Color| {
            let mut pieces = there.iter().filter(|piece| piece.color == side);
            pieces.any(|piece| matches!(piece.role, Role::Rook | Role::Queen))
        };
        is_open && heavy(color) && !heavy(!color)
    });
    let (bishops, pawns) = (of(Role::Bishop), of(Role::Pawn));
    let mut rooks = of(Role::Rook).into_iter();
    let is_protected = |at: Square| {
        let mut pawns = pawns.iter();
        pawns.any(|from| hits((color, Role::Pawn), *from, at, |_| true))
    };
    let mut passers = pawns.iter().filter(|at| is_passed(pieces, color, **at));
    [
        has_file,
        bishops.iter().any(|at| at.is_light()) && bishops.iter().any(|at| at.is_dark()),
        rooks.any(|at| own_rank(color, at) == 7),
        passers.any(|at| is_protected(*at)),
    ]
}

/// True if three pieces of `color` attack a square of the enemy king's position.
pub(super) fn attacks_king(pieces: &PieceTracker, color: Color) -> bool {
    let is_empty = |square| pieces.on(square).is_none();
    let zone: Vec<_> = Square::ALL.into_iter().filter(|at| is_near_king(pieces, !color, *at)).collect();
    let bears = |(piece, from): &(&TrackedPiece, Square)| {
        let mut zone = zone.iter();
        let is_piece = !matches!(piece.role, Role::Pawn | Role::King);
        is_piece && zone.any(|to| hits((color, piece.role), *from, *to, is_empty))
    };
    standing(pieces, color).filter(bears).count() >= 3
}

/// The history of a side read from a first position.
pub(super) fn bare(start: &Chess, color: Color) -> Past {
    let pieces = PieceTracker::of(start);
    let of = |role: Role| {
        let own = standing(&pieces, color).filter(move |(piece, _)| piece.role == role);
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
    let king = king(&pieces, color);
    let wing = match king.file() {
        File::A | File::B | File::C => Some((CastlingSide::QueenSide, File::A)),
        File::G | File::H => Some((CastlingSide::KingSide, File::H)),
        _ => None,
    };
    let is_castled = |&(side, corner): &(CastlingSide, File)| {
        let between = king.file().min(corner)..=king.file().max(corner);
        let rooks = of(Role::Rook);
        let mut beyond = rooks.iter().filter(|rook| rook.rank() == king.rank());
        let mut own = standing(&pieces, color);
        let left_at_home =
            own.any(|(piece, at)| is_home(color, piece.role, at) && is_other_wing(side == CastlingSide::KingSide, at));
        own_rank(color, king) == 1 && !beyond.any(|rook| between.contains(&rook.file())) && left_at_home
    };
    let castled_first = wing.filter(is_castled).map(|(side, _)| side);
    Past {
        first,
        castled_first,
        last: if start.is_check() && start.turn() != color { LastMove::UNKNOWN } else { LastMove::default() },
        ..Past::default()
    }
}
