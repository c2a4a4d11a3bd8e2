//! The choice of men to be taken.

use super::*;
use crate::game::Game;
use crate::params::Params;
use crate::score::Value;
use crate::search::material::Material;
use crate::tables::transposition::Transposition;

/// White, to move, faces a queen, a rook, a bishop, a knight and a pawn.
const ALL_KINDS: &str = "rnbqk3/p7/8/8/8/8/PPPP4/RNBQK3 w - - 0 1";
/// The queen is one of three men, and White's only hope.
const THREE_MEN: &str = "4k3/q6p/8/8/8/8/8/R3K3 w - - 0 1";
const FOUR_MEN: &str = "4k3/q5pp/8/8/8/8/8/R3K3 w - - 0 1";
/// Centipawns that a capture may gain beside the man.
const DELTA: i32 = 100;

/// The roles of the men that are worth taking in `fen` if White, with nothing gained, is `behind` alpha, and by how much
/// the score of taking another is above standing pat.
fn promising(fen: &str, behind: i32) -> (Vec<Role>, i32) {
    let mut search = Search::new(Material, Transposition::with_bits(10));
    let mut params = Params::MICHNIEWSKI;
    params.quiescence.delta = DELTA;
    search.set_params(params);
    let game = Game::parse(fen).unwrap();
    let position = Position::from(game.position());
    let stand_pat = Score::from(Value::clamped(0));
    let alpha = stand_pat.shifted(behind);
    let (victims, hope) = search.promising_victims(&position, stand_pat, alpha);
    let roles = victims.into_iter().filter_map(|square| position.board().role_at(square));
    let mut roles: Vec<Role> = roles.collect();
    roles.sort();
    (roles, hope.above(stand_pat))
}

#[test]
fn men_too_small_to_raise_alpha_are_left_out_and_bound_the_score() {
    for behind in [DELTA - 1, DELTA + 99] {
        assert_eq!(promising(ALL_KINDS, behind), (Role::ALL.to_vec(), 0));
    }
    // What makes alpha and no more does not raise it. The king cannot be taken.
    for (smaller, worth) in [100, 320, 330, 500, 900].into_iter().enumerate() {
        let found = promising(ALL_KINDS, DELTA + worth);
        assert_eq!(found, (Role::ALL[smaller + 1..].to_vec(), DELTA + worth));
    }
}

#[test]
fn the_last_men_are_taken_whatever_they_are_worth() {
    let behind = DELTA + 2000;
    assert_eq!(promising(THREE_MEN, behind).0.len(), 3);
    assert_eq!(promising(FOUR_MEN, behind).0, [Role::King]);
}
