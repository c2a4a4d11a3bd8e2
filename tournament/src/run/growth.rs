//! A run that is made longer: its schedule begins with the one that was played.

use super::RunError;
use super::drawn::drawn;
use crate::config::{Config, Format};
use crate::store::RunInfo;

/// The run that `began`, if `config` is the same with more openings for each pairing, or with more rounds
/// of a Swiss tournament, and not fewer. With ladders, of which one is played after the other, more of the
/// first would come before the second.
pub(super) fn grown_from(began: &RunInfo, config: &Config) -> Option<Config> {
    let old = Config::from_canonical(&began.configuration).ok()?;
    let mut like_old = config.clone();
    like_old.run.pairs = old.run.pairs;
    like_old.run.cycles = old.run.cycles;
    let longer = match (old.run.format, &mut like_old.run.format) {
        (Format::Swiss { rounds }, Format::Swiss { rounds: new }) => {
            let longer = *new > rounds && config.run.pairs == old.run.pairs;
            *new = rounds;
            longer
        }
        _ => config.run.openings() > old.run.openings(),
    };
    let same = like_old.canonical() == began.configuration;
    (longer && same && config.ladders.is_empty()).then_some(like_old)
}

/// What identifies the openings of a run.
pub(super) fn identity_of_openings(config: &Config) -> Result<String, RunError> {
    let needed = usize::try_from(config.run.openings()).unwrap_or(usize::MAX);
    Ok(format!("{:016x}", drawn(config, needed)?.fingerprint()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(run: &str, engines: &str, ladders: &str) -> Config {
        let limits = match ladders {
            "" => "limits = { nodes = 5 }",
            _ => "",
        };
        let text =
            format!("run = {{ name = \"x\", {run} }}\n{limits}\n{ladders}\nengine = [{engines}]");
        let names = ["otter", "material", "chessbin"];
        Config::parse("x.toml", &text, &[], &names).unwrap()
    }

    fn grows(old: &Config, new: &Config) -> bool {
        let began = RunInfo {
            configuration: old.canonical(),
            openings: String::new(),
            software: String::new(),
            versions: Default::default(),
        };
        grown_from(&began, new).is_some()
    }

    const TWO: &str = "{ evaluator = \"otter\" }, { evaluator = \"material\" }";

    #[test]
    fn more_of_the_same_is_growth() {
        let robin = |rest: &str| config(&format!("format = \"round-robin\", {rest}"), TWO, "");
        let swiss = |rest: &str| config(&format!("format = \"swiss\", {rest}"), TWO, "");
        let old = robin("pairs = 4, cycles = 2");
        assert!(grows(&old, &robin("pairs = 5, cycles = 2")));
        assert!(grows(&old, &robin("pairs = 4, cycles = 3")));
        // A cycle is nothing but more openings.
        assert!(grows(&old, &robin("pairs = 9, cycles = 1")));
        assert!(!grows(&old, &robin("pairs = 8, cycles = 1")));
        assert!(!grows(&old, &robin("pairs = 3, cycles = 2")));
        assert!(!grows(&old, &robin("pairs = 5, cycles = 2, seed = 2")));
        let old = swiss("pairs = 2, rounds = 3");
        assert!(grows(&old, &swiss("pairs = 2, rounds = 4")));
        assert!(!grows(&old, &swiss("pairs = 3, rounds = 3")));
        assert!(!grows(&old, &swiss("pairs = 2, rounds = 2")));
    }

    #[test]
    fn ladders_do_not_grow() {
        let ladders = "ladder = [{ name = \"a\", limits = { nodes = 5 } }, { name = \"b\", limits = { nodes = 6 } }]";
        let robin = |pairs: u32| {
            let run = format!("format = \"round-robin\", pairs = {pairs}");
            config(&run, TWO, ladders)
        };
        assert!(!grows(&robin(2), &robin(3)));
    }
}
