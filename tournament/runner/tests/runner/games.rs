//! Games between players that play what they were given.

use std::num::NonZeroU32;
use std::time::Duration;

use config::{Adjudication, DrawRule, EngineConfig, LimitKind};
use engine_core::game::Game;
use engine_core::limits::{Clock, Limits, OVERHEAD};
use openings::{Opening, Variant};
use players::player::{GivenScore, Info, Player, Reply, Request, WaitTimes, player};
use players::record::{Failure, FailureKind, GameRecord, GameResult, MoveScore, SideStats, Termination};
use runner::game::{GamesInPlay, Participant, PlayedGame, play};
use runner::schedule::ScheduledGame;
use shakmaty::uci::UciMove;
use shakmaty::{ByColor, Move};

use super::rows;

const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// Plays the moves it was given, each scored and timed the same.
struct Script {
    moves: Vec<&'static str>,
    score: GivenScore,
    time: Duration,
    seen: Vec<Limits>,
    opponent: Option<Clock>,
    /// The time that it waited for a processor, of one that waits and sends moves that nobody asked for.
    waited: Option<Duration>,
}

fn script(moves: &str, score: i32, milliseconds: u64) -> Script {
    Script {
        moves: moves.split(' ').map(|mv| &*mv.to_owned().leak()).rev().collect(),
        score: GivenScore::Cp(score),
        time: ms(milliseconds),
        seen: Vec::new(),
        opponent: None,
        waited: None,
    }
}

