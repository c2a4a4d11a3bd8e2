//! The rules that choose between the moves of a search's root.

use engine_core::choice::{Preference, RootChoice, SecondLook, Turns};
use engine_core::explain::{Breakdown, Ledger, Recording, rounded};
use engine_core::node::Node;
use engine_core::position::Position;
use engine_core::score::Score;
use shakmaty::{Bitboard, Color, Move, Role};

use crate::Compendium;
use crate::board::phase::{Weight, Weights};
use crate::board::side::Side;
use crate::interplay::PIECE_VALUES;
use crate::patterns::endgame::worth;
use crate::post::{NAMES, post};
use crate::rule::bounded;
use crate::rules::{DEVELOP_OVER_PAWN_PUSH, HEADING_OF, RULES, place_of};
use crate::settings::Proportion;
use crate::state::State;
use crate::state::lowered::{LoweredPieces, LoweredValues};

const SACRIFICES: usize = place_of("king-attack.sacrifices");

/// The rules whose sum is a king attack's worth.
const KING_ATTACK: &str = "king-attack.";

impl RootChoice<State> for Compendium {
    /// A move that develops a minor piece, in place of a quiet pawn move.
    fn preference(&self, root: &Node<State>, best: Move, other: Move) -> Option<Preference> {
        if !is_pawn_push(best) || !is_developing(root, other) {
            return None;
        }
        let weight = self.weight(DEVELOP_OVER_PAWN_PUSH, root.position())?;
        let [bonus, ..] = *self.settings.numbers(DEVELOP_OVER_PAWN_PUSH);
        Some(Preference {
            rule: NAMES[DEVELOP_OVER_PAWN_PUSH],
            margin: (bonus * i64::from(weight.middlegame)).div_euclid(10 * i64::from(Weights::WHOLE)) as i32,
        })
    }

    /// A second look at an attack of the side to move that does not get on.
    fn second_look(&self, root: &Node<State>, score: Score, depth: i32, turns: &Turns) -> Option<SecondLook<State>> {
        let n = self.stuck_attack();
        // A search that is over before them shows nothing of those plies.
        if depth < i32::from(n.plies) {
            return None;
        }
        let now = score.cp().filter(|now| i64::from(10 * now) >= n.ahead)?;
        let before = turns.score(n.wait)?.cp()?;
        let again = turns.plies_since_second_look();
        if i64::from(10 * (now - before)) >= n.gain || again.is_some_and(|plies| plies < n.wait) {
            return None;
        }
        self.weight(SACRIFICES, root.position())?;
        let side = root.position().turn();
        let attack = self.attack(side, root.position(), root.state());
        if attack.worth < n.attack {
            return None;
        }
        let lowered = LoweredPieces::of(attack.attackers, side, n.plies);
        let state = root.state().lowering(lowered, root.position());
        (state != *root.state()).then_some(SecondLook {
            rule: NAMES[SACRIFICES],
            state,
            margin: rounded(bounded(n.loss)),
        })
    }

    /// True if the line gives up an attacker, while it counts less, for pieces of less worth, by a move
    /// that leaves the attack as strong as it is. Captures that follow belong to it.
    fn confirms(&self, root: &Node<State>, look: &SecondLook<State>, line: &[Move]) -> bool {
        let plies = usize::from(self.stuck_attack().plies);
        let side = root.position().turn();
        let (mut position, mut state) = (root.position().clone(), look.state);
        let before = self.attack(side, &position, &state);
        for (ply, &mv) in line.iter().enumerate() {
            if ply >= plies && !mv.is_capture() {
                break;
            }
            let mut after = position.clone();
            after.play(mv.into());
            self.play(&mut state, &position, mv.into(), &after);
            position = after;
            if ply == 0 && self.attack(side, &position, &state).worth < before.worth {
                return false;
            }
        }
        let after = self.attack(side, &position, &state);
        state.lowered.has_lost() && after.balance < before.balance
    }
}

impl Compendium {
    /// The weight of the rule at `place` in `position`; `None` if it is off or does not count.
    fn weight(&self, place: usize, position: &Position) -> Option<Weight> {
        if !self.settings.on(place) {
            return None;
        }
        let proportion = Proportion::of(Weights::of(position), &self.settings.weights);
        let weight = proportion.of_heading(HEADING_OF[place]).of_span(RULES[place].span);
        (!weight.is_nothing()).then_some(weight)
    }

    /// Posts what attackers were worth beyond what they counted when they were given up.
    #[cold]
    pub(crate) fn post_refund(&self, lowered: &LoweredPieces, ledger: &mut impl Ledger) {
        let worth = self.settings.interplay.numbers_in_force(PIECE_VALUES);
        let [white, black] = lowered.refund(worth, self.stuck_attack().counted).map(bounded);
        ledger.post(NAMES[SACRIFICES], white, black);
    }

