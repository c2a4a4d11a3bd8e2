//! Playing a part of a run, and the script of an array job whose tasks play all of them.

use std::env;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;
use std::str::FromStr;

use anyhow::{Context, anyhow, bail};
use config::Config;
use config::disk::{quoted, quoted_path};
use report::results_of;
use runner::run::{Run, Tournament};
use runner::schedule::Schedule;
use runner::shard::Shard;
use serde_json::json;

use super::OutputArgs;
use crate::cli;

impl OutputArgs {
    /// Plays or resumes the shard; the files of a run are not written for it.
    pub(super) fn play_shard(&self, planned: Tournament, run: &Path, shard: Shard) -> anyhow::Result<ExitCode> {
        let notes = planned.notes();
        let (opened, mut output) = self.open(planned, run, [notes, Vec::new()])?;
        let schedule = &opened.plan.schedule;
        let total = games_of(schedule, shard);
        let wanted = |game: &_| shard.has_game(schedule, game);
        opened.play_selected(self.threads.count(), wanted, |event| output.event(event))?;
        let run = opened.close();
        if self.events.is_some() {
            output.end(&results_of(&run)?);
        } else {
            output.close();
        }
        self.notify(&run, shard, total)?;
        output.check_events()?;
        Ok(ExitCode::SUCCESS)
    }

    fn notify(&self, run: &Run, shard: Shard, total: usize) -> anyhow::Result<()> {
        let games = run.store.count()?;
        let rounds_to_come = run.schedule.drawn_games() < run.schedule.len();
        let (name, folder) = (&run.config.run.name, run.folder.display().to_string());
        if self.events.is_some() && !self.json {
            return Ok(());
        }
        let value = json!({
            "shard": shard.to_string(),
            "folder": folder,
            "games": games,
            "planned_games": total,
            "rounds_to_come": rounds_to_come,
        });
        cli::present(self.json, &value, |_| format!("{name}, shard {shard}: {games} of {total} games, in {folder}"))?;
        if rounds_to_come && !self.json {
            cli::note(
                "The next round is known when every shard is merged; then the same command plays its part of it.",
            );
        }
        Ok(())
    }
}

/// The number of the shard's games in the rounds that are known.
pub(super) fn games_of(schedule: &Schedule, shard: Shard) -> usize {
    let known = (0..schedule.drawn_games()).filter_map(|index| schedule.game(index));
    known.filter(|game| shard.has_game(schedule, game)).count()
}

/// The array job that is to play a run: `slurm:40`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArrayJob {
    is_slurm: bool,
    tasks: NonZeroUsize,
}

impl FromStr for ArrayJob {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let job = text.split_once(':').and_then(|(scheduler, tasks)| {
            let is_slurm = scheduler == "slurm";
            let tasks = tasks.parse().ok().filter(|_| is_slurm || scheduler == "kubernetes")?;
            Some(Self { is_slurm, tasks })
        });
        job.ok_or("expected slurm:N or kubernetes:N, with the number of shards")
    }
}

impl OutputArgs {
    /// Prints the script by which a scheduler plays the run of this command line.
    pub(crate) fn print_array_script(&self, config: &Config, job: ArrayJob) -> anyhow::Result<()> {
        let ArrayJob { is_slurm, tasks } = job;
        let words = env::args_os()
            .skip(1)
            .map(|word| word.into_string().map_err(|word| anyhow!("{}: not valid UTF-8", word.display())));
        let mut words = remove_script_options(words.collect::<anyhow::Result<_>>()?);
        let asked = self.threads.asked();
        if asked.is_none() {
            words.extend(["--threads".to_owned(), "1".to_owned()]);
        }
        words.push("--plain".to_owned());
        let threads = asked.map_or(1, NonZeroUsize::get);
        let run = self.folder(config);
        let program = env::current_exe().context("this program's own path")?;
        let program = program.to_str().context("this program's path is not valid UTF-8")?;
        let texts = [&words[..], &[program.to_owned()]].concat();
        if let Some(text) = texts.iter().find(|text| text.contains(char::is_control)) {
            bail!("{text:?}: a script cannot have a line break or another control character here");
        }
        cli::print_raw(&if is_slurm {
            slurm_script(program, words, &run, tasks.get(), threads)
        } else {
            kubernetes_job(words, &run, tasks.get(), threads)
        })?;
        cli::note(&format!("when all {tasks} tasks have ended: evalarena merge {}", quoted_path(&run)));
        Ok(())
    }
}

/// The words of a command line without --array-script.
fn remove_script_options(words: Vec<String>) -> Vec<String> {
    let mut is_value = false;
    let is_kept = |word: &String| {
        let is_script = word.split('=').next() == Some("--array-script");
        let is_kept = !is_script && !is_value;
        is_value = is_script && !word.contains('=');
        is_kept
    };
    words.into_iter().filter(is_kept).collect()
}

fn slurm_script(program: &str, words: Vec<String>, run: &Path, tasks: usize, threads: usize) -> String {
    let command = [program.to_owned()].into_iter().chain(words);
    let command: Vec<String> = command.map(|word| quoted(&word)).collect();
    let (command, run) = (command.join(" "), quoted_path(run));
    format!(
        "#!/bin/bash\n#SBATCH --job-name=evalarena\n#SBATCH --array=1-{tasks}\n#SBATCH --ntasks=1\n\
         #SBATCH --cpus-per-task={threads}\n#SBATCH --requeue\n#SBATCH --open-mode=append\n\n\
         # Each task plays one of {tasks} shards. Submitted again, this script resumes them. When all have ended:\n\
         #   evalarena merge {run}\n\n\
         exec {command} --shard env\n"
    )
}

fn kubernetes_job(mut words: Vec<String>, run: &Path, tasks: usize, threads: usize) -> String {
    words.extend(["--shard".to_owned(), format!("env/{tasks}")]);
    let (words, run) = (serde_json::json!(words), quoted_path(run));
    format!(include_str!("kubernetes.yaml.in"), tasks = tasks, run = run, words = words, threads = threads)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_has_the_words_of_the_command_line() {
        let kept = "run my.toml --set run.pairs=2 --out a";
        let [words, other] = ["--array-script slurm:40 --out a", "--array-script=slurm:40 --out a"].map(|end| {
            let words = kept.replace("--out a", end);
            remove_script_options(words.split(' ').map(str::to_owned).collect())
        });
        assert_eq!((words.join(" "), other.join(" ")), (kept.to_owned(), kept.to_owned()));
        let script = slurm_script("/a b/arena", words.clone(), Path::new("a"), 40, 2);
        assert!(script.contains("--array=1-40\n") && script.contains("--cpus-per-task=2\n"));
        let last = "\nexec '/a b/arena' run my.toml --set 'run.pairs=2' --out a --shard env\n";
        assert!(script.ends_with(last), "{script}");
        let job = kubernetes_job(words, Path::new("a"), 40, 2);
        assert!(job.contains(r#""--out","a","--shard","env/40"]"#), "{job}");
    }
}
