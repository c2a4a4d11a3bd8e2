//! The weights of the document's headings, and its order of rules that replace each other.
//!
//! The document states numbers and no scale; that they simply add up is a reading of it. Weights, in percent for each
//! heading and phase, set the proportion. Rules that read the score read the weighted sum; the thresholds that they
//! compare it with belong to the sum as printed and have to be set along with the weights.
//!
//! Rules replace each other across headings: where the weaker rule's heading is the heavier one, a position would
//! lose by showing the stronger feature. So a rule that replaces others has its own weight where that is needed: its
//! heading's, but at least the weight that makes it worth as much as each of them. Ratios are those of the document's
//! numbers, and at most one where the document itself prints less: with even weights nothing changes.

use crate::board::phase::Weights;
use crate::rules::{COUNT, HEADING_OF, HEADINGS, RULES, heading, number_of};

/// The percentages with which the numbers of each heading's rules count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeadingWeights {
    /// In the middlegame, and in the opening.
    pub(crate) middlegame: [i32; HEADINGS],
    /// In the endgame.
    pub(crate) endgame: [i32; HEADINGS],
}

impl HeadingWeights {
    /// Each number as it is printed.
    pub(crate) const EVEN: HeadingWeights = HeadingWeights { middlegame: [100; HEADINGS], endgame: [100; HEADINGS] };

    /// The weights of these tables: a heading and its percent. Other headings count as printed.
    pub(crate) const fn of(middlegame: &[(&str, i32)], endgame: &[(&str, i32)]) -> HeadingWeights {
        HeadingWeights { middlegame: percents(middlegame), endgame: percents(endgame) }
    }
}

const fn percents(table: &[(&str, i32)]) -> [i32; HEADINGS] {
    let mut percents = [100; HEADINGS];
    let mut at = 0;
    while at < table.len() {
        let (name, percent) = table[at];
        percents[heading(name)] = percent;
        at += 1;
    }
    percents
}

/// The replacements: the number of a rule, and the numbers of the rules that it replaces, all of them together. Rules
/// of one heading keep their order anyway. A rule that is itself replaced comes before the one that replaces it.
const REPLACEMENTS: &[(&str, &[&str])] = &[
    ("opening.lost-castling-king-in-center.penalty", &["king-security.king-on-d-e.penalty"]),
    ("opening.pin-knight-to-king.bonus", &["pins.bishop-pins-knight.bonus"]),
    ("opening.underdevelopment.bonus", &["kasparov.extra-developed-piece.bonus"]),
    ("middlegame.piece-mobility.per_square", &["endgame.general.mobility.bonus"]),
    ("middlegame.pawn-mobility.per_move", &["endgame.general.pawn-mobility.bonus"]),
    ("middlegame.space-pawns.rank5", &["endgame.general.space.rank5"]),
    ("middlegame.space-pawns.rank6", &["endgame.general.space.rank6"]),
    ("middlegame.backward-fated-pawn.endgame", &["endgame.pawn.backward.penalty"]),
    ("middlegame.avalanche-four.bonus", &["endgame.pawn.passed.bonus"; 4]),
    ("middlegame.eternal-knight.bonus", &["special.dominating-knight.bonus", "special.dominating-knight-second.bonus"]),
    ("king-attack.bishop-sixth-rank.bonus", &["tal.minor-sixth-rank-king-position.bonus"]),
    ("king-attack.rook-behind-passer.bonus", &["endgame.rook.behind-own-passer.bonus"]),
    ("tal.rook-eighth-rank-pin.bonus", &["pins.rook-pins-minor.bonus"]),
    ("tal.bare-king.bonus", &["king-security.shelter-missing-pawns.none"]),
    ("tal.queen-bishop-penetration.bonus", &["tandem.queen-bishop-battery-king.bonus"]),
    ("blockade.minor-on-passer.bonus", &["endgame.blockade.minor-passer.bonus"]),
    ("blockade.queen-on-passer.penalty", &["endgame.blockade.queen-passer.penalty"]),
    ("blockade.minor-on-half-free-pawn.bonus", &["endgame.blockade.unopposed-pawn.minor"]),
    ("blockade.rook-on-half-free-pawn.bonus", &["endgame.blockade.unopposed-pawn.rook"]),
    ("blockade.piece-on-initial-pawn.bonus", &["endgame.blockade.initial-square.piece"]),
    ("blockade.pawn-on-initial-pawn.bonus", &["endgame.blockade.initial-square.pawn"]),
    ("king-attack.wedge-pawn.bonus", &["blockade.pawn-on-initial-pawn.bonus"]),
    ("king-attack.wedge-pawn.bonus", &["endgame.blockade.initial-square.pawn"]),
    ("config.rook-open-file.bonus", &["endgame.rook.open-file.bonus"]),
    ("bad.imprisoned-queen.penalty", &["trapped.queen.penalty"]),
    ("endgame.pawn-ending.backward.bonus", &["endgame.pawn.backward.penalty"]),
    ("endgame.pawn-ending.doubled-in-group.penalty", &["endgame.pawn.doubled-in-group.penalty"]),
    ("endgame.knight.backward-fixed.penalty", &["endgame.pawn.backward.penalty"]),
    ("endgame.rook.passer-two-ahead.bonus", &["endgame.race.first-two.bonus"]),
    ("endgame.basic.kpk-king-front.bonus", &["endgame.pawn-ending.king-supports.bonus"]),
    ("special.passivity.own-pawns.penalty", &["bad.pawn-bishop.penalty"]),
    ("special.passivity.shut-in-rook.penalty", &["opening.lost-castling-shut-in-rook.penalty"]),
    ("special.passivity.shut-in-rook.penalty", &["endgame.rook.shut-out-rook.penalty"]),
    ("beauty.alternating-battery.bonus", &["tandem.queen-bishop-battery-king.bonus"]),
];

