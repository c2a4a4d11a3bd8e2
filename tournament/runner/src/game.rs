//! One game between two players.

mod replayed;

use std::collections::BTreeMap;
use std::mem::take;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use config::{Adjudication, LimitKind};
use engine_core::game::Game;
use engine_core::key::Key;
use engine_core::limits::{Clock, Limits, OVERHEAD, time_of_nodes};
use openings::{Opening, Variant};
use players::player::{GivenScore, Player, Reply, Request};
use players::record::{Failure, FailureKind, GameRecord, GameResult, MoveRecord, MoveScore, SideStats, Termination};
use shakmaty::{ByColor, Chess, Color, Move, Position};

use crate::adjudicate::{Adjudicator, won_by};
use crate::schedule::ScheduledGame;
use crate::tablebase::Tablebase;
pub use replayed::{Rules, check};

type End = (GameResult, Termination, Option<Failure>);

fn failed(outcome: GameResult, failure: Failure) -> End {
    (outcome, Termination::Failure(failure.kind), Some(failure))
}

/// A game that was played.
#[derive(Debug)]
pub struct PlayedGame {
    /// Its record.
    pub record: GameRecord,
    /// True if an engine lost it on time that the machine had taken from it.
    pub by_machine: bool,
    /// Remarks on it for the user.
    pub remarks: Vec<String>,
}

/// The games in play, by their places in the schedule.
#[derive(Debug, Default)]
pub struct GamesInPlay(Mutex<BTreeMap<usize, GameRecord>>);

impl GamesInPlay {
    /// The games as they are now, the last move of each with the line that its engine expects. Results, totals and builds
    /// mean nothing yet.
    pub fn now(&self) -> Vec<GameRecord> {
        self.locked().values().cloned().collect()
    }

    fn locked(&self) -> MutexGuard<'_, BTreeMap<usize, GameRecord>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, game: usize, mv: MoveRecord) {
        if let Some(GameRecord { moves, .. }) = self.locked().get_mut(&game) {
            moves.iter_mut().rev().take(1).for_each(|last| last.line.clear());
            moves.push(mv);
        }
    }
}

/// Plays a game to its end, which is among the games `in_play` until then; `tablebase` adjudicates it where it can.
pub fn play(
    place: ScheduledGame,
    opening: &Opening,
    sides: ByColor<Participant<'_>>,
    rules: &Adjudication,
    tablebase: Option<&Tablebase>,
    in_play: &GamesInPlay,
) -> PlayedGame {
    let begun = GameRecord {
        index: place.index,
        white: place.white,
        black: place.black,
        pair: place.pair,
        opening: place.opening,
        opening_name: opening.name.clone(),
        eco: opening.eco.clone(),
        start_fen: opening.start_fen(),
        book_moves: opening.uci_moves(),
        moves: Vec::new(),
        outcome: GameResult::Draw,
        termination: Termination::MaxMoves,
        failure: None,
        overhead: Duration::ZERO,
        started: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64),
        white_stats: SideStats::default(),
        black_stats: SideStats::default(),
        build: String::new(),
        witness: None,
    };
    in_play.locked().insert(place.index, begun.clone());
    let mut table = Table::new(opening, sides, place.index, in_play);
    let (outcome, termination, failure) = table.play(rules, tablebase);
    for side in table.sides.iter_mut() {
        side.side.player.stop_pondering();
    }
    let sides = [("White", &table.sides.white), ("Black", &table.sides.black)];
    let unasked = sides
        .into_iter()
        .filter(|(_, side)| side.unasked > 0)
        .map(|(name, side)| format!("{name} sent moves without a search, which were not played: {}", side.unasked));
    let remarks = unasked.collect();
    in_play.locked().remove(&place.index);
    let record = GameRecord {
        moves: table.moves,
        outcome,
        termination,
        failure,
        overhead: table.overhead,
        white_stats: table.sides.white.stats,
        black_stats: table.sides.black.stats,
        ..begun
    };
    PlayedGame { record, by_machine: table.by_machine, remarks }
}

struct Table<'p, 'g> {
    game: Game,
    variant: Variant,
    keys: Vec<Key>,
    sides: ByColor<GameSide<'p>>,
    moves: Vec<MoveRecord>,
    index: usize,
    in_play: &'g GamesInPlay,
    /// Time between the moves in which neither side was thinking.
    overhead: Duration,
    by_machine: bool,
}

impl<'p, 'g> Table<'p, 'g> {
    fn new(opening: &Opening, sides: ByColor<Participant<'p>>, index: usize, in_play: &'g GamesInPlay) -> Self {
        let mut game = Game::new(opening.start.clone());
        let mut keys = vec![Key::of(game.position())];
        for &mv in &opening.moves {
            game.play(mv);
            keys.push(Key::of(game.position()));
        }
        let sides = sides.map(|side| GameSide {
            remaining: time_control(side.limit).map_or(Duration::ZERO, |(time, _, _)| time),
            side,
            stats: SideStats::default(),
            waited: Duration::ZERO,
            unasked: 0,
        });
        Self {
            game,
            variant: opening.variant,
            keys,
            sides,
            moves: Vec::new(),
            index,
            in_play,
            overhead: Duration::ZERO,
            by_machine: false,
        }
    }

