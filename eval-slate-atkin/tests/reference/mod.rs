//! A slow second reading of the rules: square by square over letters, fractions kept exact.
//!
//! It shares nothing with the evaluator, neither board nor tables nor numbers.

/// Who has castled, as far as the game tells; White first.
#[derive(Clone, Copy)]
pub(crate) struct History {
    pub(crate) castled: [bool; 2],
}

impl History {
    /// A position without a past: whoever has no right counts as having castled.
    pub(crate) fn of_fen(fen: &str) -> History {
        let Position { rights, .. } = Position::of_fen(fen);
        History {
            castled: [!rights.contains(['K', 'Q']), !rights.contains(['k', 'q'])],
        }
    }

    /// A move written as two squares, played where `fen` was the position.
    pub(crate) fn played(&mut self, fen: &str, uci: &str) {
        let position = Position::of_fen(fen);
        let squares: Vec<i64> = uci.bytes().map(i64::from).collect();
        let (from, to) = (squares[0] - 96, squares[2] - 96);
        match position.at(from, squares[1] - 48) {
            'K' if (from - to).abs() == 2 => self.castled[0] = true,
            'k' if (from - to).abs() == 2 => self.castled[1] = true,
            _ => {}
        }
    }
}

/// Letters on squares; files and ranks count from 1, anything off the board is a space.
struct Position {
    rows: Vec<Vec<char>>,
    rights: String,
}

impl Position {
    fn of_fen(fen: &str) -> Position {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut rows: Vec<Vec<char>> = Vec::new();
        for text in fields[0].split('/') {
            let mut row = Vec::new();
            for letter in text.chars() {
                match letter.to_digit(10) {
                    Some(empty) => row.extend((0..empty).map(|_| '.')),
                    None => row.push(letter),
                }
            }
            rows.push(row);
        }
        rows.reverse();
        Position {
            rows,
            rights: fields[2].to_owned(),
        }
    }

    fn at(&self, file: i64, rank: i64) -> char {
        if (1..=8).contains(&file) && (1..=8).contains(&rank) {
            self.rows[rank as usize - 1][file as usize - 1]
        } else {
            ' '
        }
    }
}

/// The board as one side sees it: its men are upper case, its first rank is rank 1; files are
/// real files.
struct View {
    position: Position,
    black: bool,
    castled: bool,
}

impl View {
    fn at(&self, file: i64, rank: i64) -> char {
        if !self.black {
            return self.position.at(file, rank);
        }
        let letter = self.position.at(file, 9 - rank);
        if letter.is_ascii_uppercase() {
            letter.to_ascii_lowercase()
        } else {
            letter.to_ascii_uppercase()
        }
    }

    fn find(&self, man: char) -> Vec<(i64, i64)> {
        let mut found = Vec::new();
        for file in 1..=8 {
            for rank in 1..=8 {
                if self.at(file, rank) == man {
                    found.push((file, rank));
                }
            }
        }
        found
    }

    fn count_on_file(&self, man: char, file: i64) -> usize {
        self.find(man).iter().filter(|at| at.0 == file).count()
    }

    fn right(&self, white_letter: char) -> bool {
        let letter = if self.black {
            white_letter.to_ascii_lowercase()
        } else {
            white_letter
        };
        self.position.rights.contains(letter)
    }

    /// File and rank distance of a square to the enemy king.
    fn to_enemy_king(&self, (file, rank): (i64, i64)) -> (i64, i64) {
        let (king_file, king_rank) = self.find('k')[0];
        ((file - king_file).abs(), (rank - king_rank).abs())
    }
}

/// A fraction cut towards zero.
fn trunc(numerator: i64, denominator: i64) -> i64 {
    let whole = numerator.abs() / denominator.abs();
    if (numerator < 0) == (denominator < 0) {
        whole
    } else {
        -whole
    }
}

/// Every term by name, for White and for Black.
pub(crate) fn terms(fen: &str, history: History) -> Vec<(&'static str, [i64; 2])> {
    let view = |black| View {
        position: Position::of_fen(fen),
        black,
        castled: history.castled[usize::from(black)],
    };
    let (white, black) = (side(&view(false)), side(&view(true)));
    let both = white.into_iter().zip(black);
    both.map(|((name, of_white), (_, of_black))| (name, [of_white, of_black]))
        .collect()
}

