//! The squares that men reach, and those of them that they may move to.

use super::{Position, shifted};

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const JUMPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The squares that the man on `from` attacks or defends, a king's all eight.
pub(crate) fn reached(position: &Position, from: usize) -> Vec<usize> {
    let man = position.boxes[from].unwrap();
    let both: Vec<_> = STRAIGHT.into_iter().chain(DIAGONAL).collect();
    let ahead = if man.white { -1 } else { 1 };
    match man.kind {
        'P' => once(from, &[(-1, ahead), (1, ahead)]),
        'N' => once(from, &JUMPS),
        'K' => once(from, &both),
        'B' => sliding(position, from, &DIAGONAL),
        'R' => sliding(position, from, &STRAIGHT),
        _ => sliding(position, from, &both),
    }
}

fn once(from: usize, steps: &[(i32, i32)]) -> Vec<usize> {
    let squares = steps.iter().map(|&(files, rows)| shifted(from, files, rows));
    squares.flatten().collect()
}

fn sliding(position: &Position, from: usize, directions: &[(i32, i32)]) -> Vec<usize> {
    let mut squares = Vec::new();
    for &(files, rows) in directions {
        let mut at = from;
        while let Some(next) = shifted(at, files, rows) {
            squares.push(next);
            if position.boxes[next].is_some() {
                break;
            }
            at = next;
        }
    }
    squares
}

/// The squares that the man on `from` may move to, checks left aside; a king anywhere around it, but without
/// castling.
pub(crate) fn steps(position: &Position, from: usize) -> Vec<usize> {
    let man = position.boxes[from].unwrap();
    let mut to = reached(position, from);
    let is_prey = |at: usize| {
        position.boxes[at].is_some_and(|other| other.white != man.white && other.kind != 'K')
    };
    if man.kind != 'P' {
        to.retain(|&at| position.boxes[at].is_none() || is_prey(at));
        return to;
    }
    let en_passant = position.skipped.filter(|&skipped| {
        man.white == position.white_to_move && position.en_passant_from(skipped).contains(&from)
    });
    to.retain(|&at| is_prey(at) || en_passant == Some(at));
    let ahead = if man.white { -1 } else { 1 };
    let home = if man.white { 6 } else { 1 };
    let one = shifted(from, 0, ahead).filter(|&at| position.boxes[at].is_none());
    to.extend(one);
    if let Some(one) = one
        && from / 8 == home
    {
        let two = shifted(one, 0, ahead);
        to.extend(two.filter(|&at| position.boxes[at].is_none()));
    }
    to
}
