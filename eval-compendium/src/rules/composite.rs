//! Very basic endings with minor pieces, composite endings, races of passed pawns, and central passers.

use shakmaty::{Bitboard, Square};

use crate::board::bits::*;
use crate::board::material::{Ending, Pieces};
use crate::board::side::Side;
use crate::interplay::*;
use crate::patterns::endgame::{EndgamePawns, Spread, has, is_small, pawns, spread};
use crate::patterns::pawns::{advanced_passers, some_passer, steps};
use crate::patterns::pieces::{bishop_colour, on_both_colours, same_colour};
use crate::rule::rules;
use crate::verdict::Finding;
use crate::view::View;

const C_AND_D: Bitboard = Bitboard(file(2).0 | file(3).0);
const E_AND_F: Bitboard = Bitboard(file(4).0 | file(5).0);

/// The most steps of a king from one corner or one king to another.
const MAX_DISTANCE: i64 = 7;

rules! {
    "Very basic endgames" as Other when is_small;

    /// Rook and pawn beat a bishop or a knight, unless the bishop holds its fortress before an f- or c-pawn.
    "endgame.basic.rook-pawn-v-minor" [909] Endgame {} Verdict
    |view, _| {
        let held = view.applies(BASIC_ROOK_F_PAWN_V_BISHOP) && is_held_by_bishop(view);
        let material = view.own.army == Pieces::R && is_minor(view.enemy.army);
        Finding::WIN.when(material && pawns(view) == (1, 0) && !held)
    };

    /// Rook and a pawn on f5 or c5, seen from its side, only draw against a bishop if both bishop and king guard the
    /// square before the pawn, or the king stands there. Where the other king and the rook are does not matter.
    "endgame.basic.rook-f-pawn-v-bishop" [913] Endgame {} Verdict
    |view, _| Finding::DRAW.when(is_held_by_bishop(view));

    /// A minor piece and two pawns on neighbouring files against a rook without pawns is usually a draw.
    "endgame.basic.minor-two-passers-draw" [917] Endgame {} Verdict
    |view, _| Finding::USUAL_DRAW.when(is_minor_and_two_passers(view));

    /// A minor piece against a rook, with two pawns on d and e that are both in the enemy half, has
    /// {bishop} beside the draw if it is a bishop, {knight} if it is a knight.
    "endgame.basic.minor-two-passers-central" [919] Endgame { bishop: 50, knight: 35 } AfterVerdict
    |view, n| {
        let is_central = view.own.structure.files == CENTRAL_FILES;
        by_minor(view, [n.bishop, n.knight]) * once(is_central && are_two_advanced(view))
    };

    /// A minor piece against a rook, with two pawns on c and d or on e and f that are both in the
    /// enemy half, has {bishop} beside the draw if it is a bishop, {knight} if it is a knight.
    "endgame.basic.minor-two-passers-near-centre" [923] Endgame
    { bishop: 35, knight: 25 } AfterVerdict
    |view, n| {
        let files = view.own.structure.files;
        let is_near_centre = files == C_AND_D || files == E_AND_F;
        by_minor(view, [n.bishop, n.knight]) * once(is_near_centre && are_two_advanced(view))
    };

    /// A bishop against a rook, with two pawns on d and e that are both still in their own half,
    /// has {bonus} beside the draw. A knight or other files get nothing more.
    "endgame.basic.minor-two-passers-own-camp" [927] Endgame { bonus: 35 } AfterVerdict
    |view, n| {
        let own = view.own;
        let is_central = own.structure.files == CENTRAL_FILES && own.pawns.is_subset(ranks(1, 4));
        let is_bishop = own.army == Pieces::B && is_minor_and_two_passers(view);
        n.bonus * once(is_bishop && is_central)
    };

    /// A minor piece and two pawns against a minor piece and one pawn is a draw, if all pawns are
    /// on at most four neighbouring files. A knight that wins by the next rule is an exception.
    "endgame.basic.two-v-one-minor" [929] Endgame {} Verdict
    |view, _| {
        let (own, enemy) = (view.own.army, view.enemy.army);
        let material = is_minor(own) && is_minor(enemy) && pawns(view) == (2, 1);
        let won = view.applies(BASIC_TWO_V_ONE_KNIGHT_WIN) && is_winning_knight(view);
        Finding::DRAW.when(material && view.play.on_one_part() && !won)
    };

    /// A knight and two pawns beat a bishop and a pawn on d or e, on a square of the bishop's
    /// colour, if all pawns are on the files c to f and the stronger king is in the enemy half.
    "endgame.basic.two-v-one-knight-win" [929] Endgame {} Verdict
    |view, _| Finding::WIN.when(is_winning_knight(view));

    "Very basic endgames" as Material when is_small;

    /// Rook and bishop against rook, without pawns, earn {bonus} beside the material.
    "endgame.basic.rook-bishop-v-rook" [933] Endgame { bonus: 400 }
    |view, n| n.bonus * once(has(view, Pieces::RB, Pieces::R) && pawns(view) == (0, 0));

    /// Two knights against the bare king are a dead draw.
    "endgame.basic.two-knights" [937] Endgame {} Verdict
    |view, _| {
        let draws = has(view, Pieces::NN, Pieces::NONE) && pawns(view) == (0, 0);
        Finding::HARD_DRAW.when(draws)
    };

    /// Two bishops on squares of both colours against a knight, without pawns, earn {bonus} beside the material.
    "endgame.basic.bishops-v-knight" [941] Endgame { bonus: 200 }
    |view, n| {
        let material = has(view, Pieces::BB, Pieces::N) && pawns(view) == (0, 0);
        n.bonus * once(material && on_both_colours(view.own.bishops))
    };

    /// Bishop, knight and one pawn against a rook earn {bonus} beside the material.
    "endgame.basic.bishop-knight-pawn-v-rook" [945] Endgame { bonus: 500 }
    |view, n| n.bonus * once(has(view, Pieces::BN, Pieces::R) && pawns(view) == (1, 0));

    /// Bishop and knight against the bare king mate only in a corner of the bishop's colour. They
    /// earn {corner} for each step that this king is nearer than seven to the nearest such corner,
    /// and {king} for each step that the kings are nearer than eight to one another.
    "endgame.basic.bishop-knight-mate" as King [947] Endgame { corner: 20, king: 10 }
    |view, n| {
        if !has(view, Pieces::BN, Pieces::NONE) || pawns(view) != (0, 0) {
            return 0;
        }
        let lone = view.enemy.king.square;
        let away = |to: Square| i64::from(lone.distance(to));
        let corners = Bitboard::CORNERS & bishop_colour(view.own);
        let nearest = corners.into_iter().map(away).min();
        n.corner * (MAX_DISTANCE - nearest.unwrap_or(MAX_DISTANCE))
            + n.king * (MAX_DISTANCE + 1 - away(view.own.king.square))
    };

    "Composite endings" as Pieces;

    /// Endings with several pieces follow the general principles of the endgame and the rules of every simple ending
    /// whose pieces are there. A rule of simple endings counts for each piece, unless it requires exact material.
    "endgame.composite.scope" [951] Endgame {} Definition
    |_, _| 0;

    /// With exactly two rooks on each side, both own rooks on the seventh rank earn {bonus}.
    "endgame.composite.doubled-rooks-seventh" [957] Endgame { bonus: 50 }
    |view, n| n.bonus * once(each_has(view, Pieces::RR) && view.own.rooks.is_subset(rank(7)));

    /// Queen and knight against queen and bishop earn {bonus}.
    "endgame.composite.queen-knight-v-queen-bishop" as Material [961] Endgame { bonus: 10 }
    |view, n| n.bonus * once(view.own.army == Pieces::QN && view.enemy.army == Pieces::QB);

    /// With exactly queen and rook on each side doubling costs {bonus}: what other rules charge for it is given back.
    /// Doubled pawns without neighbours still cost together what one isolated pawn does.
    "endgame.composite.queen-rook-no-doubling" as Pawns [965] Endgame { bonus: 0 }
    |view, _| {
        let structure = &view.own.structure;
        if structure.doubled.is_empty() || !each_has(view, Pieces::QR) {
            return 0;
        }
        // The rule on doubled pawns of a group is already silent here: only a raw reading shows the refund.
        let of_group = if view.others.raw {
            let grouped = structure.doubled & !structure.isolated & !structure.front;
            -view.numbers(PAWN_DOUBLED_IN_GROUP) * count(grouped)
        } else {
            0
        };
        let of_lone = if view.applies(PAWN_DOUBLE_ISOLATED) {
            let exempt = files(structure.doubled & structure.front & advanced_passers(view.own));
            let lone = structure.doubled & structure.isolated & !exempt;
            let each = view.numbers(PAWN_DOUBLE_ISOLATED);
            view.numbers(PAWN_ISOLATED) * count(lone & structure.front) - each * count(lone)
        } else {
            0
        };
        of_group + of_lone
    };

    /// With exactly queen and rook on each side, a rook on a file or rank next to the enemy king's,
    /// which attacks along it a square beside the king, earns {bonus} if two pawns or more shelter
    /// that king. A square held by an own piece or pawn does not count.
    "endgame.composite.queen-rook-side-attack" as King [967] Endgame { bonus: 35 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let is_sheltered = enemy.shelter.is_some_and(|shelter| shelter.size >= 2);
        if !each_has(view, Pieces::QR) || !is_sheltered {
            return 0;
        }
        let Some(rook) = own.rooks.first() else {
            return 0;
        };
        let king = enemy.king.set;
        let kings_rank = Bitboard::from_rank(enemy.king.square.rank());
        let next_files = beside(files(king));
        let next_ranks = up(kings_rank) | down(kings_rank);
        let lines = [
            (next_files, Bitboard::from_file(rook.file())),
            (next_ranks, Bitboard::from_rank(rook.rank())),
        ];
        let goals = own.by_rooks & enemy.king.ring & !own.units;
        let attacks =
            lines.iter().any(|(next, line)| next.contains(rook) && goals.intersects(*line));
        n.bonus * once(attacks)
    };

    /// With exactly rook and bishop on each side, the bishops on opposite colours, rook and bishop
    /// that both attack a pawn which only the enemy king and rook defend earn {bonus}, once.
    "endgame.composite.rook-bishop-pressure" [971] Endgame { bonus: 75 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        if !each_has(view, Pieces::RB) || !on_both_colours(own.bishops | enemy.bishops) {
            return 0;
        }
        let defended = enemy.king.ring & enemy.by_rooks & !enemy.by_bishops & !enemy.by_pawns;
        let targets = enemy.pawns & own.by_rooks & own.by_bishops & defended;
        n.bonus * once(targets.any())
    };

    /// With rooks and minor pieces on both sides and no queen, a pawn on the sixth rank that presses on the enemy
    /// king position earns {bonus}, once, as f6 does against f7, g6 and king g8. An enemy pawn stands right before
    /// it, none attacks it, and another one is on a file beside it near the king.
    "endgame.composite.pressing-pawn" as King [975] Endgame { bonus: 50 }
    |view, n| {
        let (own, enemy) = (view.own, view.enemy);
        let pawns = own.structure.rammed & rank(6) & enemy.king.zone & !enemy.by_pawns;
        if pawns.is_empty() || (own.queens | enemy.queens).any() {
            return 0;
        }
        let has_both = |side: &Side| side.rooks.any() && side.minors.any();
        let with_neighbour = pawns & beside(files(enemy.pawns & enemy.king.zone));
        n.bonus * once(has_both(own) && has_both(enemy) && with_neighbour.any())
    };

    "Passed pawn races" as Pawns;

    /// With at least two passed pawns on each side, the side whose foremost one is two steps or more nearer to
    /// promotion than the enemy's foremost earns {bonus}. In rook endings a rule of their own takes its place.
    "endgame.race.first-two" [979] Endgame when some_passer { bonus: 70 }
    |view, n| {
        let replaced = view.ending == Ending::Rooks && view.applies(ROOK_PASSER_TWO_AHEAD);
        n.bonus * once(!replaced && race(view).is_some_and(|[first, _]| first >= 2))
    };

    /// With at least two passed pawns on each side, the side whose foremost one is a single step
    /// nearer to promotion than the enemy's foremost earns {bonus}.
    "endgame.race.first-one" [979] Endgame when some_passer { bonus: 30 }
    |view, n| n.bonus * once(race(view).is_some_and(|[first, _]| first == 1));

    /// With at least two passed pawns on each side, the side whose second passer is two steps or more nearer to
    /// promotion than the enemy's second earns {bonus}, whatever the foremost ones do.
    "endgame.race.second-two" [979] Endgame when some_passer { bonus: 50 }
    |view, n| n.bonus * once(race(view).is_some_and(|[_, second]| second >= 2));

    /// With at least two passed pawns on each side, the side whose second passer is a single step
    /// nearer to promotion than the enemy's second earns {bonus}.
    "endgame.race.second-one" [979] Endgame when some_passer { bonus: 20 }
    |view, n| n.bonus * once(race(view).is_some_and(|[_, second]| second == 1));

    "Importance of central passers" as Pawns;

    /// Each passed pawn on the d- or e-file earns {bonus}, in the middlegame too, unless it is a pawn ending. A
    /// passer that the enemy king has caught, so that it counts against its owner, gets nothing.
    "endgame.passer.central-file" [983] All when some_passer { bonus: 30 }
    |view, n| n.bonus * on_files(view, CENTRAL_FILES);

    /// Each passed pawn on the c- or f-file earns {bonus}, with the same exceptions.
    "endgame.passer.semi-central-file" [985] All when some_passer { bonus: 20 }
    |view, n| n.bonus * on_files(view, SEMI_CENTRAL_FILES);

    /// In a pawn ending a passed pawn earns {bonus} for being on a file from c to f.
    "endgame.passer.central-exception" [987] Endgame { bonus: 0 } Definition
    |view, n| n.bonus * once(view.ending == Ending::Pawns);
}

