//! The protocol as a GUI uses it, part by part, with the engine binary at the other end of a pipe.

#![allow(clippy::unwrap_used)]

mod gui;

use std::time::Duration;

use engine_core::game::Game;
use engine_core::notation::uci_move_960;
use engine_core::testkit::Contents;
use gui::Gui;
use shakmaty::Position;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// A mate in two that a null move hides.
const HIDDEN: &str = "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1";

fn word<'l>(line: &'l str, key: &str) -> Option<&'l str> {
    let mut words = line.split(' ').skip_while(|word| *word != key);
    words.nth(1)
}

/// The move of the last line, after an `info` line with a score.
fn best_move(lines: &[String]) -> String {
    let [.., info, last] = lines else { panic!("too few lines: {lines:?}") };
    assert!(info.starts_with("info depth"), "{info}");
    info.must_have(&[" score "]);
    word(last, "bestmove").unwrap().to_owned()
}

/// The variation of an `info` line, all of its moves legal in `game`, and the position after it.
fn variation(line: &str, game: &Game) -> (usize, Game) {
    let mut game = game.clone();
    let moves = line.split_once(" pv ").map_or("", |(_, moves)| moves);
    for mv in moves.split_whitespace() {
        game.play_uci(mv).unwrap();
    }
    (moves.split_whitespace().count(), game)
}

#[test]
fn several_lines_are_printed_best_first() {
    let mut gui = Gui::start();
    gui.send("setoption name MultiPV value 3");
    gui.send(&format!("position fen {KIWIPETE}"));
    let lines = gui.request("go depth 6", "bestmove");
    let game = Game::parse(KIWIPETE).unwrap();
    let of_depth = |depth: &str| -> Vec<&String> {
        let start = format!("info depth {depth} ");
        let infos = lines.iter().filter(|line| line.starts_with(&start));
        infos.collect()
    };
    for depth in ["1", "6"] {
        let infos = of_depth(depth);
        assert_eq!(infos.len(), 3, "{lines:?}");
        let score = |line: &&String| word(line, "cp").unwrap().parse().unwrap();
        let scores: Vec<i32> = infos.iter().map(score).collect();
        assert!(scores.is_sorted_by(|one, other| one >= other), "{infos:?}");
        for (index, line) in infos.iter().enumerate() {
            assert_eq!(word(line, "multipv"), Some(["1", "2", "3"][index]));
            assert!(variation(line, &game).0 > 0);
        }
    }
    let first = word(of_depth("6")[0], "pv").unwrap();
    assert_eq!(first, best_move(&lines));
    // One line again.
    gui.send("setoption name MultiPV value 1");
    let lines = gui.request("go depth 3", "bestmove");
    let mut ranks = lines.iter().filter_map(|line| word(line, "multipv"));
    assert!(ranks.all(|rank| rank == "1"));
}

#[test]
fn a_mate_is_found_or_the_search_ends_without_it() {
    let mut gui = Gui::start();
    gui.send(&format!("position fen {HIDDEN}"));
    let lines = gui.request("go mate 2", "bestmove");
    assert_eq!(best_move(&lines), "d2h6");
    let last = &lines[lines.len() - 2];
    assert_eq!(word(last, "mate"), Some("2"));
    let (plies, end) = variation(last, &Game::parse(HIDDEN).unwrap());
    assert!(plies == 3 && end.position().is_checkmate());
    gui.send("position startpos");
    for go in ["go mate 1", "go mate 3", "go mate 2 searchmoves e2e4"] {
        gui.send(go);
        assert_ne!(best_move(&gui.until("bestmove")), "0000");
    }
    // A large number ends with other limits, or when it is stopped.
    gui.request("go mate 40 movetime 30", "bestmove");
    gui.request("go mate 40", "info depth 5 ");
    gui.request("stop", "bestmove");
}

#[test]
fn a_line_is_as_long_as_the_mate_that_it_announces() {
    let mut gui = Gui::start();
    for fen in [
        "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
        "8/8/8/8/8/5k2/7r/5K2 b - - 0 1",
        "k7/8/8/8/8/8/1QR5/K7 b - - 0 1",
    ] {
        gui.send(&format!("position fen {fen}"));
        gui.send("go nodes 30000");
        let game = Game::parse(fen).unwrap();
        for line in gui.until("bestmove") {
            let Some(mate) = word(&line, "mate") else {
                continue;
            };
            let mate: i32 = mate.parse().unwrap();
            let (plies, end) = variation(&line, &game);
            assert_eq!(plies as i32, 2 * mate.abs() - i32::from(mate > 0), "{line}");
            assert!(end.position().is_checkmate(), "{line}");
        }
    }
}

