//! The folders of a match from the command line: another one for each change of engines or conditions.

use std::path::{Path, PathBuf};

use super::changes::{changes, info};
use super::growth::Growth;
use super::planned::Planned;
use crate::store::Store;

/// A folder for a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The folder.
    pub folder: PathBuf,
    /// The latest run of the same name that is another one, if this one begins because of that.
    pub other: Option<Other>,
}

/// A run that is kept as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Other {
    /// Its folder.
    pub folder: PathBuf,
    /// The differences, a line each.
    pub changes: Vec<String>,
}

impl Planned {
    /// The folder among `first`, `first-2`, `first-3` and so on that has this run; if none has, the first of them
    /// without a run.
    #[must_use]
    pub fn place(&self, first: &Path) -> Place {
        let mut other = None;
        for number in 1_u32.. {
            let folder = numbered(first, number);
            match self.differences(&folder) {
                None => return Place { folder, other },
                // Earlier runs do not matter to a run that is resumed.
                Some(changes) if changes.is_empty() => {
                    return Place { folder, other: None };
                }
                Some(changes) => other = Some(Other { folder, changes }),
            }
        }
        unreachable!("numbers do not end before folders do")
    }

    /// The differences between the run in `folder` and this one; `None` if there is none. An unreadable run differs in
    /// nothing: opening it returns the reason.
    fn differences(&self, folder: &Path) -> Option<Vec<String>> {
        let store = match Store::begun(folder) {
            Ok(None) => return None,
            Ok(Some(store)) => store,
            Err(_) => return Some(Vec::new()),
        };
        let plan = self.plan();
        let now = info(plan, Default::default());
        let mut changes = changes(store.info(), &now);
        let engines_are_same = changes.iter().all(|change| !change.starts_with("engine \""));
        if engines_are_same && Growth::of(store.info(), &plan.config, &plan.identities).is_some() {
            changes.clear();
        }
        Some(changes)
    }
}

fn numbered(first: &Path, number: u32) -> PathBuf {
    if number == 1 {
        return first.to_owned();
    }
    let name = first.file_name().unwrap_or_default().to_string_lossy();
    first.with_file_name(format!("{name}-{number}"))
}
