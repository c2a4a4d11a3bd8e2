//! Rooks and queens on files and ranks.

use shakmaty::attacks::between;
use shakmaty::{Bitboard, Square};

use crate::catalogue::pieces::{self, TRIPLET_QUEEN_TWO_ROOKS_OPEN_FILE};
use crate::context::bits::{file, files, fill_down, rank};
use crate::rules::{View, Visitor, count, once};

/// The d-file.
const D_FILE: Bitboard = file(3);
/// The e-file.
const E_FILE: Bitboard = file(4);
/// d4, e4, d5 and e5.
const FOCAL: Bitboard = Bitboard(0x0000_0018_1800_0000);

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(pieces::CONFIG_ROOK_OPEN_FILE, |view, [bonus]| {
        bonus * count(view.own.rooks & view.open_files())
    });
    rules.rule(pieces::TANDEM_ROOKS_SEVENTH, |view, [bonus]| {
        bonus * once((view.own.rooks & rank(7)).more_than_one())
    });
    rules.rule(pieces::TANDEM_ROOKS_OPEN_FILE, |view, [bonus]| {
        bonus
            * tandems(
                view,
                |run| run.rooks >= 2 && run.queens == 0,
                |run| run.rooks >= 2,
            )
    });
    rules.rule(pieces::TANDEM_QUEEN_ROOK_OPEN_FILE, |view, [bonus]| {
        bonus * tandems(view, |run| run.rooks == 1 && run.queens > 0, Run::has_both)
    });
    rules.rule(TRIPLET_QUEEN_TWO_ROOKS_OPEN_FILE, |view, [bonus]| {
        bonus * count_runs(view, Run::is_triplet)
    });
    rules.rule(pieces::OPPOSITION_ROOK_VS_QUEEN_FILE, opposition);
    rules.rule(pieces::ACTIVITY_ROOK_SEMI_OPEN, |view, [bonus]| {
        let (own, enemy) = (&view.own, &view.enemy);
        bonus * count(own.rooks & !own.structure.files & enemy.structure.files)
    });
    rules.rule(pieces::ACTIVITY_TWO_ROOKS_CENTRAL_FILES, central_rooks);
    rules.rule(pieces::ACTIVITY_SINGLE_THOROUGHFARE_GUARD, guard);
}

/// Own rooks and queens on a file with nothing else between them.
#[derive(Clone, Copy, Default)]
struct Run {
    rooks: u32,
    queens: u32,
}

impl Run {
    fn len(self) -> u32 {
        self.rooks + self.queens
    }

    fn has_both(self) -> bool {
        self.rooks > 0 && self.queens > 0
    }

    fn is_triplet(self) -> bool {
        self.rooks >= 2 && self.queens > 0
    }
}

/// The longest run of each open file, of equal ones the rearmost; how many of them `are`.
fn count_runs(view: &View<'_>, are: impl Fn(Run) -> bool) -> i32 {
    let own = &view.own;
    let heavy = (own.rooks | own.queens) & view.open_files();
    if !heavy.more_than_one() {
        return 0;
    }
    let on_files = fill_down(heavy) & rank(1);
    let longest = on_files.into_iter().map(|base| longest_run(view, base));
    longest.filter(|&run| are(run)).count() as i32
}

/// The longest run on the file of `base`.
fn longest_run(view: &View<'_>, base: Square) -> Run {
    let own = &view.own;
    let (mut run, mut longest) = (Run::default(), Run::default());
    for square in view.occupied & files(base.into()) {
        if own.rooks.contains(square) {
            run.rooks += 1;
        } else if own.queens.contains(square) {
            run.queens += 1;
        } else {
            run = Run::default();
        }
        if run.len() > longest.len() {
            longest = run;
        }
    }
    longest
}

/// How many open files have a tandem: one that is no triplet, which has a rule of its own, or with
/// that switched off one of any kind.
fn tandems(view: &View<'_>, alone: fn(Run) -> bool, any: fn(Run) -> bool) -> i32 {
    let is_tandem = if view.applies(TRIPLET_QUEEN_TWO_ROOKS_OPEN_FILE) {
        alone
    } else {
        any
    };
    count_runs(view, is_tandem)
}

/// Each own rook on the file of an enemy queen, with something between them, earns 20: for each
/// such queen.
fn opposition(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let queens = view.enemy.queens;
    let rooks = view.own.rooks & files(queens);
    if rooks.is_empty() {
        return 0;
    }
    let pairs = rooks.into_iter().map(|rook| {
        let opposed = queens & files(rook.into());
        let apart = |queen: &Square| between(rook, *queen).intersects(view.occupied);
        opposed.into_iter().filter(apart).count() as i32
    });
    bonus * pairs.sum::<i32>()
}

/// Rooks on the d- and on the e-file earn 50 while there is play in the centre: one of its four
/// squares holds a man, of either side, that the other side attacks.
fn central_rooks(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    let both = own.rooks.intersects(D_FILE) && own.rooks.intersects(E_FILE);
    let attacked = own.units & enemy.by_any | enemy.units & own.by_any;
    bonus * once(both && attacked.intersects(FOCAL))
}

/// With a single open file, a minor that guards its last square against an enemy with rooks or
/// queens earns 60, once.
fn guard(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let (own, enemy) = (&view.own, &view.enemy);
    let entrance = (view.open_files() & rank(8)).single_square();
    let guarded = entrance.is_some_and(|at| (own.by_knights | own.by_bishops).contains(at));
    bonus * once(guarded && (enemy.rooks | enemy.queens).any())
}
