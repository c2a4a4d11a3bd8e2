//! A game as the page replays it: short keys and columns, since a large run has a million moves.

use engine_core::game::Game;
use engine_core::notation::fen_of;
use engine_core::text::printable;
use serde::Serialize;
use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::{Move, Position};

use super::PageError;
use players::record::{GameRecord, MoveRecord, MoveScore};

/// A game as the page replays it.
#[derive(Debug, Serialize, PartialEq)]
pub(super) struct Replay {
    /// The position before the book, if it is not that of chess.
    #[serde(rename = "f", skip_serializing_if = "Option::is_none")]
    pub(super) start: Option<String>,
    /// All moves in UCI notation, those of the book first.
    #[serde(rename = "u")]
    pub(super) moves: String,
    /// The part of each SAN move that the board does not show, one character per move: see [`san_mark`].
    #[serde(rename = "x")]
    pub(super) marks: String,
    /// Moves of the book.
    #[serde(rename = "k")]
    pub(super) book: usize,
    /// Scores of the engines' moves, from White's side: centipawns, `M5` or `-M5`, or null.
    #[serde(rename = "s")]
    pub(super) scores: Vec<Score>,
    /// Depths.
    #[serde(rename = "d")]
    pub(super) depths: Vec<u8>,
    /// Milliseconds.
    #[serde(rename = "t")]
    pub(super) millis: Vec<u64>,
    /// Nodes, to three significant figures.
    #[serde(rename = "n")]
    pub(super) nodes: Vec<u64>,
    /// The failure of an engine that ended the game, if any.
    #[serde(rename = "e", skip_serializing_if = "String::is_empty")]
    pub(super) failure: String,
}

/// A score as the page reads it.
#[derive(Debug, Serialize, PartialEq)]
#[serde(untagged)]
pub(super) enum Score {
    None,
    Centipawns(i32),
    Mate(String),
}

impl Score {
    /// Converts a score that may be missing.
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
    /// Converts a game.
    pub(super) fn of(game: &GameRecord) -> Result<Self, PageError> {
        let mut at = start(game)?;
        let uci = game.book_moves.iter();
        let uci = uci.chain(game.moves.iter().map(|record| &record.uci));
        let (mut moves, mut marks) = (Vec::new(), String::new());
        for uci in uci {
            let position = at.position().clone();
            play(&mut at, game, uci)?;
            if let Some(&last) = at.moves().last() {
                marks.push(san_mark(&position, last));
            }
            moves.push(uci.as_str());
        }
        Ok(Self {
            start: game.start_fen.as_ref().map(|_| fen_of(at.start())),
            moves: moves.join(" "),
            marks,
            book: game.book_moves.len(),
            scores: game
                .moves
                .iter()
                .map(|record| Score::of(record.score))
                .collect(),
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

/// The game at its start.
pub(super) fn start(game: &GameRecord) -> Result<Game, PageError> {
    let Some(fen) = &game.start_fen else {
        return Ok(Game::default());
    };
    Game::parse(fen).map_err(|_| impossible(game, fen))
}

/// Plays a move of the game.
pub(super) fn play(at: &mut Game, game: &GameRecord, uci: &str) -> Result<(), PageError> {
    at.play_uci(uci).map_err(|_| impossible(game, uci))
}

fn impossible(game: &GameRecord, what: &str) -> PageError {
    PageError::Game {
        game: game.index,
        what: what.to_owned(),
    }
}

/// A letter for the part of a SAN move that the board does not show: `a` nothing, `b` its file, `c` its rank, `d` both;
/// four letters further on with check, eight with mate.
pub(super) fn san_mark<P: Position + Clone>(position: &P, mv: Move) -> char {
    let SanPlus { san, suffix } = SanPlus::from_move(position.clone(), mv);
    let flags = match san {
        San::Normal {
            role, file, rank, ..
        } if role != shakmaty::Role::Pawn => {
            u8::from(file.is_some()) + 2 * u8::from(rank.is_some())
        }
        _ => 0,
    };
    let suffix = match suffix {
        None => 0,
        Some(Suffix::Check) => 4,
        Some(Suffix::Checkmate) => 8,
    };
    char::from(b'a' + flags + suffix)
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
    use shakmaty::Chess;

    use super::*;
    use players::record::GameResult;
    use runner::sample;

    #[test]
    fn a_game_keeps_its_moves_and_what_was_said_of_them() {
        let game = sample::game(&sample::config(), 0, GameResult::WhiteWins);
        let replay = Replay::of(&game).unwrap();
        assert_eq!(replay.moves, "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7");
        assert_eq!(replay.marks, "aaaaaai", "the last one mates");
        assert_eq!(replay.book, 4);
        let scores = [
            Score::Centipawns(35),
            Score::Centipawns(-65),
            Score::Mate("M1".into()),
        ];
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
            "game 1 (Round 1 in games.pgn): \"e1e5\" cannot be played; the store is damaged, and `tournament run` with --repair \
             plays this game again"
        );
    }

    #[test]
    fn a_mark_tells_origin_and_check() {
        let mark = |fen: &str, uci: &str| {
            let game = Game::parse(fen).unwrap();
            let position: Chess = game.position().clone();
            let mv = uci
                .parse::<shakmaty::uci::UciMove>()
                .unwrap()
                .to_move(&position)
                .unwrap();
            san_mark(&position, mv)
        };
        assert_eq!(mark("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1d1"), 'a');
        assert_eq!(mark("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1"), 'b', "Rad1");
        assert_eq!(mark("4k3/8/R7/8/8/8/4K3/R7 w - - 0 1", "a1a3"), 'c', "R1a3");
        assert_eq!(mark("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1a8"), 'e', "Ra8+");
        assert_eq!(mark("4k3/8/4K3/8/8/8/8/R7 w - - 0 1", "a1a8"), 'i', "Ra8#");
    }

    #[test]
    fn three_figures_are_enough() {
        assert_eq!(
            [0, 7, 999, 1234, 9_876_543].map(three_figures),
            [0, 7, 999, 1230, 9_870_000]
        );
        assert_eq!(three_figures(u64::MAX), 18_400_000_000_000_000_000);
    }
}
