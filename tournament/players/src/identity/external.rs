//! Evaluations from outside, identified by their files and by the search.

use std::path::MAIN_SEPARATOR;

use config::{EvaluatorConfig, ExternalConfig};
use engine_uci::bench;
use eval_external::Spec;

use super::Identity;
use super::evaluator::of_the_search;
use super::memo::Memo;
use super::program::{Parts, executable};

/// The identity of an evaluation from outside; `None` if it is not there or cannot be read.
pub(super) fn identity(
    config: &EvaluatorConfig,
    external: &ExternalConfig,
    memo: &mut Memo,
) -> Option<Identity> {
    let mut parts = Parts::new(external.folder.clone());
    match config.evaluator.parse::<Spec>().ok()? {
        Spec::Library(path) => {
            let path = external.folder.join(path);
            parts.add("library", path.is_file().then_some(&path)?, 0);
        }
        Spec::Pipe(words) => {
            let (command, arguments) = words.split_first()?;
            let is_path = command.contains(MAIN_SEPARATOR);
            let path = is_path.then(|| external.folder.join(command));
            parts.add("program", &executable(path.as_deref(), command)?, 0);
            parts.arguments(arguments);
        }
    }
    for (name, value) in &config.params {
        let value = value.as_str().unwrap_or_default();
        parts.named(&format!("file of option {name}"), value);
    }
    let mut digests = parts.digests(memo)?;
    let nodes = of_the_search(memo)?;
    let search = format!("bench {} of michniewski: {nodes} nodes", bench::DEPTH);
    digests.push(("search".to_owned(), search));
    Some(Identity::with(digests))
}
