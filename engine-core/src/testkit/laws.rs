//! The laws that every evaluator keeps, asserted at every position of random games.

use std::collections::HashMap;
use std::fmt::Debug;

use shakmaty::{Color, Move};

use crate::choice::RootChoice;
use crate::encoded_move::EncodedMove;
use crate::evaluator::{Evaluator, EvaluatorInfo};
use crate::explain::{Breakdown, Ledger, sums::SCALE};
use crate::game::{Game, mirrored};
use crate::limits::Limits;
use crate::node::{Line, Node};
use crate::notation::fen_of;
use crate::params::Params;
use crate::position::Position;
use crate::random::RandomGames;
use crate::rule::{Aspect, DeclaredRule, Rule};
use crate::score::{EVAL_MAX, Score};
use crate::search::Search;
use crate::tables::transposition::Transposition;

/// The games to play.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Seed of the random moves.
    pub seed: u64,
    /// Number of games, from each start.
    pub games: usize,
    /// The longest game, in plies from its start.
    pub plies: usize,
    /// True if the evaluator treats both colours alike.
    pub mirror: bool,
}

impl Plan {
    /// Games of at most 200 plies, of an evaluator that treats both colours alike.
    pub const fn new(seed: u64, games: usize) -> Plan {
        Plan { seed, games, plies: 200, mirror: true }
    }
}

/// Plies from one comparison with the root to the next; games begin it at different plies.
const FROM_ROOT_TO_ROOT: usize = 16;

/// Plays the games of `plan` from the start position and asserts the laws of this module.
pub fn prove(evaluator: &impl Evaluator<State: PartialEq + Debug>, plan: Plan) {
    prove_from(evaluator, plan, &[Game::default()]);
}

/// Starts of Chess960, most of them with few pieces, so that random games castle.
const CHESS960: [&str; 6] = [
    "bnrbkrnq/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRNQ w FCfc - 0 1",
    "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1",
    "6kr/pppppppp/8/8/8/8/PPPPPPPP/6KR w Hh - 0 1",
    "1r3k1r/p6p/8/8/8/8/P6P/1R3K1R w HBhb - 0 1",
    "r1k1r2q/p6p/8/8/8/8/P6P/R1K1R2Q w EAea - 0 1",
    "2r1k1r1/pp4pp/8/8/8/8/PP4PP/2R1K1R1 w GCgc - 0 1",
];

/// The same from starts of Chess960.
pub fn prove_chess960(evaluator: &impl Evaluator<State: PartialEq + Debug>, plan: Plan) {
    let starts = CHESS960.map(|fen| Game::parse(fen).expect("a position of Chess960"));
    prove_from(evaluator, plan, &starts);
}

/// The same from other starts, the games in turn from all of them.
pub fn prove_from(evaluator: &impl Evaluator<State: PartialEq + Debug>, plan: Plan, starts: &[Game]) {
    let mut random = RandomGames::new(plan.seed);
    let mut seen = HashMap::new();
    let starts = (0..plan.games).flat_map(|_| starts);
    for (number, start) in starts.enumerate() {
        let mut here = TestPosition::at(evaluator, start.clone());
        let mut there = plan.mirror.then(|| TestPosition::at(evaluator, mirrored_game(start)));
        for ply in 0..plan.plies {
            let Some(mv) = random.pick(&here.game) else {
                break;
            };
            here.play(mv);
            let (value, terms) = here.check_value();
            here.check_table_key(value, &mut seen);
            here.check_null_move();
            if let Some(there) = &mut there {
                there.play(mv.to_mirrored());
                here.check_mirror(value, &terms, there);
            }
            if (ply + number) % FROM_ROOT_TO_ROOT == 0 {
                here.check_state();
            }
        }
        here.check_state();
        if let Some(there) = there {
            there.check_state();
        }
    }
}

struct TestPosition<'a, E: Evaluator> {
    evaluator: &'a E,
    game: Game,
    node: Node<E::State>,
    line: Line,
    rules: Vec<Rule>,
}

