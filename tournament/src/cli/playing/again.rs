//! Playing the games of another run again.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use report::write_reports;
use runner::run::{Planned, Run};

use super::super::begin::BeginArguments;
use super::{INTERRUPTED, Playing, command};

impl Playing {
    /// Playing into the folder `out`.
    pub(crate) fn into(out: PathBuf, threads: Option<NonZeroUsize>, fresh: bool) -> Self {
        Self {
            out: Some(out),
            threads,
            begin: BeginArguments { fresh, repair: false },
            ..Self::default()
        }
    }

    /// Plays the `wanted` games, by their places in the schedule, or all if `None`; resumes if some have been played
    /// already. No result is printed.
    pub(crate) fn play_games(
        &self,
        planned: Planned,
        wanted: Option<&[bool]>,
        remarks: &[String],
    ) -> anyhow::Result<Run> {
        super::super::stop_after_games_when_interrupted(INTERRUPTED)?;
        let folder = self.folder(&planned.plan().config);
        let mut warnings = remarks.to_vec();
        warnings.extend(planned.notes());
        let probed = planned.probe(|warning| warnings.push(warning.to_owned()))?;
        let mut opened = probed.open(&folder, self.begin.begin())?;
        opened.keep_invocation(command())?;
        let mut output = self.beginning(&opened, &warnings)?;
        match wanted {
            None => opened.play(self.threads(), |event| output.event(event))?,
            Some(wanted) => {
                let is_wanted = |game: &runner::schedule::ScheduledGame| {
                    wanted.get(game.index).copied().unwrap_or(false)
                };
                opened.play_wanted(self.threads(), is_wanted, |event| output.event(event))?;
            }
        }
        let run = opened.close();
        output.close();
        write_reports(&run, || ())?;
        Ok(run)
    }
}
