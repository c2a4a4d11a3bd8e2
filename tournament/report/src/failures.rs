//! `failures.log`: failures of engines, and the last lines exchanged with them.

use std::io::{self, Write};

use config::Config;
use players::record::{GameRecord, GameResult};

/// The engine that ended a game by a failure, and the failure; `None` if there was none. `name` names an engine by its
/// index.
#[must_use]
pub fn failure_text<'n>(game: &GameRecord, name: impl Fn(usize) -> &'n str) -> Option<String> {
    let (engine, failure) = (name(game.failed()?), game.failure.as_ref()?);
    let number = game.index + 1;
    Some(match game.outcome {
        GameResult::Draw => {
            format!("{engine} drew game {number}, as its opponent cannot mate, by {failure}")
        }
        _ => format!("{engine} lost game {number} by {failure}"),
    })
}

/// Writes the failure that ended a game, if there was one.
///
/// # Errors
/// If it cannot be written.
pub fn write_failure(
    config: &Config,
    game: &GameRecord,
    to: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    let name = |engine: usize| config.engines[engine].name.as_str();
    let (Some(failure), Some(failed)) = (&game.failure, game.failed()) else {
        return Ok(());
    };
    let how = match game.outcome {
        GameResult::Draw => "drew, as its opponent cannot mate,",
        _ => "lost",
    };
    writeln!(
        to,
        "game {}, {} against {}: {} {how} by {failure}",
        game.index + 1,
        name(game.white),
        name(game.black),
        name(failed),
    )?;
    for line in &failure.log {
        writeln!(to, "  {line}")?;
    }
    writeln!(to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use players::record::{Failure, FailureKind, Termination};
    use runner::sample;

    #[test]
    fn a_failure_that_draws_is_told_as_one() {
        let config = sample::config();
        let names = ["Otter", "material", "chessbin"];
        let written = |outcome| {
            let mut game = sample::game(&config, 0, outcome);
            game.termination = Termination::Failure(FailureKind::TimeForfeit);
            game.failure = Some(Failure {
                kind: FailureKind::TimeForfeit,
                detail: "60 ms".to_owned(),
                log: Vec::new(),
            });
            let mut log = Vec::new();
            write_failure(&config, &game, &mut log).unwrap();
            let text = failure_text(&game, |engine| names[engine]).unwrap();
            (text, String::from_utf8(log).unwrap())
        };
        // Otter is White; after three moves it is material's turn.
        let (text, log) = written(GameResult::Draw);
        let expected = "material drew game 1, as its opponent cannot mate, by loss on time (60 ms)";
        assert_eq!(text, expected);
        let expected = ": material drew, as its opponent cannot mate, by loss on time (60 ms)";
        assert!(log.contains(expected), "{log}");
        let (text, log) = written(GameResult::BlackWins);
        assert_eq!(text, "Otter lost game 1 by loss on time (60 ms)");
        assert!(log.contains(": An \"Otter\" lost by loss on time"), "{log}");
        let game = sample::game(&config, 0, GameResult::BlackWins);
        assert_eq!(failure_text(&game, |engine| names[engine]), None);
    }
}
