//! Endings from tables. The tables are not part of the project, so most of these tests need a copy of them:
//! CONTRIBUTING.md lists the sources.

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, File};
use std::sync::Arc;

use engine_core::limits::Limits;
use engine_core::tablebase::{Tablebase, Verdict};
use shakmaty::Position;

use crate::{game, search};

fn tables() -> Tablebase {
    let paths = env::var("SYZYGY_PATH").expect("SYZYGY_PATH has the folders of tables");
    Tablebase::open(&paths).unwrap()
}

#[test]
#[ignore = "needs files: SYZYGY_PATH=FOLDER"]
fn verdicts_of_known_endings() {
    let tables = tables();
    assert!(tables.pieces >= 4);
    for (fen, verdict) in [
        ("8/8/8/8/8/2k5/8/KQ6 w - - 0 1", Some(Verdict::Win)),
        ("8/8/8/8/8/2k5/8/KQ6 b - - 0 1", Some(Verdict::Loss)),
        ("8/8/8/8/3k4/8/8/KN6 w - - 0 1", Some(Verdict::Draw)),
        // Opposition decides, and so does the bishop's colour.
        ("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1", Some(Verdict::Loss)),
        ("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", Some(Verdict::Draw)),
        ("7k/8/5K2/7P/8/8/8/B7 w - - 0 1", Some(Verdict::Win)),
        ("7k/8/5K2/7P/8/8/8/1B6 w - - 0 1", Some(Verdict::Draw)),
        // The clock runs, a side may castle, there are too many pieces.
        ("8/8/8/8/8/2k5/8/KQ6 w - - 1 1", None),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", None),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", None),
    ] {
        assert_eq!(tables.after_zeroing(game(fen).position()), verdict, "{fen}");
    }
}

/// Bishop and knight, which no search of so few nodes would mate with.
#[test]
#[ignore = "needs files: SYZYGY_PATH=FOLDER"]
fn the_root_is_led_to_mate() {
    let tables = Arc::new(tables());
    let fen = "8/8/3k4/8/8/8/8/KBN5 w - - 0 1";
    let mut game = game(fen);
    let mut searches = [search(), search()];
    for search in &mut searches {
        search.set_tablebase(Some(Arc::clone(&tables)));
    }
    while !game.position().is_game_over() {
        let outcomes =
            searches.each_mut().map(|search| search.go(&game, &Limits::nodes(200), |_| {}));
        // The same search, the same move.
        assert_eq!(outcomes[0].best(), outcomes[1].best());
        assert_eq!(outcomes[0].nodes, outcomes[1].nodes);
        game.play(outcomes[0].best().unwrap());
    }
    assert!(game.position().is_checkmate(), "{}", game.moves().len());
}

/// Two knights do not win against a bare king, so the last pawn is not to be taken: five pieces are not in these
/// tables, and what a capture leaves is.
#[test]
#[ignore = "needs files: SYZYGY_PATH=FOLDER"]
fn the_tree_probes_where_a_capture_was_made() {
    let game = game("4k3/8/8/8/8/2N2N2/4p3/1K6 w - - 0 1");
    let tables = Arc::new(tables());
    assert_eq!(tables.pieces, 4, "the test is about tables of four pieces");
    let takes = |tables| {
        let mut search = search();
        search.set_tablebase(tables);
        let outcome = search.go(&game, &Limits::nodes(2_000), |_| {});
        outcome.best().unwrap().is_capture()
    };
    assert!(takes(None));
    assert!(!takes(Some(tables)));
}

#[test]
fn folders_without_all_tables_are_refused() {
    let folder = env::temp_dir().join(format!("tablebase-{}", std::process::id()));
    let open = || Tablebase::open(&folder.display().to_string());
    let refused = |what: &str| {
        let error = open().unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    };
    refused("cannot be used");
    fs::create_dir(&folder).unwrap();
    refused("there are no Syzygy tables");
    // Files of a size that tables can have.
    let table = |name: &str| File::create(folder.join(name)).unwrap().set_len(80).unwrap();
    table("KQvK.rtbw");
    refused("of the 5 Syzygy tables of 3 pieces 4 are missing");
    ["KRvK.rtbw", "KBvK.rtbw", "KNvK.rtbw"].into_iter().for_each(table);
    refused("of the 5 Syzygy tables of 3 pieces 1 is missing");
    table("KPvK.rtbw");
    assert_eq!(open().unwrap().pieces, 3);
    table("KQvKR.rtbw");
    refused("of the 30 Syzygy tables of 4 pieces 29 are missing");
    // Whatever is found missing is added, until all are there.
    table("KQQQvK.rtbw");
    let mut added = BTreeSet::new();
    while let Err(error) = open() {
        let error = error.to_string();
        let name = error.split_once("such as ").unwrap().1.split(';').next().unwrap();
        table(name);
        assert!(added.insert(name.to_owned()), "{error}");
    }
    assert_eq!((open().unwrap().pieces, added.len()), (5, 29 + 109));
    for name in ["KQQvK", "KBNvK", "KBvKN", "KPvKP", "KPPPvK", "KRBvKQ"] {
        assert!(added.contains(&format!("{name}.rtbw")), "{name}");
    }
    // One that was cut short is named.
    File::create(folder.join("KQvKR.rtbw")).unwrap().set_len(81).unwrap();
    refused("KQvKR.rtbw");
    fs::remove_dir_all(&folder).unwrap();
}
