use super::*;
use crate::change::tests::BOUNDS;
use crate::sprt::Model;

fn sprt(elo0: f64, elo1: f64) -> Sprt {
    Sprt::new((elo0, elo1), (0.05, 0.05), Model::Logistic).unwrap()
}

#[test]
fn each_rule_has_its_verdicts() {
    let test = StopRule::Sprt(sprt(0.0, 30.0));
    let change = StopRule::Change(ChangeTest::new(&BOUNDS).unwrap());
    let (worse, improved) = (ChangeVerdict::Worse, ChangeVerdict::Improved);
    for (mut rule, counts, expected) in [
        (test, [0; 5], StopVerdict::Open),
        (test, [3, 10, 30, 14, 3], StopVerdict::Open),
        (test, [2, 20, 80, 70, 8], StopVerdict::H1),
        (test, [8, 70, 80, 20, 2], StopVerdict::H0),
        (StopRule::FixedWidth(100.0), [5, 10, 20, 10, 5], StopVerdict::Open),
        (StopRule::FixedWidth(120.0), [5, 10, 20, 10, 5], StopVerdict::Narrow),
        (StopRule::FixedWidth(120.0), [5, 10, 19, 10, 5], StopVerdict::Open),
        (change, [0; 5], StopVerdict::Open),
        (change, [2, 20, 80, 70, 8], StopVerdict::Change(improved)),
        (change, [8, 70, 80, 20, 2], StopVerdict::Change(worse)),
    ] {
        let verdict = rule.look(Pentanomial(counts));
        assert_eq!(verdict, expected, "{rule:?} {counts:?}");
    }
}

/// The test for a gain rejects it first; it would be open again after the pairs by which the test for a loss ends.
#[test]
fn a_test_of_a_change_that_has_ended_stays_ended() {
    let tests = ChangeTest::new(&BOUNDS).unwrap();
    let no_gain = Pentanomial([3, 11, 30, 5, 1]);
    let no_loss = Pentanomial([3, 11, 40, 19, 5]);
    assert_eq!(StopRule::Change(tests).look(no_loss), StopVerdict::Open);
    let mut rule = StopRule::Change(tests);
    assert_eq!(rule.look(no_gain), StopVerdict::Open);
    let not_worse = StopVerdict::Change(ChangeVerdict::NotWorse);
    assert_eq!(rule.look(no_loss), not_worse);
}

#[test]
fn pairs_count_in_their_order_and_once() {
    let mut match_ = SequentialMatch::new(StopRule::FixedWidth(1.0));
    let mut counted = Vec::new();
    for (game, half_points) in [(3, 0), (0, 1), (2, 0), (5, 2), (1, 2), (4, 2), (6, 0)] {
        match_.add(game, half_points);
        counted.push(match_.pairs().pairs());
    }
    assert_eq!(counted, [0, 0, 0, 0, 2, 3, 3]);
    assert_eq!(match_.pairs(), Pentanomial([1, 0, 0, 1, 1]));
}

fn half_points(game: usize) -> u8 {
    [2, 1, 2, 0, 1, 1, 2, 2][game % 8]
}

#[test]
fn the_end_does_not_depend_on_the_order_of_games() {
    let sprt = sprt(0.0, 50.0);
    let new = || SequentialMatch::new(StopRule::Sprt(sprt));
    let (mut forward, mut mixed) = (new(), new());
    for game in 0..2000 {
        forward.add(game, half_points(game));
        // Sixteen games at a time, the last of them first.
        let other = game ^ 15;
        mixed.add(other, half_points(other));
    }
    assert_eq!(forward.verdict(), StopVerdict::H1);
    assert_eq!(forward.pairs(), mixed.pairs());
    let llr = sprt.llr(&Sample::Pairs(forward.pairs())).unwrap();
    assert!(llr >= sprt.upper());
    // One pair less was not enough: no surplus pair counts.
    let mut last = new();
    let games = 2 * forward.pairs().pairs() as usize;
    for game in 0..games - 2 {
        last.add(game, half_points(game));
    }
    assert!(!last.is_decided());
}

#[test]
fn an_interval_ends_a_match_at_the_first_pair_after_which_it_is_narrow() {
    let mut match_ = SequentialMatch::new(StopRule::FixedWidth(60.0));
    let mut game = 0;
    while !match_.is_decided() {
        match_.add(game, half_points(game));
        match_.add(game + 1, half_points(game + 1));
        game += 2;
    }
    let width = |pairs: &Pentanomial| pairs.estimate().unwrap().elo.width().unwrap();
    assert_eq!(match_.verdict(), StopVerdict::Narrow);
    let pairs = match_.pairs();
    assert!(width(&pairs) < 60.0, "{}", width(&pairs));
    let mut before = Pentanomial::default();
    for pair in 0..pairs.pairs() as usize - 1 {
        before.add(half_points(2 * pair), half_points(2 * pair + 1));
    }
    assert!(width(&before) >= 60.0, "{}", width(&before));
    // What comes later does not count.
    match_.add(game, 2);
    match_.add(game + 1, 2);
    assert_eq!(match_.pairs(), pairs);
}

#[test]
fn a_few_draws_are_no_narrow_interval() {
    let mut match_ = SequentialMatch::new(StopRule::FixedWidth(1000.0));
    for game in 0..2 * FEWEST as usize - 1 {
        match_.add(game, 1);
        assert!(!match_.is_decided(), "{game}");
    }
}
