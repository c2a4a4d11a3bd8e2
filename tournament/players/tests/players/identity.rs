//! Identities of programs and evaluators.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

use config::{Config, EngineConfig, EvaluatorConfig};
use players::identity::{Identities, Identity, differences, identities, of_evaluator, rebuilt};

fn engine(folder: &Path, keys: &str) -> EngineConfig {
    let text = format!(
        "run = {{ name = \"t\", format = \"match\", pairs = 1 }}\nlimits = {{ nodes = 1 }}\n[[engine]]\nevaluator = \"material\"\nname = \"other\"\n\
         [[engine]]\nname = \"it\"\n{keys}"
    );
    let file = folder.join("t.toml");
    let config = Config::parse(file.to_str().unwrap(), &text, &[], evaluators::registry::NAMES);
    config.unwrap().engines.remove(1)
}

fn identity(folder: &Path, keys: &str) -> Identity {
    identities(&[engine(folder, keys)]).get("it").cloned().unwrap_or_default()
}

fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn changes(was: &Identity, is: &Identity) -> Vec<String> {
    differences(&named(was), &named(is))
}

fn named(identity: &Identity) -> Identities {
    Identities::from([("it".to_owned(), identity.clone())])
}

/// The differences when `file` has another text; asserts that there are none when its own is restored.
fn when_changed(folder: &Path, keys: &str, file: &str) -> Vec<String> {
    let was = identity(folder, keys);
    let text = fs::read_to_string(folder.join(file)).unwrap();
    write(folder, file, &format!("{text}# changed\n"));
    let lines = changes(&was, &identity(folder, keys));
    write(folder, file, &text);
    assert_eq!(identity(folder, keys), was, "{file} as it was");
    lines
}

fn write_files(folder: &Path) {
    let files = "engine net.nnue other.nnue library.so script.py book.bin config/settings.ini work/weights.nnue \
        out.log notes.txt";
    for file in files.split(' ') {
        write(folder, file, &format!("the text of {file}\n"));
    }
}

#[test]
fn a_program_is_known_by_its_file_and_those_that_it_names() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_files(folder);
    let path = |file: &str| folder.join(file).display().to_string();
    let engine = "command = \"./engine\"";
    let arguments = format!(
        "{engine}\nargs = [\"{}\", \"--net={}\", \"--log\", \"{}\"]",
        path("library.so"),
        path("net.nnue"),
        path("notes.txt"),
    );
    let options = format!(
        "{engine}\noptions = {{ EvalFile = \"{}\", \"Debug Log File\" = \"{}\", Hash = 16 }}\nenv = {{ BOOK = \"{}\" }}",
        path("net.nnue"),
        path("notes.txt"),
        path("book.bin"),
    );
    let dir = format!("{engine}\ndir = \"work\"");
    let by_hand = format!("{engine}\nargs = [\"engine\", \"eval:python3 {}\"]", path("script.py"));
    // An engine's keys, a file, and what is said of it when it changes: nothing of one that is none of its own.
    for (keys, file, said) in [
        (engine, "engine", "its program has changed (it was sha256 "),
        (&arguments, "library.so", "its argument "),
        (&arguments, "net.nnue", "its argument "),
        (&arguments, "notes.txt", ""),
        (&options, "net.nnue", "its file of option EvalFile has changed"),
        (&options, "book.bin", "its file of variable BOOK has changed"),
        (&options, "notes.txt", ""),
        // It answers nothing, so that what it may read decides.
        (engine, "net.nnue", "its file net.nnue has changed"),
        (engine, "config/settings.ini", "its file config/settings.ini has changed"),
        (engine, "notes.txt", ""),
        (engine, "out.log", ""),
        (&dir, "work/weights.nnue", "its file w"),
        // The same as an engine of this program's, by hand.
        (&by_hand, "script.py", "its argument "),
    ] {
        let lines = when_changed(folder, keys, file);
        let expected = format!("engine \"it\": {said}");
        let is_so = match &lines[..] {
            [] => said.is_empty(),
            [line] => !said.is_empty() && line.starts_with(&expected),
            _ => false,
        };
        assert!(is_so, "{keys}, {file}: {lines:?}");
    }
}