    fn stuck_attack(&self) -> StuckAttack {
        let [queen, rook, minor, plies, wait, ahead, attack, gain, loss] = *self.settings.numbers(SACRIFICES);
        StuckAttack {
            counted: LoweredValues { queen, rook, minor },
            plies: (plies / 10).clamp(0, i64::from(u8::MAX)) as u8,
            wait: (wait / 10).max(0) as usize,
            ahead,
            attack,
            gain,
            loss,
        }
    }

    /// The king attack of `side`.
    fn attack(&self, side: Color, position: &Position, state: &State) -> Attack {
        let mut recording = Recording::default();
        post(position, &state.past, &self.settings, &mut recording);
        let all = Breakdown::from(&recording);
        let terms = all.terms().iter();
        let attacking = terms.filter(|term| term.rule.name.starts_with(KING_ATTACK));
        let sides = [side, !side].map(|color| Side::of(position, color, &state.past));
        let values = self.settings.interplay.numbers(PIECE_VALUES);
        let [own_worth, enemy_worth] = sides.each_ref().map(|side| worth(side, values));
        let attackers = if sides[0].king_attack { sides[0].attackers } else { Bitboard::EMPTY };
        Attack {
            worth: attacking.map(|term| i64::from(side.fold_wb(term.white, term.black))).sum(),
            attackers: side.fold_wb(attackers, attackers.flip_vertical()),
            balance: own_worth - enemy_worth,
        }
    }
}

/// The numbers of `king-attack.sacrifices`, in tenths where they are not plies.
struct StuckAttack {
    counted: LoweredValues,
    plies: u8,
    wait: usize,
    ahead: i64,
    attack: i64,
    gain: i64,
    loss: i64,
}

struct Attack {
    /// The value that the rules of the king attack give for it, in tenths.
    worth: i64,
    /// The pieces that attack the enemy king's position, if there is an attack.
    attackers: Bitboard,
    /// By how much the attacker's pieces are worth more than the enemy's, in tenths.
    balance: i64,
}

/// A pawn move that neither captures nor promotes.
fn is_pawn_push(mv: Move) -> bool {
    matches!(mv, Move::Normal { role: Role::Pawn, capture: None, promotion: None, .. })
}

/// The first move of a minor piece that starts from home.
fn is_developing(root: &Node<State>, mv: Move) -> bool {
    match mv {
        Move::Normal { role: Role::Knight | Role::Bishop, from, .. } => !root.state().has_moved(from),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compendium;
    use engine_core::game::{Game, mirrored};
    use shakmaty::{Chess, Position as _, Square};

    /// True if the line is a sacrifice of White's where nothing counts but the pieces, and the rules of
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
        assert_eq!(attack.attackers.count(), 3);
        let lowered = LoweredPieces::of(attack.attackers, side, 4);
        let state = root.state().lowering(lowered, root.position());
        let look = SecondLook { rule: NAMES[SACRIFICES], state, margin: 0 };
        evaluator.confirms(&root, &look, moves)
    }

    #[test]
    fn a_sacrifice_gives_an_attacker_for_less_and_keeps_the_attack() {
        let gives_up = |line: &[&str]| is_sacrifice(&[], line);
        assert!(gives_up(&["d3h7", "f6h7"]), "a bishop for a pawn");
        assert!(!gives_up(&["d3h7"]), "it is not taken");
        assert!(!gives_up(&["e5c6", "b7c6"]), "a knight for a knight");
        let rook = ["a1d1", "f6e4", "d1d2", "e4d2"];
        assert!(!gives_up(&rook), "a rook that does not attack");
        let late = ["h2h3", "a7a6", "h3h4", "a6a5", "d3h7", "f6h7"];
        assert!(!gives_up(&late), "it counts in full by then");
        let queen = ["g4d1", "f6e4", "d1d2", "e4d2"];
        assert!(gives_up(&queen), "a queen for nothing");
        let ring = ["king-attack.queen-attacks-ring"];
        assert!(!is_sacrifice(&ring, &queen), "it has left the attack");
    }

    /// The search keeps values by the key of the state: those of a second look must not serve the first.
    #[test]
    fn lowered_pieces_have_a_key_of_their_own() {
        let game = Game::parse("r5k1/5ppB/8/8/8/8/5PPP/R5K1 b - - 1 1").unwrap();
        let (node, _) = Node::root(&compendium(), &game);
        let lowered = LoweredPieces::of(Square::H7.into(), Color::White, 4);
        let lower = node.state().lowering(lowered, node.position());
        assert_ne!(lower.key, node.state().key);
        assert_eq!(lower.lowering(LoweredPieces::default(), node.position()), *node.state());
    }
}
