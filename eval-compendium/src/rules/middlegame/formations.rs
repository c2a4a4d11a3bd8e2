//! Chains of pawns: shapes of four files, how seven pawns are split, and the avalanche.
//!
//! A chain is what the document calls an island too: all own pawns on neighbouring files.

use shakmaty::Bitboard;

use crate::catalogue::middlegame::{
    self, AVALANCHE_BLOCKABLE, AVALANCHE_FIVE, AVALANCHE_FOUR, COMPOSITION_REVERSED_ADVANCED,
};
use crate::catalogue::thresholds::{COMPOSITION_ADVANCED, COMPOSITION_PAWNS};
use crate::context::bits::{beside, files, fill_down, fill_up, rank, ranks, right, up};
use crate::context::pawns::islands;
use crate::rules::{View, Visitor, count, factor, once};

/// The ranks of pawns on four neighbouring files, from left to right.
type Shape = [u32; 4];

/// a3, b2, c3, d2, or turned round.
const ZIGZAG: [Shape; 2] = [[3, 2, 3, 2], [2, 3, 2, 3]];
/// e2, f3, g3, h2.
const TWO_ROOTS: [Shape; 1] = [[2, 3, 3, 2]];
/// e4, f4, g3, h2, or turned round.
const STRETCHED: [Shape; 2] = [[4, 4, 3, 2], [2, 3, 4, 4]];
/// How many files a shape has, and how many pawns a chain that is nothing else.
const FOUR: usize = 4;

/// c1 to f1: the files that an avalanche must have.
const CORE: Bitboard = Bitboard(0x3c);
/// The lower one of the two ranks on which an avalanche rolls.
const AVALANCHE_RANKS: [u32; 3] = [4, 5, 6];

pub(super) fn visit(rules: &mut impl Visitor) {
    rules.rule(middlegame::FOUR_PAWNER_ZIGZAG, |view, [penalty]| {
        penalty * once(is_shape(view, &ZIGZAG))
    });
    rules.rule(middlegame::FOUR_PAWNER_TWO_ROOTS, |view, [penalty]| {
        penalty * once(is_shape(view, &TWO_ROOTS))
    });
    rules.rule(middlegame::FOUR_PAWNER_STRETCHED, |view, [penalty]| {
        penalty * once(is_shape(view, &STRETCHED))
    });
    rules.rule(middlegame::FIVE_PAWNERS, five_pawners);
    rules.rule(middlegame::COMPOSITION_6_1, six_and_one);
    rules.rule(middlegame::COMPOSITION_5_2, five_and_two);
    rules.rule(COMPOSITION_REVERSED_ADVANCED, reversed);
    // One term; the rules on a fifth pawn and on blocking it are parts of the first.
    rules.rule(AVALANCHE_FOUR, |view, [_worth, bonus]| {
        avalanche_bonus(view, bonus)
    });
    let shared = |view: &View<'_>| {
        let [_worth, bonus] = view.numbers(AVALANCHE_FOUR);
        avalanche_bonus(view, bonus)
    };
    rules.rule(AVALANCHE_FIVE, |view, _| shared(view));
    rules.rule(AVALANCHE_BLOCKABLE, |view, _| shared(view));
}

/// How many pawns the chain has that contains one of the shapes, if there is one. There is never
/// more than one chain with four files.
#[inline(always)]
fn chain_with(pawns: Bitboard, shapes: &[Shape]) -> Option<usize> {
    // A bit for each file; matches lie on the leftmost file of the shape.
    let on = |rank: u32| (pawns.0 >> (8 * (rank - 1))) & 0xff;
    let matches = shapes.iter().fold(0, |found, &[a, b, c, d]| {
        found | on(a) & on(b) >> 1 & on(c) >> 2 & on(d) >> 3
    });
    if matches == 0 {
        return None;
    }
    let leftmost = matches.trailing_zeros();
    let chains = islands(pawns);
    let mut chains = chains.iter();
    let chain = chains.find(|chain| (chain.first..=chain.last).contains(&leftmost))?;
    Some(chain.pawns.count())
}

/// One of the shapes, all by itself: 20 off a zigzag, 25 off two roots, 10 off what is stretched.
#[inline(always)]
fn is_shape(view: &View<'_>, shapes: &[Shape]) -> bool {
    chain_with(view.own.pawns, shapes) == Some(FOUR)
}

