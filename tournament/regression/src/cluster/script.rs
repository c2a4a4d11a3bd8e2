//! The batch scripts.

use super::{Ending, FOLDER, Job};
use config::shell::quoted;

/// The number of times that a task is retried elsewhere.
const TRIES: usize = 3;

/// The script of an array's tasks. Its argument is how many shards are before those of the array.
pub(super) fn array_script(job: &Job) -> String {
    let [comment, folder, arena] = [&job.comment, &job.folder, &job.arena].map(|text| quoted(text));
    let header = header(job, "arena", "%A_%a");
    let script = quoted(&format!("{}/{FOLDER}/array.sh", job.comment));
    let (tasks, threads) = (job.tasks, job.resources.processors);
    let poll = tending(job, &arena, &comment);
    format!(
        r#"{header}#SBATCH --requeue
#SBATCH --signal=B:USR1@30

# A task plays a shard of the run in
#   {comment}
# by the configuration in {FOLDER}/job.json below it.
# You may change this file and submit it yourself; the argument is how many shards come before the array's:
#   sbatch --array=1-{tasks} {script} 0
# A shard resumes where it stopped, however often it is started.

set -u
cd {folder} || exit 2
shard=$(( ${{1:-0}} + SLURM_ARRAY_TASK_ID ))

{arena} cluster play {comment} --shard "$shard/{tasks}" --threads {threads} &
arena=$!

# The time is nearly up: what is stored is safe, and the task is put back into the queue to go on.
out_of_time() {{
    trap '' TERM
    kill -TERM "$arena"
    wait "$arena"
    echo "out of time; the shard resumes when its turn comes"
    scontrol requeue "$SLURM_JOB_ID"
    exit 0
}}
trap out_of_time USR1
cancelled=
trap 'cancelled=yes; kill -TERM "$arena"' TERM
wait "$arena"
status=$?
trap - USR1
if [ -n "$cancelled" ]; then
    wait "$arena"
    exit 130
fi

# What went wrong may be this node's fault: the program is missing there, its processor lacks an instruction, its disk is
# full. Another one is tried.
others=$(sinfo -h -N -p "$SLURM_JOB_PARTITION" -o %N | grep -vcx "$SLURMD_NODENAME")
if (( status != 0 && others > 0 && ${{SLURM_RESTART_COUNT:-0}} < {TRIES} )); then
    echo "the shard cannot be played on $SLURMD_NODENAME (status $status); another node is tried"
    trap '' TERM
    scontrol requeue "$SLURM_JOB_ID"
    for try in 1 2 3 4; do
        # It can be kept from a node once it waits again.
        sleep 1
        scontrol update JobId="$SLURM_JOB_ID" ExcNodeList="$SLURMD_NODENAME" 2>/dev/null && break
    done
    exit "$status"
fi
{poll}exit "$status"
"#
    )
}

/// The commands at the end of a task where a test may end the run.
fn tending(job: &Job, arena: &str, comment: &str) -> String {
    match job.ending {
        Ending::Complete => String::new(),
        _ => format!(
            "\n# Is the answer clear? Then what is left is cancelled.\n\
             if (( status == 0 )); then\n    {arena} cluster poll {comment}\nfi\n"
        ),
    }
}

/// The script of the job that comes after all tasks.
pub(super) fn merge_script(job: &Job) -> String {
    let header = header(job, "arena-merge", "%j");
    let [arena, comment, folder] = [&job.arena, &job.comment, &job.folder].map(|text| quoted(text));
    format!(
        "{header}\n# Joins what the tasks have played, whether or not all of them are done.\n\n\
         cd {folder} || exit 2\nexec {arena} merge {comment}\n"
    )
}

fn header(job: &Job, name: &str, log: &str) -> String {
    let log = format!("{}/{FOLDER}/logs/{log}.log", job.comment);
    format!(
        "#!/bin/bash\n#SBATCH --job-name={name}\n#SBATCH --comment={}\n#SBATCH --output={}\n#SBATCH --open-mode=append\n\
         #SBATCH --ntasks=1\n",
        quoted(&job.comment),
        quoted(&log),
    )
}
