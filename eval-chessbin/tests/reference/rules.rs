//! The scan from a8 to h1, and what comes before and after it.

use std::collections::BTreeMap;

use super::numbers::Numbers;
use super::pieces::ManValues;
use super::{Man, Position};

const PAWN: [i32; 64] = [
    0, 0, 0, 0, 0, 0, 0, 0, 50, 50, 50, 50, 50, 50, 50, 50, 10, 10, 20, 30, 30, 20, 10, 10, 5, 5,
    10, 27, 27, 10, 5, 5, 0, 0, 0, 25, 25, 0, 0, 0, 5, -5, -10, 0, 0, -10, -5, 5, 5, 10, 10, -25,
    -25, 10, 10, 5, 0, 0, 0, 0, 0, 0, 0, 0,
];
const KNIGHT: [i32; 64] = [
    -50, -40, -30, -30, -30, -30, -40, -50, -40, -20, 0, 0, 0, 0, -20, -40, -30, 0, 10, 15, 15, 10,
    0, -30, -30, 5, 15, 20, 20, 15, 5, -30, -30, 0, 15, 20, 20, 15, 0, -30, -30, 5, 10, 15, 15, 10,
    5, -30, -40, -20, 0, 5, 5, 0, -20, -40, -50, -40, -20, -30, -30, -20, -40, -50,
];
const BISHOP: [i32; 64] = [
    -20, -10, -10, -10, -10, -10, -10, -20, -10, 0, 0, 0, 0, 0, 0, -10, -10, 0, 5, 10, 10, 5, 0,
    -10, -10, 5, 5, 10, 10, 5, 5, -10, -10, 0, 10, 10, 10, 10, 0, -10, -10, 10, 10, 10, 10, 10, 10,
    -10, -10, 5, 0, 0, 0, 0, 5, -10, -20, -10, -40, -10, -10, -40, -10, -20,
];
const KING: [i32; 64] = [
    -30, -40, -40, -50, -50, -40, -40, -30, -30, -40, -40, -50, -50, -40, -40, -30, -30, -40, -40,
    -50, -50, -40, -40, -30, -30, -40, -40, -50, -50, -40, -40, -30, -20, -30, -30, -40, -40, -30,
    -30, -20, -10, -20, -20, -20, -20, -20, -20, -10, 20, 20, 0, 0, 0, 0, 20, 20, 20, 30, 10, 0, 0,
    10, 30, 20,
];
const KING_ENDGAME: [i32; 64] = [
    -50, -40, -30, -20, -20, -30, -40, -50, -30, -20, -10, 0, 0, -10, -20, -30, -30, -10, 20, 30,
    30, 20, -10, -30, -30, -10, 30, 40, 40, 30, -10, -30, -30, -10, 30, 40, 40, 30, -10, -30, -30,
    -10, 20, 30, 30, 20, -10, -30, -30, -30, 0, 0, 0, 0, -30, -30, -50, -30, -30, -30, -30, -30,
    -30, -50,
];

/// The value of a position, rule by rule.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Evaluation {
    /// White's value and Black's; those that are zero for both are left out.
    pub(crate) terms: BTreeMap<&'static str, [i32; 2]>,
    pub(crate) endgame: bool,
    pub(crate) men: usize,
    pub(crate) castled: [bool; 2],
    pub(crate) terminal: Option<&'static str>,
}

impl Evaluation {
    /// White's score.
    pub(crate) fn total(&self) -> i32 {
        self.terms.values().map(|[white, black]| white - black).sum()
    }

    fn add(&mut self, name: &'static str, white: bool, amount: i32) {
        self.terms.entry(name).or_default()[usize::from(!white)] += amount;
    }
}

/// The scan's counters; White's first where there are two.
#[derive(Default)]
struct Counters {
    bishops: [i32; 2],
    knights: i32,
    sufficient: bool,
    pawns: [[i32; 8]; 2],
    /// The value of the pawns of a file if it is passed.
    files: [[i32; 8]; 2],
}

