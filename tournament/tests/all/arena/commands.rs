//! Every command line of the documents is given, and every configuration played, shortened where it is long. (That all
//! command lines can be given, and those of the help, is tested beside the arguments.)

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use super::*;

/// README.md and the documents for users but own-evaluation.md, whose commands tests/all/programs/languages.rs gives.
fn documents() -> String {
    let root = Path::new(CONFIGS).parent().unwrap();
    let docs = root.join("docs").read_dir().unwrap().map(|entry| entry.unwrap().path());
    let documents = docs.filter(|path| path.extension() == Some("md".as_ref()) && !path.ends_with("own-evaluation.md"));
    let documents = documents.chain([root.join("README.md")]);
    documents.map(|path| fs::read_to_string(path).unwrap() + "\n").collect()
}

/// Commands with this beginning, and the options that make them short.
const SHORTENED: &[(&str, &str)] = &[
    ("run my.toml", "--set limits.nodes=20 --set run.pairs=2 --fresh"),
    ("run configs/", "--set limits.nodes=5 --set run.pairs=1 --set adjudication.max_moves=10"),
    ("match michniewski otter", "--games 2 --nodes 20"),
    ("report runs/round-robin", ""),
    ("report runs/before runs/after", ""),
    ("repeat runs/round-robin", ""),
    ("explain ", ""),
    ("why ", "--nodes 500"),
    ("suite wac.epd --engine michniewski", "--nodes 200"),
    ("positions runs/round-robin --score michniewski", "--per-game 1"),
    ("positions runs/", ""),
    ("positions scored.epd.gz", ""),
    ("positions configs/", "--per-game 1"),
    ("accuracy ", ""),
    ("ablate michniewski", "--nodes 5 --first 8 --games 8"),
    ("ablate slate-atkin", "--nodes 5 --first 8 --games 8"),
    ("rate ", ""),
    ("stats --penta", ""),
    ("stats --plan", ""),
    ("suite add blunders.epd lost.pgn", ""),
    ("suite find ", "--nodes 100"),
    ("suite blunders.epd", "--nodes 100"),
    ("openings check book.pgn.gz", ""),
    ("tune ", ""),
];

/// Commands that are not run here, with the reason.
const NOT_GIVEN: &[(&str, &str)] = &[
    ("match ./new", "programs of others"),
    ("match 'cmd:evalarena engine ", "a library that is to be built; tests/all/programs/evaluations.rs"),
    ("match slate-atkin configs/external.toml", "programs that a build of the workspace makes"),
    ("match ./mine.so", "a library that is to be built; tests/all/programs/evaluations.rs"),
    ("check stockfish", "a program of others"),
    ("regress", "builds two states of the project; tests/all/regress"),
    ("spsa ", "thousands of games; tests/all/arena/ablations.rs"),
    ("ablate compendium", "thousands of games; tests/all/arena/ablations.rs"),
    ("tune compendium", "seconds; `tune slate-atkin` is the same, and lab/src/fit/tune"),
    ("completions ", "a test below"),
    ("man ", "a test below"),
    ("report runs/margins-whole", "runs that are not there; `report runs/before` is the same"),
    ("merge ", "tests/all/arena/shards.rs"),
    ("serve", "does not end; tests/all/page/served.rs and explored.rs"),
    ("check otter", "a minute; tests/all/arena/documents.rs"),
    ("check my-idea", "an evaluator that is to be written; lab/src/calibration"),
    ("new-evaluator", "changes the project; src/new_evaluator.rs"),
    ("run configs/external.toml", "programs that a build of the workspace makes"),
    ("run configs/lab/scaling.toml", "an hour; time controls are in tests/all/arena/formats.rs"),
    ("report runs/scaling", "a run that is not there; `report runs/round-robin` is the same"),
    ("report runs/list", "a run that is not there; tests/all/arena/comparisons.rs"),
    ("run results/", "hours; `run configs/` is the same"),
    ("rate runs/results-calibration", "a run that is not there; tests/all/figures.rs"),
];

fn command(line: &str) -> Option<String> {
    let line = line.strip_prefix("    ")?.trim();
    let names = ["cargo run --release -- ", "target/release/evalarena ", "evalarena "];
    let rest = names.iter().find_map(|name| line.strip_prefix(name))?;
    let rest = rest.split("  ").next().unwrap_or_default();
    Some(rest.split(" | ").next().unwrap_or_default().to_owned())
}

/// A game in which nothing happens until its 23rd move.
fn lost_game() -> String {
    let mut moves = String::new();
    for number in 1..=24 {
        let pair = if number % 2 == 1 { "Nf3 Nf6" } else { "Ng1 Ng8" };
        moves += &format!("{number}. {pair} ");
    }
    format!("[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n{moves}1-0\n")
}

/// A folder in which there is what the commands name.
fn prepare(folder: &Path) {
    symlink(CONFIGS, folder.join("configs")).unwrap();
    folder.write("my.toml", SMALL);
    folder.write("lost.pgn", lost_game());
    fs::copy(folder.join("configs/openings/builtin.pgn.gz"), folder.join("book.pgn.gz")).unwrap();
    folder.write("wac.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"1\";\n");
    // Enough of them for commands that compute with their positions.
    let more = "--set run.pairs=8 --set limits.nodes=100";
    let played = "run my.toml --out runs/round-robin";
    success(folder, &format!("{played} {more}"));
    for (out, seed) in [("runs/before", "run.seed=1"), ("runs/after", "run.seed=2")] {
        let played = format!("run my.toml --set {seed} --out {out}");
        success(folder, &format!("{played} --set limits.nodes=100"));
    }
    let games = folder.read("runs/round-robin/games.pgn");
    for copy in ["games.pgn", "runs/lab-games/games.pgn", "runs/lab-scale/games.pgn"] {
        let to = folder.join(copy);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        // A name that one of the commands uses.
        fs::write(to, games.replace("\"Material\"", "\"Stockfish\"")).unwrap();
    }
    success(folder, "positions games.pgn --out few.epd.gz");
    few_positions(folder);
}