impl Player for Script {
    fn new_game(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn think_aloud(&mut self, task: &Request<'_>, _: &mut dyn FnMut(&Info)) -> Result<Reply, Failure> {
        self.seen.push(task.limits.clone());
        self.opponent = task.opponent;
        self.waited = self.waited.map(|waited| waited + ms(30));
        let uci: Option<UciMove> = self.moves.pop().and_then(|text| text.parse().ok());
        let best: Option<Move> = uci.and_then(|uci| uci.to_move(task.game.position()).ok());
        Ok(Reply {
            best,
            ponder: None,
            line: best.into_iter().collect(),
            score: Some(self.score),
            expected: None,
            depth: 3,
            selective_depth: None,
            nodes: 10,
            time: self.time,
            processor_time: Some(self.time),
            unasked: self.waited.is_some().into(),
        })
    }

    fn waited(&self) -> Option<WaitTimes> {
        self.waited.map(|waited| WaitTimes::of_thread(1, waited))
    }

    fn scale(&self) -> f64 {
        1.0
    }
}

const PLACE: ScheduledGame = ScheduledGame { index: 4, white: 1, black: 0, pair: 2, opening: 0, time_control: 0 };

fn opening(text: &str) -> Opening {
    let game = Game::parse(text).unwrap();
    Opening {
        name: "test".to_owned(),
        eco: String::new(),
        start: game.start().clone(),
        moves: game.moves().to_vec(),
        variant: Variant::Standard,
    }
}

const MARGIN: Duration = ms(3);

fn sides<'p>(white: &'p mut dyn Player, black: &'p mut dyn Player, limit: LimitKind) -> ByColor<Participant<'p>> {
    let side = |player| Participant { player, limit, margin: MARGIN, lines: true };
    ByColor { white: side(white), black: side(black) }
}

fn played(start: &str, sides: ByColor<Participant<'_>>) -> PlayedGame {
    play(PLACE, &opening(start), sides, &Adjudication::default(), None, &GamesInPlay::default())
}

fn game(start: &str, white: &mut Script, black: &mut Script, limit: LimitKind) -> GameRecord {
    played(start, sides(white, black, limit)).record
}

#[test]
fn games_end_by_the_rules() {
    use GameResult::{BlackWins, WhiteWins};
    for [start, white, black, expected] in rows("games by the rules") {
        let (mut white, mut black) = (script(white, 20, 0), script(black, 30, 0));
        let record = game(start, &mut white, &mut black, LimitKind::Nodes(10));
        let end = format!("{:?} {:?} {}", record.outcome, record.termination, record.moves.len());
        assert_eq!(end, expected, "{start}");
        assert_eq!(record.failed(), end.contains("Failure").then_some(1), "{start}");
        let loser = [(WhiteWins, 0), (BlackWins, 1)].into_iter().find(|(won, _)| *won == record.outcome);
        assert_eq!(record.loser(), loser.map(|(_, engine)| engine), "{start}");
    }
}

/// FIDE 6.9: what counts is whether the opponent could mate by any moves at all, however foolish.
#[test]
fn who_fails_against_material_that_cannot_mate_draws() {
    let clock = LimitKind::MoveTime(ms(50));
    for [start, outcome] in rows("failures against material") {
        let (mut white, mut black) = (script("a1a8", 0, 90), script("a1a8", 0, 90));
        let late = game(start, &mut white, &mut black, clock);
        let (mut white, mut black) = (script("a1a8", 0, 0), script("a1a8", 0, 0));
        let illegal = game(start, &mut white, &mut black, clock);
        let mover = if start.contains(" w ") { 1 } else { 0 };
        for (record, kind) in [(late, FailureKind::TimeForfeit), (illegal, FailureKind::IllegalMove)] {
            assert_eq!(format!("{:?}", record.outcome), outcome, "{start}");
            assert_eq!(record.termination, Termination::Failure(kind), "{start}");
            assert_eq!(record.failure.as_ref().map(|f| f.kind), Some(kind));
            assert_eq!(record.failed(), Some(mover), "{start}");
        }
    }
}

#[test]
fn the_record_tells_the_game_from_whites_side() {
    let (mut white, mut black) = (script("f2f3 g2g4", 20, 1), script("e7e5 d8h4", 30, 2));
    let record = game("startpos", &mut white, &mut black, LimitKind::Nodes(10));
    assert_eq!((record.index, record.white, record.black, record.pair), (4, 1, 0, 2));
    assert_eq!(record.moves[1].line, ["e7e5"]);
    assert_eq!(record.black_stats, SideStats { nodes: 20, time: ms(4), moves: 2 });
    // Scores beyond the range of the built-in search stay as they are.
    for (white, black) in [(20, 30), (32_000, 100_000)] {
        let (mut own, mut other) = (script("f2f3 g2g4", white, 0), script("e7e5 d8h4", black, 0));
        let record = game("startpos", &mut own, &mut other, LimitKind::Nodes(10));
        let scores: Vec<_> = record.moves.iter().map(|mv| mv.score).collect();
        assert_eq!(scores, [white, -black, white, -black].map(|cp| Some(MoveScore::Cp(cp))));
    }
}

/// A player that reports a mate with each move, from its own point of view.
fn mating(moves: &str, mate: i32) -> Script {
    Script { score: GivenScore::Mate(mate), ..script(moves, 0, 0) }
}

#[test]
fn mates_are_counted_alike_for_both_sides() {
    for mate in [1, 2, 3, 5, 64, 100, 1000, -1, -2, -5, -300] {
        let (mut white, mut black) = (mating("f2f3 g2g4", mate), mating("e7e5 d8h4", mate));
        let record = game("startpos", &mut white, &mut black, LimitKind::Nodes(10));
        let scores: Vec<_> = record.moves.iter().map(|mv| mv.score).collect();
        let (own, other) = (mate, -mate);
        assert_eq!(scores, [own, other, own, other].map(|mate| Some(MoveScore::Mate { mate })));
    }
}

#[test]
fn our_own_searches_count_mates_by_black_in_full() {
    for (start, mate, best) in [
        // Black mates in one, by the rook; the same for White; Black mates in two.
        ("r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", -1, "a8a1"),
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1, "a1a8"),
    ] {
        let config = EngineConfig::of_evaluator("material", 2000);
        let [mut white, mut black] = [(); 2].map(|()| player(&config).unwrap());
        let sides = sides(white.as_mut(), black.as_mut(), LimitKind::Nodes(2000));
        let record = played(start, sides).record;
        assert_eq!((record.moves.len(), record.moves[0].uci.as_str()), (1, best));
        assert_eq!(record.moves[0].score, Some(MoveScore::Mate { mate }));
    }
}

