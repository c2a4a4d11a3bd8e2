//! Lines of the protocol as commands.

use engine_core::game::{Game, GameError};

/// One line from the GUI.
#[derive(Debug)]
pub(super) enum Command {
    Uci,
    IsReady,
    NewGame,
    Position(Result<Box<Game>, GameError>),
    Go(Vec<String>),
    Stop,
    PonderHit,
    SetOption { name: String, value: String },
    Show,
    Eval,
    Bench(Vec<String>),
    Help,
    Quit,
    Nothing,
    Unknown(String),
}

/// Reads a line. Unknown words before a command are skipped, as the protocol requires.
pub(super) fn command(line: &str) -> Command {
    let mut words = line.split_whitespace();
    while let Some(word) = words.next() {
        let rest = || words.clone().collect::<Vec<_>>().join(" ");
        let owned = || words.clone().map(str::to_owned).collect::<Vec<_>>();
        return match word {
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "ucinewgame" => Command::NewGame,
            "position" => Command::Position(Game::parse(&rest()).map(Box::new)),
            "go" => Command::Go(owned()),
            "perft" => Command::Go([vec!["perft".to_owned()], owned()].concat()),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "setoption" => set_option(words),
            "d" => Command::Show,
            "eval" => Command::Eval,
            "bench" => Command::Bench(owned()),
            "help" => Command::Help,
            "quit" => Command::Quit,
            "debug" | "register" => Command::Nothing,
            _ => continue,
        };
    }
    match line.trim() {
        "" => Command::Nothing,
        text => Command::Unknown(text.to_owned()),
    }
}

/// `name NAME [value VALUE]`, where both may contain spaces.
fn set_option<'w>(words: impl Iterator<Item = &'w str>) -> Command {
    let words: Vec<&str> = words.collect();
    let words = words.strip_prefix(&["name"]).unwrap_or(&words);
    let at = words.iter().position(|word| *word == "value");
    let (name, value) = words.split_at(at.unwrap_or(words.len()));
    Command::SetOption {
        name: name.join(" "),
        value: value.get(1..).unwrap_or_default().join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn option_names_and_values_may_have_spaces() {
        for (line, expected) in [
            (
                "setoption name Move Overhead value 30",
                ["Move Overhead", "30"],
            ),
            ("setoption name Clear Hash", ["Clear Hash", ""]),
            (
                "setoption  name  Disable value a*, b*",
                ["Disable", "a*, b*"],
            ),
            ("setoption name Disable value", ["Disable", ""]),
        ] {
            let Command::SetOption { name, value } = command(line) else {
                panic!("not an option")
            };
            assert_eq!([name, value], expected, "{line}");
        }
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        assert!(matches!(command("joho isready"), Command::IsReady));
        assert!(matches!(command("joho"), Command::Unknown(_)));
    }
}
