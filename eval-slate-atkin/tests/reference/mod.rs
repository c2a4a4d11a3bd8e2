//! A slow second reading of the rules: square by square over letters, fractions kept exact.
//!
//! It shares nothing with the evaluator, neither board nor tables nor numbers.

mod board;
mod numbers;

pub(crate) use board::History;
use board::{Position, View, trunc};
pub(crate) use numbers::Numbers;

/// Every term by name, for White and for Black.
pub(crate) fn terms(
    fen: &str,
    history: History,
    numbers: &Numbers,
) -> Vec<(&'static str, [i64; 2])> {
    let view = |black| View {
        numbers,
        position: Position::of_fen(fen),
        black,
        castled: history.castled[usize::from(black)],
    };
    let (white, black) = (side(&view(false)), side(&view(true)));
    let both = white.into_iter().zip(black);
    both.map(|((name, of_white), (_, of_black))| (name, [of_white, of_black])).collect()
}

fn side(view: &View<'_>) -> Vec<(&'static str, i64)> {
    let mut terms = vec![("material", material(view))];
    terms.extend(pawns(view));
    terms.extend(bishops(view));
    terms.extend(rooks(view));
    terms.extend(knights(view));
    terms.extend(queens(view));
    terms.push(("king_quadrant", quadrant(view)));
    terms.push(("castling", castling(view)));
    terms
}

fn material(view: &View<'_>) -> i64 {
    let values = [
        ('P', "value.pawn", 100),
        ('B', "value.bishop", 340),
        ('R', "value.rook", 500),
        ('N', "value.knight", 325),
        ('Q', "value.queen", 900),
    ];
    values
        .iter()
        .map(|&(man, option, value)| view.numbers.of(option, value) * view.find(man).len() as i64)
        .sum()
}

fn pawns(view: &View<'_>) -> Vec<(&'static str, i64)> {
    let (mut doubled, mut isolated, mut passed, mut blocked, mut advance) = (0, 0, 0, 0, 0);
    for file in 1..=8 {
        let on_file = view.count_on_file('P', file);
        if on_file >= 2 {
            doubled += view.numbers.of("pawn_doubled", -7);
        }
        let neighbours = view.count_on_file('P', file - 1) + view.count_on_file('P', file + 1);
        if on_file > 0 && neighbours == 0 {
            isolated += view.numbers.of("pawn_isolated", -2);
        }
        let most_advanced = (2..=7).rev().find(|&rank| view.at(file, rank) == 'P');
        if let Some(rank) = most_advanced {
            let mut stoppers = 0;
            for other_file in file - 1..=file + 1 {
                for ahead in rank + 1..=8 {
                    stoppers += i32::from(view.at(other_file, ahead) == 'p');
                }
            }
            if stoppers == 0 {
                passed += view.numbers.of("pawn_passed", 10) * rank;
                if view.at(file, rank + 1).is_ascii_lowercase() {
                    blocked += view.numbers.of("pawn_passed_blocked", -5) * rank;
                }
            }
        }
        let tenths = [0, 30, 39, 54, 69, 30, 30, 0][file as usize - 1];
        let option = format!("pawn_advance.{}", (b'a' + file as u8 - 1) as char);
        for rank in 2..=7 {
            if view.at(file, rank) == 'P' {
                advance += trunc(view.numbers.of(&option, tenths) * (rank - 2), 10);
            }
        }
    }
    vec![
        ("pawn_doubled", doubled),
        ("pawn_isolated", isolated),
        ("pawn_passed", passed),
        ("pawn_passed_blocked", blocked),
        ("pawn_advance", advance),
    ]
}

fn bishops(view: &View<'_>) -> Vec<(&'static str, i64)> {
    let bishops = view.find('B');
    let mut adjacent = 0;
    for &(file, rank) in &bishops {
        for (right, up) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            if matches!(view.at(file + right, rank + up), 'P' | 'p') {
                adjacent += view.numbers.of("bishop_adjacent_pawn", -3);
            }
        }
    }
    let pair = if bishops.len() >= 2 { view.numbers.of("bishop_pair", 20) } else { 0 };
    vec![("bishop_adjacent_pawns", adjacent), ("bishop_pair", pair)]
}

