//! What is made from the store: results, games, failures.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::{FAILURES, RunError};
use crate::arena::Plan;
use crate::report::{PgnWriter, Results, RunBuilder, replace_file, write_failure, write_json};
use crate::store::{Store, StoreError};

/// The results as far as the store has them.
///
/// # Errors
/// If the store cannot be read.
pub fn results(plan: &Plan, store: &Store) -> Result<Results, RunError> {
    let mut builder = builder(plan, store);
    store.visit(|record| {
        builder.add(&record);
        Ok::<(), StoreError>(())
    })?;
    Ok(builder.results())
}

/// What is known of the games that are stored, to go on counting from.
///
/// # Errors
/// If the store cannot be read.
pub fn begun(plan: &Plan, store: &Store) -> Result<RunBuilder, RunError> {
    let mut builder = builder(plan, store);
    store.visit_without_moves(|record| {
        builder.add(&record);
        Ok::<(), StoreError>(())
    })?;
    Ok(builder)
}

fn builder(plan: &Plan, store: &Store) -> RunBuilder {
    RunBuilder::new(&plan.config, &plan.schedule).with_versions(&store.info().versions)
}

/// Writes `games.pgn` and `results.json` into `folder`, from the store, and `failures.log` if an
/// engine failed.
///
/// # Errors
/// If the store cannot be read or a file cannot be written.
pub fn report(plan: &Plan, store: &Store, folder: &Path) -> Result<Results, RunError> {
    let ladders = 0..usize::max(1, plan.config.ladders.len());
    let ladders: Vec<PgnWriter> = ladders
        .map(|ladder| PgnWriter::new(&plan.config, ladder, &store.info().versions))
        .collect();
    replace_file(&folder.join("games.pgn"), |mut file| {
        store.visit(|record| {
            let ladder = &ladders[plan.schedule.ladder(record.index)];
            ladder.write(&record, &mut file)?;
            Ok::<(), RunError>(())
        })
    })?;
    write_failures(plan, store, &folder.join(FAILURES))?;
    let results = results(plan, store)?;
    replace_file(&folder.join("results.json"), |mut file| {
        write_json(&results, &mut file)
    })?;
    Ok(results)
}

/// Writes what went wrong, if anything did.
fn write_failures(plan: &Plan, store: &Store, path: &Path) -> Result<(), RunError> {
    let mut any = false;
    let write = |to: &mut dyn Write| {
        store.visit_without_moves(|record| {
            any |= record.failure.is_some();
            write_failure(&plan.config, &record, to)?;
            Ok::<(), RunError>(())
        })
    };
    replace_file(path, write)?;
    if !any {
        fs::remove_file(path)?;
    }
    Ok(())
}
