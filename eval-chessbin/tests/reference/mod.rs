//! The rules once more, slow and simple: a board of 64 boxes, walked square by square.
//!
//! It shares no code with the crate, not even the reading of positions and moves, so that a rule
//! has to be misread twice in the same way to go unnoticed.

pub(crate) mod lines;
pub(crate) mod numbers;
pub(crate) mod pieces;
pub(crate) mod rules;

/// A man in its box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Man {
    /// One of `PNBRQK`.
    pub(crate) kind: char,
    pub(crate) white: bool,
    pub(crate) moved: bool,
}

/// The parts in which two positions have to agree to be the same.
type Snapshot = ([Option<(char, bool)>; 64], bool, String, Option<usize>);

/// A game's position; squares count from a8 = 0 to h1 = 63.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    pub(crate) boxes: [Option<Man>; 64],
    pub(crate) white_to_move: bool,
    /// Some of `KQkq`.
    pub(crate) rights: String,
    /// The square that the last double step skipped.
    pub(crate) skipped: Option<usize>,
    pub(crate) halfmoves: u32,
    pub(crate) castled: [bool; 2],
    pub(crate) parent_men: Option<usize>,
    seen: Vec<Snapshot>,
}

pub(crate) fn square(name: &str) -> usize {
    let bytes = name.as_bytes();
    (b'8' - bytes[1]) as usize * 8 + (bytes[0] - b'a') as usize
}

/// The square `files` files and `rows` rows (downwards) away, if it is on the board.
pub(crate) fn shifted(from: usize, files: i32, rows: i32) -> Option<usize> {
    let (file, row) = (from as i32 % 8 + files, from as i32 / 8 + rows);
    ((0..8).contains(&file) && (0..8).contains(&row)).then_some((row * 8 + file) as usize)
}

impl Position {
    /// The position of `startpos [moves ...]` or `[fen] FEN [moves ...]`.
    pub(crate) fn parse(text: &str) -> Position {
        let text = text.strip_prefix("fen ").unwrap_or(text);
        let (fen, moves) = text.split_once(" moves").unwrap_or((text, ""));
        let mut position = Position::from_fen(match fen.trim() {
            "startpos" => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            fen => fen,
        });
        position.seen.push(position.snapshot());
        for uci in moves.split_whitespace() {
            position.play(uci);
        }
        position
    }

    fn from_fen(fen: &str) -> Position {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let rights = fields[2].replace('-', "");
        let castled = [("K", "Q"), ("k", "q")]
            .map(|(short, long)| !rights.contains(short) && !rights.contains(long));
        let mut boxes = [None; 64];
        let mut at = 0;
        for letter in fields[0].chars().filter(|&letter| letter != '/') {
            if let Some(empty) = letter.to_digit(10) {
                at += empty as usize;
            } else {
                let white = letter.is_ascii_uppercase();
                let kind = letter.to_ascii_uppercase();
                let has = |name: &str, right| at == square(name) && rights.contains(right);
                let moved = match kind {
                    'K' => castled[usize::from(!white)],
                    'R' if white => !has("a1", 'Q') && !has("h1", 'K'),
                    'R' => !has("a8", 'q') && !has("h8", 'k'),
                    'Q' => at != square(if white { "d1" } else { "d8" }),
                    _ => false,
                };
                boxes[at] = Some(Man { kind, white, moved });
                at += 1;
            }
        }
        let skipped = (fields[3] != "-").then(|| square(fields[3]));
        Position {
            boxes,
            white_to_move: fields[1] == "w",
            rights,
            skipped,
            halfmoves: fields.get(4).map_or(0, |field| field.parse().unwrap()),
            castled,
            parent_men: None,
            seen: Vec::new(),
        }
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, uci: &str) {
        self.parent_men = Some(self.men());
        let (from, to) = (square(&uci[..2]), square(&uci[2..4]));
        let man = self.boxes[from].unwrap();
        let quiet = self.boxes[to].is_none() && man.kind != 'P';
        self.halfmoves = if quiet { self.halfmoves + 1 } else { 0 };
        self.carry_out(from, to);
        if let Some(promoted) = uci[4..].chars().next() {
            let kind = promoted.to_ascii_uppercase();
            self.boxes[to] = Some(Man { kind, ..self.boxes[to].unwrap() });
        }
        if man.kind == 'K' && from.abs_diff(to) == 2 {
            self.castled[usize::from(!man.white)] = true;
            let row = from / 8 * 8;
            let (corner, beside) = if to > from { (7, 5) } else { (0, 3) };
            self.carry_out(row + corner, row + beside);
        }
        let double = man.kind == 'P' && from.abs_diff(to) == 16;
        self.skipped = double.then_some((from + to) / 2);
        for (name, lost) in
            [("e1", "KQ"), ("h1", "K"), ("a1", "Q"), ("e8", "kq"), ("h8", "k"), ("a8", "q")]
        {
            if [from, to].contains(&square(name)) {
                self.rights.retain(|right| !lost.contains(right));
            }
        }
        self.white_to_move = !self.white_to_move;
        let now = self.snapshot();
        self.seen.push(now);
    }