    fn play(&mut self, rules: &Adjudication, tablebase: Option<&Tablebase>) -> End {
        for color in Color::ALL {
            if let Err(failure) = self.sides.get_mut(color).side.player.new_game() {
                // Neither side has moved: the side that is not ready loses, whatever the position.
                return failed(won_by(!color), failure);
            }
        }
        let scale = ByColor::new_with(|color| self.sides.get(color).side.player.scale());
        let mut adjudicator = Adjudicator::new(rules, scale);
        let by_rule = |(outcome, termination)| (outcome, termination, None);
        let mut end = replayed::by_rule(self.game.position(), || replayed::occurrences(&self.keys));
        let mut since = Instant::now();
        while end.is_none() {
            let mover = self.game.position().turn();
            let thought = match self.one_move() {
                Ok(thought) => thought,
                Err(failure) => {
                    return failed(replayed::after_failure(self.game.position()), failure);
                }
            };
            end = replayed::by_rule(self.game.position(), || replayed::occurrences(&self.keys));
            let position = self.game.position();
            end = end.or_else(|| Some((tablebase?.result(position)?, Termination::AdjudicatedTablebase)));
            end = end.or_else(|| {
                let (plies, board) = (played_plies(position), position.board());
                adjudicator.after_move(mover, thought.score, plies, board)
            });
            if end.is_none() {
                self.ponder(mover, thought.ponder);
            }
            let now = Instant::now();
            self.overhead += (now - since).saturating_sub(thought.time);
            since = now;
        }
        // The loop ends with an end.
        end.map_or((GameResult::Draw, Termination::MaxMoves, None), by_rule)
    }

    /// Lets the side that has moved think on about the answer that it expects, if it plays on time and ponders.
    fn ponder(&mut self, mover: Color, expected: Option<Move>) {
        let opponent = self.sides.get(!mover).clock();
        let side = self.sides.get_mut(mover);
        let Some(answer) = expected.filter(|_| !side.side.limit.is_deterministic()) else {
            return;
        };
        let mut game = self.game.clone();
        game.play(answer);
        if game.legal_moves().is_empty() {
            return;
        }
        side.side.player.ponder(&Request { game: &game, limits: &side.limits(), opponent, margin: side.side.margin });
    }

    fn one_move(&mut self) -> Result<Reply, Failure> {
        let mover = self.game.position().turn();
        let opponent = self.sides.get(!mover).clock();
        let side = self.sides.get_mut(mover);
        let limits = side.limits();
        let task = Request { game: &self.game, limits: &limits, opponent, margin: side.side.margin };
        let had = side.time();
        // Before the clock runs: the readings cost the player nothing.
        let is_timed = !side.side.limit.is_deterministic();
        let before = had.filter(|_| is_timed).and_then(|_| side.side.player.waited());
        let mut thought = side.side.player.think(&task)?;
        side.spend(&thought);
        let took = side.clocked(&thought);
        if let Some((before, now)) = before.and_then(|before| Some((before, side.side.player.waited()?))) {
            side.waited += now.since(&before).min(took);
        }
        if let Some(had) = had.filter(|&had| took > had + side.side.margin) {
            self.by_machine = is_timed && side.waited >= took - had - side.side.margin;
            let detail = late_move(took, had, side.waited);
            return Err(side.failure(FailureKind::TimeForfeit, detail));
        }
        side.press_clock(took);
        let legal = self.game.legal_moves();
        let Some(mv) = thought.best.filter(|mv| legal.contains(mv)) else {
            let detail = thought.best.map_or("none".to_owned(), |mv| self.variant.uci(mv));
            return Err(side.failure(FailureKind::IllegalMove, detail));
        };
        let clock = time_control(side.side.limit).map(|_| side.remaining);
        let line = take(&mut thought.line).into_iter();
        let mut record = MoveRecord {
            uci: self.variant.uci(mv),
            score: thought.score.map(|score| from_white(mover, score)),
            depth: plies(thought.depth),
            selective_depth: thought.selective_depth.map(plies),
            time: took,
            nodes: thought.nodes,
            time_left: clock,
            line: line.map(|mv| self.variant.uci(mv)).collect(),
        };
        self.in_play.add(self.index, record.clone());
        if !side.side.lines {
            record.line.clear();
        }
        self.moves.push(record);
        self.game.play(mv);
        self.keys.push(Key::of(self.game.position()));
        Ok(thought)
    }
}

