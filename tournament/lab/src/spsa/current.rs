//! `parameters.toml`: the current values of a tuning, as `evalarena regress --params` takes them.

use std::io;
use std::path::Path;

use config::ParameterConfig;
use config::output::replace_file;

/// Its name, beside the journal.
pub const PARAMETERS: &str = "parameters.toml";

/// Replaces the file in `folder` by these values.
///
/// # Errors
/// If it cannot be written; the old file is then untouched.
pub(super) fn write_current(
    folder: &Path,
    parameters: &[ParameterConfig],
    values: &[f64],
) -> io::Result<()> {
    let text = current(parameters, values).to_string();
    replace_file(&folder.join(PARAMETERS), |to| to.write_all(text.as_bytes()))
}

/// A table of each kind of number; options of programs are among the parameters.
fn current(parameters: &[ParameterConfig], values: &[f64]) -> toml::Table {
    let mut file = toml::Table::new();
    for (parameter, value) in parameters.iter().zip(values) {
        let (kind, name) = parameter.set.split_once('.').unwrap_or_default();
        let kind = if kind == "search" { "search" } else { "params" };
        let table = file.entry(kind).or_insert_with(|| toml::Table::new().into());
        if let toml::Value::Table(table) = table {
            let value = if parameter.dimension.whole {
                toml::Value::Integer(value.round() as i64)
            } else {
                toml::Value::Float(*value)
            };
            table.insert(name.to_owned(), value);
        }
    }
    file
}

#[cfg(test)]
mod tests {
    use std::fs;

    use config::SpsaConfig;
    use evaluators::registry;
    use tempfile::tempdir;

    use super::super::Tuning;
    use super::*;

    const FILE: &str = r#"
[spsa]
name = "tiny"
iterations = 3
batch = 1
[limits]
nodes = 400
[adjudication]
resign = { moves = 1, score = 300, both = false }
max_moves = 60
[[engine]]
evaluator = "material"
[[parameter]]
set = "search.quiescence.delta"
start = 200
min = 0
max = 400
step = 190
rate = 0.1
[[parameter]]
set = "search.lmr.divisor"
start = 2.3
min = 1.0
max = 5.0
step = 0.5
rate = 0.1
"#;

    #[test]
    fn the_file_has_the_values_after_each_batch() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("my.toml");
        fs::write(&path, FILE).unwrap();
        let config = SpsaConfig::load(&path, registry::NAMES).unwrap();
        let out = folder.path().join("out");
        let read = || -> toml::Table {
            let text = fs::read_to_string(out.join(PARAMETERS)).unwrap();
            text.parse().unwrap()
        };
        let mut tuning = Tuning::open(config, &out, false).unwrap();
        let mut games = 0;
        let same = |values: &[f64]| {
            let search = read()["search"].clone();
            let delta = search["quiescence.delta"].as_integer().unwrap();
            assert_eq!(delta as f64, values[0].round());
            assert_eq!(search["lmr.divisor"].as_float().unwrap(), values[1]);
        };
        let notified = |values: &[f64]| {
            same(values);
            games += 1;
        };
        tuning.play(1, notified).unwrap();
        assert_eq!(games, 6);
        let values: Vec<f64> = tuning.values().map(|(_, value)| value).collect();
        same(&values);
        assert_ne!(values[1], 2.3);
    }
}
