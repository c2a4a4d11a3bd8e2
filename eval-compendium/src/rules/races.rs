//! Passed pawn races, and the importance of central passers.

use shakmaty::Bitboard;

use crate::board::bits::{CENTRAL_FILES, SEMI_CENTRAL_FILES, count, once};
use crate::board::material::Ending;
use crate::interplay::{GENERAL_NEGATIVE_PASSER, PASSER_CENTRAL_EXCEPTION, ROOK_PASSER_TWO_AHEAD};
use crate::patterns::endgame::EndgamePawns;
use crate::patterns::passers::{some_passer, steps};
use crate::rule::rules;
use crate::view::View;

rules! {
    "Passed pawn races" as Pawns;

    /// With at least two passed pawns on each side, the side whose foremost one is two steps or
    /// more nearer to promotion than the enemy's foremost earns {bonus}. In rook endings a rule of
    /// their own takes its place.
    "endgame.race.first-two" [979] Endgame when some_passer { bonus: 70 }
    |view, n| {
        let replaced = view.ending == Ending::Rooks && view.applies(ROOK_PASSER_TWO_AHEAD);
        n.bonus * once(!replaced && race(view).is_some_and(|[first, _]| first >= 2))
    };

    /// With at least two passed pawns on each side, the side whose foremost one is a single step
    /// nearer to promotion than the enemy's foremost earns {bonus}.
    "endgame.race.first-one" [979] Endgame when some_passer { bonus: 30 }
    |view, n| n.bonus * once(race(view).is_some_and(|[first, _]| first == 1));

    /// With at least two passed pawns on each side, the side whose second passer is two steps or
    /// more nearer to promotion than the enemy's second earns {bonus}, whatever the foremost ones
    /// do.
    "endgame.race.second-two" [979] Endgame when some_passer { bonus: 50 }
    |view, n| n.bonus * once(race(view).is_some_and(|[_, second]| second >= 2));

    /// With at least two passed pawns on each side, the side whose second passer is a single step
    /// nearer to promotion than the enemy's second earns {bonus}.
    "endgame.race.second-one" [979] Endgame when some_passer { bonus: 20 }
    |view, n| n.bonus * once(race(view).is_some_and(|[_, second]| second == 1));

    "Importance of central passers" as Pawns;

    /// Each passed pawn on the d- or e-file earns {bonus}, in the middlegame too, unless it is a
    /// pawn ending. A passer that the enemy king has caught, so that it counts against its owner,
    /// gets nothing.
    "endgame.passer.central-file" [983] All when some_passer { bonus: 30 }
    |view, n| n.bonus * on_files(view, CENTRAL_FILES);

    /// Each passed pawn on the c- or f-file earns {bonus}, with the same exceptions.
    "endgame.passer.semi-central-file" [985] All when some_passer { bonus: 20 }
    |view, n| n.bonus * on_files(view, SEMI_CENTRAL_FILES);

    /// In a pawn ending a passed pawn earns {bonus} for being on a file from c to f.
    "endgame.passer.central-exception" [987] Endgame { bonus: 0 } definition
    |view, n| n.bonus * once(view.ending == Ending::Pawns);
}

/// The lead in steps of the own foremost and second passers over the enemy's; `None` unless each
/// side has two.
fn race(view: &View<'_>) -> Option<[i32; 2]> {
    let [own_first, own_second] = first_two(view.own.structure.passed)?;
    let [enemy_first, enemy_second] = first_two(view.enemy.structure.passed.flip_vertical())?;
    Some([enemy_first - own_first, enemy_second - own_second])
}

/// The steps that the foremost passer and the next one have to go; `None` unless there are two.
fn first_two(passers: Bitboard) -> Option<[i32; 2]> {
    let foremost = Bitboard::from_square(passers.last()?);
    Some([steps(foremost)? as i32, steps(passers & !foremost)? as i32])
}

/// The number of passers on these files that count for their side: pieces are left, and the enemy king
/// has not caught them.
fn on_files(view: &View<'_>, files: Bitboard) -> i32 {
    let mut passers = view.own.structure.passed & files;
    let excepted = view.ending == Ending::Pawns && view.applies(PASSER_CENTRAL_EXCEPTION);
    if passers.is_empty() || excepted {
        return 0;
    }
    if view.applies(GENERAL_NEGATIVE_PASSER) {
        passers &= !EndgamePawns::of(view).negative();
    }
    count(passers)
}
