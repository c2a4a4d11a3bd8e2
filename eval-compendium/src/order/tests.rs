use engine_core::game::Game;

use super::*;
use crate::board::context::with_contexts;
use crate::board::phase::Weights;
use crate::edition::IN_PROPORTION;
use crate::interplay::REFERENCED;
use crate::last_move::EffectScope;
use crate::readings::Readings;
use crate::rules::LINKS;
use crate::settings::Settings;
use crate::state::State;
use crate::view::OtherRules;
use crate::worked::worked_positions;

/// Rules that count amounts of other rules, to add to them or to refund them, and do not yield to them.
const BUILDING: &[&str] = &[
    "middlegame.intersections",
    "initiative.",
    "counterplay.",
    "endgame.pawn.bishop-pair-structure",
    "endgame.pawn.doubling-exempt-passer",
    "endgame.composite.queen-rook-no-doubling",
    "beauty.checkers",
];

/// Positions with features that no worked position has.
const MORE: &[&str] = &[
    // A queen that can penetrate, not just a battery.
    "qrrbbrk1/8/8/8/8/3Q4/2B5/1RRBB1K1 w - - 0 1",
    // An attack on a bare king, not just one without a shelter.
    "r1b2rk1/pp6/3q4/7N/8/3B4/PP1Q1PPP/R3R1K1 w - - 0 1",
    "8/7b/5p2/3PpP2/4P3/8/8/k5K1 w - - 0 1",
];

/// The gain of one rule when another is switched off, and the worth of that one, from White's side in
/// the middlegame and in the endgame, as printed.
struct Pair {
    rule: usize,
    by: usize,
    lost: [i32; 2],
    gained: [i32; 2],
    position: &'static str,
}

/// Every pair of a rule and one that it makes room for, in every position that shows it.
fn pairs() -> Vec<Pair> {
    let document = Settings::document();
    // All phases at once.
    let weights = Weights { opening: 10, middlegame: 10, endgame: Weights::ONE - 10 };
    let worked = worked_positions().unwrap();
    let positions = worked.iter().map(|case| (case.position, case.score));
    let more = MORE.iter().map(|position| (*position, None));
    let mut pairs = Vec::new();
    for (position, score) in positions.chain(more) {
        let game = Game::parse(position).unwrap();
        let state = State::root(EffectScope::Everything, &game, document.interplay());
        let scores = [10 * score.unwrap_or_default(); 2];
        with_contexts(&game.position().into(), state.past(), |contexts| {
            let others = OtherRules::counting(document.interplay(), weights);
            let all = Readings::of(contexts, &others, &document, scores);
            for (slot, referenced) in REFERENCED.iter().enumerate() {
                let mut fewer = document.clone();
                fewer.switch(|id| id != referenced.id);
                let others = OtherRules::counting(fewer.interplay(), weights);
                let without = Readings::of(contexts, &others, &fewer, scores);
                let by = LINKS[slot].rule;
                for (rule, info) in RULES.iter().enumerate() {
                    let builds = BUILDING.iter().any(|name| info.id.starts_with(name));
                    if rule == by || builds || !info.adds() {
                        continue;
                    }
                    let [with, without] = [&all, &without].map(|readings| readings.net(rule));
                    let lost = [0, 1].map(|phase| without[phase] - with[phase]);
                    if lost != [0; 2] {
                        let gained = all.net(by);
                        let pair = Pair { rule, by, lost, gained, position };
                        pairs.push(pair);
                    }
                }
            }
        });
    }
    pairs
}

/// The pairs out of order: if the document prints at least as much for the rule that replaces the
/// other, its weighted value must be at least as large.
fn out_of_order(pairs: &[Pair], headings: &HeadingWeights, keep: bool) -> Vec<String> {
    let groups = GroupWeights::of(headings, keep);
    let mut wrong = Vec::new();
    for pair in pairs {
        for (phase, weights) in [&groups.middlegame, &groups.endgame].into_iter().enumerate() {
            let counts = [pair.rule, pair.by].map(|rule| RULES[rule].span.has_phase(phase));
            let (lost, gained) = (pair.lost[phase], pair.gained[phase]);
            let replaces = lost * gained > 0 && gained.abs() >= lost.abs();
            let [before, after] = [(pair.rule, lost), (pair.by, gained)]
                .map(|(rule, tenths)| weights[GROUP_OF[rule]] * tenths.abs());
            if counts == [true; 2] && replaces && after < before {
                let [rule, by] = [pair.rule, pair.by].map(|rule| RULES[rule].id);
                wrong.push(format!("{rule} {before}, {by} {after}: {}", pair.position));
            }
        }
    }
    wrong
}

#[test]
fn no_rule_is_worth_less_than_what_it_replaces() {
    let pairs = pairs();
    let wrong = out_of_order(&pairs, &IN_PROPORTION.weights, true);
    assert!(wrong.is_empty(), "{wrong:#?}");
    // The weights alone do not ensure it.
    let wrong = out_of_order(&pairs, &IN_PROPORTION.weights, false).join("\n");
    for by in
        ["opening.pin-knight-to-king", "blockade.minor-on-passer", "special.passivity.shut-in-rook"]
    {
        assert!(wrong.contains(by), "{by} in:\n{wrong}");
    }
    // The order holds by construction, for any weights, such as one heading alone.
    for alone in 0..HEADINGS {
        let mut headings = HeadingWeights::EVEN;
        for phase in [&mut headings.middlegame, &mut headings.endgame] {
            for (heading, percent) in phase.iter_mut().enumerate() {
                // Varied, with one far above the others.
                *percent = if heading == alone { 330 } else { (37 * heading as i32) % 101 };
            }
        }
        let wrong = out_of_order(&pairs, &headings, true);
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}

#[test]
fn even_weights_stay_even() {
    assert_eq!(
        GroupWeights::of(&HeadingWeights::EVEN, true),
        GroupWeights::of(&HeadingWeights::EVEN, false)
    );
}

#[test]
fn the_replaced_come_before_what_replaces_them() {
    let mut done = Vec::new();
    for (by, replaced) in REPLACEMENTS {
        let rule = number_of(by).0;
        assert!(done.last() == Some(&rule) || !done.contains(&rule), "{by}");
        for number in *replaced {
            let other = number_of(number).0;
            assert_eq!(HEADING_OF[other], HEADING_OF[number_of(replaced[0]).0]);
            let own_group = GROUP_OF[other] >= HEADINGS;
            assert!(!own_group || done.contains(&other), "{number} before {by}");
        }
        done.push(rule);
    }
}