#[test]
fn a_move_is_kept_back_until_it_is_owed() {
    let mut gui = Gui::start();
    // All has been seen long before.
    let mate = "fen 7k/8/6K1/8/8/8/8/6Q1 w - - 0 1";
    for (position, go) in [
        ("fen k7/8/8/8/8/8/8/K7 w - - 0 1", "go ponder depth 2"),
        ("startpos moves e2e4", "go ponder wtime 100 btime 100"),
        ("startpos moves e2e4", "go ponder movetime 5"),
        ("startpos", "go ponder nodes 300"),
        ("startpos", "go infinite depth 1"),
        (mate, "go infinite mate 2"),
        ("startpos", "go ponder"),
    ] {
        gui.send(&format!("position {position}\n{go}"));
        std::thread::sleep(Duration::from_millis(40));
        gui.must_wait();
        let is_bare = go == "go ponder";
        if go.contains("ponder") {
            gui.send("ponderhit");
        }
        if !go.contains("ponder") || is_bare {
            gui.send("stop");
        }
        gui.until("bestmove");
    }
    // A hit that is not expected has no effect.
    gui.send("ponderhit");
    gui.request("go infinite", "info depth 4 ");
    gui.send("ponderhit");
    gui.must_wait();
    gui.request("stop", "bestmove");
}

#[test]
fn after_the_hit_the_clock_runs() {
    let mut gui = Gui::start();
    gui.send("position startpos moves e2e4 e7e5");
    gui.request("go ponder wtime 600000 btime 600000", "info depth 6 ");
    gui.request("isready", "readyok");
    // With minutes on the clock it continues thinking, with no more than the time already used it does not.
    gui.send("ponderhit");
    gui.request("stop", "bestmove");
    gui.request("go ponder wtime 50 btime 50", "info depth 6 ");
    std::thread::sleep(Duration::from_millis(60));
    gui.request("ponderhit", "bestmove");
}

#[test]
fn every_kind_of_go_is_answered_by_a_legal_move() {
    let mut gui = Gui::start();
    let game = Game::parse(&format!("fen {KIWIPETE}")).unwrap();
    gui.send(&format!("position fen {KIWIPETE}"));
    for go in [
        "depth 1",
        "nodes 1",
        "nodes 0",
        "movetime 1",
        "movetime 0",
        "wtime 1 btime 1",
        "wtime 50",
        "btime 50",
        "winc 10",
        "wtime 100 winc 10 movestogo 1",
        "movestogo 1 btime 20 wtime 20",
        "mate 1",
        "depth 99 nodes 500",
        "searchmoves e1g1 nodes 100",
        "searchmoves e1h1 nodes 100",
        "searchmoves e2e9 e7e5 nodes 100",
        "nodes 100 sideways",
        "wtime -100 btime -100",
        "nodes 200 depth 99999999999999999999",
    ] {
        let lines = gui.request(&format!("go {go}"), "bestmove");
        let played = game.clone().play_uci(&best_move(&lines));
        assert!(played.is_ok(), "{go}: {lines:?}");
        if go.contains("e1") {
            assert_eq!(best_move(&lines), "e1g1", "{go}");
        }
    }
}

#[test]
fn a_mated_side_has_no_move_and_a_score() {
    let mut gui = Gui::start();
    gui.send("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    for go in ["go depth 3", "go mate 1", "go wtime 100", "go searchmoves h8h7 nodes 5"] {
        let lines = gui.request(go, "bestmove");
        assert_eq!(lines.last().unwrap(), "bestmove 0000");
        lines[lines.len() - 2].must_have(&["score mate 0 "]);
    }
}

#[test]
fn chess960_is_read_and_written() {
    let mut gui = Gui::start();
    let start = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    gui.send("setoption name UCI_Chess960 value true");
    gui.send(&format!("position fen {start}"));
    let counted = gui.request("go perft 3", "Nodes searched");
    assert_eq!(counted.last().unwrap(), "Nodes searched: 12189");
    // A castling move is written as it can be read, with the option and without.
    let walls = "4k3/8/8/8/8/8/4PPPP/4K2R w K - 0 1";
    for (on, fen, castling) in [
        ("true", walls, "e1h1"),
        ("false", walls, "e1g1"),
        ("false", "4k3/8/8/8/8/8/4PPPP/4K1R1 w G - 0 1", "e1g1"),
        ("false", "4k3/8/8/8/8/8/3PPPPP/3K1R2 w F - 0 1", "d1f1"),
        ("true", "4k3/8/8/8/8/8/3PPPPP/3K1R2 w K - 0 1", "d1f1"),
    ] {
        gui.send(&format!("setoption name UCI_Chess960 value {on}"));
        gui.send(&format!("position fen {fen}"));
        let lines = gui.request("perft 1", "Nodes searched");
        let written = lines.contains(&format!("{castling}: 1"));
        assert!(written, "{fen}: {lines:?}");
    }
    gui.send("position fen 4k3/8/8/8/8/8/4PPPP/4K2R w KQ - 0 1");
    assert!(gui.request("isready", "readyok")[0].contains("castling is impossible with a1"));
}