/// Positions of a few short games in positions.epd.gz, into which one of the commands writes some thousand.
fn few_positions(folder: &Path) {
    fs::copy(folder.join("few.epd.gz"), folder.join("positions.epd.gz")).unwrap();
}

#[test]
fn every_command_of_the_documents_works() {
    let folder = folder_with("");
    prepare(&folder);
    let mut lines: Vec<String> = documents().lines().filter_map(command).collect();
    lines.sort();
    lines.dedup();
    let mut given = 0;
    for line in &lines {
        if NOT_GIVEN.iter().any(|(start, _)| line.starts_with(start)) {
            continue;
        }
        let short = SHORTENED.iter().find(|(start, _)| line.starts_with(start));
        let (_, more) = short.unwrap_or_else(|| panic!("`{line}` must be in SHORTENED or in NOT_GIVEN"));
        few_positions(&folder);
        // By a shell, which interprets quotes.
        let script = format!("exec \"$0\" {line} \"$@\"");
        let mut shell = Command::new("sh");
        shell.current_dir(&folder).args(["-c", &script]);
        shell.arg(env!("CARGO_BIN_EXE_evalarena"));
        let output = shell.args(more.split_whitespace()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
        given += 1;
    }
    assert!(given > 25, "{given}");
    for (start, _) in NOT_GIVEN {
        let shown = lines.iter().any(|line| line.starts_with(start));
        assert!(shown, "no document has `{start}` any more");
    }
}

#[test]
fn every_shell_has_completions_of_all_commands() {
    let folder = Folder::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = text(&folder, &format!("completions {shell}"));
        script.must_have(&["evalarena", "regress", "--sprt"]);
        script.must_lack(&["become-program"]);
    }
    refused(&folder, "completions tcsh", &["bash", "zsh"]);
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = Folder::new();
    assert_eq!(text(&folder, "man pages/man1"), "pages/man1/evalarena.1\n");
    let page = |name: &str| fs::read_to_string(folder.join("pages/man1").join(name)).unwrap();
    page("evalarena.1").must_have(&["Evalarena", "evalarena\\-run"]);
    page("evalarena-match.1").must_have(&["Exit status", "evaluator"]);
    let folder = folder.join("file");
    fs::write(&folder, "").unwrap();
    refused(folder.parent().unwrap(), "man file", &["file: ", "cannot be written"]);
}

#[test]
fn help_asked_for_its_help_is_the_list_of_commands() {
    let folder = Folder::new();
    let list = text(&folder, "--help");
    assert_eq!(text(&folder, "help --help"), list);
    assert_eq!(text(&folder, "help"), list);
}

/// A folder with the engine binaries of this workspace that configurations name. Cargo builds none
/// for the tests of another package, so a program of this one stands in, with the same evaluators.
fn engine_binaries() -> Folder {
    let folder = Folder::new();
    let names = "michniewski otter chessbin slate-atkin compendium compendium-in-proportion";
    for name in names.split(' ') {
        let script = format!("#!/bin/sh\nexec {TEST_ENGINE:?} --evaluator {name}\n");
        write_program(&folder.join(name), script);
    }
    folder
}

#[test]
fn every_configuration_runs_as_it_stands() {
    let programs = engine_binaries();
    let inherited = std::env::var("PATH").unwrap_or_default();
    let search_path = format!("{}:{inherited}", programs.display());
    let mut configurations = 0;
    for path in entries(Path::new(CONFIGS)) {
        // What `regress` and `spsa` read is tested with them; the folder is also a crate.
        let others = ["regress.toml", "spsa.toml", "Cargo.toml"];
        let of_others = others.map(|name| path.ends_with(name));
        if of_others.contains(&true) || path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        configurations += 1;
        let folder = Folder::new();
        let config = path.to_str().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let cut = cut_down(&text);
        let cut: String = cut.iter().map(|set| format!(" --set {set}")).collect();
        let mut command = arena(&folder, &format!("run {config}{cut}"));
        let output = command.env("PATH", &search_path).output().unwrap();
        assert!(output.status.success(), "{config}: {}", stderr(&output));
        for line in text.lines().filter(|line| line.contains(" = ")) {
            let is_comment = line.starts_with('#');
            let has_comment = line.contains(" # ") || line.starts_with("evaluator");
            assert!(is_comment || has_comment, "{config}: explain this key: {line}");
        }
    }
    assert!(configurations > 0);
}

/// The same tournament in a second or two: every limit that the file has, and one pair.
fn cut_down(text: &str) -> Vec<String> {
    let mut sets = vec!["run.pairs=1".to_owned()];
    let file: toml::Table = text.parse().unwrap();
    let mut cut = |key: &str, limits: Option<&toml::Value>| {
        let cheap = [("nodes", 100), ("movetime", 1), ("depth", 2)];
        for (kind, value) in cheap {
            if limits.is_some_and(|limits| limits.get(kind).is_some()) {
                sets.push(format!("{key}limits.{kind}={value}"));
            }
        }
    };
    cut("", file.get("limits"));
    for list in ["time_control", "engine"] {
        let members = file.get(list).and_then(toml::Value::as_array);
        for (index, member) in members.into_iter().flatten().enumerate() {
            cut(&format!("{list}.{index}."), member.get("limits"));
        }
    }
    sets
}
