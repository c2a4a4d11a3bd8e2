//! Completions and manual pages.

use std::fs;

use crate::common::{Contents, Folder, refused, text};

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
    let first = text(&folder, "man pages/man1");
    assert_eq!(first, "pages/man1/evalarena.1\n");
    let page = |name: &str| {
        let path = folder.join("pages/man1").join(name);
        fs::read_to_string(path).unwrap()
    };
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
