//! What a program says of its search.

use std::time::Duration;

use engine_core::score::{MAX_PLY, Score, Value};

/// What the lines `info ...` of a search have told so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct InfoSoFar {
    /// From the side to move; `None` as long as no score was told.
    pub(super) score: Option<Score>,
    /// Whether the score is only a bound.
    is_bound: bool,
    /// Plies.
    pub(super) depth: i32,
    /// The longest line looked at, in plies; `None` as long as it was not told.
    pub(super) selective_depth: Option<i32>,
    /// Nodes searched.
    pub(super) nodes: u64,
    /// The time used, by the program's own clock, if the last line told it.
    pub(super) time: Option<Duration>,
    /// The line that it expects, as it was told with the score; empty unless it is wanted.
    pub(super) line: String,
    wants_line: bool,
}

impl InfoSoFar {
    /// Nothing is told yet.
    pub(super) fn new(wants_line: bool) -> InfoSoFar {
        InfoSoFar {
            wants_line,
            ..InfoSoFar::default()
        }
    }

    /// Takes in what follows the word `info`, which may be anything; whether it told a score that
    /// counts.
    pub(super) fn read(&mut self, line: &[u8]) -> bool {
        let line_says = Line::parse(line, self.wants_line);
        self.learn(line_says)
    }

    fn learn(&mut self, line: Line) -> bool {
        if let Some(nodes) = line.nodes {
            self.nodes = u64::try_from(nodes).unwrap_or(0);
        }
        let time = line.time.and_then(|time| u64::try_from(time).ok());
        self.time = time.map(Duration::from_millis);
        // Only the best line counts.
        if line.rank.unwrap_or(1) != 1 {
            return false;
        }
        let Some(score) = line.score else {
            // Such a line can be about a depth that has only begun.
            return false;
        };
        let counts = self.score.is_none() || self.is_bound || !line.is_bound;
        if counts {
            self.score = Some(score);
            self.is_bound = line.is_bound;
            self.line = line.line.unwrap_or_default();
            let depth = line.depth.and_then(|depth| i32::try_from(depth).ok());
            self.depth = depth.unwrap_or(self.depth);
            let selective = line.selective_depth;
            let selective = selective.and_then(|depth| i32::try_from(depth).ok());
            self.selective_depth = selective.or(self.selective_depth);
        }
        counts
    }
}

/// What one line says.
#[derive(Default)]
pub(super) struct Line {
    pub(super) depth: Option<i64>,
    selective_depth: Option<i64>,
    nodes: Option<i64>,
    /// Milliseconds.
    time: Option<i64>,
    /// The line's place among several best lines, from 1.
    pub(super) rank: Option<i64>,
    pub(super) score: Option<Score>,
    /// The expected score by the program's own account of wins, draws and losses, from 0 to 1.
    pub(super) expected: Option<f64>,
    pub(super) is_bound: bool,
    pub(super) line: Option<String>,
}

impl Line {
    /// Reads what follows the word `info`, which may be anything.
    pub(super) fn parse(line: &[u8], wants_line: bool) -> Line {
        let mut says = Line::default();
        let mut words = line
            .split(u8::is_ascii_whitespace)
            .filter(|word| !word.is_empty());
        while let Some(word) = words.next() {
            match word {
                b"depth" => says.depth = number(words.next()),
                b"seldepth" => says.selective_depth = number(words.next()),
                b"time" => says.time = number(words.next()),
                b"nodes" => says.nodes = number(words.next()),
                b"multipv" => says.rank = number(words.next()),
                b"score" => {
                    let kind = words.next();
                    says.score = score(kind, number(words.next()));
                }
                b"wdl" => {
                    let shares = [(); 3].map(|()| number(words.next()));
                    says.expected = expected(shares);
                }
                b"lowerbound" | b"upperbound" => says.is_bound = true,
                // The rest of the line is no key of these.
                b"pv" => {
                    says.line = wants_line.then(|| joined(words));
                    break;
                }
                b"string" | b"refutation" | b"currline" => break,
                _ => {}
            }
        }
        says
    }
}

/// Wins and half of the draws as a share of all; `None` if these are no shares of a thousand.
fn expected(shares: [Option<i64>; 3]) -> Option<f64> {
    let [Some(wins), Some(draws), Some(losses)] = shares else {
        return None;
    };
    let are_shares = [wins, draws, losses]
        .iter()
        .all(|share| (0..=1000).contains(share));
    (are_shares && wins + draws + losses == 1000)
        .then(|| (wins as f64 + draws as f64 / 2.0) / 1000.0)
}