/// The number of moves from `start` until the rules end the game, both sides reporting a level score.
fn adjudicated(start: &str, rules: &Adjudication) -> (usize, Termination) {
    let shuffle = |moves: [&str; 4]| vec![moves.join(" "); 20].join(" ");
    let to_move_first = shuffle(["g1f3", "b1c3", "f3g1", "c3b1"]);
    let second = shuffle(["g8f6", "b8c6", "f6g8", "c6b8"]);
    let (mut white, mut black) = (script(&to_move_first, 0, 0), script(&second, 0, 0));
    let sides = sides(&mut white, &mut black, LimitKind::Nodes(10));
    let record = play(PLACE, &opening(start), sides, rules, None, &GamesInPlay::default()).record;
    (record.moves.len(), record.termination)
}

#[test]
fn adjudication_counts_by_move_numbers_wherever_a_game_begins() {
    let draw =
        |after, moves| Adjudication { draw: Some(DrawRule { after, moves, score: 10 }), ..Adjudication::default() };
    let longest = |max_moves| Adjudication { max_moves: Some(max_moves), ..Adjudication::default() };
    // One opening as a line of moves, and as the position that it leads to.
    let line = "startpos moves e2e4 e7e5 a2a3 a7a6 h2h3 h7h6";
    let placement = "rnbqkbnr/1ppp1pp1/p6p/4p3/4P3/P6P/1PPP1PP1/RNBQKBNR";
    let position = format!("fen {placement} w KQkq - 0 4");
    // Where no number is given, it is 1; Black to move is half a move on.
    let unnumbered = format!("fen {placement} w KQkq - 0 1");
    let black = format!("fen {placement} b KQkq - 0 4");
    for (starts, rules, moves, why) in [
        (&[line, &position][..], draw(5, 1), 4, Termination::AdjudicatedDraw),
        (&[line, &position], draw(1, 2), 4, Termination::AdjudicatedDraw),
        (&[line, &position], draw(4, 1), 2, Termination::AdjudicatedDraw),
        (&[line, &position], longest(5), 4, Termination::MaxMoves),
        (&[line, &position], longest(3), 1, Termination::MaxMoves),
        (&[&unnumbered], longest(3), 6, Termination::MaxMoves),
        (&[&black], longest(5), 3, Termination::MaxMoves),
    ] {
        for start in starts {
            assert_eq!(adjudicated(start, &rules), (moves, why), "{start}, {rules:?}");
        }
    }
}

const TIME_FORFEIT: Termination = Termination::Failure(FailureKind::TimeForfeit);

#[test]
fn clocks_run_and_fall() {
    let limit = LimitKind::Clock { time: ms(100), increment: ms(5), moves_to_go: Some(2), clock_nodes: None };
    let (mut white, mut black) = (script("e2e4 d2d4 g1f3 f1e2", 0, 60), script("e7e5 d7d5 a7a6", 0, 10));
    let record = game("startpos", &mut white, &mut black, limit);
    // White: 100 - 60 + 5 = 45, and the second move takes 60.
    assert_eq!((record.outcome, record.termination), (GameResult::BlackWins, TIME_FORFEIT));
    assert_eq!(record.moves.len(), 2);
    let clocks: Vec<_> = white.seen.iter().map(|limits| limits.clock.unwrap()).collect();
    assert_eq!(clocks[1].remaining, ms(45));
    assert_eq!((clocks[0].moves_to_go, clocks[1].moves_to_go), (Some(2), Some(1)));
    let (mut white, mut black) = (script("e2e4 d2d4 g1f3", 0, 20), script("e7e5 d7d5 a7a6", 0, 10));
    game("startpos", &mut white, &mut black, limit);
    // 100 - 20 + 5 - 20 + 5, and 100 more after two moves.
    let third = white.seen[2].clock.unwrap();
    assert_eq!((third.remaining, third.moves_to_go), (ms(170), Some(2)));
}

#[test]
fn what_the_margin_does_not_forgive_is_kept_back() {
    let clock = LimitKind::MoveTime(ms(50));
    for (limit, margin, kept) in [
        (clock, 0, OVERHEAD),
        (clock, 5, OVERHEAD - ms(5)),
        (clock, 100, Duration::ZERO),
        (LimitKind::Nodes(10), 3, Duration::ZERO),
    ] {
        let (mut white, mut black) = (script("f2f3", 0, 0), script("", 0, 0));
        let mut sides = sides(&mut white, &mut black, limit);
        sides.white.margin = ms(margin);
        played("startpos", sides);
        assert_eq!(white.seen[0].overhead, kept, "{limit}, {margin} ms");
    }
}

