//! A game as the page replays it: short keys and columns, since a large run has a million moves.

use engine_core::game::Game;
use engine_core::notation::fen_of;
use engine_core::text::printable;
use serde::Serialize;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingSide, Chess, EnPassantMode, Move, Position, Square};

use super::PageError;
use players::record::{GameRecord, MoveRecord, MoveScore};

#[derive(Debug, Serialize, PartialEq)]
pub(super) struct Replay {
    /// The position before the book, if it is not that of chess.
    #[serde(rename = "f", skip_serializing_if = "Option::is_none")]
    pub(super) start: Option<String>,
    /// All moves, those of the book first, with what each changes: see [`packed_move`].
    #[serde(rename = "m")]
    pub(super) moves: String,
    #[serde(rename = "k")]
    pub(super) book: usize,
    /// Scores of the engines' moves, from White's side: centipawns, `M5` or `-M5`, or null.
    #[serde(rename = "s")]
    pub(super) scores: Vec<Score>,
    #[serde(rename = "d")]
    pub(super) depths: Vec<u8>,
    #[serde(rename = "t")]
    pub(super) millis: Vec<u64>,
    #[serde(rename = "n")]
    pub(super) nodes: Vec<u64>,
    /// The failure of an engine that ended the game, if any.
    #[serde(rename = "e", skip_serializing_if = "String::is_empty")]
    pub(super) failure: String,
}

#[derive(Debug, Serialize, PartialEq)]
#[serde(untagged)]
pub(super) enum Score {
    None,
    Centipawns(i32),
    Mate(String),
}

impl Score {
    pub(super) fn of(score: Option<MoveScore>) -> Self {
        match score {
            None => Self::None,
            Some(MoveScore::Cp(cp)) => Self::Centipawns(cp),
            Some(MoveScore::Mate { mate }) if mate < 0 => {
                Self::Mate(format!("-M{}", mate.unsigned_abs()))
            }
            Some(MoveScore::Mate { mate }) => Self::Mate(format!("M{mate}")),
        }
    }
}

impl Replay {
    pub(super) fn of(game: &GameRecord) -> Result<Self, PageError> {
        let mut at = start(game)?;
        let uci = game.book_moves.iter();
        let uci = uci.chain(game.moves.iter().map(|record| &record.uci));
        let mut moves = Vec::new();
        for uci in uci {
            let before = at.position().clone();
            play(&mut at, game, uci)?;
            if let Some(&mv) = at.moves().last() {
                moves.push(packed_move(before, mv, at.position()));
            }
        }
        Ok(Self {
            start: game.start_fen.as_ref().map(|_| fen_of(at.start())),
            moves: moves.join(" "),
            book: game.book_moves.len(),
            scores: game.moves.iter().map(|record| Score::of(record.score)).collect(),
            depths: game.moves.iter().map(|record| record.depth).collect(),
            millis: game.moves.iter().map(millis).collect(),
            nodes: game.moves.iter().map(|r| three_figures(r.nodes)).collect(),
            failure: game
                .failure
                .as_ref()
                .map(|failure| printable(&failure.to_string()).into_owned())
                .unwrap_or_default(),
        })
    }
}

pub(super) fn start(game: &GameRecord) -> Result<Game, PageError> {
    let Some(fen) = &game.start_fen else {
        return Ok(Game::default());
    };
    Game::parse(fen).map_err(|_| impossible(game, fen))
}

pub(super) fn play(at: &mut Game, game: &GameRecord, uci: &str) -> Result<(), PageError> {
    at.play_uci(uci).map_err(|_| impossible(game, uci))
}

fn impossible(game: &GameRecord, what: &str) -> PageError {
    PageError::Game { game: game.index, what: what.to_owned() }
}

/// A move as the script plays it without a rule: the changes on the board, `!` if the FEN's clock begins again and `:`
/// if not, SAN, then `~` and the castling rights if they are other ones, `@` and the en passant square if there is one.
/// A change is a square and the one to which its man goes, or a square and the man there then, `.` for none:
/// `g1f3:Nf3`, `e1g1h1f1:O-O~kq`, `e5d6d5.!exd6`, `b7a8a8Q!bxa8=Q+`.
fn packed_move(before: Chess, mv: Move, after: &Chess) -> String {
    let clock = if after.halfmoves() == 0 { '!' } else { ':' };
    let mut packed = format!("{}{clock}", changes(&before, mv));
    let had = castling_rights(&before);
    packed += &SanPlus::from_move(before, mv).to_string();
    let has = castling_rights(after);
    if has != had {
        packed += &format!("~{has}");
    }
    if let Some(square) = after.ep_square(EnPassantMode::Legal) {
        packed += &format!("@{square}");
    }
    packed
}

