//! Piece configurations (tandems, triplets, opposition and general activity), and loss of tempo.

use shakmaty::Square;
use shakmaty::attacks::between;

use crate::board::bits::*;
use crate::interplay::*;
use crate::patterns::lines::{
    Battery, any_battery, has_alternating_battery, line, penetrates, queens_in_battery, some_battery,
};
use crate::patterns::pawns::some_open_file;
use crate::rule::rules;
use crate::view::View;

rules! {
    "Piece configurations" as Pieces;

    /// Each rook on a file without pawns earns {bonus}.
    "config.rook-open-file" [446, 448] Middlegame when some_open_file { bonus: 30 }
    |view, n| n.bonus * count(view.own.rooks & view.open_files());

    /// Two rooks or more on the seventh rank earn {bonus}, once, whatever stands between them.
    "tandem.rooks-seventh" [450, 452] Middlegame { bonus: 35 }
    |view, n| n.bonus * once((view.own.rooks & rank(7)).more_than_one());

    /// Rooks on one open file with nothing between them earn {bonus}, for each such file. With a
    /// queen among them another rule counts.
    "tandem.rooks-open-file" [454] Middlegame when some_open_file { bonus: 30 }
    |view, n| n.bonus * tandems(view, |run| run.rooks >= 2);

    /// A queen and one rook on an open file with nothing between them earn {bonus}, for each such
    /// file. A queen with both rooks has its own rule.
    "tandem.queen-rook-open-file" [456] Middlegame when some_open_file { bonus: 30 }
    |view, n| n.bonus * tandems(view, |run| run.rooks > 0 && run.queens > 0);

    /// A queen and a bishop on one diagonal with nothing between them earn {bonus}, once. It is not paid if the
    /// battery looks at the enemy king position or the queen can penetrate there, which earns more.
    "tandem.queen-bishop-diagonal" [458] (10 Elo) Middlegame when some_battery { bonus: 30 }
    |view, n| {
        if queens_in_battery(view).is_empty() {
            return 0;
        }
        let replaced = view.applies(TANDEM_QUEEN_BISHOP_BATTERY_KING) && aims_at_king(view)
            || penetration_applies(view);
        n.bonus * once(!replaced)
    };

    /// A queen and a bishop on one diagonal that look at the enemy king position, whichever is in
    /// front, earn {bonus}, once, in place of the plain battery. It is not paid if the queen can
    /// penetrate there or the battery alternates, which earns more.
    "tandem.queen-bishop-battery-king" as King [460] (25 Elo) Middlegame when some_battery { bonus: 75 }
    |view, n| {
        if !aims_at_king(view) || penetration_applies(view) {
            return 0;
        }
        let replaced = view.replaced_by(ALTERNATING_BATTERY) && has_alternating_battery(view);
        n.bonus * once(!replaced)
    };

    /// A queen and two rooks on one open file with nothing between them earn {bonus} in place of the pairs among them.
    "triplet.queen-two-rooks-open-file" [462, 464] Middlegame when some_open_file { bonus: 50 }
    |view, n| n.bonus * count_runs(view, is_triplet);

    /// A rook on the file of an enemy queen, with pieces or pawns of either side between them, earns {bonus}, for each such pair.
    "opposition.rook-vs-queen-file" [466, 468] Middlegame { bonus: 20 }
    |view, n| {
        let queens = view.enemy.queens;
        let rooks = view.own.rooks & files(queens);
        let pairs = rooks.into_iter().map(|rook| {
            let apart = |queen: &Square| between(rook, *queen).intersects(view.occupied);
            let opposed = queens & files(rook.into());
            opposed.into_iter().filter(apart).count() as i64
        });
        n.bonus * pairs.sum::<i64>()
    };

    /// Each rook on a file with enemy pawns and no own one earns {bonus}.
    "activity.rook-semi-open" [470, 472] Middlegame { bonus: 20 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        n.bonus * count(own.rooks & !own.structure.files & enemy.structure.files)
    };

    /// A rook on the d-file and one on the e-file earn {bonus} while there is play in the centre: a
    /// piece or pawn of either side on d4, e4, d5 or e5 is attacked.
    "activity.two-rooks-central-files" [474] Middlegame { bonus: 50 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let both = CENTRAL_FILES.is_subset(files(own.rooks));
        let attacked = own.units & enemy.by_any | enemy.units & own.by_any;
        n.bonus * once(both && attacked.intersects(FOCAL_CENTRE))
    };

    /// If just one file is open, a knight or bishop that guards the square where enemy rooks or queens would enter
    /// it, on their own first rank, earns {bonus}, once. It counts in the endgame too.
    "activity.single-thoroughfare-guard" [476] All when some_open_file { bonus: 60 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let entrance = (view.open_files() & rank(8)).single_square();
        let guarded = entrance.is_some_and(|at| (own.by_knights | own.by_bishops).contains(at));
        n.bonus * once(guarded && (enemy.rooks | enemy.queens).any())
    };

    "Losing tempo" as Pieces;

    /// Each enemy queen that a pawn, knight, bishop or rook attacks earns {bonus}, however many attack it.
    "tempo.attack-queen" [478, 480] Middlegame { bonus: 15 }
    // A queen or a king that attacks a queen is itself attacked by it, and gains nothing.
    |view, n| {
        let own = view.own;
        let lesser = own.by_pawns | own.by_knights | own.by_bishops | own.by_rooks;
        n.bonus * count(view.enemy.queens & lesser)
    };

    /// Each enemy rook that a knight or bishop attacks earns {bonus}, however many attack it.
    "tempo.minor-attacks-rook" [482] Middlegame { bonus: 10 }
    |view, n| {
        let own = view.own;
        n.bonus * count(view.enemy.rooks & (own.by_knights | own.by_bishops))
    };

    /// Each enemy knight or bishop that a pawn attacks earns {bonus}, however many attack it.
    "tempo.pawn-attacks-minor" [484] Middlegame { bonus: 5 }
    |view, n| n.bonus * count(view.enemy.minors & view.own.by_pawns);
}

