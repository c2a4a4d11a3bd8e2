//! The proofs that every evaluator has to pass, over random legal games.
//!
//! [`prove`] plays seeded random games and asserts at every position: the state kept along the
//! line equals the state from the root; an explanation adds up to the evaluation; the value is in
//! range and the same every time; positions that share a table key share a value; colours
//! mirrored, the value is the same from the side to move; and a null move leads to the value of
//! the position with the turn swapped.

use std::collections::HashMap;
use std::fmt::Debug;

use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move, Position};

use crate::evaluator::{Evaluator, EvaluatorInfo};
use crate::explain::Ledger;
use crate::game::{Game, fen_of};
use crate::limits::Limits;
use crate::node::{Line, Node};
use crate::score::{EVAL_MAX, Score};
use crate::search::Search;
use crate::tables::transposition::Transposition;

pub mod men;

pub use crate::random::RandomGames;

/// Which games to play.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Seed of the random moves.
    pub seed: u64,
    /// Number of games.
    pub games: usize,
    /// The longest game, in plies.
    pub plies: usize,
    /// Whether the evaluator treats both colours alike.
    pub mirror: bool,
}

/// Plays the games of `plan` and asserts what the module says.
///
/// # Panics
/// If the evaluator breaks one of the laws; the message names the law and the position.
pub fn prove<E>(evaluator: &E, plan: Plan)
where
    E: Evaluator,
    E::State: PartialEq + Debug,
{
    let mut random = RandomGames::new(plan.seed);
    let mut seen = HashMap::new();
    for _ in 0..plan.games {
        let mut game = Game::default();
        let (mut node, mut line) = Node::root(evaluator, &game);
        let mut scratch = E::Scratch::default();
        for _ in 0..plan.plies {
            let Some(mv) = random.pick(&game) else { break };
            game.play(mv);
            node = node.play(evaluator, mv, &mut line);
            let place = Place {
                evaluator,
                game: &game,
                node: &node,
            };
            place.state_is_that_of_the_root();
            place.value_adds_up_and_stays(&mut scratch);
            place.same_table_key_same_value(&mut seen);
            place.null_move_swaps_the_turn();
            if plan.mirror {
                place.mirrored_is_the_same();
            }
        }
    }
}

struct Place<'a, E: Evaluator> {
    evaluator: &'a E,
    game: &'a Game,
    node: &'a Node<E::State>,
}