fn castling_rights(position: &Chess) -> String {
    if position.castles().is_empty() {
        return "-".to_owned();
    }
    fen_of(position).split(' ').nth(2).unwrap_or("-").to_owned()
}

/// The changes of a move on the board, that of its own man first.
fn changes(before: &Chess, mv: Move) -> String {
    match mv {
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(king < rook);
            let king_to = Square::from_coords(side.king_to_file(), king.rank());
            let rook_to = Square::from_coords(side.rook_to_file(), rook.rank());
            format!("{king}{king_to}{rook}{rook_to}")
        }
        Move::EnPassant { from, to } => {
            format!("{from}{to}{}.", Square::from_coords(to.file(), from.rank()))
        }
        Move::Normal { from, to, promotion: Some(role), .. } => {
            format!("{from}{to}{to}{}", role.of(before.turn()).char())
        }
        Move::Normal { from, to, .. } => format!("{from}{to}"),
        Move::Put { role, to } => format!("{to}{}", role.of(before.turn()).char()),
    }
}

fn millis(record: &MoveRecord) -> u64 {
    u64::try_from(record.time.as_millis()).unwrap_or(u64::MAX)
}

/// The number to three significant figures: readers need no more, and it packs better.
fn three_figures(number: u64) -> u64 {
    let figures = number.checked_ilog10().unwrap_or(0);
    let unit = 10_u64.pow(figures.saturating_sub(2));
    // Rounded up, the largest number would overflow.
    (number / unit).saturating_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use players::record::GameResult;
    use runner::sample;

    #[test]
    fn a_game_keeps_its_moves_and_what_was_said_of_them() {
        let game = sample::game(&sample::config(), 0, GameResult::WhiteWins);
        let replay = Replay::of(&game).unwrap();
        let moves = "e2e4!e4 e7e5!e5 f1c4:Bc4 b8c6:Nc6 d1h5:Qh5 g8f6:Nf6 h5f7!Qxf7#";
        assert_eq!(replay.moves, moves);
        assert_eq!(replay.book, 4);
        let scores = [Score::Centipawns(35), Score::Centipawns(-65), Score::Mate("M1".into())];
        assert_eq!(replay.scores, scores);
        assert_eq!(replay.depths, [10, 11, 12]);
        assert_eq!(serde_json::to_value(&replay).unwrap().get("f"), None);
    }

    #[test]
    fn a_move_that_cannot_be_played_is_named() {
        let mut game = sample::game(&sample::config(), 0, GameResult::WhiteWins);
        game.moves[1].uci = "e1e5".to_owned();
        let error = Replay::of(&game).unwrap_err().to_string();
        assert_eq!(
            error,
            "game 1 (Round 1 in games.pgn): \"e1e5\" cannot be played; the store is damaged, and `evalarena run` with --repair \
             plays this game again"
        );
    }

    /// Positions with castling, en passant and promotion, of chess and of Chess960.
    const SPECIAL: [&str; 7] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 4 9",
        "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 4 9",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
        "4k3/8/8/8/3p4/8/4P3/4K3 w - - 9 30",
        "1rk3r1/8/8/8/8/8/6P1/1R3KR1 w GBgb - 0 1",
        "r4kr1/p4p2/8/8/8/8/P5P1/RK2R3 w EAga - 0 1",
    ];

    #[test]
    fn a_move_has_what_the_board_does_not_show() {
        let packed = |fen: &str, uci: &str| {
            let mut game = Game::parse(fen).unwrap();
            let before = game.position().clone();
            game.play_uci(uci).unwrap();
            packed_move(before, game.moves()[0], game.position())
        };
        let cases = [
            (0, "e1g1", "e1g1h1f1:O-O~kq"),
            (0, "d5e6", "d5e6!dxe6"),
            (1, "b2a1q", "b2a1a1q!bxa1=Q+~Kkq"),
            (2, "b7a8q", "b7a8a8Q!bxa8=Q+~KQk"),
            (3, "e5d6", "e5d6d5.!exd6"),
            (4, "e2e4", "e2e4!e4@e3"),
            (5, "f1g1", "f1g1g1f1:O-O~kq"),
            (6, "b1a1", "b1c1a1d1:O-O-O~kq"),
        ];
        for (at, uci, wanted) in cases {
            assert_eq!(packed(SPECIAL[at], uci), wanted, "{uci}");
        }
        let two_rooks = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1";
        assert_eq!(packed(two_rooks, "a1d1"), "a1d1:Rad1");
        // No pawn can capture.
        let alone = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        assert_eq!(packed(alone, "e2e4"), "e2e4!e4");
    }

    #[test]
    fn three_figures_are_enough() {
        assert_eq!([0, 7, 999, 1234, 9_876_543].map(three_figures), [0, 7, 999, 1230, 9_870_000]);
        assert_eq!(three_figures(u64::MAX), 18_400_000_000_000_000_000);
    }
}
