//! Inspection of parts before anything is merged: their readability and identity.

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::{MergeError, MergeSummary};
use crate::run::changes;
use crate::store::{Invocation, Part, RunInfo, StoreError};

/// A part, as inspected.
#[derive(Debug)]
pub(super) struct Inspection<'p> {
    pub(super) folder: &'p PathBuf,
    pub(super) info: RunInfo,
    /// The command-line settings of the run: the command of one part is not that of the run.
    pub(super) invocation: Invocation,
}

/// Inspects these parts; those that cannot be read are reported and left out.
pub(super) fn inspect<'p>(
    folders: &[&'p PathBuf],
    summary: &mut MergeSummary,
) -> Vec<Inspection<'p>> {
    let inspections: Vec<_> = folders.par_iter().map(|folder| inspect_one(folder)).collect();
    let mut readable = Vec::new();
    for (inspection, folder) in inspections.into_iter().zip(folders) {
        match inspection {
            Ok(Some(inspection)) => readable.push(inspection),
            // The process was killed before it began the run.
            Ok(None) => summary.not_begun += 1,
            Err(MergeError::Store(StoreError::Locked { folder })) => summary.playing.push(folder),
            Err(MergeError::Store(StoreError::NoRun { .. })) => summary.not_begun += 1,
            Err(error) => summary.refused.push(((*folder).clone(), error)),
        }
    }
    readable
}

/// A part; `None` if there is nothing in it.
fn inspect_one(folder: &PathBuf) -> Result<Option<Inspection<'_>>, MergeError> {
    let part = Part::open(folder)?;
    part.check()?;
    if part.store().is_untouched()? {
        return Ok(None);
    }
    // A new run must not begin with an invalid configuration.
    part.store().config()?;
    Ok(Some(Inspection {
        folder,
        info: part.info().clone(),
        invocation: Invocation { command: None, ..part.store().invocation()? },
    }))
}

/// The difference between the test that ends a part and that of the run, if any.
fn other_test(run: &Invocation, part: &Invocation) -> Option<String> {
    let test = |of: &Invocation| of.test().unwrap_or_else(|| "none".to_owned());
    let (was, is) = (test(run), test(part));
    (was != is).then(|| format!("the test that ends the run was {was} and is now {is}"))
}

/// An error that names the parts that are not of the run; of a run that has not begun, not like the first of them.
pub(super) fn agree(
    run: &Path,
    of_run: Option<&RunInfo>,
    test_of_run: Option<&Invocation>,
    inspections: &[Inspection<'_>],
) -> Result<(), MergeError> {
    let Some(is) = of_run.or(inspections.first().map(|first| &first.info)) else {
        return Ok(());
    };
    let Some(test) = test_of_run.or(inspections.first().map(|first| &first.invocation)) else {
        return Ok(());
    };
    let others = inspections.iter().filter_map(|inspection| {
        let mut changes = changes(is, &inspection.info);
        changes.extend(other_test(test, &inspection.invocation));
        (!changes.is_empty()).then(|| (inspection.folder.clone(), changes))
    });
    let parts: Vec<_> = others.collect();
    if parts.is_empty() { Ok(()) } else { Err(MergeError::OtherRun { run: run.to_owned(), parts }) }
}