/// A program that plays what `choice` in its folder says.
const UCI: &str = r#"#!/bin/sh
cd "$(dirname "$0")"
while read -r word rest; do case $word in
    uci) echo 'id name it'; echo uciok ;;
    isready) echo readyok ;;
    position) ;;
    go) echo "bestmove $(cat choice)" ;;
    quit) exit ;;
esac; done
"#;

#[test]
fn a_script_is_known_by_what_it_answers_wherever_it_has_that_from() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "it.sh", UCI);
    write(folder, "choice", "0000");
    write(folder, "other.py", "one");
    let keys = "command = \"./it.sh\"";
    let was = identity(folder, keys);
    assert!(was.parts().any(|(name, _)| name == "search"), "{was:?}");
    write(folder, "choice", "zzzz");
    let lines = changes(&was, &identity(folder, keys));
    assert!(lines[0].starts_with("engine \"it\": its search has changed (it was answers "), "{lines:?}");
    write(folder, "choice", "0000");
    // What lies beside it and changes nothing is told, and it stays the same.
    write(folder, "other.py", "two");
    let is = identity(folder, keys);
    assert!(changes(&was, &is).is_empty());
    let lines = rebuilt(&named(&was), &named(&is));
    assert_eq!(lines.len(), 1);
    assert!(lines[0].ends_with(", and its searches have not"), "{lines:?}");
    // One that answers otherwise each time is known by its files.
    let by_turns = "echo x >> n; [ $(($(wc -l < n) % 2)) = 0 ] && echo bestmove 0000 || echo bestmove zzzz";
    write(folder, "it.sh", &UCI.replace("echo \"bestmove $(cat choice)\"", by_turns));
    assert!(identity(folder, keys).parts().all(|(name, _)| name != "search"));
}

/// An evaluation whose values are those of `weights.py`, which it imports as Python does.
const PIPE: &str = r#"#!/bin/sh
. "$(dirname "$0")/weights.py"
echo 'evaluation 1 white'
while read -r fen; do echo $value; done
"#;

#[test]
fn an_evaluation_is_known_by_its_values() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "mine.sh", PIPE);
    write(folder, "weights.py", "value=12");
    let keys = "evaluation = \"eval:./mine.sh\"";
    let was = identity(folder, keys);
    assert_eq!(was.parts().map(|(name, _)| name).collect::<Vec<_>>(), ["evaluation", "search"]);
    write(folder, "weights.py", "value=13");
    let lines = changes(&was, &identity(folder, keys));
    assert!(lines[0].starts_with("engine \"it\": its evaluation has changed (it was values "), "{lines:?}");
    // Written otherwise, it is the same, and one line says so.
    write(folder, "weights.py", "value=12 # the same");
    write(folder, "mine.sh", &PIPE.replace("echo $value", "echo \"$value\""));
    let is = identity(folder, keys);
    assert!(changes(&was, &is).is_empty());
    let lines = rebuilt(&named(&was), &named(&is));
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].contains("its file weights.py has changed"), "{lines:?}");
    // A file that comes beside it is seen at once, a touched one is none.
    let engine = engine(folder, keys);
    assert!(!is.is_touched(&engine));
    write(folder, "net.nnue", "new");
    assert!(is.is_touched(&engine));
    assert!(identity(folder, "evaluation = \"eval:./none.sh\"").parts().next().is_none());
    // One that says something else each time is known by its files.
    write(folder, "mine.sh", &PIPE.replace("echo $value", "value=$((value+1)); echo $value"));
    let was = identity(folder, keys);
    assert!(!was.has_values());
    assert!(changes(&was, &identity(folder, keys)).is_empty());
    write(folder, "weights.py", "value=13");
    assert!(changes(&was, &identity(folder, keys))[0].contains("its file weights.py has changed"));
}

#[test]
fn files_that_are_written_or_gone_are_told_from_those_that_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_files(folder);
    let dir = "command = \"./engine\"\ndir = \"work\"";
    let was = identity(folder, dir);
    write(folder, "work/game.log", "1. e4\n");
    assert_eq!(identity(folder, dir), was);
    let net = folder.join("net.nnue");
    let options = format!("command = \"./engine\"\noptions = {{ EvalFile = \"{}\" }}", net.display());
    let was = identity(folder, &options);
    fs::remove_file(net).unwrap();
    let lines = changes(&was, &identity(folder, &options));
    assert!(lines[0].contains("file of option EvalFile is gone"), "{lines:?}");
}