impl<'a, E: Evaluator<State: PartialEq + Debug>> TestPosition<'a, E> {
    fn at(evaluator: &'a E, game: Game) -> TestPosition<'a, E> {
        let (node, line) = Node::root(evaluator, &game);
        let rules = evaluator.rules().into_iter();
        TestPosition { evaluator, game, node, line, rules: rules.map(|declared| declared.rule).collect() }
    }

    fn play(&mut self, mv: Move) {
        self.game.play(mv);
        self.node = self.node.play(self.evaluator, mv, &mut self.line);
    }

    fn fen(&self) -> String {
        fen_of(&self.node.position().to_chess())
    }

    fn value(&self, node: &Node<E::State>) -> i32 {
        self.evaluator.evaluate(node).cp()
    }

    fn check_state(&self) {
        let (root, _) = Node::root(self.evaluator, &self.game);
        assert_eq!(root.state(), self.node.state(), "state along the line: {}", self.fen());
        assert_eq!(root.key(), self.node.key(), "key along the line: {}", self.fen());
        assert_eq!(
            (root.occurrences(), root.checkers()),
            (self.node.occurrences(), self.node.checkers()),
            "occurrences and checkers along the line: {}",
            self.fen()
        );
    }

    fn check_value(&mut self) -> (i32, Breakdown) {
        let value = self.evaluator.evaluate(&self.node).cp();
        assert_eq!(value, self.value(&self.node), "the same every time: {}", self.fen());
        assert!(value.abs() <= EVAL_MAX, "range: {}", self.fen());
        let terms = self.evaluator.explain(&self.node);
        let relative = match self.node.position().turn() {
            Color::White => terms.centipawns(),
            Color::Black => -terms.centipawns(),
        };
        let clamped = relative.clamp(-EVAL_MAX, EVAL_MAX);
        assert_eq!(clamped, value, "explained total: {}", self.fen());
        for term in terms.terms() {
            // A verdict's deduction from the whole is itemised under one name.
            let is_declared = term.rule == SCALE || self.rules.contains(&term.rule);
            assert!(is_declared, "declared: {:?}: {}", term.rule, self.fen());
        }
        let aspects = Aspect::ALL.map(|aspect| terms.of_aspect(aspect));
        assert_eq!(aspects.iter().sum::<i32>(), terms.total(), "the aspects add up: {}", self.fen());
        (value, terms)
    }

    /// Positions that the search scores by rule, without the table, are left out.
    fn check_table_key(&self, value: i32, seen: &mut HashMap<u64, i32>) {
        if self.node.halfmoves() >= 100 || self.node.occurrences() >= 3 {
            return;
        }
        let key = self.node.key().0 ^ self.evaluator.state_key(&self.node);
        let first = *seen.entry(key).or_insert(value);
        assert_eq!(first, value, "one table key, two values: {}", self.fen());
    }

    /// Looked at without the game's past, which a swapped position cannot have.
    fn check_null_move(&self) {
        let bare = Game::new(self.node.position().to_chess());
        let (node, mut line) = Node::root(self.evaluator, &bare);
        let Some(passed) = node.null_move(self.evaluator, &mut line) else {
            return;
        };
        let swapped = Game::new(passed.position().to_chess());
        let (expected, _) = Node::root(self.evaluator, &swapped);
        assert_eq!(self.value(&passed), self.value(&expected), "null move: {}", self.fen());
        assert_eq!(passed.key(), expected.key(), "key after a null move: {}", self.fen());
    }

    fn check_mirror(&self, value: i32, terms: &Breakdown, there: &mut TestPosition<'_, E>) {
        assert_eq!(there.value(&there.node), value, "mirror: {}", self.fen());
        let mut swapped = there.evaluator.explain(&there.node).terms().to_vec();
        for term in &mut swapped {
            std::mem::swap(&mut term.white, &mut term.black);
        }
        assert_eq!(terms.terms(), swapped, "terms mirrored: {}", self.fen());
    }
}

/// The same game with ranks and colours swapped.
pub fn mirrored_game(game: &Game) -> Game {
    let mut mirror = Game::new(mirrored(game.start()));
    for mv in game.moves() {
        mirror.play(mv.to_mirrored());
    }
    mirror
}

/// An evaluator with the mistake that a state key prevents: the table takes positions of different
/// histories for the same. A test of the key shows that a search with this one goes wrong.
#[derive(Clone, Debug)]
pub struct Keyless<E>(pub E);

impl<E: Evaluator> Evaluator for Keyless<E> {
    type State = E::State;

    const IS_COSTLY: bool = E::IS_COSTLY;

    fn info(&self) -> EvaluatorInfo {
        self.0.info()
    }

    fn rules(&self) -> Vec<DeclaredRule> {
        self.0.rules()
    }

    fn root(&self, game: &Game) -> E::State {
        self.0.root(game)
    }

    fn update(&self, state: &mut E::State, parent: &Node<E::State>, mv: EncodedMove, after: &Position) {
        self.0.update(state, parent, mv, after);
    }

    fn null(&self, parent: &Node<E::State>, after: &Position) -> E::State {
        self.0.null(parent, after)
    }

    fn post<L: Ledger>(&self, node: &Node<E::State>, ledger: &mut L) {
        self.0.post(node, ledger);
    }

    fn root_choice(&self) -> &impl RootChoice<E::State> {
        self.0.root_choice()
    }
}

/// The score of the second search after the first with one table, and on its own. The second should be one ply
/// deep, so that nothing but the table carries over.
pub fn after_and_alone<E: Evaluator>(evaluator: E, searches: &[(Game, Limits); 2]) -> [Score; 2] {
    let mut search = Search::new(evaluator, Transposition::with_bits(16));
    // What the first search learns of the evaluator would change the second one, too.
    search.set_params(Params::MICHNIEWSKI.uncorrected());
    let [first, second] = searches;
    search.go(&first.0, &first.1, |_| {});
    let after = search.go(&second.0, &second.1, |_| {}).score;
    search.clear();
    [after, search.go(&second.0, &second.1, |_| {}).score]
}
