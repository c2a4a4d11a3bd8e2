//! The evaluators of a table of terms.

use anyhow::bail;
use config::{EngineKind, Selection};
use evaluators::registry;
use lab::positions::TermsColumn;
use players::player::configured;

/// The columns of the evaluators that `words` name, of all that are built in if there is no word.
pub(super) fn columns(words: &[String]) -> anyhow::Result<Vec<TermsColumn>> {
    let all: Vec<String>;
    let words = if words.is_empty() {
        all = registry::NAMES.iter().map(|&name| name.to_owned()).collect();
        &all
    } else {
        words
    };
    let selection = Selection {
        words,
        file: None,
        limit: None,
        // Nothing is searched.
        nodes: 1,
        table: crate::cli::engines::TABLE,
    };
    let mut columns = Vec::new();
    for engine in selection.engines(registry::NAMES)? {
        let EngineKind::Evaluator(evaluator) = &engine.kind else {
            bail!("engine {:?} is a program, which has no terms; name an evaluator", engine.name);
        };
        columns.push(TermsColumn {
            evaluator: configured(&engine.name, evaluator)?,
            name: engine.name,
        });
    }
    Ok(columns)
}
