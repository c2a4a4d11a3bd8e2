//! A second account of a game: its pieces, each followed by itself from where it started.
//!
//! States are carried forward, in the search and from the start of the game alike, by one function;
//! compared with themselves they prove nothing of it. [`PieceTracker`] is made of the list of moves alone. It
//! knows no bitboards and forgets nothing, so that what a state keeps can be derived from it afresh.

use shakmaty::{CastlingSide, Chess, Color, File, Move, Piece, Position, Rank, Role, Square};

use crate::movegen::Generator;
use crate::random::RandomGames;

/// A piece from the first position on.
#[derive(Clone, Debug)]
pub struct TrackedPiece {
    /// Its side.
    pub color: Color,
    /// Its first square.
    pub home: Square,
    /// Its role; a promoted pawn is a piece.
    pub role: Role,
    /// Its square; `None` once it was captured.
    pub square: Option<Square>,
    /// True if the first position shows that it had moved: it is not at home, or its castling right is gone.
    pub had_moved: bool,
    /// The plies in which it moved, a castling rook's castling included, counted from 0.
    pub moved: Vec<usize>,
}

/// A move, or a turn that was passed.
#[derive(Clone, Copy, Debug)]
pub struct Ply {
    /// The side whose turn it was.
    pub color: Color,
    /// Its effect; `None` for a null move.
    pub act: Option<Act>,
}

/// The piece that moved, by its place in [`PieceTracker::all`].
#[derive(Clone, Copy, Debug)]
pub struct Act {
    /// The piece; the king in castling.
    pub piece: usize,
    /// Its role when it moved.
    pub role: Role,
    /// Its origin.
    pub from: Square,
    /// Its destination.
    pub to: Square,
    /// The piece that it took.
    pub taken: Option<usize>,
    /// The square of that piece.
    pub taken_on: Option<Square>,
    /// The rook of a castling.
    pub rook: Option<usize>,
}

/// All pieces of a game, taken ones included, and its plies.
#[derive(Clone, Debug)]
pub struct PieceTracker {
    turn: Color,
    /// Every piece of the first position.
    pub all: Vec<TrackedPiece>,
    /// The moves played.
    pub plies: Vec<Ply>,
}

impl PieceTracker {
    /// The pieces of a first position.
    pub fn of(start: &Chess) -> PieceTracker {
        let pieces = Square::ALL.into_iter().filter_map(|square| {
            let piece = start.board().piece_at(square)?;
            Some(TrackedPiece {
                color: piece.color,
                home: square,
                role: piece.role,
                square: Some(square),
                had_moved: !is_unmoved(start, piece, square),
                moved: Vec::new(),
            })
        });
        PieceTracker { turn: start.turn(), all: pieces.collect(), plies: Vec::new() }
    }

    /// The pieces on the board.
    pub fn alive(&self) -> impl Iterator<Item = &TrackedPiece> {
        self.all.iter().filter(|piece| piece.square.is_some())
    }

    /// The piece on `square`.
    pub fn on(&self, square: Square) -> Option<&TrackedPiece> {
        self.place_of(square).map(|at| &self.all[at])
    }

    /// Plays a turn.
    pub fn play(&mut self, turn: Turn) {
        let act = match turn {
            Turn::Pass => None,
            Turn::Play(mv) => Some(self.act(mv)),
        };
        self.plies.push(Ply { color: self.turn, act });
        self.turn = !self.turn;
    }

    fn act(&mut self, mv: Move) -> Act {
        let from = mv.from().expect("a piece moves");
        let piece = self.place_of(from).expect("it stands there");
        let role = self.all[piece].role;
        let (to, taken, rook) = match mv {
            Move::Castle { king, rook } => {
                let short = king.file() < rook.file();
                let at = |file| Square::from_coords(file, king.rank());
                let (king_to, rook_to) = if short { (at(File::G), at(File::F)) } else { (at(File::C), at(File::D)) };
                let rook = self.place_of(rook).expect("a rook to castle with");
                self.put(rook, rook_to);
                (king_to, None, Some(rook))
            }
            Move::EnPassant { to, .. } => {
                let beside = Square::from_coords(to.file(), from.rank());
                (to, self.place_of(beside), None)
            }
            _ => (mv.to(), self.place_of(mv.to()), None),
        };
        let taken_on = taken.and_then(|taken| self.all[taken].square.take());
        self.put(piece, to);
        if let Some(promoted) = mv.promotion() {
            self.all[piece].role = promoted;
        }
        Act { piece, role, from, to, taken, taken_on, rook }
    }

    fn place_of(&self, square: Square) -> Option<usize> {
        self.all.iter().position(|piece| piece.square == Some(square))
    }

    fn put(&mut self, piece: usize, to: Square) {
        let ply = self.plies.len();
        self.all[piece].square = Some(to);
        self.all[piece].moved.push(ply);
    }
}

/// True if a piece in a first position may be one that has not moved.
fn is_unmoved(start: &Chess, piece: Piece, square: Square) -> bool {
    let castles = start.castles();
    let (file, rank) = square.coords();
    let [first, second] = match piece.color {
        Color::White => [Rank::First, Rank::Second],
        Color::Black => [Rank::Eighth, Rank::Seventh],
    };
    let on_first = |files: &[File]| rank == first && files.contains(&file);
    match piece.role {
        Role::King => castles.has_color(piece.color),
        Role::Rook => CastlingSide::ALL.into_iter().any(|side| castles.rook(piece.color, side) == Some(square)),
        Role::Knight => on_first(&[File::B, File::G]),
        Role::Bishop => on_first(&[File::C, File::F]),
        Role::Queen => on_first(&[File::D]),
        Role::Pawn => rank == second,
    }
}

/// A move, or the turn passed as in a null move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The move.
    Play(Move),
    /// No move.
    Pass,
}

type MovePredicate = fn(Move) -> bool;

impl Turn {
    /// A random turn, with more castlings, captures and promotions than random moves have, and
    /// some turns that are passed; `None` at the end of the game.
    pub fn pick(random: &mut RandomGames, position: &Chess) -> Option<Turn> {
        let tree = crate::position::Position::from(position);
        let checkers = tree.checkers();
        let moves = Generator::new(&tree, checkers).all();
        if moves.is_empty() || position.is_insufficient_material() {
            return None;
        }
        if checkers.is_empty() && random.below(10) == 0 {
            return Some(Turn::Pass);
        }
        let rare: [(MovePredicate, usize); 4] =
            [(Move::is_castle, 2), (Move::is_promotion, 2), (Move::is_en_passant, 2), (Move::is_capture, 4)];
        for (is_rare, one_in) in rare {
            let some: Vec<_> = moves.iter().filter(|mv| is_rare(**mv)).collect();
            if !some.is_empty() && random.below(one_in) == 0 {
                return Some(Turn::Play(*some[random.below(some.len())]));
            }
        }
        Some(Turn::Play(moves[random.below(moves.len())]))
    }

    /// The position after it.
    pub fn lead(self, position: &Chess) -> Chess {
        match self {
            Turn::Play(mv) => {
                let mut after = position.clone();
                after.play_unchecked(mv);
                after
            }
            Turn::Pass => {
                let passed = position.clone().swap_turn();
                passed.expect("a side in check cannot pass")
            }
        }
    }
}