#[test]
fn a_program_that_is_not_there_is_not_compared() {
    let folder = tempfile::tempdir().unwrap();
    let engines = [engine(folder.path(), "command = \"./engine\"")];
    let gone = identities(&engines);
    assert!(gone.is_empty());
    write(folder.path(), "engine", "text");
    let there = identities(&engines);
    assert_eq!(there.len(), 1);
    assert!(differences(&there, &gone).is_empty());
    assert!(differences(&gone, &there).is_empty());
}

#[test]
fn an_evaluator_is_known_by_what_it_says_and_searches() {
    let folder = tempfile::tempdir().unwrap();
    let of = |keys: &str| {
        let identity = identity(folder.path(), keys);
        assert_eq!(identity.parts().count(), 2, "{keys}");
        identity
    };
    let was = of("evaluator = \"michniewski\"");
    let parts: Vec<&str> = was.parts().map(|(name, _)| name).collect();
    assert_eq!(parts, ["evaluation", "search"]);
    assert_eq!(of("evaluator = \"michniewski\""), was);
    // Another number of the evaluation changes both, one of the search the search alone.
    let is = of("evaluator = \"michniewski\"\nparams = { \"value.pawn\" = 101 }");
    assert_eq!(changes(&was, &is).len(), 2);
    let is = of("evaluator = \"michniewski\"\nsearch = { \"reverse_futility.margin\" = 1 }");
    let lines = changes(&was, &is);
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("engine \"it\": its search has changed (it was bench 6: "));
    // Disabled rules are in the configuration.
    assert_eq!(of("evaluator = \"michniewski\"\ndisable = [\"pawn-*\"]"), was);
}

#[test]
fn a_seed_is_drawn_from_what_plays() {
    let folder = tempfile::tempdir().unwrap();
    let seed = |keys: &str| players::identity::seed(&[engine(folder.path(), keys)]);
    let otter = seed("evaluator = \"otter\"");
    assert_eq!(seed("evaluator = \"otter\""), otter);
    assert!(otter < 1_000_000);
    assert_ne!(seed("evaluator = \"chessbin\""), otter);
    assert_ne!(seed("evaluator = \"otter\"\nparams = { \"value.pawn\" = 99 }"), otter);
    let keys = "command = \"./engine\"";
    write(folder.path(), "engine", "one");
    let one = seed(keys);
    write(folder.path(), "engine", "two");
    assert_ne!(seed(keys), one);
}

#[test]
fn a_file_is_hashed_again_when_anything_about_it_changes() {
    let folder = tempfile::tempdir().unwrap();
    // As long, and as old.
    let digest = |text: &str| {
        write(folder.path(), "engine", text);
        let hour = Duration::from_secs(3600);
        let file = File::options().write(true).open(folder.path().join("engine")).unwrap();
        file.set_modified(SystemTime::now() - hour).unwrap();
        identity(folder.path(), "command = \"./engine\"").text()
    };
    let one = "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed";
    assert_eq!(digest("one"), format!("program: sha256 {one}"));
    assert_ne!(digest("two"), digest("one"));
    assert_eq!(digest("one"), format!("program: sha256 {one}"));
}

/// The line of a child process with an identity.
const KNOWN_AS: &str = "known as ";

#[test]
#[ignore = "another test starts it in a process of its own, which has a cache of its own"]
fn child() {
    println!("\n{KNOWN_AS}{}", of_evaluator(&EvaluatorConfig::of("otter")).unwrap().text());
}

#[test]
fn what_is_cached_is_read_again_and_what_is_damaged_is_found_out_anew() {
    let cache = tempfile::tempdir().unwrap();
    let known_as = || {
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args(["--exact", "identity::child", "--ignored", "--nocapture"]);
        let output = child.env("XDG_CACHE_HOME", cache.path()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix(KNOWN_AS));
        line.unwrap_or_else(|| panic!("{text}")).to_owned()
    };
    let found = known_as();
    let path = cache.path().join("evalarena/identities.json");
    let cached = fs::read_to_string(&path).unwrap();
    fs::write(&path, cached.replace("values ", "other values ")).unwrap();
    assert_eq!(known_as(), found.replace("values ", "other values "));
    fs::write(&path, "{").unwrap();
    assert_eq!(known_as(), found);
}
