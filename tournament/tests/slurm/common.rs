//! Comparisons of these tests.

use std::fs;
use std::path::Path;

use serde_json::Value;

/// The games without what differs from run to run: dates, and the seconds in the comments.
pub(crate) fn timeless(run: &Path) -> String {
    let text = fs::read_to_string(run.join("games.pgn")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with("[Date "));
    let is_time = |word: &&str| {
        let seconds = word.strip_suffix('s').unwrap_or("");
        seconds.contains('.') && seconds.parse::<f64>().is_ok()
    };
    let words = lines
        .flat_map(str::split_whitespace)
        .filter(|word| !is_time(word));
    words.collect::<Vec<_>>().join(" ")
}

/// The results without times, speeds and where they come from.
pub(crate) fn lasting(run: &Path) -> Value {
    let text = fs::read_to_string(run.join("results.json")).unwrap();
    let mut results = serde_json::from_str(&text).unwrap();
    strip(&mut results);
    results
}

fn strip(value: &mut Value) {
    match value {
        Value::Object(table) => {
            for key in [
                "host",
                "begun",
                "seconds",
                "nps",
                "overhead_ms",
                "overhead_share",
                "repeat",
            ] {
                table.remove(key);
            }
            table.values_mut().for_each(strip);
        }
        Value::Array(values) => values.iter_mut().for_each(strip),
        _ => {}
    }
}

pub(crate) fn stderr(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub(crate) fn stdout(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}
