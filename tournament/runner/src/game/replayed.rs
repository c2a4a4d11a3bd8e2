//! Checks that a stored game could have been played: its moves are legal, begin with its opening, and end as recorded.

use std::iter;

use config::Adjudication;
use engine_core::game::Game;
use engine_core::key::Key;
use engine_core::movegen::Generator;
use openings::{Opening, Variant};
use players::player::GivenScore;
use players::record::{GameRecord, GameResult, MoveScore, PlayedMove, SideStats, Termination};
use shakmaty::{ByColor, Chess, Color, Move, Position, Role};

use super::played_plies;
use crate::adjudicate::{Adjudicator, won_by};

/// The rules by which a game was played.
#[derive(Debug, Clone, Copy)]
pub struct Rules<'r> {
    /// The variant of chess.
    pub variant: Variant,
    /// The rules by which games are ended before the rules of chess end them.
    pub adjudication: &'r Adjudication,
    /// The number of centipawns of each side worth one of Michniewski's.
    pub scale: ByColor<f64>,
}

/// Replays a game by its `moves`: [`GameRecord::played`], or the same read elsewhere. `opening` is the one that the
/// schedule gives it; without one the game's own is taken. The first impossible thing in it, in words.
pub fn check(
    record: &GameRecord,
    moves: &[PlayedMove<'_>],
    opening: Option<&Opening>,
    rules: &Rules<'_>,
) -> Result<(), String> {
    let mut replay = GameReplay::start(record, opening)?;
    let mut adjudicator = Adjudicator::new(rules.adjudication, rules.scale);
    let mut end = None;
    for (ply, mv) in moves.iter().enumerate() {
        if let Some((_, termination)) = end {
            let by = Termination::phrase(termination);
            return Err(format!("it continues after {by} at its move {ply}"));
        }
        let mover = replay.game.position().turn();
        replay.play(&mv.uci, rules.variant)?;
        let is_last = ply + 1 == moves.len();
        end = replay.end(is_last).or_else(|| {
            let position = replay.game.position();
            let score = mv.score.map(|score| of_mover(mover, score));
            adjudicator.after_move(mover, score, played_plies(position), position.board())
        });
    }
    ended(record, moves, &replay, end, rules.adjudication)?;
    sums_fit(record, moves)
}

struct GameReplay {
    game: Game,
    /// A number for every position, which equal ones share: a key would take most of the time.
    numbers: Vec<u64>,
}

impl GameReplay {
    fn start(record: &GameRecord, opening: Option<&Opening>) -> Result<Self, String> {
        let Some(opening) = opening else {
            let start = record.start_fen.as_deref().unwrap_or("startpos");
            let mut replay = Self::of(Game::parse(start).map_err(|error| error.to_string())?);
            record.book_moves.iter().try_for_each(|uci| replay.play_any(uci))?;
            return Ok(replay);
        };
        if record.start_fen != opening.start_fen() || record.book_moves != opening.uci_moves() {
            return Err("it does not begin with the opening of its place".to_owned());
        }
        let mut replay = Self::of(Game::new(opening.start.clone()));
        for &mv in &opening.moves {
            replay.game.play(mv);
            replay.keep_number();
        }
        Ok(replay)
    }

    fn of(game: Game) -> Self {
        let numbers = vec![number_of(game.position())];
        Self { game, numbers }
    }

    /// Plays a move that must be written as the arena writes it.
    fn play(&mut self, uci: &str, variant: Variant) -> Result<(), String> {
        self.play_any(uci)?;
        let is_plain =
            |mv: &Move| uci.len() == 4 && !uci.bytes().any(|byte| byte.is_ascii_uppercase()) && !mv.is_castle();
        let last = self.game.moves().last();
        if last.is_some_and(|mv| is_plain(mv) || variant.uci(*mv) == uci) {
            Ok(())
        } else {
            Err(format!("\"{uci}\" is not how the arena writes this move"))
        }
    }

    fn play_any(&mut self, uci: &str) -> Result<(), String> {
        self.game.play_uci(uci).map_err(|error| error.to_string())?;
        self.keep_number();
        Ok(())
    }

    fn keep_number(&mut self) {
        self.numbers.push(number_of(self.game.position()));
    }

    /// The number of occurrences of the position, now included; below three an upper bound, which ignores castling and
    /// en passant.
    fn occurrences(&self) -> usize {
        let alike = occurrences(&self.numbers);
        if alike < 3 {
            return alike;
        }
        let mut position = self.game.start().clone();
        let mut keys = vec![Key::of(&position)];
        for &mv in self.game.moves() {
            position.play_unchecked(mv);
            keys.push(Key::of(&position));
        }
        occurrences(&keys)
    }

    /// The end of the game here by the rules of chess. That a move can be made is shown by the one that follows.
    fn end(&self, is_last: bool) -> Option<(GameResult, Termination)> {
        if is_last {
            by_rule(self.game.position(), || self.occurrences())
        } else {
            without_mobility(self.game.position(), || self.occurrences())
        }
    }
}

/// A number for the pieces on the board and the side to move.
fn number_of(position: &Chess) -> u64 {
    /// An odd number without a pattern: 2^64 divided by the golden ratio.
    const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
    let board = position.board();
    let turn = u64::from(position.turn().is_white());
    let roles = Role::ALL.map(|role| board.by_role(role));
    iter::once(board.white())
        .chain(roles)
        .fold(turn, |number, squares| (number.rotate_left(5) ^ u64::from(squares)).wrapping_mul(MIX))
}

/// An error unless a game ended as recorded; `end` is its end by the rules and the adjudication.
fn ended(
    record: &GameRecord,
    moves: &[PlayedMove<'_>],
    replay: &GameReplay,
    end: Option<(GameResult, Termination)>,
    adjudication: &Adjudication,
) -> Result<(), String> {
    let stored = (record.outcome, record.termination);
    if record.termination.is_failure() && record.failure.is_none() {
        let by = stored.1.phrase();
        return Err(format!("its record has an end by {by}, and its failure is missing"));
    }
    let position = replay.game.position();
    let is_so = match (end, stored.1) {
        (Some(end), _) => end == stored,
        // The replaying machine need not have the tables.
        (None, Termination::AdjudicatedTablebase) => {
            let pieces = adjudication.syzygy.as_ref().map_or(0, |rule| rule.men);
            position.board().occupied().count() <= pieces && position.halfmoves() == 0
        }
        (None, termination) if termination.is_failure() => {
            let before_any_move = moves.is_empty() && stored.0 != GameResult::Draw;
            before_any_move || stored.0 == after_failure(position)
        }
        (None, _) => false,
    };
    if is_so {
        return Ok(());
    }
    let (result, by) = (stored.0, stored.1.phrase());
    Err(match end {
        Some((outcome, termination)) => {
            format!("its record has {result} by {by}, and its moves end in {outcome} by {}", termination.phrase())
        }
        None => format!("its record has {result} by {by}, and its moves do not"),
    })
}

/// An error unless each side's totals are the sums over its moves.
fn sums_fit(record: &GameRecord, moves: &[PlayedMove<'_>]) -> Result<(), String> {
    let mut sums = [SideStats::default(); 2];
    let first = usize::from(record.mover(0) != record.white);
    for (ply, mv) in moves.iter().enumerate() {
        let sum = &mut sums[(first + ply) % 2];
        sum.moves += 1;
        sum.nodes = sum.nodes.saturating_add(mv.nodes);
    }
    // A move that lost the game was counted, and is not among the moves.
    let more = u32::from(record.failure.is_some());
    let fits = |sum: &SideStats, kept: &SideStats| {
        (sum.moves..=sum.moves + more).contains(&kept.moves)
            && (more > 0 || kept.nodes == sum.nodes.min(i64::MAX as u64))
    };
    if fits(&sums[0], &record.white_stats) && fits(&sums[1], &record.black_stats) {
        Ok(())
    } else {
        Err("its moves are not those that its totals count".to_owned())
    }
}

fn of_mover(mover: Color, score: MoveScore) -> GivenScore {
    let white = match score {
        MoveScore::Cp(cp) => GivenScore::Cp(cp),
        // A mate on the board has no moves left, and so no sign.
        MoveScore::Mate { mate: 0 } => return GivenScore::mate(0),
        MoveScore::Mate { mate } => GivenScore::Mate(mate),
    };
    mover.fold_wb(white, white.reversed())
}

/// The end of a game in `position` by the rules of chess, if any; `occurrences` counts the current one.
pub(super) fn by_rule(position: &Chess, occurrences: impl FnOnce() -> usize) -> Option<(GameResult, Termination)> {
    let tree = engine_core::position::Position::from(position);
    let in_check = tree.checkers();
    if !Generator::new(&tree, in_check).has_legal_move() {
        return Some(if in_check.any() {
            (won_by(!position.turn()), Termination::Checkmate)
        } else {
            (GameResult::Draw, Termination::Stalemate)
        });
    }
    without_mobility(position, occurrences)
}

/// The same in a position that is known to have a legal move.
fn without_mobility(position: &Chess, occurrences: impl FnOnce() -> usize) -> Option<(GameResult, Termination)> {
    let reason = if position.is_insufficient_material() {
        Termination::InsufficientMaterial
    } else if occurrences() >= 3 {
        Termination::Repetition
    } else if position.halfmoves() >= 100 {
        Termination::FiftyMoves
    } else {
        return None;
    };
    Some((GameResult::Draw, reason))
}

/// The number of occurrences of the last position of a game, given the keys of all its positions.
pub(super) fn occurrences<K: PartialEq>(keys: &[K]) -> usize {
    let now = keys.last();
    keys.iter().filter(|key| Some(*key) == now).count()
}

/// The result if the side to move fails. It loses, or draws if the opponent has not the material to mate by any series
/// of legal moves (FIDE Laws of Chess, 6.9 and 7.5.5).
pub(super) fn after_failure(position: &Chess) -> GameResult {
    let opponent = !position.turn();
    if position.has_insufficient_material(opponent) { GameResult::Draw } else { won_by(opponent) }
}