/// The times of a move that came too late, and how long the player waited for a processor in the game.
fn late_move(took: Duration, had: Duration, waited: Duration) -> String {
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    let times = format!("{:.1} ms, and it had {:.1} ms", milliseconds(took), milliseconds(had));
    // Less is usual for any move.
    if waited < Duration::from_millis(1) {
        return times;
    }
    let waited = milliseconds(waited);
    format!("{times}; it waited for a processor for {waited:.1} ms, while others had them")
}

/// Plies before this position by its move number, which a game from the start position has played: where an
/// opening begins in a later position, its moves until there count as if they had been played here.
fn played_plies(position: &Chess) -> usize {
    let full = usize::try_from(position.fullmoves().get()).unwrap_or(usize::MAX / 2);
    2 * (full - 1) + usize::from(position.turn().is_black())
}

/// Plies as they are stored; depths that no search can reach are capped.
fn plies(depth: i32) -> u8 {
    u8::try_from(depth).unwrap_or(u8::MAX)
}

fn from_white(mover: Color, score: GivenScore) -> MoveScore {
    match mover.fold_wb(score, score.reversed()) {
        GivenScore::Cp(cp) => MoveScore::Cp(cp),
        GivenScore::Mate(mate) => MoveScore::Mate { mate },
    }
}

/// A side of a game: who plays it and how long it may think.
pub struct Participant<'p> {
    /// The player.
    pub player: &'p mut dyn Player,
    /// Its limit.
    pub limit: LimitKind,
    /// The extra time it may take before it loses on time.
    pub margin: Duration,
    /// True if the lines that it expects are recorded.
    pub lines: bool,
}

/// A player at the board, with its clock and its resources spent.
struct GameSide<'p> {
    side: Participant<'p>,
    remaining: Duration,
    stats: SideStats,
    /// Time on its clock for which it waited for a processor.
    waited: Duration,
    /// The number of moves that it sent without a request.
    unasked: u64,
}

impl GameSide<'_> {
    fn limits(&self) -> Limits {
        let timed = Limits {
            // A margin replaces the reserve that would be needed otherwise.
            overhead: OVERHEAD.saturating_sub(self.side.margin),
            ..Limits::default()
        };
        match self.side.limit {
            LimitKind::Nodes(nodes) => Limits::nodes(nodes),
            LimitKind::Depth(depth) => Limits::depth(i32::from(depth)),
            LimitKind::MoveTime(time) => Limits { move_time: Some(time), ..timed },
            LimitKind::Clock { clock_nodes, .. } => Limits { clock: self.clock(), clock_nodes, ..timed },
        }
    }

    fn clock(&self) -> Option<Clock> {
        let (_, increment, moves_to_go) = time_control(self.side.limit)?;
        Some(Clock {
            remaining: self.remaining,
            increment,
            moves_to_go: moves_to_go.map(|moves| moves - self.stats.moves % moves),
        })
    }

    /// The time for which its clock runs while it thinks so.
    fn clocked(&self, thought: &Reply) -> Duration {
        let clock_nodes = self.side.limit.clock_nodes();
        clock_nodes.map_or(thought.time, |clock_nodes| time_of_nodes(thought.nodes, clock_nodes))
    }

    /// The time for the move to come, without the margin; `None` if no clock runs.
    fn time(&self) -> Option<Duration> {
        match self.side.limit {
            LimitKind::Nodes(_) | LimitKind::Depth(_) => None,
            LimitKind::MoveTime(time) => Some(time),
            LimitKind::Clock { .. } => Some(self.remaining),
        }
    }

    fn spend(&mut self, thought: &Reply) {
        self.stats.moves += 1;
        // A program may report any number of them.
        self.stats.nodes = self.stats.nodes.saturating_add(thought.nodes);
        self.stats.time += thought.processor_time.unwrap_or_default();
        self.unasked = self.unasked.saturating_add(thought.unasked);
    }

    /// Takes `time` off the clock, and adds the increment or the time of a new period.
    fn press_clock(&mut self, time: Duration) {
        let Some((full, increment, moves_to_go)) = time_control(self.side.limit) else {
            return;
        };
        self.remaining = self.remaining.saturating_sub(time) + increment;
        if moves_to_go.is_some_and(|moves| self.stats.moves.is_multiple_of(moves)) {
            self.remaining += full;
        }
    }

    /// A failure of it, with the last lines exchanged.
    fn failure(&self, kind: FailureKind, detail: String) -> Failure {
        Failure { kind, detail, log: self.side.player.transcript() }
    }
}

/// Time, increment and moves to go of a chess clock.
fn time_control(limit: LimitKind) -> Option<(Duration, Duration, Option<u32>)> {
    match limit {
        LimitKind::Clock { time, increment, moves_to_go, .. } => Some((time, increment, moves_to_go)),
        _ => None,
    }
}
