//! Rules that help or harm, played again with another seed.

use std::path::{Path, PathBuf};

use anyhow::bail;
use lab::ablate::{AblationRow, RuleVerdict, SecondSeed};
use match_stats::race::Race;

use super::{AblateArgs, Asked, pairs};

impl Asked<'_> {
    /// Plays all games of the rules that help or harm again, from other openings, and notes the results.
    pub(super) fn play_again(&self, rows: &mut [AblationRow], seed: u64) -> anyhow::Result<()> {
        let pairs = pairs(self.arguments.games);
        let race = Race::new(self.arguments.elo, pairs, pairs)?;
        let is_decided =
            |row: &&AblationRow| matches!(row.verdict, RuleVerdict::Helps | RuleVerdict::Harms);
        let decided = rows.iter().filter(is_decided).map(|row| row.name.clone());
        let decided: Vec<String> = decided.collect();
        let mut ablation = self.ablation(race, Some(seed), Some(&decided));
        let folder = match &self.arguments.out {
            Some(out) => out.with_file_name(again_of(out, seed)),
            None => PathBuf::from("runs").join(ablation.name()),
        };
        for found in self.play(&mut ablation, &folder)? {
            if let Some(row) = rows.iter_mut().find(|row| row.name == found.name) {
                let (elo, games) = (found.elo, found.games);
                row.second = Some(SecondSeed { seed, elo, games });
            }
        }
        Ok(())
    }
}

/// The seed of the games that are played again; `None` if none are requested.
pub(super) fn seed_again(arguments: &AblateArgs, first: u64) -> anyhow::Result<Option<u64>> {
    let Some(again) = arguments.again else {
        return Ok(None);
    };
    let seed = again.unwrap_or((first + 1) & i64::MAX as u64);
    if seed == first {
        bail!("--again {seed} is the seed of the games before; choose another one");
    }
    Ok(Some(seed))
}

/// The name of the folder beside `out` for games of another seed.
fn again_of(out: &Path, seed: u64) -> String {
    let name = out.file_name().unwrap_or_default().to_string_lossy();
    format!("{name}-seed-{seed}")
}