/// Own rooks and queens on a file with nothing else between them.
#[derive(Clone, Copy, Default)]
struct Run {
    rooks: u32,
    queens: u32,
}

/// The number of open files with a run of this kind that is not a triplet, which has its own rule.
fn tandems(view: &View<'_>, is_tandem: fn(Run) -> bool) -> i64 {
    let triplets_apart = view.applies(TRIPLET_QUEEN_TWO_ROOKS_OPEN_FILE);
    count_runs(view, |run| is_tandem(run) && !(triplets_apart && is_triplet(run)))
}

/// A queen and two rooks, or more.
fn is_triplet(run: Run) -> bool {
    run.rooks >= 2 && run.queens > 0
}

/// The number of open files whose longest run (of equal ones the rearmost) `counts`.
fn count_runs(view: &View<'_>, counts: impl Fn(Run) -> bool) -> i64 {
    let own = view.own;
    let heavy = (own.rooks | own.queens) & view.open_files();
    if !heavy.more_than_one() {
        return 0;
    }
    let on_files = fill_down(heavy) & rank(1);
    let longest = on_files.into_iter().map(|base| longest_run(view, base));
    longest.filter(|&run| counts(run)).count() as i64
}

fn longest_run(view: &View<'_>, base: Square) -> Run {
    let own = view.own;
    let (mut run, mut longest) = (Run::default(), Run::default());
    for square in view.occupied & files(base.into()) {
        if own.rooks.contains(square) {
            run.rooks += 1;
        } else if own.queens.contains(square) {
            run.queens += 1;
        } else {
            run = Run::default();
        }
        if run.rooks + run.queens > longest.rooks + longest.queens {
            longest = run;
        }
    }
    longest
}

/// True if a battery looks at a square of the enemy king position; either piece may be in front, up the board or down.
fn aims_at_king(view: &View<'_>) -> bool {
    let zone = view.enemy.king.zone;
    any_battery(view, |Battery { queen, bishop }| {
        (line(view, bishop, queen) | line(view, queen, bishop)).intersects(zone)
    })
}

/// True if the queen can break in, which another rule pays for.
fn penetration_applies(view: &View<'_>) -> bool {
    view.applies(TAL_QUEEN_BISHOP_PENETRATION) && penetrates(view)
}
