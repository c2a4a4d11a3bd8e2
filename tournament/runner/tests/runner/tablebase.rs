//! Endings from tables. The tables are not part of the project, so one of these tests needs a copy of them:
//! CONTRIBUTING.md lists the sources.

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, File};

use engine_core::game::position_from_fen;
use players::record::GameResult::{BlackWins, Draw, WhiteWins};
use runner::tablebase::Tablebase;

#[test]
#[ignore = "needs files: SYZYGY_PATH=FOLDER"]
fn results_of_known_endings() {
    let paths = env::var("SYZYGY_PATH").expect("SYZYGY_PATH has the folders of tables");
    let tables = Tablebase::open(&paths).unwrap();
    assert!(tables.pieces >= 4);
    for (fen, result) in [
        ("8/8/8/8/8/2k5/8/KQ6 w - - 0 1", Some(WhiteWins)),
        ("8/8/8/8/8/2k5/8/KQ6 b - - 0 1", Some(WhiteWins)),
        ("8/8/8/8/3k4/8/8/KN6 w - - 0 1", Some(Draw)),
        ("kq6/8/2K5/8/8/8/8/8 w - - 0 1", Some(BlackWins)),
        // Opposition decides, and so does the bishop's colour.
        ("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1", Some(WhiteWins)),
        ("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", Some(Draw)),
        ("7k/8/5K2/7P/8/8/8/B7 w - - 0 1", Some(WhiteWins)),
        ("7k/8/5K2/7P/8/8/8/1B6 w - - 0 1", Some(Draw)),
        // The clock runs, a side may castle, there are too many pieces.
        ("8/8/8/8/8/2k5/8/KQ6 w - - 1 1", None),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", None),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", None),
    ] {
        assert_eq!(tables.result(&position_from_fen(fen).unwrap()), result, "{fen}");
    }
}

#[test]
fn folders_without_all_tables_are_refused() {
    let folder = env::temp_dir().join(format!("tablebase-{}", std::process::id()));
    let open = || Tablebase::open(&folder.display().to_string());
    let refused = |what: &str| {
        let error = open().unwrap_err();
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