/// The number of groups of rules that share a weight: the headings, and each rule that replaces those
/// of another heading.
pub(crate) const GROUPS: usize = HEADINGS + {
    let (mut own, mut at) = (0, 0);
    while at < REPLACEMENTS.len() {
        own += is_first_of_its_rule(at) as usize;
        at += 1;
    }
    own
};

/// The group in which each rule is weighted: its heading, or its own.
pub(crate) const GROUP_OF: [usize; COUNT] = {
    let mut group_of = HEADING_OF;
    let (mut next, mut at) = (HEADINGS, 0);
    while at < REPLACEMENTS.len() {
        if is_first_of_its_rule(at) {
            group_of[REPLACING[at]] = next;
            next += 1;
        }
        at += 1;
    }
    group_of
};

/// The rule of each entry that replaces others.
const REPLACING: [usize; REPLACEMENTS.len()] = {
    let mut rules = [0; REPLACEMENTS.len()];
    let mut at = 0;
    while at < rules.len() {
        rules[at] = number_of(REPLACEMENTS[at].0).0;
        at += 1;
    }
    rules
};

/// True if no entry before this one is about the same rule.
const fn is_first_of_its_rule(at: usize) -> bool {
    let mut before = 0;
    while before < at && REPLACING[before] != REPLACING[at] {
        before += 1;
    }
    before == at
}

/// A lower bound on a group's weight: its rule must be worth as much as another one.
#[derive(Clone, Copy)]
struct Floor {
    group: usize,
    /// The heading of the rule, which gives its original weight.
    heading: usize,
    /// The group of the rule that is replaced.
    replaced: usize,
    /// The numbers of the two, the rule's first.
    sizes: [i32; 2],
    /// The phases, middlegame and endgame, in which it holds: those in which both rules count.
    phases: [bool; 2],
}

static FLOORS: [Floor; REPLACEMENTS.len()] = {
    let mut floors =
        [Floor { group: 0, heading: 0, replaced: 0, sizes: [1; 2], phases: [false; 2] }; REPLACEMENTS.len()];
    let mut at = 0;
    while at < floors.len() {
        let (by, replaced) = REPLACEMENTS[at];
        let (rule, tenths) = number_of(by);
        let (mut size, mut number) = (0, 0);
        while number < replaced.len() {
            size += number_of(replaced[number]).1.abs();
            number += 1;
        }
        let (other, _) = number_of(replaced[0]);
        let [one, two] = [RULES[rule].span, RULES[other].span];
        assert!(size <= tenths.abs(), "the document prints less");
        floors[at] = Floor {
            group: GROUP_OF[rule],
            heading: HEADING_OF[rule],
            replaced: GROUP_OF[other],
            sizes: [tenths.abs(), size],
            phases: [one.has_phase(0) && two.has_phase(0), one.has_phase(1) && two.has_phase(1)],
        };
        at += 1;
    }
    floors
};