pub(crate) fn evaluate(position: &Position, numbers: &Numbers) -> Evaluation {
    let men = position.men();
    let mut sum = Evaluation {
        endgame: position.parent_men.unwrap_or(men) < 10,
        men,
        castled: position.castled,
        ..Evaluation::default()
    };
    let (check, stuck) = (position.is_check(), !position.has_legal_move());
    if stuck && !check {
        sum.terminal = Some("stalemate");
    } else if position.halfmoves >= 100 {
        sum.terminal = Some("fifty");
    } else if position.occurrences() >= 3 {
        sum.terminal = Some("repetition");
    } else if stuck {
        sum.terminal = Some("mate");
        sum.add("terminal", !position.white_to_move, 32767);
    }
    if sum.terminal.is_some() {
        return sum;
    }
    before_the_scan(position, check, numbers, &mut sum);
    let carried = ManValues::of(position);
    let mut counters = Counters::default();
    for at in 0..64 {
        if let Some(man) = position.boxes[at] {
            every_man(at, man, &carried, numbers, &mut sum);
            its_kind(at, man, &carried, numbers, &mut sum, &mut counters);
        }
    }
    if !counters.sufficient {
        sum.terms.clear();
        sum.terminal = Some("insufficient");
        return sum;
    }
    if men < 10 && check {
        let bonus = numbers.of("check_few_men", 10);
        sum.add("check", !position.white_to_move, bonus);
    }
    files(&counters, numbers, &mut sum);
    sum.terms.retain(|_, sides| *sides != [0, 0]);
    sum
}

fn before_the_scan(position: &Position, check: bool, numbers: &Numbers, sum: &mut Evaluation) {
    if check {
        let mut bonus = numbers.of("check", 75);
        if sum.endgame {
            bonus += numbers.of("check_endgame", 10);
        }
        sum.add("check", !position.white_to_move, bonus);
    }
    for white in [true, false] {
        if position.castled[usize::from(!white)] {
            sum.add("castled", white, numbers.of("castled", 40));
        }
    }
    sum.add("tempo", position.white_to_move, numbers.of("tempo", 10));
}

fn every_man(at: usize, man: Man, carried: &ManValues, numbers: &Numbers, sum: &mut Evaluation) {
    let value = match man.kind {
        'P' => numbers.of("value.pawn", 100),
        'N' => numbers.of("value.knight", 320),
        'B' => numbers.of("value.bishop", 325),
        'R' => numbers.of("value.rook", 500),
        'Q' => numbers.of("value.queen", 975),
        _ => 32767,
    };
    sum.add("material", man.white, value);
    sum.add("defended", man.white, carried.defended[at]);
    sum.add("attacked", man.white, -carried.attacked[at]);
    if carried.defended[at] < carried.attacked[at] {
        let excess = carried.attacked[at] - carried.defended[at];
        sum.add("hanging", man.white, numbers.of("hanging", -10) * excess);
    }
    sum.add("mobility", man.white, carried.moves[at]);
}

