//! The evaluators of configurations on the board. One from outside that has failed is started anew at a later question.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use board::{BoardEvaluator, Source};
use config::EvaluatorConfig;
use engine_core::evaluator::{EvalScale, MarginScale};
use evaluators::AnyEvaluator;
use players::player::PlayerError;

/// The least time between two starts: a program that ends at once is not started with every question.
const PAUSE: Duration = Duration::from_secs(3);

/// The evaluator of a configuration, with the scales that this has. Fails if it cannot be set up.
pub fn configured(label: &str, config: &EvaluatorConfig) -> Result<BoardEvaluator, PlayerError> {
    let evaluator = players::player::configured(label, config)?;
    let measured = "configured";
    let mut info = evaluator.info();
    if let Some(centipawns) = config.eval_scale {
        info.eval_scale = EvalScale { centipawns, measured };
    }
    if let Some(ratio) = config.margin_scale {
        info.margin_scale = MarginScale { ratio, measured };
    }
    let source = restarted(evaluator, PAUSE);
    Ok(BoardEvaluator { label: label.to_owned(), is_given: true, info, source })
}

/// The evaluator, started anew if it has failed, but not twice within `pause`: then its failure is the answer.
fn restarted(evaluator: Box<dyn AnyEvaluator>, pause: Duration) -> Source {
    let running: Arc<dyn AnyEvaluator> = Arc::from(evaluator);
    let state = Mutex::new((running, Instant::now()));
    Box::new(move || {
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        let (running, since) = &mut *state;
        if let Some(failure) = running.failure() {
            if since.elapsed() < pause {
                return Err(failure);
            }
            (*running, *since) = (Arc::from(running.renewed()), Instant::now());
        }
        Ok(Arc::clone(running))
    })
}

#[cfg(all(test, unix))]
mod tests {
    use engine_core::game::Game;
    use engine_core::limits::Limits;

    use super::*;

    /// A program that ends at its eleventh position, and leaves a line for each start.
    const MORTAL: &str = "echo start >> starts; echo evaluation 1; n=0\n\
        while read -r fen; do n=$((n + 1)); [ $n -gt 10 ] && exit 3; echo 12; done\n";

    #[test]
    fn an_evaluation_that_ends_is_started_anew_after_a_pause() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("mortal.sh"), MORTAL).unwrap();
        let external = config::ExternalConfig { folder: folder.path().to_owned(), timeouts: Default::default() };
        let config = EvaluatorConfig { external: Some(Box::new(external)), ..EvaluatorConfig::of("eval:sh mortal.sh") };
        let starts = || {
            let lines = std::fs::read_to_string(folder.path().join("starts"));
            lines.unwrap().lines().count()
        };
        let mortal = || players::player::configured("Mortal", &config).unwrap();
        let game = Game::default();
        let ends = |source: &Source| (0..12).any(|_| source().is_ok_and(|it| it.tenths(&game).is_err()));
        // Within the pause all questions have the failure, and start nothing.
        let source = restarted(mortal(), Duration::MAX);
        assert_eq!(source().unwrap().tenths(&game), Ok(120));
        assert!(ends(&source));
        let failure = source().err().unwrap();
        assert!(failure.to_string().contains("ended"), "{failure}");
        assert_eq!(starts(), 1);
        // After it one is started; the end of a search's own process counts, too.
        let source = restarted(mortal(), Duration::ZERO);
        assert!(source().unwrap().searcher(10).go(&game, &Limits::nodes(500), &mut |_| {}).is_err());
        let before = starts();
        assert_eq!(source().unwrap().tenths(&game), Ok(120));
        assert!(ends(&source));
        assert_eq!(source().unwrap().tenths(&game), Ok(120));
        assert!(starts() > before, "it was not started anew");
    }
}
