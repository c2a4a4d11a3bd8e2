//! Searches: by every kind of limit, and while others wait for them.

use std::thread::sleep;
use std::time::Duration;

use engine_core::game::Game;
use engine_core::notation::uci_move_960;
use shakmaty::Position;

use crate::{Gui, KIWIPETE, best_move, rows, word};

/// A mate in two that a null move hides.
const HIDDEN: &str = "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1";

/// The variation of an `info` line, all of its moves legal in the position of `fen`.
fn variation(line: &str, fen: &str) -> Game {
    let mut game = Game::parse(fen).unwrap();
    let moves = line.split_once(" pv ").map_or("", |(_, moves)| moves);
    moves.split_whitespace().for_each(|mv| game.play_uci(mv).unwrap());
    game
}

#[test]
fn every_kind_of_go_is_answered_by_a_legal_move() {
    let mut gui = Gui::start();
    let game = Game::parse(&format!("fen {KIWIPETE}")).unwrap();
    gui.send(&format!("position fen {KIWIPETE}"));
    for [go] in rows("kinds of go") {
        let lines = gui.request(&format!("go {go}"), "bestmove");
        let played = game.clone().play_uci(best_move(&lines));
        assert!(played.is_ok(), "{go}: {lines:?}");
        assert!(!go.contains("e1") || best_move(&lines) == "e1g1", "{go}");
    }
    // A long game is set up at once.
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(200);
    gui.send(&format!("position startpos moves {shuffle}"));
    assert_ne!(best_move(&gui.request("go nodes 100", "bestmove")), "0000");
}

#[test]
fn the_last_line_before_the_move_counts_all_nodes() {
    let mut gui = Gui::start();
    gui.send("position startpos");
    let lines = gui.request("go nodes 20000", "bestmove");
    let [.., finished, last, _] = &lines[..] else { panic!("{lines:?}") };
    assert!(last.contains(" nodes 20000 "), "{last}");
    assert_eq!(word(last, "depth"), word(finished, "depth"));
    // A search that ends with its last iteration has nothing to add.
    let lines = gui.request("go depth 3", "bestmove");
    let [.., finished, last, _] = &lines[..] else { panic!("{lines:?}") };
    assert!(last.starts_with("info depth 3 ") && finished.starts_with("info depth 2 "));
}

#[test]
fn a_side_without_moves_has_a_score_and_the_null_move() {
    let mut gui = Gui::start();
    for (fen, score) in [("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "mate 0"), ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0")] {
        gui.send(&format!("position fen {fen}"));
        for go in ["depth 3", "mate 1", "wtime 100", "searchmoves h8h7 nodes 5"] {
            let lines = gui.request(&format!("go {go}"), "bestmove");
            assert_eq!(best_move(&lines), "0000");
            let expected = format!("info depth 0 seldepth 0 multipv 1 score {score} ");
            assert!(lines[lines.len() - 2].starts_with(&expected), "{lines:?}");
        }
    }
}

#[test]
fn several_lines_are_printed_best_first() {
    let mut gui = Gui::start();
    gui.send(&format!("setoption name MultiPV value 3\nposition fen {KIWIPETE}"));
    let lines = gui.request("go depth 6", "bestmove");
    for depth in ["1", "6"] {
        let infos = lines.iter().filter(|line| word(line, "depth") == Some(depth));
        assert!(infos.clone().filter_map(|line| word(line, "multipv")).eq(["1", "2", "3"]));
        let scores = infos.clone().map(|line| word(line, "cp").unwrap().parse::<i32>().unwrap());
        assert!(scores.is_sorted_by(|one, other| one >= other), "{lines:?}");
        assert!(infos.clone().all(|line| !variation(line, KIWIPETE).moves().is_empty()));
        let mut first = infos.filter_map(|line| word(line, "pv"));
        assert!(depth == "1" || first.next() == Some(best_move(&lines)), "{lines:?}");
    }
    // One line again.
    gui.send("setoption name MultiPV value 1");
    let lines = gui.request("go depth 3", "bestmove");
    let mut ranks = lines.iter().filter_map(|line| word(line, "multipv"));
    assert!(ranks.all(|rank| rank == "1"));
}

#[test]
fn a_mate_ends_the_search_and_without_one_other_limits_do() {
    let mut gui = Gui::start();
    gui.send(&format!("position fen {HIDDEN}"));
    let lines = gui.request("go mate 2", "bestmove");
    assert_eq!(best_move(&lines), "d2h6");
    let last = &lines[lines.len() - 2];
    assert_eq!(word(last, "mate"), Some("2"));
    let mate = variation(last, HIDDEN);
    assert!(mate.moves().len() == 3 && mate.position().is_checkmate());
    gui.send("position startpos");
    for limits in ["mate 1 depth 4", "mate 3 nodes 3000", "mate 2 movetime 30 searchmoves e2e4"] {
        assert_ne!(best_move(&gui.request(&format!("go {limits}"), "bestmove")), "0000");
    }
    gui.request("go mate 1", "info depth 5 ");
    gui.request("stop", "bestmove");
}