#[test]
fn the_margin_forgives_a_little() {
    let limits = [
        LimitKind::MoveTime(ms(50)),
        LimitKind::Clock { time: ms(50), increment: Duration::ZERO, moves_to_go: None, clock_nodes: None },
    ];
    for limit in limits {
        let play = |milliseconds| {
            let mut white = script("f2f3 g2g4", 0, 1);
            let mut black = script("e7e5", 0, milliseconds);
            game("startpos", &mut white, &mut black, limit)
        };
        assert_eq!(play(53).moves.len(), 3, "{limit}");
        let late = play(54);
        assert_eq!(late.moves.len(), 1, "{limit}");
        assert_eq!(late.termination, TIME_FORFEIT, "{limit}");
        let mut white = script("f2f3", 0, 54);
        let failure = game("startpos", &mut white, &mut script("", 0, 0), limit).failure.unwrap();
        assert_eq!(failure.to_string(), "loss on time (54.0 ms, and it had 50.0 ms)", "{limit}");
    }
    // A clock within its margin is empty, not negative.
    let (mut white, mut black) = (script("f2f3 g2g4", 0, 52), script("e7e5 d8h4", 0, 0));
    assert_eq!(game("startpos", &mut white, &mut black, limits[1]).termination, TIME_FORFEIT);
    assert_eq!(white.seen[1].clock.unwrap().remaining, Duration::ZERO);
    assert_eq!(black.opponent.unwrap().remaining, Duration::ZERO);
}

/// Ten nodes a move, whatever time they take.
#[test]
fn nodes_can_be_the_time_of_a_clock() {
    let clock = |time| LimitKind::Clock { time, increment: ms(1), moves_to_go: None, clock_nodes: NonZeroU32::new(2) };
    let play = |time| {
        let (mut white, mut black) = (script("f2f3 g2g4", 0, 90), script("e7e5 d8h4", 0, 90));
        (game("startpos", &mut white, &mut black, clock(time)), white.seen)
    };
    let (record, seen) = play(ms(20));
    assert_eq!(record.termination, Termination::Checkmate);
    let times: Vec<_> = record.moves.iter().map(|mv| (mv.time, mv.time_left)).collect();
    assert_eq!(times, [16, 16, 12, 12].map(|left| (ms(5), Some(ms(left)))));
    let left = seen.iter().map(|limits| (limits.clock_nodes.unwrap().get(), limits.clock.unwrap().remaining));
    assert!(left.eq([(2, ms(20)), (2, ms(16))]));
    // The margin is of 3 ms.
    let (late, _) = play(ms(1));
    assert_eq!((late.termination, late.moves.len()), (TIME_FORFEIT, 0));
    assert_eq!(late.failure.unwrap().to_string(), "loss on time (5.0 ms, and it had 1.0 ms)");
}

/// A game in which White takes so long for each move, of which it waits 30 ms for a processor.
fn waiting(milliseconds: u64) -> PlayedGame {
    let limit = LimitKind::MoveTime(ms(50));
    let mut white = script("f2f3 g2g4", 0, milliseconds);
    white.waited = Some(Duration::ZERO);
    let mut black = script("e7e5 d8h4", 0, 0);
    played("startpos", sides(&mut white, &mut black, limit))
}

#[test]
fn what_the_machine_took_is_not_the_players_fault() {
    let played = waiting(79);
    assert_eq!(played.record.termination, TIME_FORFEIT);
    assert!(played.by_machine);
    let failure = played.record.failure.unwrap().to_string();
    assert!(failure.contains("it waited for a processor for 30.0 ms"), "{failure}");
    let played = waiting(90);
    assert_eq!(played.record.termination, TIME_FORFEIT);
    assert!(!played.by_machine, "30 ms were the machine's, and 37 were missing");
    assert!(!waiting(40).by_machine);
}

#[test]
fn moves_that_nobody_asked_for_are_told() {
    let remarks = waiting(1).remarks;
    assert_eq!(remarks.len(), 1);
    assert!(remarks[0].ends_with("a search, which were not played: 2"), "{remarks:?}");
}
