//! Scores of positions by a program, and its wins, draws and losses by `UCI_ShowWDL`.

use std::time::Duration;

use engine_core::game::Game;
use engine_core::limits::Limits;
use shakmaty::Position;
use toml::Value;

use super::Program;
use crate::failure::{Failure, FailureKind};
use crate::handshake;
use crate::info::Line;
use crate::score::Judgement;
use crate::task::Request;
use crate::think::{self, Listener};

pub(super) fn judge(program: &mut Program, game: &Game, nodes: u64) -> Result<Judgement, Failure> {
    program.new_game()?;
    let show = program.offers.command("UCI_ShowWDL", &Value::Boolean(true));
    let show = show.ok().filter(|_| !program.shows_wdl);
    let connection = program.connection.as_mut();
    let connection = connection.ok_or_else(|| Failure {
        kind: FailureKind::FailedStart,
        detail: "it does not run".to_owned(),
        log: Vec::new(),
    })?;
    if let Some(command) = show {
        handshake::set_options(connection, &command, &program.launch.timeouts)?;
        program.shows_wdl = true;
    }
    let limits = Limits::nodes(nodes);
    let task = Request::new(game, &limits, Duration::ZERO);
    let mut last = LastScore {
        is_reversed: program.launch.scores_from_white && game.position().turn().is_black(),
        judgement: None,
    };
    think::think(connection, &mut program.position, None, &task, &program.launch, &mut last)?;
    last.judgement.ok_or_else(|| {
        let detail = "it gave no score; give it more nodes".to_owned();
        connection.failed(FailureKind::UnparsableMove, detail)
    })
}

struct LastScore {
    /// True if scores are from the side that is not to move.
    is_reversed: bool,
    judgement: Option<Judgement>,
}

impl Listener for LastScore {
    fn info(&mut self, line: &[u8]) {
        let line = match (Line::parse(line, false), self.is_reversed) {
            (line, true) => line.reversed(),
            (line, false) => line,
        };
        let is_best = line.rank.unwrap_or(1) == 1 && !line.is_bound;
        if let Some(score) = line.score.filter(|_| is_best) {
            self.judgement = Some(Judgement::new(score, line.expected));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last(lines: &[&str], is_reversed: bool) -> Option<Judgement> {
        let mut last = LastScore { is_reversed, judgement: None };
        for line in lines {
            last.info(line.as_bytes());
        }
        last.judgement
    }

    #[test]
    fn the_last_exact_score_of_the_best_line_counts() {
        let lines = [
            "depth 5 multipv 1 score cp 30 pv e2e4 e7e5",
            "depth 6 multipv 1 score cp 12 wdl 300 500 200 pv d2d4 d7d5",
            "depth 6 multipv 2 score cp 15 pv e2e4",
            "depth 7 multipv 1 score cp 99 upperbound pv e2e4",
            "depth 8 nodes 5",
            "string depth 8 score cp 99",
        ];
        let expected = |score, expected| Some(Judgement { score, expected });
        assert_eq!(last(&lines, false), expected(12, Some(0.55)));
        assert_eq!(last(&["depth 3 score mate 2"], false), expected(2000, None));
        assert_eq!(last(&["depth 3 score cp 7"], true), expected(-7, None));
        assert_eq!(last(&["depth 3 nodes 5"], false), None);
    }
}