fn side(view: &View) -> Vec<(&'static str, i64)> {
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

fn material(view: &View) -> i64 {
    let values = [('P', 100), ('B', 340), ('R', 500), ('N', 325), ('Q', 900)];
    values
        .iter()
        .map(|&(man, value)| value * view.find(man).len() as i64)
        .sum()
}

fn pawns(view: &View) -> Vec<(&'static str, i64)> {
    let (mut doubled, mut isolated, mut passed, mut blocked, mut advance) = (0, 0, 0, 0, 0);
    for file in 1..=8 {
        let on_file = view.count_on_file('P', file);
        if on_file >= 2 {
            doubled -= 7;
        }
        let neighbours = view.count_on_file('P', file - 1) + view.count_on_file('P', file + 1);
        if on_file > 0 && neighbours == 0 {
            isolated -= 2;
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
                passed += 10 * rank;
                if view.at(file, rank + 1).is_ascii_lowercase() {
                    blocked -= 5 * rank;
                }
            }
        }
        let tenths = [0, 30, 39, 54, 69, 30, 30, 0][file as usize - 1];
        for rank in 2..=7 {
            if view.at(file, rank) == 'P' {
                advance += trunc(tenths * (rank - 2), 10);
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

fn bishops(view: &View) -> Vec<(&'static str, i64)> {
    let bishops = view.find('B');
    let mut adjacent = 0;
    for &(file, rank) in &bishops {
        for (right, up) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            if matches!(view.at(file + right, rank + up), 'P' | 'p') {
                adjacent -= 3;
            }
        }
    }
    let pair = if bishops.len() >= 2 { 20 } else { 0 };
    vec![("bishop_adjacent_pawns", adjacent), ("bishop_pair", pair)]
}

fn rooks(view: &View) -> Vec<(&'static str, i64)> {
    let (mut tropism, mut seventh, mut same, mut open, mut half_open) = (0, 0, 0, 0, 0);
    for rook in view.find('R') {
        let (files, ranks) = view.to_enemy_king(rook);
        tropism += trunc(16 * (7 - files.min(ranks)), 10);
        if rook.1 == 7 {
            seventh += 20;
        }
        if view.count_on_file('R', rook.0) >= 2 {
            same = 15;
        }
        match (
            view.count_on_file('P', rook.0),
            view.count_on_file('p', rook.0),
        ) {
            (0, 0) => open += 10,
            (0, _) => half_open += 3,
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

fn knights(view: &View) -> Vec<(&'static str, i64)> {
    let (mut centre, mut tropism) = (0, 0);
    for knight in view.find('N') {
        // |file - 4.5| + |rank - 4.5|, in halves.
        let halves = (2 * knight.0 - 9).abs() + (2 * knight.1 - 9).abs();
        // 1.75 x (6 - 2s), where 2s is what is counted here.
        centre += trunc(175 * (6 - halves), 100);
        let (files, ranks) = view.to_enemy_king(knight);
        tropism += trunc(12 * (5 - (files + ranks)), 10);
    }
    vec![("knight_centre", centre), ("knight_king_tropism", tropism)]
}

fn queens(view: &View) -> Vec<(&'static str, i64)> {
    let (mut tropism, mut diagonal) = (0, 0);
    for queen in view.find('Q') {
        let (files, ranks) = view.to_enemy_king(queen);
        tropism += trunc(8 * (7 - files.min(ranks)), 10);
        let shares = view.find('B').iter().any(|bishop| {
            bishop.0 - queen.0 == bishop.1 - queen.1 || bishop.0 - queen.0 == queen.1 - bishop.1
        });
        if shares {
            diagonal += 5;
        }
    }
    vec![
        ("queen_king_tropism", tropism),
        ("queen_bishop_diagonal", diagonal),
    ]
}

fn quadrant(view: &View) -> i64 {
    let (king_file, king_rank) = view.find('K')[0];
    let (mut friends, mut enemies) = (0, 0);
    for file in 1..=8 {
        for rank in 1..=8 {
            if (file <= 4) != (king_file <= 4) || (rank <= 4) != (king_rank <= 4) {
                continue;
            }
            match view.at(file, rank) {
                'K' | '.' => {}
                'q' => enemies += 3,
                man if man.is_ascii_lowercase() => enemies += 1,
                _ => friends += 1,
            }
        }
    }
    if enemies > friends {
        -5 * (enemies - friends)
    } else {
        0
    }
}

fn castling(view: &View) -> i64 {
    if view.castled {
        return 0;
    }
    match (view.right('K'), view.right('Q')) {
        (true, true) => 0,
        (false, true) => -12,
        (true, false) => -8,
        (false, false) => -15,
    }
}
