//! The output while games are played.

use lab::ablate::AblationEvent;
use report::progress::Progress;

/// The output while games are played.
pub(super) struct AblateOutput {
    threads: usize,
    pub(super) progress: Progress,
}

impl AblateOutput {
    pub(super) fn new(threads: usize) -> AblateOutput {
        AblateOutput { threads, progress: Progress::hidden() }
    }

    pub(super) fn notify(&mut self, event: &AblationEvent<'_>) {
        match *event {
            AblationEvent::Warning(text) => self.progress.note(format!("warning: {text}")),
            AblationEvent::Begun(0) => {}
            AblationEvent::Begun(games) => {
                self.progress.note(format!("{games} games are played already"));
            }
            AblationEvent::Round { open, missing } => {
                self.progress.finish();
                self.progress.note(format!(
                    "{open} open, {missing} games to the next look, {} at a time",
                    self.threads
                ));
                self.progress = Progress::new(missing, 0, "games");
            }
            AblationEvent::Writing(games) => {
                self.progress.finish();
                self.progress = Progress::new(games, 0, "games written");
            }
            AblationEvent::Game | AblationEvent::Written => {
                self.progress.tick();
            }
        }
    }
}
