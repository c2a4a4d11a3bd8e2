//! A board of letters, and how each side sees it.

use super::Numbers;

/// The sides that have castled, as far as the game shows; White first.
#[derive(Clone, Copy)]
pub(crate) struct History {
    pub(crate) castled: [bool; 2],
}

impl History {
    /// A position without a past: a side with no right counts as having castled.
    pub(crate) fn of_fen(fen: &str) -> History {
        let Position { rights, .. } = Position::of_fen(fen);
        History { castled: [!rights.contains(['K', 'Q']), !rights.contains(['k', 'q'])] }
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
pub(super) struct Position {
    rows: Vec<Vec<char>>,
    rights: String,
}

impl Position {
    pub(super) fn of_fen(fen: &str) -> Position {
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
        Position { rows, rights: fields[2].to_owned() }
    }

    pub(super) fn at(&self, file: i64, rank: i64) -> char {
        if (1..=8).contains(&file) && (1..=8).contains(&rank) {
            self.rows[rank as usize - 1][file as usize - 1]
        } else {
            ' '
        }
    }
}

/// The board as one side sees it: its men are upper case, its first rank is rank 1; files are
/// real files.
pub(super) struct View<'n> {
    pub(super) numbers: &'n Numbers,
    pub(super) position: Position,
    pub(super) black: bool,
    pub(super) castled: bool,
}

impl View<'_> {
    pub(super) fn at(&self, file: i64, rank: i64) -> char {
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

    pub(super) fn find(&self, man: char) -> Vec<(i64, i64)> {
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

    pub(super) fn count_on_file(&self, man: char, file: i64) -> usize {
        self.find(man).iter().filter(|at| at.0 == file).count()
    }

    pub(super) fn right(&self, white_letter: char) -> bool {
        let letter = if self.black { white_letter.to_ascii_lowercase() } else { white_letter };
        self.position.rights.contains(letter)
    }

    /// File and rank distance of a square to the enemy king.
    pub(super) fn to_enemy_king(&self, (file, rank): (i64, i64)) -> (i64, i64) {
        let (king_file, king_rank) = self.find('k')[0];
        ((file - king_file).abs(), (rank - king_rank).abs())
    }
}

/// A fraction cut towards zero.
pub(super) fn trunc(numerator: i64, denominator: i64) -> i64 {
    let whole = numerator.abs() / denominator.abs();
    if (numerator < 0) == (denominator < 0) { whole } else { -whole }
}