fn rooks(view: &View<'_>) -> Vec<(&'static str, i64)> {
    let (mut tropism, mut seventh, mut same, mut open, mut half_open) = (0, 0, 0, 0, 0);
    for rook in view.find('R') {
        let (files, ranks) = view.to_enemy_king(rook);
        let steps = files.min(ranks);
        tropism += view.numbers.nearness("rook_king_tropism", 16, 7, steps);
        if rook.1 == 7 {
            seventh += view.numbers.of("rook_seventh", 20);
        }
        if view.count_on_file('R', rook.0) >= 2 {
            same = view.numbers.of("rook_same_file", 15);
        }
        match (view.count_on_file('P', rook.0), view.count_on_file('p', rook.0)) {
            (0, 0) => open += view.numbers.of("rook_open_file", 10),
            (0, _) => half_open += view.numbers.of("rook_half_open_file", 3),
            _ => {}
        }
    }
    vec![
        ("rook_king_tropism", tropism),
        ("rook_seventh", seventh),
        ("rook_same_file", same),
        ("rook_open_file", open),
        ("rook_half_open_file", half_open),
    ]
}

fn knights(view: &View<'_>) -> Vec<(&'static str, i64)> {
    let (mut centre, mut tropism) = (0, 0);
    for knight in view.find('N') {
        // |file - 4.5| + |rank - 4.5|, in halves.
        let halves = (2 * knight.0 - 9).abs() + (2 * knight.1 - 9).abs();
        // 1.75 x (6 - 2s), where 2s is what is counted in halves: 3.5 for each step that s is below 3.
        centre += view.numbers.nearness("knight_centre", 35, 3, halves / 2);
        let (files, ranks) = view.to_enemy_king(knight);
        tropism += view.numbers.nearness("knight_king_tropism", 12, 5, files + ranks);
    }
    vec![("knight_centre", centre), ("knight_king_tropism", tropism)]
}

fn queens(view: &View<'_>) -> Vec<(&'static str, i64)> {
    let (mut tropism, mut diagonal) = (0, 0);
    for queen in view.find('Q') {
        let (files, ranks) = view.to_enemy_king(queen);
        let steps = files.min(ranks);
        tropism += view.numbers.nearness("queen_king_tropism", 8, 7, steps);
        let shares = view.find('B').iter().any(|bishop| {
            bishop.0 - queen.0 == bishop.1 - queen.1 || bishop.0 - queen.0 == queen.1 - bishop.1
        });
        if shares {
            diagonal += view.numbers.of("queen_bishop_diagonal", 5);
        }
    }
    vec![("queen_king_tropism", tropism), ("queen_bishop_diagonal", diagonal)]
}

fn quadrant(view: &View<'_>) -> i64 {
    let (king_file, king_rank) = view.find('K')[0];
    let (mut friends, mut enemies) = (0, 0);
    for file in 1..=8 {
        for rank in 1..=8 {
            if (file <= 4) != (king_file <= 4) || (rank <= 4) != (king_rank <= 4) {
                continue;
            }
            match view.at(file, rank) {
                'K' | '.' => {}
                'q' => enemies += view.numbers.of("king_quadrant.enemy_queen", 3),
                man if man.is_ascii_lowercase() => enemies += 1,
                _ => friends += 1,
            }
        }
    }
    if enemies > friends {
        view.numbers.of("king_quadrant.outnumbered", -5) * (enemies - friends)
    } else {
        0
    }
}

fn castling(view: &View<'_>) -> i64 {
    if view.castled {
        return 0;
    }
    match (view.right('K'), view.right('Q')) {
        (true, true) => 0,
        (false, true) => view.numbers.of("castling.kings_rook_moved", -12),
        (true, false) => view.numbers.of("castling.queens_rook_moved", -8),
        (false, false) => view.numbers.of("castling.impossible", -15),
    }
}
