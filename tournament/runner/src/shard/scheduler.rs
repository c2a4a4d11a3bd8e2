//! The part that this process is to play, by the variables that array schedulers set for their tasks.

use super::{Shard, ShardError};

/// The names of a scheduler's variables; one that it does not have is empty.
struct Scheduler {
    /// Its name.
    name: &'static str,
    /// The number of the task.
    index: &'static str,
    /// The number of the first task.
    first: Option<&'static str>,
    /// The number of tasks.
    count: Option<&'static str>,
    /// The number of the last task, for a scheduler that sets it instead of the number of tasks.
    last: Option<&'static str>,
    /// The number of the first task, unless a variable sets it.
    base: usize,
}

/// Tasks that are counted from 1, by no other variable than the number of each.
const TASKS: Scheduler =
    Scheduler { name: "", index: "", first: None, count: None, last: None, base: 1 };

/// The known schedulers, in the order in which they are tried: one may run inside another.
const SCHEDULERS: [Scheduler; 6] = [
    Scheduler {
        name: "Slurm",
        index: "SLURM_ARRAY_TASK_ID",
        first: Some("SLURM_ARRAY_TASK_MIN"),
        count: Some("SLURM_ARRAY_TASK_COUNT"),
        ..TASKS
    },
    Scheduler {
        name: "AWS Batch",
        index: "AWS_BATCH_JOB_ARRAY_INDEX",
        count: Some("AWS_BATCH_JOB_ARRAY_SIZE"),
        base: 0,
        ..TASKS
    },
    Scheduler { name: "Kubernetes", index: "JOB_COMPLETION_INDEX", base: 0, ..TASKS },
    Scheduler {
        name: "Grid Engine",
        index: "SGE_TASK_ID",
        first: Some("SGE_TASK_FIRST"),
        last: Some("SGE_TASK_LAST"),
        ..TASKS
    },
    Scheduler { name: "LSF", index: "LSB_JOBINDEX", last: Some("LSB_JOBINDEX_END"), ..TASKS },
    Scheduler { name: "PBS", index: "PBS_ARRAY_INDEX", ..TASKS },
];

/// The reason that a scheduler does not determine the part.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum SchedulerError {
    /// This is no task of an array.
    #[error(
        "no scheduler sets the number of this task (none of {} is set); write K/N",
        SCHEDULERS.map(|scheduler| scheduler.index).join(", ")
    )]
    NoArray,
    /// It does not set the number of tasks.
    #[error("{0} does not say how many tasks the array has; write env/N")]
    NoCount(&'static str),
    /// Its variables do not describe a whole array from 0 or 1 on.
    #[error(
        "{scheduler} runs task {index} of {count} from {first} on, which is not a whole array that begins with 0 or \
         1: which part that is cannot be known; write K/N"
    )]
    PartOfArray { scheduler: &'static str, index: usize, count: usize, first: usize },
    /// It sets another number than the one given.
    #[error(
        "--shard has {given} parts and {scheduler} has {count} tasks; submit {given} tasks, or write K/N"
    )]
    OtherCount { scheduler: &'static str, given: usize, count: usize },
}

/// The part of this task; `of` is the number of parts, if given.
pub(super) fn shard(
    of: Option<usize>,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<Shard, ShardError> {
    // Grid Engine sets `undefined` outside of an array, LSF 0.
    let number = |name: &str| variable(name).and_then(|text| text.parse::<usize>().ok());
    let is_task = |scheduler: &&Scheduler| {
        number(scheduler.index).is_some_and(|index| scheduler.name != "LSF" || index > 0)
    };
    let scheduler = SCHEDULERS.iter().find(is_task);
    let scheduler = scheduler.ok_or(SchedulerError::NoArray)?;
    let index = number(scheduler.index).unwrap_or(0);
    let first = scheduler.first.and_then(number).unwrap_or(scheduler.base);
    let last = scheduler.last.and_then(number);
    let count = scheduler.count.and_then(number);
    let count = count.or(last.map(|last| (last + 1).saturating_sub(first)));
    if let (Some(given), Some(count)) = (of, count)
        && given != count
    {
        let scheduler = scheduler.name;
        return Err(SchedulerError::OtherCount { scheduler, given, count }.into());
    }
    let Some(count) = of.or(count) else {
        return Err(SchedulerError::NoCount(scheduler.name).into());
    };
    if first > 1 || index < first || index - first >= count {
        let scheduler = scheduler.name;
        return Err(SchedulerError::PartOfArray { scheduler, index, count, first }.into());
    }
    Shard::new(index - first + 1, count)
}