/// A game of Chess960 with itself, castling whenever it can.
#[test]
fn a_game_of_chess960() {
    let mut gui = Gui::start();
    let start = "fen nrk2bbr/pppp1ppp/4p3/8/8/4P3/PPPP1PPP/NRK2BBR w KQkq - 0 1";
    let mut game = Game::parse(start).unwrap();
    let mut text = format!("position {start} moves");
    gui.send("setoption name UCI_Chess960 value true");
    gui.send("ucinewgame");
    for _ in 0..60 {
        let Some(&any) = game.legal_moves().first() else {
            break;
        };
        let castling = game.legal_moves().into_iter().find(|mv| mv.is_castle());
        let requested = castling.unwrap_or(any);
        gui.send(&text);
        let only = if castling.is_some() {
            format!(" searchmoves {}", uci_move_960(requested))
        } else {
            String::new()
        };
        gui.send(&format!("go nodes 300{only}"));
        let mv = best_move(&gui.until("bestmove"));
        if castling.is_some() {
            assert_eq!(mv, uci_move_960(requested));
        }
        game.play_uci(&mv).unwrap();
        text.push_str(&format!(" {mv}"));
    }
}

#[test]
fn options_that_change_the_output() {
    let mut gui = Gui::start();
    gui.send("setoption name UCI_ShowWDL value true");
    gui.send("setoption name UCI_AnalyseMode value true");
    gui.send("setoption name Ponder value true");
    let lines = gui.request("go depth 4", "bestmove");
    for line in lines.iter().filter(|line| line.starts_with("info depth")) {
        let shares = line.split_once(" wdl ").unwrap().1.split(' ').take(3);
        let shares = shares.map(|share| share.parse::<u32>().unwrap());
        assert_eq!(shares.sum::<u32>(), 1000, "{line}");
    }
    gui.send("setoption name UCI_ShowWDL value maybe");
    gui.send("setoption name MultiPV value 0");
    let lines = gui.request("go depth 2", "bestmove");
    lines[0].must_have(&["UCI_ShowWDL takes true or false, not \"maybe\""]);
    lines[1].must_have(&["MultiPV takes a number from 1 to 256"]);
    lines[2].must_have(&[" wdl "]);
}

#[test]
fn a_search_that_is_over_at_once_does_not_bury_its_gui() {
    let mut gui = Gui::start();
    gui.send("setoption name MultiPV value 5");
    gui.send("position fen k7/8/8/8/8/8/8/K7 w - - 0 1");
    gui.request("go infinite", "info depth 10 ");
    std::thread::sleep(Duration::from_millis(200));
    let lines = gui.request("stop", "bestmove");
    assert!(lines.len() < 100, "{}", lines.len());
    assert_eq!(word(&lines[lines.len() - 2], "depth"), Some("127"));
}

#[test]
fn extras_are_answered_and_can_be_stopped() {
    let mut gui = Gui::start();
    gui.send("help");
    let help = gui.request("isready", "readyok").join("\n");
    help.must_have(&["go perft N", "MultiPV ", "endgame_rule ", "bench [N]"]);
    gui.send("bench 3");
    gui.send("isready");
    // Piped input is answered in turn, and the last line is that of the shell's command.
    gui.until("readyok");
    let lines = gui.request("bench deep", "info string error: bench takes");
    assert!(lines.len() < 40);
    // Hours of work are given up at once, and commands answered meanwhile.
    for (long, last) in [("perft 12", "Nodes searched"), ("bench 40", " nps")] {
        gui.send(long);
        gui.request("isready", "readyok");
        gui.send("stop");
        let lines = gui.request("isready", "readyok");
        assert!(lines.iter().all(|line| !line.contains(last)), "{lines:?}");
    }
    let lines = gui.request("go perft 4000000000", "info string error");
    lines[0].must_have(&["perft counts at most 20 plies"]);
    gui.send("eval");
    let shown = gui.request("d", "Checkers");
    assert!(shown.iter().any(|line| line.starts_with("Key: ")));
}

#[test]
fn a_long_game_is_set_up_at_once() {
    let mut gui = Gui::start();
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(200);
    gui.send(&format!("position startpos moves {shuffle}"));
    let lines = gui.request("go nodes 100", "bestmove");
    assert_ne!(best_move(&lines), "0000");
    gui.quit();
}

#[test]
fn missing_tablebases_are_reported_and_change_nothing() {
    let mut gui = Gui::start();
    gui.send("position startpos");
    let search = |gui: &mut Gui| gui.request("ucinewgame\ngo nodes 20000", "bestmove").pop();
    let free = search(&mut gui);
    gui.request(
        "setoption name SyzygyPath value /no/such/folder",
        "info string error: the folder /no/such/folder of Syzygy tables cannot be used",
    );
    assert_eq!(search(&mut gui), free);
    gui.send("setoption name SyzygyPath value <empty>");
    assert_eq!(search(&mut gui), free);
    gui.quit();
}
