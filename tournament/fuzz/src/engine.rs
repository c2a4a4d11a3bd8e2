//! UCI as an engine program reads it: a whole session, searches included, of one of the evaluators.
//!
//! The first line's digit is the evaluator; the rest is the GUI's input.

use engine_core::evaluator::Evaluator;
use engine_core::options::Configure;
use engine_uci::session;
use evaluators::registry::{self, Visitor};

/// Appended to every `go`: the last number counts, and the first limit reached.
const BRIEFLY: &[u8] = b" nodes 50";
/// The maximum of lines in a session: each may be a search.
const LINES: usize = 60;

/// Runs the session.
pub fn check(input: &[u8]) {
    let ([evaluator], lines) = crate::choices(input);
    let name = registry::NAMES[evaluator % registry::NAMES.len()];
    let session = Session(&tamed(lines));
    registry::with(name, session).expect("a name of the registry");
}

struct Session<'t>(&'t [u8]);

impl Visitor for Session<'_> {
    type Output = ();

    fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) {
        session::run(evaluator, session::SearchSetup::default(), self.0);
    }
}

/// The lines without slow commands: large tables, many threads, deep searches.
fn tamed(lines: &[u8]) -> Vec<u8> {
    let mut tamed = Vec::new();
    let lines = lines.split(|&byte| byte == b'\n').take(LINES);
    for line in lines.filter(|line| !is_greedy(line)) {
        tamed.extend_from_slice(line);
        let text = String::from_utf8_lossy(line);
        if text.split_whitespace().any(|word| word == "go") {
            tamed.extend_from_slice(BRIEFLY);
        }
        tamed.push(b'\n');
    }
    tamed
}

/// True if it sets a size or a depth to a number that is possible and not small, or searches many positions.
fn is_greedy(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_lowercase();
    let mut numbers = text.split(|c: char| !c.is_ascii_digit());
    let large = |number: &str| number.parse().is_ok_and(|number| (5..=99_999).contains(&number));
    let sized = ["hash", "threads", "perft"];
    text.contains("bench") || sized.iter().any(|word| text.contains(word)) && numbers.any(large)
}
