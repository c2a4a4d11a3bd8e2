//! White's advantage.

use super::super::meeting::Encounter;
use super::super::*;
use super::near;
use crate::elo::score_from_elo;

#[test]
fn the_advantage_is_separated_from_strength() {
    // Expected points of every player and of White equal those scored.
    let mut meetings = [Meeting::new(0, 1), Meeting::new(1, 2), Meeting::new(2, 0)];
    for (m, singles) in meetings.iter_mut().zip([
        [[2, 3, 9], [4, 5, 2]],
        [[1, 1, 4], [0, 0, 0]],
        [[3, 0, 1], [2, 8, 30]],
    ]) {
        m.singles = singles;
        m.add_pair(2, 1);
    }
    let anchor = Anchor::certain(1, 2500.0);
    let rated = rate(3, &meetings, Some(anchor), Advantage::Estimated);
    let advantage = rated.white_advantage.unwrap();
    assert!(advantage.value > 50.0 && advantage.low < advantage.value);
    let mut surplus = [0.0; 4];
    for e in Encounter::all(&meetings) {
        let d =
            rated.players[e.white].elo.value - rated.players[e.black].elo.value + advantage.value;
        let more = e.points - e.games * score_from_elo(d);
        surplus[e.white] += more;
        surplus[e.black] -= more;
        surplus[3] += more;
    }
    for more in surplus {
        near(more, 0.0, 1e-7);
    }
    assert_eq!(rated.players[1].elo.low, 2500.0);
    let (a, b) = (rated.los(0, 2).unwrap(), rated.los(2, 0).unwrap());
    near(a + b, 1.0, 1e-9);
    assert_eq!(a > 0.5, rated.players[0].elo.value > rated.players[2].elo.value);
    assert_eq!(rated.los(1, 1), None);
    let even = rated.draw_rate.unwrap();
    assert!(even > 0.1 && even < 0.6, "{even}");
}

#[test]
fn an_advantage_that_the_games_do_not_determine() {
    let mut white_wins = Meeting::new(0, 1);
    white_wins.pairs[2][2] = 20;
    let rated = rate(2, &[white_wins], None, Advantage::Estimated);
    assert_eq!(rated.white_advantage, None);
    near(rated.players[0].elo.value, 0.0, 1e-9);
    assert!(rated.players[0].elo.high > 1.0 && !rated.players[0].prior);
    // All drawn: the estimate is 0.
    let mut drawn = Meeting::new(0, 1);
    drawn.pairs[1][1] = 20;
    let rated = rate(2, &[drawn], None, Advantage::Estimated);
    let advantage = rated.white_advantage.unwrap();
    near(advantage.value, 0.0, 1e-9);
    assert!(advantage.high > 5.0 && rated.draw_rate == Some(1.0));
}
