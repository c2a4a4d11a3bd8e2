//! A small UCI engine, the subject of these tests: it builds in a second and answers at once.
//! Two plies of alpha-beta on material and advanced pawns. It neither castles nor takes in passing
//! itself, but understands it where an opening does.

use std::io::{BufRead, stdin};

/// By kind of man: pawn, knight, bishop, rook, queen, king. The queen's is a mistake.
const VALUES: [i32; 7] = [0, 100, 320, 330, 500, 50, 20_000];
/// The bonus of a pawn, by its rank.
const ADVANCE: [i32; 8] = [0, 0, 4, 8, 16, 32, 64, 0];

const MEN: &[u8] = b" pnbrqk";
const KNIGHT: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const LINES: [(i32, i32); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

/// From, to and what a pawn becomes, or 0.
type Move = (usize, usize, i8);

/// White's men are positive; a1 is 0.
#[derive(Clone)]
struct Board {
    men: [i8; 64],
    side: i8,
}

impl Board {
    fn from_fen(fen: &str) -> Board {
        let mut words = fen.split(' ');
        let mut board = Board { men: [0; 64], side: 1 };
        for (row, rank) in words.next().unwrap().split('/').enumerate() {
            let mut file = 0;
            for letter in rank.bytes() {
                if letter.is_ascii_digit() {
                    file += usize::from(letter - b'0');
                    continue;
                }
                let kind = MEN.iter().position(|man| *man == letter.to_ascii_lowercase());
                let sign = if letter.is_ascii_uppercase() { 1 } else { -1 };
                board.men[(7 - row) * 8 + file] = sign * kind.unwrap() as i8;
                file += 1;
            }
        }
        if words.next() == Some("b") {
            board.side = -1;
        }
        board
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in 0..64 {
            let man = self.men[from] * self.side;
            let steps: &[(i32, i32)] = match man {
                1 => {
                    self.pawn_moves(from, &mut moves);
                    continue;
                }
                2 => &KNIGHT,
                3 => &LINES[4..],
                4 => &LINES[..4],
                5 | 6 => &LINES,
                _ => continue,
            };
            for step in steps {
                let mut to = from;
                while let Some(next) = moved(to, *step) {
                    if self.men[next] * self.side > 0 {
                        break;
                    }
                    moves.push((from, next, 0));
                    if self.men[next] != 0 || man == 2 || man == 6 {
                        break;
                    }
                    to = next;
                }
            }
        }
        moves
    }

    fn pawn_moves(&self, from: usize, moves: &mut Vec<Move>) {
        let up = i32::from(self.side);
        let mut push = |to: usize| {
            let becomes = if to / 8 == 0 || to / 8 == 7 { 5 } else { 0 };
            moves.push((from, to, becomes));
        };
        if let Some(to) = moved(from, (0, up)).filter(|to| self.men[*to] == 0) {
            push(to);
            let home = if up > 0 { 1 } else { 6 };
            let two = moved(to, (0, up)).filter(|to| self.men[*to] == 0 && from / 8 == home);
            two.into_iter().for_each(&mut push);
        }
        let takes = [-1, 1].into_iter().filter_map(|file| moved(from, (file, up)));
        takes.filter(|to| self.men[*to] * self.side < 0).for_each(&mut push);
    }

    fn play(&self, (from, to, becomes): Move) -> Board {
        let mut board = self.clone();
        let man = self.men[from];
        board.men[from] = 0;
        if man.abs() == 1 && from % 8 != to % 8 && self.men[to] == 0 {
            board.men[from / 8 * 8 + to % 8] = 0;
        }
        if man.abs() == 6 && from.abs_diff(to) == 2 {
            let (corner, beside) = if to > from { (to + 1, to - 1) } else { (to - 2, to + 1) };
            board.men[beside] = board.men[corner];
            board.men[corner] = 0;
        }
        board.men[to] = if becomes == 0 { man } else { becomes * self.side };
        board.side = -self.side;
        board
    }

    fn takes_king(&self, (_, to, _): &Move) -> bool {
        self.men[*to].abs() == 6
    }

    fn legal_moves(&self) -> Vec<Move> {
        let safe = |mv: &Move| {
            let after = self.play(*mv);
            !after.moves().iter().any(|reply| after.takes_king(reply))
        };
        self.moves().into_iter().filter(safe).collect()
    }

    fn evaluate(&self) -> i32 {
        let mut score = 0;
        for (square, &man) in self.men.iter().enumerate() {
            let rank = if man > 0 { square / 8 } else { 7 - square / 8 };
            let advance = if man.abs() == 1 { ADVANCE[rank] } else { 0 };
            let worth = VALUES[usize::from(man.unsigned_abs())] + advance;
            score += i32::from(man.signum()) * worth;
        }
        score * i32::from(self.side)
    }

    fn search(&self, depth: u32, mut alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
        *nodes += 1;
        if depth == 0 {
            return self.evaluate();
        }
        let mut moves = self.moves();
        moves.sort_by_key(|(_, to, _)| self.men[*to] == 0);
        for mv in moves {
            let score = if self.takes_king(&mv) {
                VALUES[6]
            } else {
                -self.play(mv).search(depth - 1, -beta, -alpha, nodes)
            };
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        alpha
    }

    fn best(&self, depth: u32, nodes: &mut u64) -> Option<(i32, Move)> {
        let mut best: Option<(i32, Move)> = None;
        for mv in self.legal_moves() {
            let alpha = best.map_or(-99_999, |(score, _)| score);
            let score = -self.play(mv).search(depth - 1, -99_999, -alpha, nodes);
            if best.is_none_or(|(best, _)| score > best) {
                best = Some((score, mv));
            }
        }
        best
    }
}

fn moved(square: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 + files, square as i32 / 8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

fn square(text: &[u8]) -> usize {
    usize::from(text[0] - b'a') + 8 * usize::from(text[1] - b'1')
}

fn written((from, to, becomes): Move) -> String {
    let name = |square: usize| format!("{}{}", (b'a' + (square % 8) as u8) as char, square / 8 + 1);
    let becomes = if becomes == 0 { "" } else { "q" };
    format!("{}{}{becomes}", name(from), name(to))
}

fn position(line: &str) -> Board {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let (start, moves) = line.split_once(" moves ").unwrap_or((line, ""));
    let mut board = Board::from_fen(start.strip_prefix("position fen ").unwrap_or(START));
    for text in moves.split_whitespace().map(str::as_bytes) {
        let becomes = text.get(4).and_then(|letter| MEN.iter().position(|man| man == letter));
        let mv = (square(text), square(&text[2..]), becomes.unwrap_or(0) as i8);
        board = board.play(mv);
    }
    board
}

fn main() {
    if std::env::args().nth(1).as_deref() == Some("bench") {
        let mut nodes = 0;
        for line in ["position startpos", "position startpos moves e2e4 d7d5 e4d5 d8d5 b1c3"] {
            position(line).best(3, &mut nodes);
        }
        println!("{nodes} nodes 1000000 nps");
        return;
    }
    let mut board = position("position startpos");
    for line in stdin().lock().lines().map_while(Result::ok) {
        match line.split(' ').next().unwrap_or_default() {
            "uci" => println!("id name Tiny\noption name Hash type spin default 1 min 1 max 9\nuciok"),
            "isready" => println!("readyok"),
            "position" => board = position(&line),
            "go" => {
                let mut nodes = 0;
                match board.best(2, &mut nodes) {
                    Some((score, mv)) => {
                        println!("info depth 2 score cp {score} nodes {nodes}");
                        println!("bestmove {}", written(mv));
                    }
                    None => println!("bestmove 0000"),
                }
            }
            "quit" => return,
            _ => {}
        }
    }
}
