//! Limited strength and tablebases, with the engine binary at the other end of a pipe.

#![allow(clippy::unwrap_used)]

mod gui;

use gui::Gui;

/// Nodes and move of the answer to `go`.
fn answer(gui: &mut Gui, go: &str) -> (u64, String) {
    let lines = gui.request(go, "bestmove");
    let [.., info, last] = &lines[..] else { panic!("too few lines: {lines:?}") };
    let mut words = info.split(' ').skip_while(|word| *word != "nodes");
    (words.nth(1).unwrap().parse().unwrap(), last.clone())
}

/// The first plies of a game against itself at this strength.
fn game(elo: u32, threads: u32) -> (u64, Vec<String>) {
    let mut gui = Gui::start();
    gui.send(&format!("setoption name UCI_Elo value {elo}"));
    gui.send("setoption name UCI_LimitStrength value true");
    gui.send(&format!("setoption name Threads value {threads}"));
    let mut moves = Vec::new();
    let mut most = 0;
    for _ in 0..12 {
        gui.send(&format!("position startpos moves {}", moves.join(" ")));
        let (nodes, best) = answer(&mut gui, "go nodes 100000");
        most = most.max(nodes);
        moves.push(best.split(' ').nth(1).unwrap().to_owned());
    }
    (most, moves)
}

#[test]
fn a_game_at_a_level_repeats_and_strength_costs_nodes() {
    let weak = game(1200, 1);
    assert_eq!(game(1200, 3), weak);
    let strong = game(2200, 1);
    assert_ne!(strong.1, weak.1);
    assert!(weak.0 < 200 && strong.0 > 5 * weak.0, "{} {}", weak.0, strong.0);
}

#[test]
fn it_is_off_unless_it_is_switched_on_and_can_be_switched_off() {
    let mut gui = Gui::start();
    gui.send("position startpos");
    let free = answer(&mut gui, "go nodes 20000");
    gui.send("setoption name UCI_Elo value 1200");
    gui.send("ucinewgame");
    assert_eq!(answer(&mut gui, "go nodes 20000"), free);
    gui.send("setoption name UCI_LimitStrength value true");
    assert_ne!(answer(&mut gui, "go nodes 20000"), free);
    gui.send("setoption name UCI_LimitStrength value false");
    gui.send("ucinewgame");
    assert_eq!(answer(&mut gui, "go nodes 20000"), free);
    gui.request(
        "setoption name UCI_Elo value 2201",
        "info string error: UCI_Elo takes a number from 1200 to 2200",
    );
}

#[test]
fn missing_tablebases_are_reported_and_change_nothing() {
    let mut gui = Gui::start();
    gui.send("position startpos");
    let free = answer(&mut gui, "go nodes 20000");
    gui.request(
        "setoption name SyzygyPath value /no/such/folder",
        "info string error: the folder /no/such/folder of Syzygy tables cannot be used",
    );
    gui.send("ucinewgame");
    assert_eq!(answer(&mut gui, "go nodes 20000"), free);
    gui.send("setoption name SyzygyPath value <empty>");
    gui.send("ucinewgame");
    assert_eq!(answer(&mut gui, "go nodes 20000"), free);
    gui.quit();
}
