//! The terms of an evaluation from outside: their names, which are kept as long as the process, their amounts, and the
//! rules that they show, which are not declared.

use std::collections::HashSet;
use std::sync::{LazyLock, Mutex, PoisonError};

use engine_core::game::Game;
use engine_core::options::OptionInfo;
use engine_core::random::RandomGames;
use engine_core::rule::{Aspect, Rule};

use crate::{ExternalError, quoted};

/// A term: its rule, and its amounts in tenths of a centipawn from their owner's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExternalTerm {
    /// The rule.
    pub rule: Rule,
    /// To White.
    pub white: i32,
    /// To Black.
    pub black: i32,
}

/// The largest amount, in centipawns: a king counts 20,000 in some evaluations.
const MAX_AMOUNT: f64 = 1_000_000.0;
pub(crate) const MAX_TERMS: usize = 10_000;

impl ExternalTerm {
    /// The term of this name, with amounts in centipawns; `fen` is for an error.
    pub(crate) fn new(
        name: &str,
        [white, black]: [f64; 2],
        fen: impl Fn() -> String,
    ) -> Result<ExternalTerm, ExternalError> {
        let tenths = |amount: f64| {
            if amount.abs() <= MAX_AMOUNT {
                Ok((amount * 10.0).round() as i32)
            } else {
                let fen = fen();
                Err(ExternalError(format!("the term \"{name}\" has the amount {amount} in \"{fen}\"")))
            }
        };
        Ok(ExternalTerm { rule: rule(name)?, white: tenths(white)?, black: tenths(black)? })
    }

    /// The term from White's side, in tenths of a centipawn.
    pub(crate) fn balance(&self) -> i32 {
        self.white - self.black
    }
}

/// The rule of a name such as `isolated` or `pawns/isolated`.
fn rule(text: &str) -> Result<Rule, ExternalError> {
    let aspect = |name: &str| Aspect::ALL.into_iter().find(|aspect| aspect.name() == name);
    let of_aspect = text.split_once('/');
    let of_aspect = of_aspect.and_then(|(first, name)| Some((aspect(first)?, name)));
    let (aspect, name) = of_aspect.unwrap_or((Aspect::Other, text));
    Ok(Rule::of(aspect, kept(MAX_NAME, "a term's name", name)?))
}

/// The longest name of a term or an option.
pub(crate) const MAX_NAME: usize = 80;
/// The names of a process: an evaluation that makes a new one for each position has no end of them.
const MAX_NAMES: usize = 4096;

static NAMES: LazyLock<Mutex<HashSet<&'static str>>> = LazyLock::new(Mutex::default);

/// The printable text of at most `most` characters, kept once however often it is given; `what` names it in an error.
pub(crate) fn kept(most: usize, what: &str, name: &str) -> Result<&'static str, ExternalError> {
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.get(name) {
        return Ok(known);
    }
    if names.len() >= MAX_NAMES {
        return Err(too_many_names(MAX_NAMES));
    }
    let is_name =
        (1..=most).contains(&name.chars().count()) && !name.chars().any(char::is_control) && name.trim() == name;
    if !is_name {
        return Err(no_name(most, what, &quoted(name)));
    }
    let name: &'static str = Box::leak(name.into());
    names.insert(name);
    Ok(name)
}

pub(crate) fn no_name(most: usize, what: &str, found: &str) -> ExternalError {
    let name = format!("a name of 1 to {most} printable characters");
    ExternalError(format!("{what} is not {name}: {found}"))
}

/// The options, unless two have one name: UCI does not tell capitals apart.
pub(crate) fn of_different_names(options: Vec<OptionInfo>) -> Result<Vec<OptionInfo>, ExternalError> {
    let mut names = HashSet::new();
    match options.iter().find(|option| !names.insert(option.name.to_lowercase())) {
        Some(option) => Err(ExternalError(format!("two options have the name {}: rename one", quoted(option.name)))),
        None => Ok(options),
    }
}

pub(crate) fn too_many_names(most: usize) -> ExternalError {
    ExternalError(format!("more than {most} different names of terms and options"))
}