impl<E> Place<'_, E>
where
    E: Evaluator,
    E::State: PartialEq + Debug,
{
    fn fen(&self) -> String {
        fen_of(self.node.position())
    }

    fn value(&self, node: &Node<E::State>) -> i32 {
        self.evaluator
            .evaluate(node, &mut E::Scratch::default())
            .cp()
    }

    fn state_is_that_of_the_root(&self) {
        let (root, _) = Node::root(self.evaluator, self.game);
        assert_eq!(
            root.state(),
            self.node.state(),
            "state along the line: {}",
            self.fen()
        );
        assert_eq!(
            root.key(),
            self.node.key(),
            "key along the line: {}",
            self.fen()
        );
        assert_eq!(
            (root.occurrences(), root.checkers()),
            (self.node.occurrences(), self.node.checkers()),
            "occurrences and checkers along the line: {}",
            self.fen()
        );
    }

    fn value_adds_up_and_stays(&self, scratch: &mut E::Scratch) {
        let value = self.evaluator.evaluate(self.node, scratch).cp();
        assert_eq!(
            value,
            self.value(self.node),
            "the same every time: {}",
            self.fen()
        );
        assert!(value.abs() <= EVAL_MAX, "range: {}", self.fen());
        let total = self.evaluator.explain(self.node, scratch).centipawns();
        let relative = match self.node.position().turn() {
            Color::White => total,
            Color::Black => -total,
        };
        let clamped = relative.clamp(-EVAL_MAX, EVAL_MAX);
        assert_eq!(clamped, value, "explained total: {}", self.fen());
    }

    /// Positions that the search scores by rule, without the table, are left out.
    fn same_table_key_same_value(&self, seen: &mut HashMap<u64, i32>) {
        if self.node.halfmoves() >= 100 || self.node.occurrences() >= 3 {
            return;
        }
        let key = self.node.key().0 ^ self.evaluator.state_key(self.node);
        let value = self.value(self.node);
        let first = *seen.entry(key).or_insert(value);
        assert_eq!(first, value, "one table key, two values: {}", self.fen());
    }

    /// Looked at without the game's past, which a swapped position cannot have.
    fn null_move_swaps_the_turn(&self) {
        let bare = Game::new(self.node.position().clone());
        let (node, mut line) = Node::root(self.evaluator, &bare);
        let Some(passed) = node.null_move(self.evaluator, &mut line) else {
            return;
        };
        let swapped = Game::new(passed.position().clone());
        let (expected, _) = Node::root(self.evaluator, &swapped);
        assert_eq!(
            self.value(&passed),
            self.value(&expected),
            "null move: {}",
            self.fen()
        );
        assert_eq!(
            passed.key(),
            expected.key(),
            "key after a null move: {}",
            self.fen()
        );
    }

    fn mirrored_is_the_same(&self) {
        let mut game = Game::new(mirrored(self.game.start()));
        for mv in self.game.moves() {
            game.play(mv.to_mirrored());
        }
        let (mirror, _): (_, Line) = Node::root(self.evaluator, &game);
        assert_eq!(
            self.value(&mirror),
            self.value(self.node),
            "mirror: {}",
            self.fen()
        );
        let explain = |node| self.evaluator.explain(node, &mut E::Scratch::default());
        let (here, there) = (explain(self.node), explain(&mirror));
        let mut swapped: Vec<_> = there.terms().to_vec();
        for term in &mut swapped {
            std::mem::swap(&mut term.white, &mut term.black);
        }
        assert_eq!(here.terms(), swapped, "terms mirrored: {}", self.fen());
    }
}

/// The position with ranks and colours swapped.
///
/// # Panics
/// Never: the mirror of a legal position is legal.
pub fn mirrored(position: &Chess) -> Chess {
    let mut setup = position.to_setup(EnPassantMode::Always);
    setup.mirror();
    Chess::from_setup(setup, CastlingMode::Standard).expect("the mirror of a legal position")
}

/// An evaluator with the mistake that a state key prevents: the table takes positions of different
/// histories for the same. A test of the key shows that a search with this one goes wrong.
#[derive(Clone, Debug)]
pub struct Keyless<E>(pub E);

impl<E: Evaluator> Evaluator for Keyless<E> {
    type State = E::State;
    type Scratch = E::Scratch;

    fn info(&self) -> EvaluatorInfo {
        self.0.info()
    }

    fn root(&self, game: &Game) -> E::State {
        self.0.root(game)
    }

    fn child(&self, parent: &Node<E::State>, mv: Move, after: &Chess) -> E::State {
        self.0.child(parent, mv, after)
    }

    fn null(&self, parent: &Node<E::State>, after: &Chess) -> E::State {
        self.0.null(parent, after)
    }

    fn post<L: Ledger>(&self, node: &Node<E::State>, scratch: &mut E::Scratch, ledger: &mut L) {
        self.0.post(node, scratch, ledger);
    }
}

/// The score of the second search after the first with one table, and on its own. The searches
/// should be one ply deep, so that nothing but the table carries over.
pub fn after_and_alone<E: Evaluator>(evaluator: E, searches: &[(Game, Limits); 2]) -> [Score; 2] {
    let mut search = Search::new(evaluator, Transposition::with_bits(16));
    let [first, second] = searches;
    search.go(&first.0, &first.1, |_| {});
    let after = search.go(&second.0, &second.1, |_| {}).score;
    search.clear();
    [after, search.go(&second.0, &second.1, |_| {}).score]
}