/// The same penalties for shapes within a larger chain, doubled pawns included, once a kind.
fn five_pawners(view: &View<'_>, [zigzag, two_roots, stretched]: [i32; 3]) -> i32 {
    let pawns = view.own.pawns;
    let within = |shapes| once(chain_with(pawns, shapes).is_some_and(|size| size > FOUR));
    zigzag * within(&ZIGZAG) + two_roots * within(&TWO_ROOTS) + stretched * within(&STRETCHED)
}

/// The size of the larger one if seven pawns make exactly two chains: 4, 5 or 6.
#[inline]
fn larger_of_two(pawns: Bitboard) -> Option<usize> {
    if pawns.count() != COMPOSITION_PAWNS {
        return None;
    }
    let on_files = fill_down(pawns) & rank(1);
    let starts = on_files & !right(on_files);
    let (first, last) = (starts.first()?, starts.last()?);
    if starts.count() > 2 || first == last {
        return None;
    }
    let to_the_right = rank(1) & !Bitboard((1 << u32::from(last)) - 1);
    let size = (pawns & fill_up(to_the_right)).count();
    Some(size.max(COMPOSITION_PAWNS - size))
}

/// Whether most of the seven pawns have crossed the middle.
#[inline]
fn is_advanced(view: &View<'_>) -> bool {
    count(view.own.pawns & ranks(5, 8)) >= COMPOSITION_ADVANCED
}

/// Whether the preferences are turned round, which the readings of the plain ones leave out.
#[inline]
fn is_reversed(view: &View<'_>) -> bool {
    view.applies(COMPOSITION_REVERSED_ADVANCED) && is_advanced(view)
}

/// Six and one: 20 above what five and two get.
fn six_and_one(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let split = larger_of_two(view.own.pawns) == Some(6);
    bonus * once(split && !is_reversed(view))
}

/// Five and two, or six and one, which are better still: 20 above four and three.
fn five_and_two(view: &View<'_>, [bonus]: [i32; 1]) -> i32 {
    let split = matches!(larger_of_two(view.own.pawns), Some(5 | 6));
    bonus * once(split && !is_reversed(view))
}

/// Far up it is four and three that get 40, five and two 20, six and one nothing.
fn reversed(view: &View<'_>, [even, uneven, alone]: [i32; 3]) -> i32 {
    let bonus = match larger_of_two(view.own.pawns) {
        Some(4) => even,
        Some(5) => uneven,
        Some(6) => alone,
        _ => return 0,
    };
    bonus * once(is_advanced(view))
}

/// The pawns of the avalanche: passers on all files from c to f, none behind the fourth rank, on two
/// neighbouring ranks, and those that go on from there towards the edges on the same ranks.
///
/// It takes the place of what these pawns get as passers.
pub(super) fn avalanche(view: &View<'_>) -> Bitboard {
    avalanche_of(view.own.structure.passed, view.applies(AVALANCHE_FIVE))
}

/// The avalanche among the `passed` pawns of a side that plays up the board; with `wings` it goes on
/// beyond the files c to f.
pub(in crate::rules) fn avalanche_of(passed: Bitboard, wings: bool) -> Bitboard {
    if passed.count() < FOUR {
        return Bitboard::EMPTY;
    }
    let mut most = Bitboard::EMPTY;
    for lower in AVALANCHE_RANKS {
        let pawns = passed & ranks(lower, lower + 1);
        let on_files = fill_down(pawns) & rank(1);
        if !CORE.is_subset(on_files) {
            continue;
        }
        let mut rolling = CORE;
        if wings {
            rolling |= beside(rolling) & on_files;
            rolling |= beside(rolling) & on_files;
        }
        let pawns = pawns & files(rolling);
        if pawns.count() > most.count() {
            most = pawns;
        }
    }
    most
}

/// 200 for four pawns rolling abreast and 50 for each more; half of it with one of them blocked.
fn avalanche_bonus(view: &View<'_>, of_four: i32) -> i32 {
    let pawns = avalanche(view);
    if pawns.is_empty() {
        return 0;
    }
    let [_worth, of_five] = view.numbers(AVALANCHE_FIVE);
    let more = count(pawns) - FOUR as i32;
    let bonus = of_four + more * (of_five - of_four);
    if view.applies(AVALANCHE_BLOCKABLE) && up(pawns).intersects(view.enemy.units) {
        let [blocked] = view.numbers(AVALANCHE_BLOCKABLE);
        factor(bonus, blocked)
    } else {
        bonus
    }
}
