//! Programs of a few lines of shell, played with, tried and checked.

#![allow(clippy::unwrap_used)]

mod checks;
mod games;
mod replies;

use engine_core::score::{Score, Value};
use uci_client::{Executable, Failure, FailureKind, GivenScore, Launch};

fn shell(script: impl Into<String>) -> Launch {
    let mut launch = Launch::new(Executable::Name("sh".to_owned()));
    launch.args = vec!["-c".to_owned(), script.into()];
    launch
}

/// A program that answers `uci` and `isready`, begins with `first`, and has these cases of lines besides.
fn program(first: &str, cases: &str) -> Launch {
    shell(format!(
        r#"{first}
        while read -r line; do case "$line" in
        {cases}
        uci) echo 'id name Simple'; echo 'option name Hash type spin default 9 min 16 max 4'; echo uciok;;
        isready) echo readyok;;
        go*) echo 'bestmove e2e4';;
        quit) exit;;
        esac; done"#
    ))
}

#[test]
fn last_words_are_those_on_standard_error() {
    for (log, expected) in [
        (&["> uci", "< Hello"][..], None),
        (&["> uci", "! ", "!  "], None),
        (&["! no network", "> uci", "< Hello"], Some("no network")),
        (&["! a", "! b", "< x", "! c", "! d"], Some("b / c / d")),
    ] {
        let log = log.iter().map(|&line| line.to_owned()).collect();
        let failure = Failure { kind: FailureKind::Exit, detail: String::new(), log };
        assert_eq!(failure.last_words().as_deref(), expected, "{failure:?}");
        assert_eq!(failure.to_string(), "an engine exit");
    }
}

#[test]
fn kinds_of_failures_have_their_own_words() {
    for (place, kind) in FailureKind::ALL.into_iter().enumerate() {
        assert_eq!(kind as usize, place, "{kind:?}");
        let own = format!("{kind:?}").to_lowercase();
        assert_eq!(kind.name().replace('-', ""), own);
    }
}

#[test]
fn scores_of_a_search_are_kept_and_the_other_side_has_the_same_ones() {
    use GivenScore::{Cp, Mate};
    for (score, expected, reversed) in [
        (Score::from(Value::clamped(-35)), Cp(-35), Cp(35)),
        (Score::mate_in(1), Mate(1), Mate(-1)),
        (Score::mate_in(3), Mate(2), Mate(-2)),
        (Score::mated_in(2), Mate(-1), Mate(1)),
        (Score::mated_in(4), Mate(-2), Mate(2)),
        (Score::mated_in(0), Mate(-1), Mate(1)),
    ] {
        assert_eq!(GivenScore::from(score), expected);
        assert_eq!(expected.reversed(), reversed);
    }
    assert_eq!(Cp(i32::MIN).reversed(), Cp(i32::MAX));
}
