use super::*;
use crate::compendium;
use engine_core::encoded_move::EncodedMove;
use engine_core::evaluator::{Evaluator, EvaluatorInfo};
use engine_core::game::{Game, mirrored};
use engine_core::limits::Limits;
use engine_core::position::Position;
use engine_core::rule::DeclaredRule;
use engine_core::testkit::{Keyless, after_and_alone};
use shakmaty::{Chess, Position as _, Square};

/// True if the line is a sacrifice of White's where nothing counts but the men, and the rules of
/// `counting`; turned round, it is one of Black's.
fn is_sacrifice(counting: &[&str], line: &[&str]) -> bool {
    let mut evaluator = compendium();
    let counts = |id: &str| id == "intro.piece-values" || counting.contains(&id);
    evaluator.settings.switch(counts);
    let fen = "r4rk1/ppp2ppp/2n2n2/4N3/6Q1/3B4/PPP2PPP/R4RK1 w - - 0 1";
    let mut game = Game::parse(fen).unwrap();
    for uci in line {
        game.play_uci(uci).unwrap();
    }
    let moves = game.moves().to_vec();
    let turned: Vec<_> = moves.iter().map(|mv| mv.to_mirrored()).collect();
    let start = game.start();
    let [white, black] = [(start.clone(), moves), (mirrored(start), turned)]
        .map(|(start, moves)| gives_attacker(&evaluator, start, &moves));
    assert_eq!(white, black);
    white
}

fn gives_attacker(evaluator: &Compendium, start: Chess, moves: &[Move]) -> bool {
    let side = start.turn();
    let (root, _) = Node::root(evaluator, &Game::new(start));
    let attack = evaluator.attack(side, root.position(), root.state());
    // Queen, bishop and knight; the rooks do not attack.
    assert_eq!(attack.men.count(), 3);
    let lowered = LoweredMen::of(attack.men, side, 4);
    let state = root.state().lowering(lowered, root.position());
    let look = SecondLook { rule: NAMES[SACRIFICES], state, margin: 0 };
    evaluator.confirms(&root, &look, moves)
}

#[test]
fn a_sacrifice_gives_an_attacker_for_less_and_keeps_the_attack() {
    let men = |line: &[&str]| is_sacrifice(&[], line);
    assert!(men(&["d3h7", "f6h7"]), "a bishop for a pawn");
    assert!(!men(&["d3h7"]), "it is not taken");
    assert!(!men(&["e5c6", "b7c6"]), "a knight for a knight");
    let rook = ["a1d1", "f6e4", "d1d2", "e4d2"];
    assert!(!men(&rook), "a rook that does not attack");
    let late = ["h2h3", "a7a6", "h3h4", "a6a5", "d3h7", "f6h7"];
    assert!(!men(&late), "it counts in full by then");
    let queen = ["g4d1", "f6e4", "d1d2", "e4d2"];
    assert!(men(&queen), "a queen for nothing");
    let ring = ["king-attack.queen-attacks-ring"];
    assert!(!is_sacrifice(&ring, &queen), "it has left the attack");
}

/// The evaluation that begins as in a second look where the halfmove clock is odd: White's bishop
/// on h7 counts less.
#[derive(Clone)]
struct Lowering(Compendium);

impl Evaluator for Lowering {
    type State = State;

    const IS_COSTLY: bool = Compendium::IS_COSTLY;

    fn info(&self) -> EvaluatorInfo {
        self.0.info()
    }

    fn rules(&self) -> Vec<DeclaredRule> {
        self.0.rules()
    }

    fn root(&self, game: &Game) -> State {
        let state = self.0.root(game);
        if game.position().halfmoves().is_multiple_of(2) {
            return state;
        }
        let lowered = LoweredMen::of(Square::H7.into(), Color::White, 4);
        state.lowering(lowered, &game.position().into())
    }

    fn update(&self, state: &mut State, parent: &Node<State>, mv: EncodedMove, after: &Position) {
        self.0.update(state, parent, mv, after);
    }

    fn null(&self, parent: &Node<State>, after: &Position) -> State {
        self.0.null(parent, after)
    }

    fn post<L: Ledger>(&self, node: &Node<State>, ledger: &mut L) {
        self.0.post(node, ledger);
    }

    fn state_key(&self, node: &Node<State>) -> u64 {
        self.0.state_key(node)
    }
}

/// Black takes the bishop, which the second search of the position scores otherwise.
#[test]
fn lowered_values_never_serve_the_normal_search() {
    let searches = [1, 0].map(|clock| {
        let fen = format!("r5k1/5ppB/8/8/8/8/5PPP/R5K1 b - - {clock} 1");
        (Game::parse(&fen).unwrap(), Limits::depth(1))
    });
    let [after, alone] = after_and_alone(Lowering(compendium()), &searches);
    assert_eq!(after, alone);
    let [after, alone] = after_and_alone(Keyless(Lowering(compendium())), &searches);
    // The bishop has cost 75 less than it is worth.
    assert_eq!(alone.above(after), 75);
}
