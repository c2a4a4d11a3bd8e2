//! The games as the page lists and replays them: one column per property of a game, and short keys, since a large run has
//! a million moves.

use engine_core::notation::{fen_of, printable};
use indexmap::IndexSet;
use players::record::{GameRecord, MoveRecord, MoveScore};
use serde_json::{Map, Value, json};
use shakmaty::san::SanPlus;
use shakmaty::{CastlingSide, Chess, EnPassantMode, Move, Position, Square};

use super::packed;
use crate::ReportError;
use crate::played::{Turn, all_moves, play, start};

/// The maximum of games that are listed, the first of the schedule: more than anyone looks through, and few enough for
/// a browser.
pub(super) const LISTED: usize = 20_000;
const CHUNK: usize = 100;
/// The maximum length of packed games: a page of 10,000 games has room for it.
const ROOM: usize = 13_000_000;

/// The columns of the list. `swing` is the largest distance from the result, at the turning point, in hundredths of a point;
/// `turn` is the place of that point: the moves before it, including book moves.
const COLUMNS: &str = "game,white,black,result,ending,plies,opening,time_control,swing,turn";

#[derive(Debug, Default)]
pub(super) struct List {
    columns: [Vec<usize>; 10],
    endings: IndexSet<&'static str>,
    openings: IndexSet<String>,
    open: Vec<Value>,
    /// Packed games, [`CHUNK`] in each, and their length as text.
    pub(super) chunks: Vec<String>,
    room: usize,
}

impl List {
    pub(super) fn add(&mut self, game: &GameRecord, time_control: usize, turn: Turn) -> Result<(), ReportError> {
        if self.len() == LISTED {
            return Ok(());
        }
        let row = [
            game.index + 1,
            game.white,
            game.black,
            game.outcome.white_half_points().into(),
            self.endings.insert_full(game.termination.phrase()).0,
            game.book_moves.len() + game.moves.len(),
            self.openings.insert_full(opening_text(game)).0,
            time_control,
            (100.0 * turn.points).round() as usize,
            game.book_moves.len() + turn.ply,
        ];
        for (column, number) in self.columns.iter_mut().zip(row) {
            column.push(number);
        }
        if self.room < ROOM {
            self.open.push(replay(game)?);
            if self.open.len() == CHUNK {
                self.close_chunk()?;
            }
        }
        Ok(())
    }

    pub(super) fn len(&self) -> usize {
        self.columns[0].len()
    }

    pub(super) fn replays(&self) -> usize {
        (CHUNK * self.chunks.len() + self.open.len()).min(self.len())
    }

    pub(super) fn end(
        &mut self,
        engines: &[&str],
        time_controls: &[&str],
        elo: &[Option<f64>],
    ) -> Result<String, ReportError> {
        let replays = self.replays();
        if !self.open.is_empty() {
            self.close_chunk()?;
        }
        let columns = COLUMNS.split(',').zip(&self.columns);
        let columns: Map<_, _> = columns.map(|(name, column)| (name.to_owned(), json!(column))).collect();
        packed(&json!({
            "engines": engines,
            "time_controls": time_controls,
            "elo": elo,
            "endings": Vec::from_iter(&self.endings),
            "openings": Vec::from_iter(&self.openings),
            "chunk": CHUNK,
            "replays": replays,
            "columns": columns,
        }))
    }

    fn close_chunk(&mut self) -> Result<(), ReportError> {
        let chunk = packed(&self.open)?;
        self.open.clear();
        self.room += chunk.len();
        self.chunks.push(chunk);
        Ok(())
    }
}

/// The code and the name of an opening; its book moves where it has no name.
fn opening_text(game: &GameRecord) -> String {
    let name = match &*game.opening_name {
        "" => game.book_moves.join(" "),
        name => name.to_owned(),
    };
    printable(format!("{} {name}", game.eco).trim()).into_owned()
}

/// A game as the script replays it: `f` is the position before the book, if it is not that of chess; `m` all moves, those of the
/// book first, with what each changes ([`packed_move`]); `k` the number of those; `s`, `d`, `t` and `n` the scores, depths,
/// milliseconds and nodes of the engines' moves; `e` the failure that ended it, if one did.
fn replay(game: &GameRecord) -> Result<Value, ReportError> {
    let mut at = start(game)?;
    let mut moves = Vec::new();
    for uci in all_moves(game) {
        let (before, mv) = play(&mut at, game, uci)?;
        moves.push(packed_move(before, mv, at.position()));
    }
    let of_each = |of: fn(&MoveRecord) -> Value| game.moves.iter().map(of).collect::<Vec<_>>();
    let mut replay = json!({
        "m": moves.join(" "),
        "k": game.book_moves.len(),
        "s": of_each(|record| short_score(record.score)),
        "d": of_each(|record| record.depth.into()),
        "t": of_each(|record| (record.time.as_millis() as u64).into()),
        "n": of_each(|record| three_figures(record.nodes).into()),
    });
    if game.start_fen.is_some() {
        replay["f"] = fen_of(at.start()).into();
    }
    if let Some(failure) = &game.failure {
        replay["e"] = printable(&failure.detail).into();
    }
    Ok(replay)
}

