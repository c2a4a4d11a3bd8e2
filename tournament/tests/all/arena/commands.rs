//! Every command line of the documents is given, and every configuration played, shortened where it is long. (That all
//! command lines can be given, and those of the help, is tested beside the arguments.)

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use super::*;
use crate::structure::budget::files_that_end;

/// README.md and the documents for users but own-evaluation.md, whose commands tests/all/programs/languages.rs gives.
fn documents() -> String {
    let root = Path::new(CONFIGS).parent().unwrap();
    let docs = root.join("docs").read_dir().unwrap().map(|entry| entry.unwrap().path());
    let documents = docs.filter(|path| path.extension() == Some("md".as_ref()) && !path.ends_with("own-evaluation.md"));
    let documents = documents.chain([root.join("README.md")]);
    documents.map(|path| fs::read_to_string(path).unwrap() + "\n").collect()
}

fn command(line: &str) -> Option<String> {
    let line = line.strip_prefix("    ")?.trim();
    let names = ["cargo run --release -- ", "target/release/evalarena ", "evalarena "];
    let rest = names.iter().find_map(|name| line.strip_prefix(name))?;
    let rest = rest.split("  ").next().unwrap_or_default();
    Some(rest.split(" | ").next().unwrap_or_default().to_owned())
}

/// The indented lines of a text.
fn indented(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| line.starts_with("    "))
}

/// Output without speeds, which have no fixed width.
fn masked(text: &str) -> String {
    let is_speed = |word: &str| word.strip_suffix(['k', 'M']).is_some_and(|number| number.parse::<f64>().is_ok());
    text.split_inclusive([' ', '\n']).fold(String::new(), |masked, word| {
        if is_speed(word.trim_end()) { masked.trim_end_matches(' ').to_owned() } else { masked + word }
    })
}

/// True if the last lines before a block have a day and a commit.
fn has_day_and_commit(before: &str) -> bool {
    let is_hex = |word: &str| word.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let is_commit = |word: &str| word.len() >= 7 && is_hex(word) && word.contains(|c: char| c.is_alphabetic());
    let is_day = |word: &str| word.starts_with("20") && word.split('-').map(str::len).eq([4, 2, 2]);
    let lines = before.lines().rev().take(12);
    let words: Vec<&str> = lines.flat_map(|line| line.split([' ', '(', ')', ',', ';', '.'])).collect();
    words.iter().any(|word| is_commit(word)) && words.iter().any(|word| is_day(word))
}

/// What is indented is commands; what is fenced is output of the commands before it, a measurement, or in a language. With
/// UPDATE_EXAMPLES=1 the documents are made to show what is printed.
#[test]
fn every_example_of_output_is_what_its_commands_print() {
    let folder = folder_of("five.sh", section("five"));
    symlink(CONFIGS, folder.join("configs")).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_evalarena")).parent().unwrap().display();
    let search_path = format!("{program}:{}", std::env::var("PATH").unwrap_or_default());
    let print = |line: &str| {
        let mut shell = Command::new("sh");
        shell.current_dir(&folder).args(["-c", line]).env("PATH", &search_path).env_remove("COLUMNS");
        stdout(&shell.output().unwrap())
    };
    let [languages, programs] = ["languages", "programs"].map(|table| rows(table).concat());
    let mut stale = String::new();
    for path in files_that_end(".md") {
        let document = fs::read_to_string(&path).unwrap();
        let mut fresh = document.clone();
        let parts: Vec<&str> = document.split("```").collect();
        for paragraph in parts.iter().step_by(2).flat_map(|text| text.split("\n\n")) {
            let mut lines = indented(paragraph)
                .filter(|line| paragraph.trim_start_matches('\n').starts_with("    ") && !line.starts_with("     "));
            let is_command =
                |line: &str| programs.iter().any(|name| line.trim().starts_with(name)) || line.contains('=');
            assert!(lines.all(is_command), "{}: {paragraph}", path.display());
        }
        for pair in parts.chunks_exact(2) {
            let (kind, shown) = pair[1].split_once('\n').unwrap();
            let place = format!("{}: {}", path.display(), shown.lines().next().unwrap_or_default());
            if kind == "measured" {
                assert!(has_day_and_commit(pair[0]), "{place}: name the day and the commit before it");
            } else if kind == "output" {
                let from = pair[0].rsplit("\n\n").find(|paragraph| paragraph.starts_with("    ")).unwrap();
                let printed = indented(from).map(|line| print(line.trim())).last().unwrap();
                // How many games end beside a test's end is chance: it takes --games.
                assert!(printed.len() > 50 && !printed.contains(", decided;"), "{place}: {from}: {printed}");
                if masked(&printed) != masked(shown) {
                    stale += &format!("{place}\n{from}\nprints\n{printed}\n");
                    fresh = fresh.replacen(shown, &printed, 1);
                }
            } else {
                assert!(languages.contains(&kind), "{place}: it is `output`, `measured` or in a language");
            }
        }
        if std::env::var_os("UPDATE_EXAMPLES").is_some() && fresh != document {
            fs::write(path, fresh).unwrap();
        }
    }
    assert_eq!(stale, "", "UPDATE_EXAMPLES=1 writes it");
}

/// A folder in which there is what the commands name.
fn prepare(folder: &Path) {
    symlink(CONFIGS, folder.join("configs")).unwrap();
    folder.write("my.toml", SMALL);
    folder.write("lost.pgn", section("lost game"));
    folder.write("fens.txt", "startpos moves e2e4\n4k3/8/8/3q4/8/8/3R4/3K4 w - - 0 1\n");
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
    let [shortened, not_given] = ["given", "not given"].map(rows);
    for line in &lines {
        if not_given.iter().any(|row| line.starts_with(row[0])) {
            continue;
        }
        let short = shortened.iter().find(|row| line.starts_with(row[0]));
        let more = short.unwrap_or_else(|| panic!("`{line}` must be in texts.txt"))[1];
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
    for row in not_given {
        let shown = lines.iter().any(|line| line.starts_with(row[0]));
        assert!(shown, "no document has `{}` any more", row[0]);
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
