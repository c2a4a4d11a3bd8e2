//! Lines of the protocol as commands.

use engine_core::game::{Game, GameError};

/// One line from the GUI.
#[derive(Debug)]
pub(super) enum UciCommand {
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
pub(super) fn command(line: &str) -> UciCommand {
    let mut words = line.split_whitespace();
    while let Some(word) = words.next() {
        let rest = || words.clone().collect::<Vec<_>>().join(" ");
        let owned = || words.clone().map(str::to_owned).collect::<Vec<_>>();
        return match word {
            "uci" => UciCommand::Uci,
            "isready" => UciCommand::IsReady,
            "ucinewgame" => UciCommand::NewGame,
            "position" => UciCommand::Position(Game::parse(&rest()).map(Box::new)),
            "go" => UciCommand::Go(owned()),
            "perft" => UciCommand::Go([vec!["perft".to_owned()], owned()].concat()),
            "stop" => UciCommand::Stop,
            "ponderhit" => UciCommand::PonderHit,
            "setoption" => set_option(words),
            "d" => UciCommand::Show,
            "eval" => UciCommand::Eval,
            "bench" => UciCommand::Bench(owned()),
            "help" => UciCommand::Help,
            "quit" => UciCommand::Quit,
            "debug" | "register" => UciCommand::Nothing,
            _ => continue,
        };
    }
    match line.trim() {
        "" => UciCommand::Nothing,
        text => UciCommand::Unknown(text.to_owned()),
    }
}

/// `name NAME [value VALUE]`, where both may contain spaces.
fn set_option<'w>(words: impl Iterator<Item = &'w str>) -> UciCommand {
    let words: Vec<&str> = words.collect();
    let words = words.strip_prefix(&["name"]).unwrap_or(&words);
    let at = words.iter().position(|word| *word == "value");
    let (name, value) = words.split_at(at.unwrap_or(words.len()));
    UciCommand::SetOption {
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
            ("setoption name Move Overhead value 30", ["Move Overhead", "30"]),
            ("setoption name Clear Hash", ["Clear Hash", ""]),
            ("setoption  name  Disable value a*, b*", ["Disable", "a*, b*"]),
            ("setoption name Disable value", ["Disable", ""]),
        ] {
            let UciCommand::SetOption { name, value } = command(line) else {
                panic!("not an option")
            };
            assert_eq!([name, value], expected, "{line}");
        }
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        assert!(matches!(command("joho isready"), UciCommand::IsReady));
        assert!(matches!(command("joho"), UciCommand::Unknown(_)));
    }
}
