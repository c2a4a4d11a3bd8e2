//! Moves that an evaluator may play in place of the one with the best score.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};

use engine_core::choice::{Preference, RootChoice, SecondLook, Turns};
use engine_core::evaluator::{Evaluator, EvaluatorInfo};
use engine_core::explain::Ledger;
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::node::Node;
use engine_core::rule::Rule;
use engine_core::score::Score;
use engine_core::search::{Report, Search, ThreadPool};
use engine_core::tables::transposition::Transposition;
use engine_core::testkit::{Keyless, after_and_alone};
use shakmaty::{Color, Move, Position, Role};

use crate::{TOY, game};

/// The searches of every fourth ply, the last one of which may look twice.
fn last_of(search: &mut Search<Fond>, texts: &[&str], limits: &Limits) -> Report {
    let mut outcomes = texts.iter().map(|text| search.go(&game(text), limits, |_| {}));
    let first = outcomes.next().unwrap();
    outcomes.last().unwrap_or(first)
}

fn role(outcome: &Report) -> Role {
    outcome.best().unwrap().role()
}

#[test]
fn a_preferred_move_is_played_within_its_margin() {
    // The pawn wins a rook; the knight wins a bishop, and the rook runs away.
    let fork = game("6k1/5pp1/7p/3r1b2/4P3/6NP/5PP1/6K1 w - - 0 1");
    let limits = Limits::depth(5);
    let plain = search(Fond::default()).go(&fork, &limits, |_| {});
    assert_eq!((role(&plain), plain.chosen), (Role::Pawn, None));
    let close = search(fond(Role::Knight, 0)).go(&fork, &limits, |_| {});
    assert_eq!((close.best(), close.chosen), (plain.best(), None));
    let far = search(fond(Role::Knight, 400)).go(&fork, &limits, |_| {});
    assert_eq!(role(&far), Role::Knight);
    let chosen = far.chosen.unwrap();
    assert_eq!((chosen.rule, Some(chosen.over)), (PREFERS, plain.best()));
    assert!(far.score < plain.score && far.score.shifted(400) >= plain.score);
    assert_eq!(far.line[0], far.best().unwrap());
}