/// A score as the script reads it: centipawns from White's side, `M5` or `-M5`, or null.
fn short_score(score: Option<MoveScore>) -> Value {
    match score {
        None => Value::Null,
        Some(MoveScore::Cp(cp)) => cp.into(),
        Some(MoveScore::Mate { mate }) if mate < 0 => format!("-M{}", mate.unsigned_abs()).into(),
        Some(MoveScore::Mate { mate }) => format!("M{mate}").into(),
    }
}

/// A move as the script plays it without a rule: the changes on the board, `!` if the FEN's clock begins again and `:`
/// if not, SAN, then `~` and the castling rights if they are other ones, `@` and the en passant square if there is one.
/// A change is a square and the one to which its piece goes, or a square and the piece there then, `.` for none:
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

/// The changes of a move on the board, that of its own piece first.
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
    use engine_core::game::Game;
    use players::record::GameResult;
    use runner::sample;

    #[test]
    fn rows_and_replays_are_in_the_order_of_the_games() {
        let config = sample::config();
        let mut list = List::default();
        for index in 0..3 {
            let game = sample::game(&config, index, GameResult::Draw);
            list.add(&game, 0, Turn { ply: 2, points: 0.456 }).unwrap();
        }
        assert_eq!((list.len(), list.replays()), (3, 3));
        let all = |name: &str| {
            let place = COLUMNS.split(',').position(|column| column == name).unwrap();
            <[usize; 3]>::try_from(list.columns[place].clone()).unwrap()
        };
        assert_eq!((all("game"), all("opening"), all("swing")), ([1, 2, 3], [0; 3], [46; 3]));
        assert_eq!((all("turn"), all("plies"), all("result")), ([6; 3], [7; 3], [1; 3]));
        assert_eq!(list.openings[0], "C23 Bishop's Opening, \"Boi\"");
        list.end(&["a"], &[], &[None]).unwrap();
        assert_eq!((list.chunks.len(), list.replays()), (1, 3));
        // Games beyond the room are listed all the same.
        let mut list = List { room: ROOM, ..List::default() };
        list.add(&sample::game(&config, 0, GameResult::Draw), 0, Turn::default()).unwrap();
        assert_eq!((list.len(), list.replays()), (1, 0));
    }

    #[test]
    fn a_game_keeps_its_moves_and_their_scores() {
        let mut game = sample::game(&sample::config(), 0, GameResult::WhiteWins);
        let found = replay(&game).unwrap();
        let moves = "e2e4!e4 e7e5!e5 f1c4:Bc4 b8c6:Nc6 d1h5:Qh5 g8f6:Nf6 h5f7!Qxf7#";
        assert_eq!((&found["m"], &found["k"]), (&json!(moves), &json!(4)));
        assert_eq!(found["s"], json!([35, -65, "M1"]));
        assert_eq!((&found["d"], found.get("f")), (&json!([10, 11, 12]), None));
        game.moves[1].uci = "e1e5".to_owned();
        let error = replay(&game).unwrap_err().to_string();
        let expected = "game 1 (Round 1 in games.pgn): \"e1e5\" cannot be played; the store is damaged, and \
                        `evalarena run` with --repair plays this game again";
        assert_eq!(error, expected);
    }

    /// Castling, en passant and promotion, of chess and of Chess960.
    #[test]
    fn a_move_has_what_the_board_does_not_show() {
        let many = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        for (fen, uci, expected) in [
            (many, "e1g1", "e1g1h1f1:O-O~kq"),
            (many, "d5e6", "d5e6!dxe6"),
            ("r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 4 9", "b2a1q", "b2a1a1q!bxa1=Q+~Kkq"),
            ("r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 4 9", "b7a8q", "b7a8a8Q!bxa8=Q+~KQk"),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", "e5d6", "e5d6d5.!exd6"),
            ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 9 30", "e2e4", "e2e4!e4@e3"),
            ("1rk3r1/8/8/8/8/8/6P1/1R3KR1 w GBgb - 0 1", "f1g1", "f1g1g1f1:O-O~kq"),
            ("r4kr1/p4p2/8/8/8/8/P5P1/RK2R3 w EAga - 0 1", "b1a1", "b1c1a1d1:O-O-O~kq"),
            ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "a1d1:Rad1"),
            // No pawn can capture.
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "e2e4!e4"),
        ] {
            let mut game = Game::parse(fen).unwrap();
            let before = game.position().clone();
            game.play_uci(uci).unwrap();
            let packed = packed_move(before, game.moves()[0], game.position());
            assert_eq!(packed, expected, "{fen} {uci}");
        }
    }

    #[test]
    fn three_figures_are_enough() {
        assert_eq!([0, 7, 999, 1234, 9_876_543].map(three_figures), [0, 7, 999, 1230, 9_870_000]);
        assert_eq!(three_figures(u64::MAX), 18_400_000_000_000_000_000);
    }
}