/// True if the pieces of a side are a single bishop or knight.
fn is_minor(army: Pieces) -> bool {
    army == Pieces::N || army == Pieces::B
}

/// True if rook and pawn are against a bishop, the pawn on f5 or c5, and both bishop and king
/// guard the square before it (or the king stands there).
fn is_held_by_bishop(view: &View<'_>) -> bool {
    let enemy = view.enemy;
    let stop = up(view.own.pawns & rank(5) & SEMI_CENTRAL_FILES);
    has(view, Pieces::R, Pieces::B)
        && pawns(view) == (1, 0)
        && stop.intersects(enemy.by_bishops)
        && stop.intersects(enemy.king.ring | enemy.king.set)
}

/// True if the own side has a minor and two pawns on neighbouring files, and the enemy a rook.
fn is_minor_and_two_passers(view: &View<'_>) -> bool {
    is_minor(view.own.army)
        && view.enemy.army == Pieces::R
        && pawns(view) == (2, 0)
        && spread(view.own.pawns) == Some(Spread::Connected)
}

/// The same, with both pawns in the enemy half.
fn are_two_advanced(view: &View<'_>) -> bool {
    view.own.pawns.is_disjoint(ranks(1, 4)) && is_minor_and_two_passers(view)
}

/// The number for the kind of minor that the own side has.
fn by_minor(view: &View<'_>, [bishop, knight]: [i64; 2]) -> i64 {
    if view.own.army == Pieces::B { bishop } else { knight }
}

