//! The state that travels with a foreign search.
#![allow(unsafe_code)]

use engine_core::encoded_move::EncodedMove;
use engine_core::evaluator::Evaluator;
use engine_core::game::{Game, position_from_setup};
use engine_core::node::Node;
use engine_core::position::Position;
use engine_core::score::Value;
use eval_external::interface::{RawMove, RawPosition};
use shakmaty::{Bitboard, Board, Color, Setup};

/// What a state has of the position.
pub(crate) trait Place: Clone + 'static {
    fn of(position: &Position) -> Self;

    /// The position from which `us` moves, as far as it is known.
    fn before(&self, us: Color) -> Position;

    /// Plays a move there.
    fn play(before: &mut Position, mv: EncodedMove);
}

/// Nothing: an evaluator whose state follows from the moves.
impl Place for () {
    #[inline]
    fn of(_position: &Position) {}

    #[inline]
    fn before(&self, us: Color) -> Position {
        Position::for_value(Board::empty(), us, Bitboard::EMPTY, None, [0, 0])
    }

    #[inline]
    fn play(_before: &mut Position, _mv: EncodedMove) {}
}

/// All of it.
impl Place for Position {
    #[inline]
    fn of(position: &Position) -> Position {
        position.clone()
    }

    #[inline]
    fn before(&self, _us: Color) -> Position {
        self.clone()
    }

    #[inline]
    fn play(before: &mut Position, mv: EncodedMove) {
        before.play(mv);
    }
}

/// A state of the interface: the key first.
#[repr(C)]
pub(crate) struct Kept<E: Evaluator, P> {
    key: u64,
    state: E::State,
    place: P,
}

impl<E: Evaluator, P: Place> Kept<E, P> {
    #[inline]
    fn of(evaluator: &E, state: E::State, position: Position) -> Kept<E, P> {
        let place = P::of(&position);
        let node = Node::for_value(position, state);
        Kept { key: evaluator.state_key(&node), state, place }
    }

    /// The state of a game that starts at the position; `None` if that is not legal.
    pub(crate) fn start(evaluator: &E, position: &RawPosition) -> Option<Kept<E, P>> {
        let node = root(evaluator, position)?;
        Some(Kept::of(evaluator, *node.state(), node.position().clone()))
    }

    /// The node of the position, with its state if it has one.
    #[inline]
    pub(crate) fn node(evaluator: &E, position: &RawPosition) -> Option<Node<E::State>> {
        // SAFETY: null, or a state that was made here, by the header.
        let kept = unsafe { position.state.cast::<Kept<E, P>>().as_ref() };
        match kept {
            Some(kept) => Some(Node::for_value(position.position(), kept.state)),
            None => root(evaluator, position),
        }
    }

    /// The value from White's side, if a state that is there has it alone.
    #[inline]
    pub(crate) fn value(evaluator: &E, position: &RawPosition) -> Option<Value> {
        // SAFETY: as in `node`.
        let kept = unsafe { position.state.cast::<Kept<E, P>>().as_ref() };
        evaluator.value_of_state(&kept?.state)
    }

    /// Brings the state up to date with a move.
    #[inline]
    pub(crate) fn play(&mut self, evaluator: &E, mv: &RawMove) {
        let parent = Node::for_value(self.place.before(mv.color()), self.state);
        let after = match mv.encoded() {
            Some(mv) => {
                let mut after = parent.position().clone();
                P::play(&mut after, mv);
                evaluator.update(&mut self.state, &parent, mv, &after);
                after
            }
            None => {
                let after = parent.position().passed();
                self.state = evaluator.null(&parent, &after);
                after
            }
        };
        self.place = P::of(&after);
        self.key = evaluator.state_key(&Node::for_value(after, self.state));
    }
}

/// The node of the position without a past; `None` if it is not legal.
fn root<E: Evaluator>(evaluator: &E, raw: &RawPosition) -> Option<Node<E::State>> {
    let position = raw.position();
    let mut setup = Setup::empty();
    setup.board = position.board().clone();
    setup.turn = position.turn();
    setup.castling_rights = position.castles().rooks();
    setup.ep_square = position.en_passant();
    let chess = position_from_setup(setup).ok()?;
    let state = evaluator.root(&Game::new(chess));
    Some(Node::for_value(position, state))
}