#[test]
fn a_mate_is_played_whatever_is_preferred() {
    let mate = game("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    let outcome = search(fond(Role::King, 30_000)).go(&mate, &Limits::depth(4), |_| {});
    assert_eq!(outcome.score.mate_moves(), Some(1));
    assert_eq!(outcome.chosen, None);
}

#[test]
fn candidates_are_searched_out_of_the_same_nodes_and_twice_the_same_is_chosen() {
    let mut used = search(fond(Role::Knight, 200));
    for nodes in [1, 21, 100, 257, 1_000, 2_345, 7_000, 12_345] {
        let mut last = None;
        let limits = Limits::nodes(nodes);
        used.go(&game("startpos moves e2e4"), &limits, |_| {});
        used.clear();
        let outcome = used.go(&game("startpos"), &limits, |report| {
            if report.is_result() {
                last = Some((report.line[0], report.chosen));
            }
        });
        assert_eq!(outcome.nodes, nodes);
        // The choice was made by an iteration that was finished.
        if outcome.chosen.is_some() {
            assert_eq!(last, outcome.best().map(|best| (best, outcome.chosen)));
        }
        let fresh = search(fond(Role::Knight, 200)).go(&game("startpos"), &limits, |_| {});
        let result = |outcome: Report| (outcome.line, outcome.score, outcome.chosen);
        assert_eq!(result(fresh), result(outcome), "{nodes}");
    }
}

/// White to move can give the queen for a pawn, and so it does where it is worth nothing.
const GIVE: [&str; 2] = [
    "6k1/5p1p/4p1p1/3p4/8/8/5PPP/3QK3 w - - 0 1",
    "6k1/5p1p/4p1p1/3p4/8/8/5PPP/3QK3 w - - 0 1 moves e1e2 g8f8 e2e1 f8g8",
];

#[test]
fn a_second_look_finds_what_is_worth_it_with_the_plain_values_too() {
    let limits = Limits::depth(2);
    let plain = last_of(&mut search(Fond::default()), &GIVE, &limits);
    let looked = last_of(&mut search(queenless(3_000)), &GIVE, &limits);
    let chosen = looked.chosen.map(|chosen| (chosen.rule, Some(chosen.over)));
    assert_ne!(plain.best(), looked.best());
    assert_eq!(chosen, Some((LOOKS, plain.best())));
    // Nothing that costs something is played for nothing.
    let strict = last_of(&mut search(queenless(-1)), &GIVE, &limits);
    assert_eq!((strict.best(), strict.chosen), (plain.best(), None));
}

#[test]
fn scores_of_earlier_turns_count_in_their_own_game_only() {
    let limits = Limits::depth(3);
    let looks = |texts: &[&str]| {
        let mut plain = search(Fond::default());
        let mut looking = search(queenless(3_000));
        let nodes = |search: &mut Search<Fond>| last_of(search, texts, &limits).nodes;
        nodes(&mut looking) > nodes(&mut plain)
    };
    assert!(looks(&GIVE));
    assert!(!looks(&GIVE[1..]), "nothing was searched before");
    let other = "6k1/5p1p/4p1p1/3p4/8/8/5PPP/2Q1K3 w - - 0 1";
    assert!(!looks(&[other, GIVE[1]]), "that was another game");
    let later = "6k1/5p1p/4p1p1/3p4/8/8/5PPP/3QK3 w - - 0 1 moves e1e2 g8f8 e2e1 f8e8";
    assert!(looks(&[GIVE[0], GIVE[1], later]), "a move was taken back");
}

#[test]
fn a_second_look_stops_exactly_and_is_forgotten() {
    let mut used = search(queenless(3_000));
    for nodes in [300, 1_000, 4_321] {
        let limits = Limits::nodes(nodes);
        used.clear();
        let first = last_of(&mut used, &GIVE, &limits);
        used.clear();
        let second = last_of(&mut used, &GIVE, &limits);
        assert_eq!((first.nodes, second.nodes), (nodes, nodes));
        assert_eq!((first.line, first.score), (second.line, second.score));
        used.clear();
        let alone = last_of(&mut used, &GIVE[1..], &limits);
        let plain = search(Fond::default()).go(&game(GIVE[1]), &limits, |_| {});
        assert_eq!((alone.line, alone.score), (plain.line, plain.score));
    }
}

/// With the state in the key, what a search with other values has left in the table is not what the
/// next one finds there; without it would be.
#[test]
fn changed_values_never_serve_the_normal_search() {
    let searches = [(1, 2), (0, 1)].map(|(clock, depth)| {
        let fen = format!("6k1/5p1p/6p1/8/8/8/5PPP/3QK3 w - - {clock} 1");
        (game(&fen), Limits::depth(depth))
    });
    let odd = Fond { odd: true, ..Fond::default() };
    let [after, alone] = after_and_alone(odd.clone(), &searches);
    assert_eq!(after, alone);
    let [after, alone] = after_and_alone(Keyless(odd), &searches);
    assert_ne!(after, alone);
}

/// The first thread alone chooses; helpers search as they always do.
#[test]
fn helpers_choose_nothing() {
    let callers = Arc::new(Mutex::new(HashSet::new()));
    let evaluator = Fond { callers: Some(Arc::clone(&callers)), ..fond(Role::Knight, 200) };
    let mut pool = ThreadPool::new(evaluator, Transposition::with_bits(14));
    pool.set_threads(3);
    let outcome = pool.go(&game("startpos"), &Limits::nodes(30_000), |_| {});
    assert!(outcome.nodes >= 30_000 && outcome.nodes < 30_000 + 3 * 256);
    let callers = callers.lock().unwrap();
    assert_eq!(*callers, HashSet::from([thread::current().id()]));
}

/// No move is chosen that was not requested.
#[test]
fn only_moves_that_are_searched_are_chosen() {
    let start = game("startpos");
    let moves = start.legal_moves().into_iter();
    let limits = Limits { search_moves: moves.filter(|mv| mv.role() == Role::Pawn).collect(), ..Limits::depth(5) };
    let outcome = search(fond(Role::Knight, 30_000)).go(&start, &limits, |_| {});
    assert_eq!((role(&outcome), outcome.chosen), (Role::Pawn, None));
}

/// The turns that a search remembers are the game's own: played again from its start, as after a
/// kill, the game is the same, whatever was played in between.
#[test]
fn a_game_played_again_is_the_same_game() {
    let evaluator = Fond { queenless: Some(300), ..fond(Role::Knight, 30) };
    let mut players = [0, 1].map(|_| search(evaluator.clone()));
    let mut play = |start: &str| {
        let mut game = game(start);
        players.iter_mut().for_each(Search::clear);
        for ply in 0..24 {
            let outcome = players[ply % 2].go(&game, &Limits::nodes(2_000), |_| {});
            assert!(outcome.nodes <= 2_000);
            game.play(outcome.best().unwrap());
        }
        game.moves().to_vec()
    };
    let first = play("startpos");
    play("startpos moves e2e4");
    assert_eq!(first, play("startpos"));
}

const PREFERS: Rule = Rule::other("toy.prefers");
const LOOKS: Rule = Rule::other("toy.looks");

/// The toy, with a liking for one kind of piece, or with a second look in which White's queens are
/// worth nothing: four plies after its last turn, and not twice in six.
#[derive(Clone, Debug, Default)]
struct Fond {
    of: Option<(Role, i32)>,
    queenless: Option<i32>,
    /// Such a state from the start, where the halfmove clock is odd.
    odd: bool,
    /// The threads that requested a preference.
    callers: Option<Arc<Mutex<HashSet<ThreadId>>>>,
}

impl Evaluator for Fond {
    /// True if White's queens are worth nothing.
    type State = bool;

    fn info(&self) -> EvaluatorInfo {
        TOY.info()
    }

    fn root(&self, game: &Game) -> bool {
        self.odd && game.position().halfmoves() % 2 == 1
    }

    fn post<L: Ledger>(&self, node: &Node<bool>, ledger: &mut L) {
        let plain = Game::new(node.position().to_chess());
        let (plain, _) = Node::root(&TOY, &plain);
        TOY.post(&plain, ledger);
        if *node.state() {
            let queens = node.position().board().material_side(Color::White).queen;
            ledger.post(LOOKS, -9_000 * i32::from(queens), 0);
        }
    }

    fn state_key(&self, node: &Node<bool>) -> u64 {
        u64::from(*node.state()) * 0x9e37_79b9_7f4a_7c15
    }

    fn root_choice(&self) -> &impl RootChoice<bool> {
        self
    }
}

impl RootChoice<bool> for Fond {
    fn preference(&self, _: &Node<bool>, best: Move, other: Move) -> Option<Preference> {
        if let Some(callers) = &self.callers {
            callers.lock().unwrap().insert(thread::current().id());
        }
        let (role, margin) = self.of?;
        let rule = PREFERS;
        (best.role() != role && other.role() == role).then_some(Preference { rule, margin })
    }

    fn second_look(&self, _: &Node<bool>, _: Score, _: i32, turns: &Turns) -> Option<SecondLook<bool>> {
        let margin = self.queenless?;
        turns.score(4)?;
        if turns.plies_since_second_look().is_some_and(|plies| plies < 6) {
            return None;
        }
        Some(SecondLook { rule: LOOKS, state: true, margin })
    }
}

fn search(evaluator: Fond) -> Search<Fond> {
    Search::new(evaluator, Transposition::with_bits(14))
}

fn fond(role: Role, margin: i32) -> Fond {
    Fond { of: Some((role, margin)), ..Fond::default() }
}

fn queenless(margin: i32) -> Fond {
    Fond { queenless: Some(margin), ..Fond::default() }
}
