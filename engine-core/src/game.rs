//! A game as far as it has gone: where it started and what has been played; and positions as FEN, those of chess and those
//! of Chess960 in X-FEN and Shredder FEN.

use std::borrow::Cow;
use std::num::NonZeroU32;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{
    Bitboard, Castles, CastlingMode, Chess, EnPassantMode, FromSetup, Move, Position, PositionError,
    PositionErrorKinds, Setup,
};
use thiserror::Error;

use crate::epd::{EpdError, EpdRecord};
use crate::movegen::Generator;
use crate::notation::{did_you_mean, fen_of};

/// A starting position and the moves played from it.
///
/// Evaluators read from it what the board alone does not show: who has castled, what has moved.
#[derive(Clone, Debug, Default)]
pub struct Game {
    start: Chess,
    moves: Vec<Move>,
    position: Chess,
}

/// The reason that a text is not a position with its moves: the place, and the remedy.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct GameError(String);

impl From<EpdError> for GameError {
    fn from(error: EpdError) -> GameError {
        GameError(error.to_string())
    }
}

fn no_move(number: usize, text: &str) -> GameError {
    let wanted = "is not a move in UCI notation such as e2e4 or e7e8q";
    GameError(format!("move {number} (\"{text}\") {wanted}"))
}

/// The position and its moves, which follow the first word `moves` that is not quoted.
fn at_moves(text: &str) -> (&str, &str) {
    let mut quoted = false;
    let blank = |c: char| c.is_whitespace();
    let mut words = text.split_inclusive(blank);
    let mut end = 0;
    for word in &mut words {
        if word.trim_end() == "moves" && !quoted {
            return (&text[..end], &text[end + word.len()..]);
        }
        quoted ^= word.matches('"').count() % 2 == 1;
        end += word.len();
    }
    (text, "")
}

/// A position without what stood around it where it was copied.
fn unwrapped(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    if let Some(fen) = text.strip_prefix("[FEN \"").and_then(|rest| rest.strip_suffix("\"]")) {
        return fen.into();
    }
    if !text.starts_with("http://") && !text.starts_with("https://") {
        return text.strip_prefix("position ").unwrap_or(text).trim_start().into();
    }
    let address = text.replace("%20", " ").replace("%2F", "/").replace("%2f", "/").replace('_', " ");
    if let Some((_, query)) = address.split_once("fen=") {
        return query.split(['&', '#']).next().unwrap_or_default().replace('+', " ").into();
    }
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let ranks: Vec<&str> = path.rsplitn(9, '/').take(8).collect();
    ranks.into_iter().rev().collect::<Vec<_>>().join("/").into()
}

impl Game {
    /// A game that starts from `start`.
    pub fn new(start: Chess) -> Game {
        Game { position: start.clone(), start, moves: Vec::new() }
    }

    /// Reads `startpos [moves ...]`, `fen FEN [moves ...]` or a FEN, with moves in UCI notation; and what else people
    /// have: a line of EPD, UCI's whole command, a FEN tag, the address of a board with its FEN.
    ///
    /// # Errors
    /// If the FEN cannot be read or is not a legal position, or if a move cannot be played; the
    /// error gives the word and the reason.
    pub fn parse(text: &str) -> Result<Game, GameError> {
        Ok(Game::pasted(text)?.0)
    }

