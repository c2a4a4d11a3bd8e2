//! Playing a part of a run.

use std::path::Path;
use std::process::ExitCode;

use report::{RunBuilder, results_of};
use runner::run::{Planned, Run};
use runner::schedule::Schedule;
use runner::shard::Shard;
use serde_json::json;

use super::output::PlayingOutput;
use super::{INTERRUPTED, Playing, command, repaired};

impl Playing {
    /// Plays or resumes the shard; the files of a run are not written for it.
    pub(super) fn play_shard(
        &self,
        planned: Planned,
        run: &Path,
        shard: Shard,
    ) -> anyhow::Result<ExitCode> {
        super::super::stop_after_games_when_interrupted(INTERRUPTED)?;
        let mut warnings = planned.notes();
        let probed = planned.probe_strictly(|warning| warnings.push(warning.to_owned()))?;
        let mut opened = probed.open_shard(run, shard, self.begin.begin())?;
        warnings.extend(repaired(&opened));
        self.refuse_second_test(&opened)?;
        opened.keep_invocation(command())?;
        let (plan, store) = (opened.plan(), opened.store());
        let total = games(&plan.schedule, shard);
        let done = store.count()?;
        let played = (RunBuilder::begun(plan, store)?, done, total);
        let mut output = PlayingOutput::new(self, plan, &opened.folder, played)?;
        for warning in &warnings {
            output.warning(warning);
        }
        let threads = self.threads();
        output.begin(threads, done);
        opened.play_shard(threads, shard, |event| output.event(event))?;
        let run = opened.close();
        if self.events.is_some() {
            output.end(&results_of(&run)?);
        } else {
            output.close();
        }
        self.notify(&run, shard, total)?;
        output.events_are_whole()?;
        Ok(ExitCode::SUCCESS)
    }

    fn notify(&self, run: &Run, shard: Shard, total: usize) -> anyhow::Result<()> {
        let games = run.store.count()?;
        let rounds_to_come = run.schedule.drawn_games() < run.schedule.len();
        let folder = run.folder.display();
        if self.json {
            let value = json!({
                "shard": shard.to_string(),
                "folder": folder.to_string(),
                "games": games,
                "planned_games": total,
                "rounds_to_come": rounds_to_come,
            });
            return super::super::print_json(&value);
        }
        if self.events.is_some() {
            return Ok(());
        }
        let name = &run.config.run.name;
        super::super::show(format!(
            "{name}, shard {shard}: {games} of {total} games, in {folder}\n"
        ))?;
        if rounds_to_come {
            super::super::note(
                "The next round is known when every shard is merged; then the same command plays its part of it.",
            );
        }
        Ok(())
    }
}

/// The number of the shard's games in the rounds that are known.
fn games(schedule: &Schedule, shard: Shard) -> usize {
    let known = (0..schedule.drawn_games()).filter_map(|index| schedule.game(index));
    known.filter(|game| shard.has_game(schedule, game)).count()
}