/// The percentages with which the numbers of each group's rules count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GroupWeights {
    /// In the middlegame, and in the opening.
    pub(crate) middlegame: [i32; GROUPS],
    /// In the endgame.
    pub(crate) endgame: [i32; GROUPS],
}

impl GroupWeights {
    /// Each rule with its heading's weight, or more if needed to `keep` the document's order.
    pub(crate) fn of(headings: &HeadingWeights, keep: bool) -> GroupWeights {
        GroupWeights {
            middlegame: in_phase(&headings.middlegame, 0, keep),
            endgame: in_phase(&headings.endgame, 1, keep),
        }
    }
}

/// The weights of the groups in the middlegame (0) or in the endgame (1).
fn in_phase(headings: &[i32; HEADINGS], phase: usize, keep: bool) -> [i32; GROUPS] {
    let mut groups = [0; GROUPS];
    groups[..HEADINGS].copy_from_slice(headings);
    for floor in &FLOORS {
        groups[floor.group] = groups[floor.heading];
    }
    for floor in FLOORS.iter().filter(|floor| keep && floor.phases[phase]) {
        let [size, replaced] = floor.sizes;
        // Rounded up.
        let least = (groups[floor.replaced] * replaced + size - 1) / size;
        groups[floor.group] = groups[floor.group].max(least);
    }
    groups
}

/// The weights of the phases in each group of rules, with the denominator [`Weights::WHOLE`].
pub(crate) struct Proportion {
    middlegame: [i32; GROUPS],
    endgame: [i32; GROUPS],
    opening: [i32; GROUPS],
}

impl Proportion {
    /// The `weights` of a position's phases times those of the groups.
    #[inline]
    pub(crate) fn of(weights: Weights, groups: &GroupWeights) -> Proportion {
        let mut proportion =
            Proportion { middlegame: groups.middlegame, endgame: groups.endgame, opening: groups.middlegame };
        // Loops, which are vectorised; an array's `map` is not always.
        let times = |percents: &mut [i32], weight: i32| {
            for percent in percents {
                *percent *= weight;
            }
        };
        times(&mut proportion.middlegame, weights.middlegame);
        times(&mut proportion.endgame, weights.endgame);
        times(&mut proportion.opening, weights.opening);
        proportion
    }

    /// The weights of one group.
    #[inline(always)]
    pub(crate) fn of_group(&self, group: usize) -> Weights {
        Weights { middlegame: self.middlegame[group], endgame: self.endgame[group], opening: self.opening[group] }
    }
}

#[cfg(feature = "full")]
#[cfg(test)]
mod tests {
    use engine_core::game::Game;

    use super::*;
    use crate::board::context::with_contexts;
    use crate::book::worked_positions;
    use crate::edition::IN_PROPORTION;
    use crate::interplay::REFERENCED;
    use crate::last_move::EffectScope;
    use crate::readings::Readings;
    use crate::rules::LINKS;
    use crate::settings::Settings;
    use crate::state::State;
    use crate::view::OtherRules;

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
            let state = State::root(EffectScope::Everything, &game, &document.interplay);
            let scores = [10 * score.unwrap_or_default(); 2];
            with_contexts(&game.position().into(), &state.past, |contexts| {
                let others = OtherRules::counting(&document.interplay, weights);
                let all = Readings::of(contexts, &others, &document, scores);
                for (slot, referenced) in REFERENCED.iter().enumerate() {
                    let mut fewer = document.clone();
                    fewer.switch(|id| id != referenced.id);
                    let others = OtherRules::counting(&fewer.interplay, weights);
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
                let [before, after] =
                    [(pair.rule, lost), (pair.by, gained)].map(|(rule, tenths)| weights[GROUP_OF[rule]] * tenths.abs());
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
        for by in ["opening.pin-knight-to-king", "blockade.minor-on-passer", "special.passivity.shut-in-rook"] {
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
        assert_eq!(GroupWeights::of(&HeadingWeights::EVEN, true), GroupWeights::of(&HeadingWeights::EVEN, false));
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
}