/// As much of the text as makes a name; `otherwise` if nothing does.
pub(crate) fn shortened(text: &str, otherwise: &str) -> Result<&'static str, ExternalError> {
    let printable = text.trim().chars().filter(|c| !c.is_control());
    let name: String = printable.take(MAX_NAME).collect();
    let name = Some(name.trim()).filter(|name| !name.is_empty());
    kept(MAX_NAME, "the name", name.unwrap_or(otherwise))
}

/// Plies of random moves from each sample.
const PLIES: usize = 40;
/// Plies between two positions.
const EVERY: usize = 4;
/// The seed of the random moves.
const SEED: u64 = 1;

/// The rules of the terms of some hundred positions of all kinds, in the order in which they appear.
pub(crate) fn rules_seen(
    mut terms: impl FnMut(&Game) -> Result<Vec<ExternalTerm>, ExternalError>,
) -> Result<Vec<Rule>, ExternalError> {
    let mut rules: Vec<Rule> = Vec::new();
    let mut random = RandomGames::new(SEED);
    for text in SAMPLES {
        let mut game = Game::parse(text).expect("the samples are legal");
        for ply in 0..PLIES {
            if ply % EVERY == 0 {
                for term in terms(&game)? {
                    if !rules.contains(&term.rule) {
                        rules.push(term.rule);
                    }
                }
            }
            let Some(mv) = random.pick(&game) else { break };
            game.play(mv);
        }
    }
    Ok(rules)
}

/// Positions in which rules show themselves: openings, middlegames, endgames, for either side.
const SAMPLES: [&str; 12] = [
    "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1",
    "startpos",
    "startpos moves d2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4 d7d6 g1f3 e8g8 f1e2 e7e5",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp3ppp/2n1pn2/3p4/1bPP4/2NBPN2/PP3PPP/R1BQ1RK1 b - - 0 8",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    "3r1rk1/p4ppp/1p2b3/2p1P3/2P2P2/1P1q4/P2Q2PP/R4RK1 w - - 0 24",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "2k5/5pp1/p6p/1p2P3/1P3P2/P2K3P/6P1/8 w - - 0 34",
    "5k2/1R4p1/4pp1p/r7/4P3/5P1P/6PK/8 w - - 2 41",
    "8/8/1p1kp1p1/p1pr1n1p/P6P/1R1P2P1/2P2KB1/8 w - - 0 33",
    "6k1/5p1p/4p1p1/3b4/1P1B4/5P2/6PP/6K1 b - - 0 36",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_makes_a_name_and_is_kept_once() {
        let long = "x".repeat(79) + " y";
        for (text, name) in [(&long[..], &long[..79]), (" a\nb\t", "ab"), ("\n", "none")] {
            let first = shortened(text, "none").unwrap();
            assert_eq!(first, name);
            assert!(std::ptr::eq(first, shortened(text, "none").unwrap()));
        }
        for text in ["", " a", "a\nb", &"x".repeat(MAX_NAME + 1)] {
            let error = kept(MAX_NAME, "a term's name", text).unwrap_err().to_string();
            assert!(error.starts_with("a term's name is not a name of 1 to 80"), "{error}");
        }
    }

    #[test]
    fn a_term_has_its_aspect_and_tenths() {
        let term = |name, amounts| ExternalTerm::new(name, amounts, || "8/8".to_owned());
        for (name, rule) in [
            ("pawns/isolated", Rule::pawns("isolated")),
            ("isolated", Rule::other("isolated")),
            ("mg/eg", Rule::other("mg/eg")),
        ] {
            let term = term(name, [1.25, -0.5]).unwrap();
            assert_eq!((term.rule, term.white, term.black, term.balance()), (rule, 13, -5, 18));
        }
        assert!(term("king/", [0.0; 2]).is_err());
        for amount in [f64::NAN, f64::INFINITY, -2e6] {
            let error = term("a", [0.0, amount]).unwrap_err().to_string();
            assert!(error.contains("in \"8/8\""), "{error}");
        }
    }
}