    /// The same, with a sentence on what was assumed for fields that the text lacks.
    ///
    /// # Errors
    /// As those of [`Game::parse`].
    pub fn pasted(text: &str) -> Result<(Game, Option<String>), GameError> {
        let text = unwrapped(text);
        let (position, moves) = at_moves(&text);
        let forms = "write a FEN, or `startpos [moves ...]`, or `fen FEN [moves ...]`";
        let (mut game, assumed) = match position.strip_prefix("fen ").unwrap_or(position).trim() {
            "" => return Err(GameError(format!("no position given; {forms}"))),
            "startpos" => (Game::default(), Vec::new()),
            other => {
                if let Some(word) = other.strip_prefix("startpos ") {
                    return Err(no_move(1, word.split_whitespace().next().unwrap_or(word)));
                }
                let first = other.split_whitespace().next().unwrap_or_default();
                if first.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                    let meant = did_you_mean(first, &["startpos"]);
                    return Err(GameError(format!("{first:?} is no position{meant}; {forms}")));
                }
                let record = EpdRecord::pasted(other)?;
                let here = Game::new(position_from_fen(&record.fen)?);
                // The file that `positions` writes has the game that led to a position.
                let history = record.text("c8").and_then(|history| Game::parse(history).ok());
                let history = history.filter(|history| fen_of(history.position()) == fen_of(here.position()));
                (history.unwrap_or(here), record.assumed)
            }
        };
        for text in moves.split_whitespace() {
            game.play_uci(text)?;
        }
        let sentence = || format!("Assumed, as the position does not say: {}.", assumed.join(", "));
        let sentence = (!assumed.is_empty()).then(sentence);
        Ok((game, sentence))
    }

    /// Plays a move given in UCI notation (castling as king moves or as king takes rook).
    ///
    /// # Errors
    /// If the text is not a move or the move is not legal.
    pub fn play_uci(&mut self, text: &str) -> Result<(), GameError> {
        let number = self.moves.len() + 1;
        let uci: UciMove = text.parse().map_err(|_| no_move(number, text))?;
        let mv = uci.to_move(&self.position).map_err(|_| {
            let fen = fen_of(&self.position);
            GameError(format!("move {number} ({text}) is not legal in \"{fen}\""))
        })?;
        self.play(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal.
    pub fn play(&mut self, mv: Move) {
        self.position.play_unchecked(mv);
        self.moves.push(mv);
    }

    /// The start position of the game.
    pub fn start(&self) -> &Chess {
        &self.start
    }

    /// The moves played since the start.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position now.
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// The legal moves now.
    pub fn legal_moves(&self) -> crate::movegen::Moves {
        let position = crate::position::Position::from(&self.position);
        Generator::new(&position, position.checkers()).all()
    }
}

/// The position that `fen` describes; the last two fields may be missing. Castling rights are those of chess or of
/// Chess960, as X-FEN (`KQkq`, or the file of an inner rook) or Shredder FEN (`HAha`) writes them. An en passant square
/// counts only behind a pawn that may just have made a double step: many programs write it too freely.
///
/// # Errors
/// If it cannot be read or is not a legal position; so if a castling right lacks its king or its rook.
pub fn position_from_fen(fen: &str) -> Result<Chess, GameError> {
    let parsed: Result<Fen, _> = fen.parse();
    let parsed = parsed.map_err(|error| GameError(format!("cannot read the FEN \"{fen}\": {error}")))?;
    position_from_setup(parsed.into_setup())
        .map_err(|reason| GameError(format!("the FEN \"{fen}\" is not a legal position: {reason}")))
}

/// The most moves that a position has behind it: none has nearly as many, and more could not be counted on from.
const MOST_MOVES: NonZeroU32 = NonZeroU32::MIN.saturating_add(1 << 30);

/// The position that `setup` describes, or the reason that it is none, both as with [`position_from_fen`].
///
/// # Errors
/// If it is not a legal position.
pub fn position_from_setup(mut setup: Setup) -> Result<Chess, String> {
    setup.halfmoves = setup.halfmoves.min(MOST_MOVES.get());
    setup.fullmoves = setup.fullmoves.min(MOST_MOVES);
    let impossible = impossible_rights(&setup);
    // King and rooks that may castle stand as in chess, or anywhere on their first rank.
    let mode = CastlingMode::detect(&setup);
    let position = Chess::from_setup(setup, mode).or_else(PositionError::ignore_invalid_ep_square);
    position.map_err(|error| describe(error.kinds(), impossible))
}

/// The squares of rooks that cannot castle although `setup` gives them the right.
fn impossible_rights(setup: &Setup) -> Bitboard {
    let castles = Castles::from_setup(setup, CastlingMode::Chess960);
    let possible = castles.unwrap_or_else(|possible| possible).castling_rights();
    setup.castling_rights & !possible
}

fn describe(kinds: PositionErrorKinds, impossible_rights: Bitboard) -> String {
    let texts = [
        (PositionErrorKinds::EMPTY_BOARD, "the board is empty"),
        (PositionErrorKinds::MISSING_KING, "a king is missing"),
        (PositionErrorKinds::TOO_MANY_KINGS, "a side has more than one king"),
        (PositionErrorKinds::PAWNS_ON_BACKRANK, "a pawn stands on the first or last rank"),
        (PositionErrorKinds::OPPOSITE_CHECK, "the side that is not to move is in check"),
        (PositionErrorKinds::IMPOSSIBLE_CHECK, "the check could never have been given"),
        (PositionErrorKinds::TOO_MUCH_MATERIAL, "a side has more pieces than a game can give it"),
    ];
    let mut found: Vec<String> =
        texts.into_iter().filter(|(kind, _)| kinds.contains(*kind)).map(|(_, text)| text.to_owned()).collect();
    if kinds.contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS) {
        let rooks: Vec<String> = impossible_rights.into_iter().map(|rook| rook.to_string()).collect();
        found.push(format!(
            "castling is impossible with {}: king and rook have to stand on their first rank, the rook on its \
             side of the king (`-` if no side may castle)",
            rooks.join(" and ")
        ));
    }
    found.join("; ")
}

/// The position with ranks and colours swapped.
pub fn mirrored(position: &Chess) -> Chess {
    let mut setup = position.to_setup(EnPassantMode::Always);
    setup.mirror();
    let mode = CastlingMode::detect(&setup);
    Chess::from_setup(setup, mode).expect("the mirror of a legal position")
}
