//! Clocks, margins, and late moves.

use super::*;

const TIME_FORFEIT: Termination = Termination::Failure(FailureKind::TimeForfeit);

#[test]
fn clocks_run_and_fall() {
    let limit = LimitKind::Clock {
        time: Duration::from_millis(100),
        increment: Duration::from_millis(5),
        moves_to_go: Some(2),
    };
    let (mut white, mut black) =
        (script("e2e4 d2d4 g1f3 f1e2", 0, 60), script("e7e5 d7d5 a7a6", 0, 10));
    let record = game("startpos", &mut white, &mut black, limit);
    // White: 100 - 60 + 5 = 45, and the second move takes 60.
    assert_eq!((record.outcome, record.termination), (GameResult::BlackWins, TIME_FORFEIT));
    assert_eq!(record.moves.len(), 2);
    let clocks: Vec<_> = white.seen.iter().map(|limits| limits.clock.unwrap()).collect();
    assert_eq!(clocks[1].remaining, Duration::from_millis(45));
    assert_eq!((clocks[0].moves_to_go, clocks[1].moves_to_go), (Some(2), Some(1)));
    let (mut white, mut black) = (script("e2e4 d2d4 g1f3", 0, 20), script("e7e5 d7d5 a7a6", 0, 10));
    game("startpos", &mut white, &mut black, limit);
    // 100 - 20 + 5 - 20 + 5, and 100 more after two moves.
    let third = white.seen[2].clock.unwrap();
    assert_eq!((third.remaining, third.moves_to_go), (Duration::from_millis(170), Some(2)));
}

#[test]
fn what_the_margin_does_not_forgive_is_kept_back() {
    let limit = LimitKind::MoveTime(Duration::from_millis(50));
    let less = OVERHEAD - Duration::from_millis(5);
    for (margin, kept) in [(0, OVERHEAD), (5, less), (100, Duration::ZERO)] {
        let mut script = script("f2f3", 0, 1);
        let side = GameSide {
            side: Participant {
                player: &mut script,
                limit,
                margin: Duration::from_millis(margin),
                lines: false,
            },
            remaining: Duration::ZERO,
            stats: SideStats::default(),
            waited: Duration::ZERO,
            unasked: 0,
        };
        assert_eq!(side.limits().overhead, kept);
    }
    let (mut white, mut black) = (script("f2f3", 0, 0), script("", 0, 0));
    game("startpos", &mut white, &mut black, LimitKind::Nodes(10));
    assert_eq!(white.seen[0].overhead, Duration::ZERO);
}

#[test]
fn the_margin_forgives_a_little() {
    let limits = [
        LimitKind::MoveTime(Duration::from_millis(50)),
        LimitKind::Clock {
            time: Duration::from_millis(50),
            increment: Duration::ZERO,
            moves_to_go: None,
        },
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
        let expected = "loss on time (54.0 ms, and it had 50.0 ms)";
        assert_eq!(failure.to_string(), expected, "{limit}");
    }
    // A clock within its margin is empty, not negative.
    let (mut white, mut black) = (script("f2f3 g2g4", 0, 52), script("e7e5 d8h4", 0, 0));
    let record = game("startpos", &mut white, &mut black, limits[1]);
    assert_eq!(record.termination, TIME_FORFEIT);
    assert_eq!(white.seen[1].clock.unwrap().remaining, Duration::ZERO);
    assert_eq!(black.opponent.unwrap().remaining, Duration::ZERO);
}

/// A slow player that was waiting for a processor, as the system reports.
struct WaitingScript {
    script: Script,
    waited: Duration,
}

impl Player for WaitingScript {
    fn new_game(&mut self) -> Result<(), Failure> {
        self.script.new_game()
    }

    fn think_aloud(
        &mut self,
        task: &Request<'_>,
        _: &mut dyn FnMut(&Info),
    ) -> Result<Reply, Failure> {
        let reply = self.script.think(task)?;
        self.waited += Duration::from_millis(30);
        Ok(Reply { unasked: 1, ..reply })
    }

    fn waited(&self) -> Option<WaitTimes> {
        Some(WaitTimes::of_thread(1, self.waited))
    }

    fn scale(&self) -> f64 {
        1.0
    }
}

/// A game in which White takes so long for each move, of which it waits 30 ms for a processor.
fn waiting(milliseconds: u64) -> Played {
    let limit = LimitKind::MoveTime(Duration::from_millis(50));
    let mut white =
        WaitingScript { script: script("f2f3 g2g4", 0, milliseconds), waited: Duration::ZERO };
    let mut black = script("e7e5 d8h4", 0, 0);
    let sides = ByColor { white: side(&mut white, limit), black: side(&mut black, limit) };
    let none = Adjudication::default();
    play(PLACE, &opening("startpos"), sides, &none, None)
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
    assert!(remarks[0].starts_with("White sent 2 moves without a search"), "{remarks:?}");
}
