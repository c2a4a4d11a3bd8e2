//! Several best moves of one search: the option `MultiPV`.

use std::collections::BTreeMap;
use std::time::Duration;

use engine_core::game::Game;
use engine_core::limits::Limits;
use shakmaty::{Chess, Position};
use toml::Value;

use super::Program;
use crate::choice::Choice;
use crate::failure::{Failure, FailureKind};
use crate::handshake;
use crate::info::Line;
use crate::moves;
use crate::speaker::printable;
use crate::task::Request;
use crate::think::{self, Listener};

/// Has the program search the position with nothing remembered.
pub(super) fn best_moves(
    program: &mut Program,
    game: &Game,
    nodes: u64,
    count: usize,
) -> Result<Vec<Choice>, Failure> {
    program.new_game()?;
    let options = options(program, count)?;
    let Some(connection) = &mut program.connection else {
        return Ok(Vec::new());
    };
    let timeouts = &program.launch.timeouts;
    if !options.is_empty() {
        handshake::set_options(connection, &options, timeouts)?;
        program.lines = count;
    }
    let limits = Limits::nodes(nodes);
    let task = Request {
        game,
        limits: &limits,
        opponent: None,
        margin: Duration::ZERO,
        line: true,
    };
    let mut told = PrincipalVariations {
        position: game.position(),
        count,
        is_reversed: program.launch.scores_from_white && game.position().turn().is_black(),
        depths: BTreeMap::new(),
    };
    think::think(
        connection,
        &mut program.position,
        None,
        &task,
        &program.launch,
        &mut told,
    )?;
    let wanted = count.min(game.legal_moves().len());
    told.complete(wanted).map_err(|found| {
        let detail = format!(
            "it told the scores of {found} of {wanted} moves at one depth; give it more nodes"
        );
        connection.failed(FailureKind::UnparsableMove, detail)
    })
}

/// The commands that make the program tell of `count` moves; none if it does already.
fn options(program: &Program, count: usize) -> Result<String, Failure> {
    if program.lines == count {
        return Ok(String::new());
    }
    let lines = Value::Integer(i64::try_from(count).unwrap_or(i64::MAX));
    let multi = match program.offers.command("MultiPV", &lines) {
        Ok(command) => command,
        // It tells of one without being told to.
        Err(_) if count == 1 => String::new(),
        Err(fault) => {
            return Err(Failure {
                kind: FailureKind::FailedStart,
                detail: printable(format!("option {fault}").as_bytes()),
                log: program.transcript(),
            });
        }
    };
    // Who can say what it expects is asked to.
    let shares = program.offers.command("UCI_ShowWDL", &Value::Boolean(true));
    Ok(shares.unwrap_or_default() + &multi)
}

/// What the program has told, by depth: scores of different depths are not to be compared.
struct PrincipalVariations<'p> {
    position: &'p Chess,
    count: usize,
    /// Whether scores are given from the side that is not to move.
    is_reversed: bool,
    depths: BTreeMap<i64, Vec<Choice>>,
}

impl Listener for PrincipalVariations<'_> {
    fn info(&mut self, line: &[u8]) {
        let says = match (Line::parse(line, true), self.is_reversed) {
            (says, true) => says.reversed(),
            (says, false) => says,
        };
        let rank = usize::try_from(says.rank.unwrap_or(1)).unwrap_or(0);
        let (Some(score), Some(pv)) = (says.score, says.line) else {
            return;
        };
        let first = pv.split_ascii_whitespace().next();
        let Some(mv) = first.and_then(|word| moves::legal(word, self.position)) else {
            return;
        };
        if says.is_bound || !(1..=self.count).contains(&rank) {
            return;
        }
        let choice = Choice::new(mv, score, says.expected);
        let depth = self.depths.entry(says.depth.unwrap_or(0)).or_default();
        // The same line comes again when the next depth is broken off.
        match depth.iter_mut().find(|other| other.mv == mv) {
            Some(other) => *other = choice,
            // With one line each new best move takes the place of the last.
            None if self.count == 1 => *depth = vec![choice],
            None => depth.push(choice),
        }
    }
}

impl PrincipalVariations<'_> {
    /// The moves of the deepest depth of which enough were told, the best first; else how many were.
    fn complete(self, wanted: usize) -> Result<Vec<Choice>, usize> {
        let most = self.depths.values().map(Vec::len).max().unwrap_or(0);
        let mut depths = self.depths.into_values().rev();
        let mut choices = depths.find(|depth| depth.len() >= wanted).ok_or(most)?;
        choices.sort_by_key(|choice| -choice.score);
        choices.truncate(wanted);
        Ok(choices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(count: usize, wanted: usize, lines: &[&str]) -> Result<Vec<(String, i32)>, usize> {
        let position = Chess::default();
        let mut told = PrincipalVariations {
            position: &position,
            count,
            is_reversed: false,
            depths: BTreeMap::new(),
        };
        for line in lines {
            told.info(line.as_bytes());
        }
        let choices = told.complete(wanted)?;
        let text = |choice: Choice| (choice.mv.to_string(), choice.score);
        Ok(choices.into_iter().map(text).collect())
    }

    #[test]
    fn the_deepest_depth_that_is_complete_counts() {
        let lines = [
            "depth 5 multipv 1 score cp 30 pv e2e4 e7e5",
            "depth 5 multipv 2 score cp 10 pv d2d4",
            "depth 6 multipv 1 score cp 12 pv d2d4 d7d5",
            "depth 6 multipv 2 score cp 15 upperbound pv e2e4",
            "depth 5 multipv 2 score cp 30 pv e2e4",
            "depth 7 multipv 1 score cp 99 pv e2e5",
            "string depth 8 multipv 1 score cp 99 pv e2e4",
        ];
        let found = told(2, 2, &lines).unwrap();
        assert_eq!(found, [("e2-e4".to_owned(), 30), ("d2-d4".to_owned(), 10)]);
        assert_eq!(told(2, 3, &lines), Err(2));
        assert_eq!(told(1, 1, &["depth 3 nodes 5"]), Err(0));
        let one = told(
            1,
            1,
            &["depth 3 score cp 1 pv a2a3", "depth 3 score mate 2 pv b2b3"],
        );
        assert_eq!(one.unwrap(), [("b2-b3".to_owned(), 2000)]);
    }
}