/// As many words as a line can have moves.
fn joined<'w>(words: impl Iterator<Item = &'w [u8]>) -> String {
    let words = words.map_while(|word| std::str::from_utf8(word).ok());
    words.take(MAX_PLY).collect::<Vec<_>>().join(" ")
}

fn number(word: Option<&[u8]>) -> Option<i64> {
    std::str::from_utf8(word?).ok()?.parse().ok()
}

fn score(kind: Option<&[u8]>, number: Option<i64>) -> Option<Score> {
    let (kind, number) = (kind?, number?);
    match kind {
        b"cp" => {
            let number = number.clamp(i32::MIN.into(), i32::MAX.into());
            Some(Value::clamped(i32::try_from(number).unwrap_or(0)).into())
        }
        b"mate" => {
            let plies = usize::try_from(number.unsigned_abs()).unwrap_or(MAX_PLY);
            let plies = plies.saturating_mul(2).min(MAX_PLY);
            Some(match number {
                1.. => Score::mate_in(plies - 1),
                _ => Score::mated_in(plies),
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lines: &[&str]) -> InfoSoFar {
        let mut info = InfoSoFar::default();
        for line in lines {
            info.read(line.as_bytes());
        }
        info
    }

    fn cp(info: &InfoSoFar) -> Option<i32> {
        info.score.and_then(Score::cp)
    }

    #[test]
    fn the_last_line_counts() {
        let info = told(&[
            " depth 3 seldepth 5 score cp 20 nodes 100 pv e2e4 e7e5",
            " depth 4 seldepth 5 score cp -31 nodes 250 nps 1000 pv d2d4",
            " depth 5 currmove e2e4 currmovenumber 1 nodes 300",
        ]);
        assert_eq!((cp(&info), info.depth, info.nodes), (Some(-31), 4, 300));
        assert_eq!(info.selective_depth, Some(5));
        assert_eq!(told(&[" string score cp 5 depth 3"]), InfoSoFar::default());
    }

    #[test]
    fn the_line_is_that_of_the_score_and_only_if_wanted() {
        let lines = [
            " depth 3 score cp 20 pv e2e4  e7e5",
            " depth 4 score cp -31 multipv 2 pv d2d4",
            " depth 5 score cp 90 lowerbound pv a2a3",
        ];
        assert_eq!(told(&lines).line, "");
        let mut info = InfoSoFar::new(true);
        for line in lines {
            info.read(line.as_bytes());
        }
        assert_eq!(info.line, "e2e4 e7e5");
        info.read(b" depth 6 score cp 5 pv g1f3 \xff e7e5");
        assert_eq!(info.line, "g1f3");
        info.read(b" depth 7 score cp 6");
        assert_eq!(info.line, "");
    }

    #[test]
    fn bounds_and_other_lines_do_not_count() {
        let bound = " depth 5 score cp 90 lowerbound nodes 7";
        assert_eq!(cp(&told(&[" depth 4 score cp 20", bound])), Some(20));
        assert_eq!(cp(&told(&[bound])), Some(90));
        assert_eq!(cp(&told(&[bound, " depth 4 score cp 20"])), Some(20));
        let second = " depth 4 multipv 2 score cp -5";
        assert_eq!(
            cp(&told(&[" depth 4 multipv 1 score cp 20", second])),
            Some(20)
        );
    }

    #[test]
    fn the_time_is_that_of_the_last_line() {
        for (line, time) in [
            (" depth 4 time 49 nodes 250", Some(49)),
            (" depth 5 multipv 2 time 50", Some(50)),
            (" time 0", Some(0)),
            (" depth 5 currmove e2e4", None),
            (" time -3", None),
            (" time", None),
            (" string time 5", None),
        ] {
            let expected = time.map(Duration::from_millis);
            assert_eq!(told(&[" time 7", line]).time, expected, "{line}");
        }
    }

    #[test]
    fn mates_and_nonsense() {
        let mate = |text: &str| told(&[text]).score.and_then(Score::mate_moves);
        assert_eq!(mate(" score mate 3"), Some(3));
        assert_eq!(mate(" score mate -2"), Some(-2));
        assert_eq!(mate(" score mate 99999999999"), Some(64));
        assert_eq!(told(&[" score mate 0"]).score, Some(Score::mated_in(0)));
        assert_eq!(cp(&told(&[" score cp 99999999"])), Some(30_000));
        for nonsense in [
            " score",
            " score cp",
            " score cp x",
            " depth",
            " nodes -4 depth x",
        ] {
            assert_eq!(told(&[nonsense]), InfoSoFar::default(), "{nonsense}");
        }
        let mut info = InfoSoFar::default();
        info.read(b" score cp \xff depth 3 nodes 9");
        assert_eq!((info.score, info.nodes), (None, 9));
    }
}
