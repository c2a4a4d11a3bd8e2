//! One game between two players.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use engine_core::game::Game;
use engine_core::key::Key;
use engine_core::limits::{Clock, Limits};
use engine_core::movegen::{Generator, checkers};
use engine_core::score::Score;
use engine_core::uci::print::uci_move;
use shakmaty::{ByColor, Color, Position};

use crate::adjudicate::{Adjudicator, won_by};
use crate::config::{Adjudication, LimitKind};
use crate::openings::Opening;
use crate::player::{Player, Thought};
use crate::record::{GameRecord, MoveRecord, MoveScore, Outcome, SideStats, Termination};
use crate::schedule::ScheduledGame;

/// A side of a game: who plays it and how long it may think.
pub struct Side<'p> {
    /// The player.
    pub player: &'p mut dyn Player,
    /// Its limit.
    pub limit: LimitKind,
    /// Whether the lines that it expects are kept.
    pub lines: bool,
}

/// Plays a game to its end.
pub fn play(
    place: ScheduledGame,
    opening: &Opening,
    sides: ByColor<Side<'_>>,
    rules: &Adjudication,
) -> GameRecord {
    let started = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_millis() as u64);
    let mut table = Table::new(opening, sides);
    let swing = ByColor::new_with(|color| table.seats.get(color).side.player.swing());
    let mut adjudicator = Adjudicator::new(rules, swing);
    let (outcome, termination) = loop {
        if let Some(end) = table.end_by_rule() {
            break end;
        }
        let mover = table.game.position().turn();
        match table.one_move() {
            Err(end) => break end,
            Ok(score) => {
                let plies = table.game.moves().len();
                let by_rule = table.end_by_rule();
                let board = table.game.position().board();
                let end = by_rule.or_else(|| adjudicator.after_move(mover, score, plies, board));
                if let Some(end) = end {
                    break end;
                }
            }
        }
    };
    GameRecord {
        index: place.index,
        white: place.white,
        black: place.black,
        pair: place.pair,
        opening: place.opening,
        opening_name: opening.name.clone(),
        eco: opening.eco.clone(),
        start_fen: opening.start_fen(),
        book_moves: opening.uci_moves(),
        moves: table.moves,
        outcome,
        termination,
        started,
        white_stats: table.seats.white.stats,
        black_stats: table.seats.black.stats,
    }
}

/// A player at the board, with its clock and what it has spent.
struct Seat<'p> {
    side: Side<'p>,
    remaining: Duration,
    stats: SideStats,
    scores: Vec<Score>,
}

struct Table<'p> {
    game: Game,
    /// The key of every position of the game.
    keys: Vec<Key>,
    seats: ByColor<Seat<'p>>,
    moves: Vec<MoveRecord>,
}

impl<'p> Table<'p> {
    fn new(opening: &Opening, sides: ByColor<Side<'p>>) -> Table<'p> {
        let mut game = Game::new(opening.start.clone());
        let mut keys = vec![Key::of(game.position())];
        for &mv in &opening.moves {
            game.play(mv);
            keys.push(Key::of(game.position()));
        }
        let seats = sides.map(|side| {
            side.player.new_game();
            Seat {
                remaining: time_control(side.limit).map_or(Duration::ZERO, |(time, _, _)| time),
                side,
                stats: SideStats::default(),
                scores: Vec::new(),
            }
        });
        Table {
            game,
            keys,
            seats,
            moves: Vec::new(),
        }
    }

    /// How the rules of chess end the game here, if they do.
    fn end_by_rule(&self) -> Option<(Outcome, Termination)> {
        let position = self.game.position();
        let in_check = checkers(position);
        if !Generator::new(position, in_check).has_legal_move() {
            return Some(if in_check.any() {
                (won_by(!position.turn()), Termination::Checkmate)
            } else {
                (Outcome::Draw, Termination::Stalemate)
            });
        }
        let now = self.keys.last();
        let reason = if position.is_insufficient_material() {
            Termination::InsufficientMaterial
        } else if self.keys.iter().filter(|key| Some(*key) == now).count() >= 3 {
            Termination::Repetition
        } else if position.halfmoves() >= 100 {
            Termination::FiftyMoves
        } else {
            return None;
        };
        Some((Outcome::Draw, reason))
    }

    /// Lets the side to move play: its score, or the end of the game if it failed to.
    fn one_move(&mut self) -> Result<Score, (Outcome, Termination)> {
        let mover = self.game.position().turn();
        let seat = self.seats.get_mut(mover);
        self.game.set_own_scores(seat.scores.clone());
        let limits = seat.limits();
        let thought = seat.side.player.think(&self.game, &limits);
        seat.spend(&thought);
        let lost = |reason| Err((won_by(!mover), reason));
        if !seat.press_clock(thought.time) {
            return lost(Termination::TimeForfeit);
        }
        let legal = self.game.legal_moves();
        let Some(mv) = thought.best.filter(|mv| legal.contains(mv)) else {
            return lost(Termination::IllegalMove);
        };
        seat.scores.push(thought.score);
        self.moves.push(MoveRecord {
            uci: uci_move(mv),
            score: from_white(mover, thought.score),
            depth: u8::try_from(thought.depth).unwrap_or(u8::MAX),
            time: thought.time,
            nodes: thought.nodes,
            line: if seat.side.lines {
                thought.line.into_iter().map(uci_move).collect()
            } else {
                Vec::new()
            },
        });
        self.game.play(mv);
        self.keys.push(Key::of(self.game.position()));
        Ok(thought.score)
    }
}

impl Seat<'_> {
    fn limits(&self) -> Limits {
        match self.side.limit {
            LimitKind::Nodes(nodes) => Limits::nodes(nodes),
            LimitKind::Depth(depth) => Limits::depth(i32::from(depth)),
            LimitKind::MoveTime(time) => Limits {
                move_time: Some(time),
                ..Limits::default()
            },
            LimitKind::Clock {
                increment,
                moves_to_go,
                ..
            } => Limits {
                clock: Some(Clock {
                    remaining: self.remaining,
                    increment,
                    moves_to_go: moves_to_go.map(|moves| moves - self.stats.moves % moves),
                }),
                ..Limits::default()
            },
        }
    }

    fn spend(&mut self, thought: &Thought) {
        self.stats.nodes += thought.nodes;
        self.stats.time += thought.time;
    }

    /// Takes `time` off the clock and counts the move; `false` if there was not so much left.
    fn press_clock(&mut self, time: Duration) -> bool {
        self.stats.moves += 1;
        let Some((full, increment, moves_to_go)) = time_control(self.side.limit) else {
            return true;
        };
        let Some(left) = self.remaining.checked_sub(time) else {
            return false;
        };
        self.remaining = left + increment;
        if moves_to_go.is_some_and(|moves| self.stats.moves.is_multiple_of(moves)) {
            self.remaining += full;
        }
        true
    }
}

/// Time, increment and moves to go of a chess clock.
fn time_control(limit: LimitKind) -> Option<(Duration, Duration, Option<u32>)> {
    match limit {
        LimitKind::Clock {
            time,
            increment,
            moves_to_go,
        } => Some((time, increment, moves_to_go)),
        _ => None,
    }
}

fn from_white(mover: Color, score: Score) -> MoveScore {
    let white = mover.fold_wb(score, -score);
    match white.mate_moves() {
        // A side that is mated already has no move to score.
        Some(mate) => MoveScore::Mate { mate },
        None => MoveScore::Cp(white.cp().unwrap_or(0)),
    }
}

#[cfg(test)]
mod tests;
