//! Who promotes first, and passers on the middle files.

use shakmaty::Bitboard;

use crate::catalogue::composite::{self, PASSER_CENTRAL_EXCEPTION};
use crate::catalogue::endgame::GENERAL_NEGATIVE_PASSER;
use crate::catalogue::simple::ROOK_PASSER_TWO_AHEAD;
use crate::context::Ending;
use crate::context::bits::file;
use crate::rules::endgame::negative;
use crate::rules::endings::steps;
use crate::rules::{View, Visitor, count, once};

/// The d- and e-files.
const CENTRAL: Bitboard = Bitboard(file(3).0 | file(4).0);
/// The c- and f-files.
const SEMI_CENTRAL: Bitboard = Bitboard(file(2).0 | file(5).0);

pub(super) fn visit(rules: &mut impl Visitor) {
    // The foremost passer two steps or more nearer to promotion than the enemy's earns 70; in rook
    // endings there is more for it.
    rules.rule(composite::RACE_FIRST_TWO, |view, [bonus]| {
        let replaced = view.ending == Ending::Rooks && view.applies(ROOK_PASSER_TWO_AHEAD);
        bonus * once(!replaced && race(view).is_some_and(|[first, _]| first >= 2))
    });
    // One step earns 30.
    rules.rule(composite::RACE_FIRST_ONE, |view, [bonus]| {
        bonus * once(race(view).is_some_and(|[first, _]| first == 1))
    });
    // The second passers are compared in the same way, for 50 and 20.
    rules.rule(composite::RACE_SECOND_TWO, |view, [bonus]| {
        bonus * once(race(view).is_some_and(|[_, second]| second >= 2))
    });
    rules.rule(composite::RACE_SECOND_ONE, |view, [bonus]| {
        bonus * once(race(view).is_some_and(|[_, second]| second == 1))
    });
    rules.rule(composite::PASSER_CENTRAL_FILE, |view, [bonus]| {
        bonus * on_files(view, CENTRAL)
    });
    rules.rule(composite::PASSER_SEMI_CENTRAL_FILE, |view, [bonus]| {
        bonus * on_files(view, SEMI_CENTRAL)
    });
    // What the two rules above give without pieces.
    rules.rule(PASSER_CENTRAL_EXCEPTION, |view, [bonus]| {
        bonus * once(view.ending == Ending::Pawns)
    });
}

/// How many steps the own foremost and second passers are ahead of the enemy's; `None` unless each
/// side has two.
fn race(view: &View<'_>) -> Option<[i32; 2]> {
    let (own, enemy) = (&view.own.structure, &view.enemy.structure);
    if !own.passed.more_than_one() || !enemy.passed.more_than_one() {
        return None;
    }
    let [own_first, own_second] = first_two(own.passed)?;
    let [enemy_first, enemy_second] = first_two(enemy.passed.flip_vertical())?;
    Some([enemy_first - own_first, enemy_second - own_second])
}

/// The steps that the foremost passer and the next one have to go.
fn first_two(passers: Bitboard) -> Option<[i32; 2]> {
    let first = passers.last()?;
    let ahead = steps(passers)?;
    let next = steps(passers & !Bitboard::from_square(first))?;
    Some([ahead as i32, next as i32])
}

/// The passers on these files that count there: pieces are left, and the enemy king has not caught
/// them.
fn on_files(view: &View<'_>, files: Bitboard) -> i32 {
    let mut passers = view.own.structure.passed & files;
    if passers.is_empty() {
        return 0;
    }
    if view.ending == Ending::Pawns && view.applies(PASSER_CENTRAL_EXCEPTION) {
        return 0;
    }
    if view.applies(GENERAL_NEGATIVE_PASSER) {
        passers &= !negative(view);
    }
    count(passers)
}