/// True if an own knight with two pawns and the king in the enemy half is against a bishop whose
/// only pawn is on d or e, on a square of its colour; all pawns on the files c to f.
fn is_winning_knight(view: &View<'_>) -> bool {
    let (own, enemy) = (view.own, view.enemy);
    has(view, Pieces::N, Pieces::B)
        && pawns(view) == (2, 1)
        && enemy.pawns.intersects(CENTRAL_FILES)
        && same_colour(enemy.pawns, enemy.bishops)
        && (own.pawns | enemy.pawns).is_subset(INNER_FILES)
        && own.king.set.intersects(ranks(5, 8))
}

/// True if both sides have exactly these pieces.
fn each_has(view: &View<'_>, pieces: Pieces) -> bool {
    view.own.army == pieces && view.enemy.army == pieces
}

/// The lead in steps of the own foremost and second passers over the enemy's; `None` unless each side has two.
fn race(view: &View<'_>) -> Option<[i64; 2]> {
    let [own_first, own_second] = first_two(view.own.structure.passed)?;
    let [enemy_first, enemy_second] = first_two(view.enemy.structure.passed.flip_vertical())?;
    Some([enemy_first - own_first, enemy_second - own_second])
}

/// The steps that the foremost passer and the next one have to go; `None` unless there are two.
fn first_two(passers: Bitboard) -> Option<[i64; 2]> {
    let foremost = Bitboard::from_square(passers.last()?);
    Some([steps(foremost)?.into(), steps(passers & !foremost)?.into()])
}

/// The number of passers on these files that count for their side: pieces are left, and the enemy king
/// has not caught them.
fn on_files(view: &View<'_>, files: Bitboard) -> i64 {
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