fn its_kind(
    at: usize,
    man: Man,
    carried: &ManValues,
    numbers: &Numbers,
    sum: &mut Evaluation,
    counters: &mut Counters,
) {
    let index = if man.white { at } else { 63 - at };
    let side = usize::from(!man.white);
    match man.kind {
        'P' => pawn(at, man, carried, numbers, sum, counters),
        'N' => {
            sum.add("pst", man.white, numbers.entry("pst_knight", index, &KNIGHT));
            if sum.endgame {
                sum.add("knight_endgame", man.white, numbers.of("knight_endgame", -10));
            }
            counters.knights += 1;
            counters.sufficient |= counters.knights > 1;
        }
        'B' => {
            counters.bishops[side] += 1;
            if counters.bishops[side] >= 2 {
                sum.add("bishop_pair", man.white, numbers.of("bishop_pair", 10));
            }
            if sum.endgame {
                sum.add("bishop_endgame", man.white, numbers.of("bishop_endgame", 10));
            }
            sum.add("pst", man.white, numbers.entry("pst_bishop", index, &BISHOP));
            counters.sufficient |= counters.bishops[0] + counters.bishops[1] > 1;
        }
        'R' => {
            counters.sufficient = true;
            if man.moved && !sum.castled[side] {
                sum.add("rook_moved", man.white, numbers.of("rook_moved", -10));
            }
        }
        'Q' => {
            counters.sufficient = true;
            if man.moved && !sum.endgame {
                sum.add("queen_moved", man.white, numbers.of("queen_moved", -10));
            }
        }
        _ => king(at, man, carried, numbers, sum),
    }
}

fn pawn(
    at: usize,
    man: Man,
    carried: &ManValues,
    numbers: &Numbers,
    sum: &mut Evaluation,
    counters: &mut Counters,
) {
    let side = usize::from(!man.white);
    let (file, row) = (at % 8, at / 8);
    counters.sufficient = true;
    if file == 0 || file == 7 {
        sum.add("edge_pawn", man.white, numbers.of("edge_pawn", -15));
    }
    let index = if man.white { at } else { 63 - at };
    sum.add("pst", man.white, numbers.entry("pst_pawn", index, &PAWN));
    if counters.pawns[side][file] > 0 {
        sum.add("doubled_pawn", man.white, numbers.of("doubled_pawn", -16));
    }
    counters.pawns[side][file] += 1;
    let value = &mut counters.files[side][file];
    let rank = if man.white { 8 - row } else { row + 1 };
    if carried.attacked[at] == 0 {
        let bonus = match rank {
            7 => Some(("seventh_rank", 200, 50)),
            6 => Some(("sixth_rank", 100, 25)),
            _ => None,
        };
        if let Some((option, safe, defended)) = bonus {
            *value += numbers.of(&format!("{option}.safe"), safe);
            if carried.defended[at] != 0 {
                *value += numbers.of(&format!("{option}.defended"), defended);
            }
        }
    }
    *value += numbers.of("file_pawn", 10);
}

fn king(at: usize, man: Man, carried: &ManValues, numbers: &Numbers, sum: &mut Evaluation) {
    let index = if man.white { at } else { 63 - at };
    if carried.moves[at] < 2 {
        sum.add("king_few_moves", man.white, numbers.of("king_few_moves", -5));
    }
    if sum.endgame {
        sum.add("pst", man.white, numbers.entry("pst_king_endgame", index, &KING_ENDGAME));
        return;
    }
    sum.add("pst", man.white, numbers.entry("pst_king", index, &KING));
    if man.moved && !sum.castled[usize::from(!man.white)] {
        sum.add("king_moved", man.white, numbers.of("king_moved", -30));
    }
}

fn files(counters: &Counters, numbers: &Numbers, sum: &mut Evaluation) {
    const ISOLATED: [i32; 8] = [12, 14, 16, 20, 20, 16, 14, 12];
    for white in [true, false] {
        let [ours, theirs] = [!white, white].map(|side| counters.pawns[usize::from(side)]);
        let values = counters.files[usize::from(!white)];
        for file in 0..8 {
            if ours[file] == 0 {
                continue;
            }
            if (file == 0 || ours[file - 1] == 0) && (file == 7 || ours[file + 1] == 0) {
                let option =
                    format!("isolated_pawn.{}", ["a", "b", "c", "d", "e", "f", "g", "h"][file]);
                sum.add("isolated_pawn", white, numbers.of(&option, -ISOLATED[file]));
            }
            let slip = white && file == 0 && !numbers.a_file_fix;
            if theirs[if slip { 1 } else { file }] == 0 {
                sum.add("passed_pawn", white, values[file]);
            }
        }
    }
}