#[test]
fn a_move_is_kept_back_until_it_is_owed() {
    let mut gui = Gui::start();
    for [position, go, release] in rows("moves kept back") {
        gui.send(&format!("position {position}\ngo {go}"));
        sleep(Duration::from_millis(40));
        gui.must_wait();
        gui.request(&release.replace('¶', "\n"), "bestmove");
    }
    // A hit that is not expected has no effect.
    gui.send("ponderhit\nposition startpos");
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
    sleep(Duration::from_millis(60));
    gui.request("ponderhit", "bestmove");
}

#[test]
fn any_command_may_come_while_several_threads_search() {
    let mut gui = Gui::start();
    gui.send("setoption name Threads value 3");
    for [interruption] in rows("interruptions") {
        gui.request("go infinite", "info depth 4 ");
        gui.request(&interruption.replace('¶', "\n"), "bestmove");
    }
    gui.send("go infinite");
    gui.quit();
}

#[test]
fn a_search_that_is_over_at_once_does_not_bury_its_gui() {
    let mut gui = Gui::start();
    gui.send("setoption name MultiPV value 5\nposition fen k7/8/8/8/8/8/8/K7 w - - 0 1");
    gui.request("go infinite", "info depth 10 ");
    sleep(Duration::from_millis(200));
    let lines = gui.request("stop", "bestmove");
    assert!(lines.len() < 100, "{}", lines.len());
    assert_eq!(word(&lines[lines.len() - 2], "depth"), Some("127"));
}

#[test]
fn chess960_is_read_and_written() {
    let mut gui = Gui::start();
    let start = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    gui.send(&format!("setoption name UCI_Chess960 value true\nposition fen {start}"));
    let counted = gui.request("go perft 3", "Nodes searched");
    assert_eq!(counted.last().unwrap(), "Nodes searched: 12189");
    // A castling move is written as it can be read, with the option and without.
    for [on, fen, castling] in rows("castling as it is written") {
        gui.send(&format!("setoption name UCI_Chess960 value {on}\nposition fen {fen}"));
        let lines = gui.request("perft 1", "Nodes searched");
        assert!(lines.contains(&format!("{castling}: 1")), "{fen}: {lines:?}");
    }
    gui.send("position fen 4k3/8/8/8/8/8/4PPPP/4K2R w KQ - 0 1");
    assert!(gui.request("isready", "readyok")[0].contains("castling is impossible with a1"));
    // A game with itself, castling whenever it can.
    let start = "fen nrk2bbr/pppp1ppp/4p3/8/8/4P3/PPPP1PPP/NRK2BBR w KQkq - 0 1";
    let mut game = Game::parse(start).unwrap();
    let mut text = format!("position {start} moves");
    gui.send("setoption name UCI_Chess960 value true\nucinewgame");
    for _ in 0..60 {
        let castling = game.legal_moves().into_iter().find(|mv| mv.is_castle()).map(uci_move_960);
        let only = castling.as_ref().map_or_else(String::new, |mv| format!(" searchmoves {mv}"));
        let lines = gui.request(&format!("{text}\ngo nodes 300{only}"), "bestmove");
        let mv = best_move(&lines);
        if mv == "0000" {
            break;
        }
        assert!(castling.is_none_or(|castling| castling == mv));
        game.play_uci(mv).unwrap();
        text.push_str(&format!(" {mv}"));
    }
}

/// A limit on memory leaves room for all but the stack of one more thread, as a limit on processes would.
#[cfg(target_os = "linux")]
#[test]
fn without_a_thread_for_the_search_there_is_a_move_all_the_same() {
    let mut gui = Gui::start();
    gui.request("setoption name Hash value 1\nisready", "readyok");
    let room = crate::memory(&gui.child, "VmSize:").unwrap() + (32 << 10);
    let search = "setoption name Hash value 1\nposition startpos\ngo nodes 2000";
    let lines = gui.request(search, "bestmove");
    assert!(!lines[0].contains("error"), "{lines:?}");
    gui.quit();

    let mut command = std::process::Command::new("sh");
    command.args(["-c", &format!("ulimit -v {room} && exec \"$0\""), crate::ENGINE]);
    let mut gui = Gui::start_by(command);
    let without = gui.request(search, "bestmove");
    assert!(without[0].starts_with("info string error: no thread for the search"), "{without:?}");
    assert_eq!(without.last(), lines.last());
    let waits = gui.request("ucinewgame\ngo ponder nodes 2000\nisready", "readyok");
    assert!(waits[0].starts_with("info string error: no thread for a search"));
    assert_eq!(gui.request("ponderhit", "bestmove").last(), lines.last());
    gui.request("go infinite\nisready", "readyok");
    gui.request("stop", "bestmove");
    gui.quit();
}
