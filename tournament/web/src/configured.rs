//! The evaluators of configurations on the board. One from outside that has failed is started anew at a later question.

use std::mem::replace;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use board::{BoardEvaluator, Lease, Source};
use config::EvaluatorConfig;
use engine_core::evaluator::{EvalScale, MarginScale};
use evaluators::{AnyEvaluator, EvaluationError};
use players::player::PlayerError;

/// The time that an evaluation from outside has for an answer.
const ANSWER: Duration = Duration::from_secs(2);
/// The time for which others wait behind a question that takes long: then there is no answer yet.
const BUSY: Duration = Duration::from_millis(50);
/// The time for which one that has failed rests, twice as long each time.
const RESTS: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(64)];

/// The evaluator of a configuration, with the scales that this has. Fails if it cannot be set up.
pub fn configured(label: &str, config: &EvaluatorConfig) -> Result<BoardEvaluator, PlayerError> {
    let mut config = config.clone();
    if let Some(external) = &mut config.external {
        external.timeouts.hang = external.timeouts.hang.min(ANSWER);
    }
    let evaluator = players::player::configured(label, &config)?;
    let measured = "configured";
    let mut info = evaluator.info();
    if let Some(centipawns) = config.eval_scale {
        info.eval_scale = EvalScale { centipawns, measured };
    }
    if let Some(ratio) = config.margin_scale {
        info.margin_scale = MarginScale { ratio, measured };
    }
    let source = if config.external.is_some() {
        leased(evaluator, RESTS)
    } else {
        let evaluator: Arc<dyn AnyEvaluator> = Arc::from(evaluator);
        Box::new(move || Ok(Lease(Arc::clone(&evaluator), None)))
    };
    Ok(BoardEvaluator { label: label.to_owned(), is_given: true, info, source })
}

/// An evaluation from outside, which answers one question at a time.
struct Guest {
    running: Arc<dyn AnyEvaluator>,
    /// When the question that it has now was put.
    since: Option<Instant>,
    was_asked: bool,
    rest: Duration,
    /// The end of its rest.
    awake: Instant,
}

fn locked(guest: &Mutex<Guest>) -> MutexGuard<'_, Guest> {
    guest.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Held as long as a question is answered.
struct Attention(Arc<Mutex<Guest>>);

impl Drop for Attention {
    fn drop(&mut self) {
        locked(&self.0).since = None;
    }
}

/// The evaluator, to one question at a time: none waits long behind another that does. One that has failed is started anew
/// after a rest; until then its failure is the answer.
fn leased(evaluator: Box<dyn AnyEvaluator>, rests: [Duration; 2]) -> Source {
    let evaluation = evaluator.info().title.to_owned();
    let (rest, awake) = (Duration::ZERO, Instant::now());
    let guest = Guest { running: Arc::from(evaluator), since: None, was_asked: false, rest, awake };
    let guest = Arc::new(Mutex::new(guest));
    Box::new(move || {
        let begun = Instant::now();
        while let Some(since) = locked(&guest).since {
            if since.elapsed() > BUSY || begun.elapsed() > ANSWER {
                return Err(EvaluationError { evaluation: evaluation.clone(), reason: "no answer yet".to_owned() });
            }
            sleep(Duration::from_millis(1));
        }
        take(&guest, rests)
    })
}

/// The turn of a question.
fn take(shared: &Arc<Mutex<Guest>>, rests: [Duration; 2]) -> Result<Lease, EvaluationError> {
    let mut guest = locked(shared);
    let failure = guest.running.failure();
    let was_asked = replace(&mut guest.was_asked, failure.is_none());
    match &failure {
        None if was_asked => guest.rest = Duration::ZERO,
        Some(_) if was_asked => {
            guest.rest = guest.rest.saturating_mul(2).clamp(rests[0], rests[1]);
            guest.awake = Instant::now() + guest.rest;
        }
        _ => {}
    }
    if let Some(failure) = failure.clone().filter(|_| Instant::now() < guest.awake) {
        return Err(failure);
    }
    guest.since = Some(Instant::now());
    let mut running = Arc::clone(&guest.running);
    drop(guest);
    let turn = Attention(Arc::clone(shared));
    if failure.is_some() {
        running = Arc::from(running.renewed());
        let mut guest = locked(shared);
        (guest.running, guest.was_asked) = (Arc::clone(&running), true);
    }
    Ok(Lease(running, Some(Box::new(turn))))
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
        let long = [Duration::from_secs(3600); 2];
        let source = leased(mortal(), long);
        assert_eq!(source().unwrap().tenths(&game), Ok(120));
        assert!(ends(&source));
        let failure = source().err().unwrap();
        assert!(failure.to_string().contains("ended"), "{failure}");
        assert_eq!(starts(), 1);
        // After it one is started; the end of a search's own process counts, too.
        let source = leased(mortal(), [Duration::ZERO; 2]);
        assert!(source().unwrap().searcher(10).go(&game, &Limits::nodes(500), &mut |_| {}).is_err());
        let before = starts();
        assert_eq!(source().unwrap().tenths(&game), Ok(120));
        assert!(ends(&source));
        assert_eq!(source().unwrap().tenths(&game), Ok(120));
        assert!(starts() > before, "it was not started anew");
    }
}
