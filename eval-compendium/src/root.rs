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
use crate::order::GROUP_OF;
use crate::patterns::endgame::worth;
use crate::post::{NAMES, post};
use crate::proportion::Proportion;
use crate::rules::{RULES, place_of};
use crate::state::State;
use crate::state::lowered::{LoweredMen, LoweredValues};

const DEVELOP_OVER_PAWN_PUSH: usize = place_of("opening.develop-over-pawn-push");
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
            margin: (bonus * weight.middlegame).div_euclid(10 * Weights::WHOLE),
        })
    }

    /// A second look at an attack of the side to move that does not get on.
    fn second_look(
        &self,
        root: &Node<State>,
        score: Score,
        depth: i32,
        turns: &Turns,
    ) -> Option<SecondLook<State>> {
        let n = self.stuck_attack();
        // A search that is over before them shows nothing of those plies.
        if depth < i32::from(n.plies) {
            return None;
        }
        let now = score.cp().filter(|now| 10 * now >= n.ahead)?;
        let before = turns.score(n.wait)?.cp()?;
        let again = turns.since_second_look();
        if 10 * (now - before) >= n.gain || again.is_some_and(|plies| plies < n.wait) {
            return None;
        }
        self.weight(SACRIFICES, root.position())?;
        let side = root.position().turn();
        let attack = self.attack(side, root.position(), root.state());
        if attack.worth < n.attack {
            return None;
        }
        let lowered = LoweredMen::of(attack.men, side, n.plies);
        let state = root.state().lowering(lowered, root.position());
        (state != *root.state()).then_some(SecondLook {
            rule: NAMES[SACRIFICES],
            state,
            margin: rounded(n.loss),
        })
    }

    /// True if the line gives up an attacker, while it counts less, for men of less worth, by a move
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
            after.play(mv);
            self.play(&mut state, &position, mv.into(), &after);
            position = after;
            if ply == 0 && self.attack(side, &position, &state).worth < before.worth {
                return false;
            }
        }
        let after = self.attack(side, &position, &state);
        state.lowered().has_lost() && after.balance < before.balance
    }
}

impl Compendium {
    /// The weight of the rule at `place` in `position`; `None` if it is off or does not count.
    fn weight(&self, place: usize, position: &Position) -> Option<Weight> {
        if !self.settings.on(place) {
            return None;
        }
        let proportion = Proportion::of(Weights::of(position), self.settings.group_weights());
        let weight = proportion.of_group(GROUP_OF[place]).of_span(RULES[place].span);
        (!weight.is_nothing()).then_some(weight)
    }

    /// Posts what attackers were worth beyond what they counted when they were given up.
    #[cold]
    pub(crate) fn post_refund(&self, lowered: &LoweredMen, ledger: &mut impl Ledger) {
        let worth = self.settings.interplay().numbers_in_force(PIECE_VALUES);
        let [white, black] = lowered.refund(worth, self.stuck_attack().counted);
        ledger.post(NAMES[SACRIFICES], white, black);
    }

    fn stuck_attack(&self) -> StuckAttack {
        let [queen, rook, minor, plies, wait, ahead, attack, gain, loss] =
            *self.settings.numbers(SACRIFICES);
        StuckAttack {
            counted: LoweredValues { queen, rook, minor },
            plies: (plies / 10).clamp(0, i32::from(u8::MAX)) as u8,
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
        post(position, state.past(), &self.settings, &mut recording);
        let all = Breakdown::from(&recording);
        let terms = all.terms().iter();
        let attacking = terms.filter(|term| term.rule.name.starts_with(KING_ATTACK));
        let sides = [side, !side].map(|color| Side::of(position, color, state.past()));
        let values = self.settings.interplay().numbers(PIECE_VALUES);
        let [own_worth, enemy_worth] = sides.each_ref().map(|side| worth(side, values));
        let men = if sides[0].king_attack { sides[0].attackers } else { Bitboard::EMPTY };
        Attack {
            worth: attacking.map(|term| side.fold_wb(term.white, term.black)).sum(),
            men: side.fold_wb(men, men.flip_vertical()),
            balance: own_worth - enemy_worth,
        }
    }
}

/// The numbers of `king-attack.sacrifices`, in tenths where they are no plies.
struct StuckAttack {
    counted: LoweredValues,
    plies: u8,
    wait: usize,
    ahead: i32,
    attack: i32,
    gain: i32,
    loss: i32,
}

/// A king attack.
struct Attack {
    /// The value that the rules of the king attack give for it, in tenths.
    worth: i32,
    /// The pieces that attack the enemy king's position, if there is an attack.
    men: Bitboard,
    /// By how much the attacker's men are worth more than the enemy's, in tenths.
    balance: i32,
}

/// A pawn move that neither captures nor promotes.
fn is_pawn_push(mv: Move) -> bool {
    matches!(mv, Move::Normal { role: Role::Pawn, capture: None, promotion: None, .. })
}

/// The first move of a minor piece that starts from home.
fn is_developing(root: &Node<State>, mv: Move) -> bool {
    match mv {
        Move::Normal { role: Role::Knight | Role::Bishop, from, .. } => {
            !root.state().has_moved(from)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests;
