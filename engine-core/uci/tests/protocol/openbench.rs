//! The parts that OpenBench reads: the descriptions of engines and the Makefile.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const ENGINES: [&str; 10] = [
    "michniewski",
    "otter",
    "chessbin",
    "slate-atkin",
    "compendium",
    "compendium-in-proportion",
    "shannon",
    "turochamp",
    "pesto",
    "kaufman",
];

/// The commands that `make` would run in `folder`; `None` on a machine that does not have it.
fn make(folder: &Path, words: &[&str]) -> Option<Result<String, String>> {
    let mut make = Command::new("make");
    let output = make.arg("-n").args(words).current_dir(folder).output().ok()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Some(if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) })
}

#[test]
fn every_engine_is_described_and_built_in_its_folder() {
    for engine in ENGINES {
        let file = format!("{ROOT}/openbench/{engine}.json");
        let description: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
        assert!(description["nps"].as_u64().unwrap() > 0);
        assert_eq!(description["private"], false);
        for list in ["compilers", "cpuflags", "systems"] {
            assert!(description["build"][list].is_array(), "{engine}: {list}");
        }
        for preset in ["default", "STC", "LTC"] {
            assert!(description["test_presets"][preset].is_object(), "{engine}: {preset}");
        }
        let path = description["build"]["path"].as_str().unwrap();
        assert_eq!(path, format!("openbench/{engine}"));
        let makefile = fs::read_to_string(format!("{ROOT}/{path}/Makefile")).unwrap();
        assert_eq!(makefile, format!("EVAL = {engine}\ninclude ../../Makefile\n"));
        let Some(done) = make(&Path::new(ROOT).join(path), &["EXE=mine"]) else {
            continue;
        };
        let done = done.unwrap();
        assert!(done.contains("cargo build --release --locked"), "{done}");
        assert!(done.contains(&format!("--bin {engine}\n")), "{done}");
        assert!(done.contains(&format!("release/{engine} mine\n")), "{done}");
    }
}

#[test]
fn the_compendium_is_built_without_a_word_and_another_evaluation_refused() {
    for (words, expected) in [
        (["EXE=mine", "EVAL=otter"], Ok("--bin otter\n")),
        (["EXE=mine", "-s"], Ok("--bin compendium\n")),
        (["EXE=mine", "EVAL=moon"], Err("EVAL=moon is none of michniewski, otter")),
    ] {
        let Some(done) = make(Path::new(ROOT), &words) else {
            return;
        };
        match (done, expected) {
            (Ok(done), Ok(expected)) | (Err(done), Err(expected)) => {
                assert!(done.contains(expected), "{done}");
            }
            (done, _) => panic!("{words:?}: {done:?}"),
        }
    }
}