    /// Moves a man, en passant included, and nothing else.
    fn carry_out(&mut self, from: usize, to: usize) {
        let man = self.boxes[from].take().unwrap();
        if man.kind == 'P' && from % 8 != to % 8 && self.boxes[to].is_none() {
            self.boxes[from / 8 * 8 + to % 8] = None;
        }
        self.boxes[to] = Some(Man { moved: true, ..man });
    }

    /// All men of the board.
    pub(crate) fn men(&self) -> usize {
        self.boxes.iter().flatten().count()
    }

    /// The number of times that the position has occurred in the game.
    pub(crate) fn occurrences(&self) -> usize {
        let now = self.snapshot();
        self.seen.iter().filter(|&earlier| *earlier == now).count()
    }

    fn snapshot(&self) -> Snapshot {
        let capture =
            |&to: &usize| self.en_passant_from(to).into_iter().any(|from| self.is_safe(from, to));
        (
            self.boxes.map(|man| man.map(|man| (man.kind, man.white))),
            self.white_to_move,
            self.rights.clone(),
            self.skipped.filter(capture),
        )
    }

    /// The squares of pawns of the side to move that could capture on the skipped square.
    pub(crate) fn en_passant_from(&self, skipped: usize) -> Vec<usize> {
        let row = if self.white_to_move { 1 } else { -1 };
        let beside = [-1, 1].map(|files| shifted(skipped, files, row));
        let is_pawn = |&at: &usize| {
            self.boxes[at].is_some_and(|man| man.kind == 'P' && man.white == self.white_to_move)
        };
        beside.into_iter().flatten().filter(is_pawn).collect()
    }

    /// True if the side to move is in check.
    pub(crate) fn is_check(&self) -> bool {
        let king = self.king(self.white_to_move);
        (0..64).any(|from| {
            self.boxes[from].is_some_and(|man| man.white != self.white_to_move)
                && lines::reached(self, from).contains(&king)
        })
    }

    /// The square of a side's king.
    pub(crate) fn king(&self, white: bool) -> usize {
        let is_king =
            |man: &Option<Man>| man.is_some_and(|man| man.kind == 'K' && man.white == white);
        self.boxes.iter().position(is_king).unwrap()
    }

    /// True if moving a man of the side to move leaves its king out of check.
    fn is_safe(&self, from: usize, to: usize) -> bool {
        let mut after = self.clone();
        after.carry_out(from, to);
        !after.is_check()
    }

    /// True if the side to move has a legal move; where castling is legal, a king's step is too.
    pub(crate) fn has_legal_move(&self) -> bool {
        (0..64).any(|from| {
            self.boxes[from].is_some_and(|man| man.white == self.white_to_move)
                && lines::steps(self, from).into_iter().any(|to| self.is_safe(from, to))
        })
    }
}
