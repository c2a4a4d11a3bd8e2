//! The games of a store, replayed and checked against the schedule, for a database can be whole and a row of it nonsense;
//! and the pairings of a Swiss tournament, which follow from them.

use std::collections::{BTreeMap, HashMap};
use std::mem::replace;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{available_parallelism, scope};

use config::{Config, OpeningPolicy};
use openings::{Fingerprint, Opening};
use players::record::{GameRecord, PlayedMove};
use players::scale;
use shakmaty::ByColor;

use super::rows::{self, KeptGame};
use super::{BadGame, Store, StoreError};
use crate::drawn::DrawnOpenings;
use crate::game::{Rules, check};
use crate::schedule::Schedule;

/// Games that are handed to a thread at a time.
const BATCH: usize = 64;
/// The number of replaying threads; the reader of the rows is one more.
const THREADS: usize = 4;

/// An opening by its number, and the pairing whose it is; none where all play the same ones.
type NumberedOpening = (usize, Option<[usize; 2]>);

/// A replayer of games, which finds those that cannot have been played.
#[derive(Debug)]
pub(crate) struct Replayer<'c> {
    config: &'c Config,
    /// The openings, if they can be had here.
    openings: Option<&'c DrawnOpenings>,
    /// Without them: a hash of the first moves of each opening's first game.
    first: Mutex<HashMap<NumberedOpening, u64>>,
    /// The number of openings that each pairing plays.
    most_openings: usize,
    /// The number of centipawns of each engine worth one of Michniewski's.
    scales: Vec<f64>,
}

impl<'c> Replayer<'c> {
    /// A replayer of games of `config`. Without its openings, games of one opening must still begin alike.
    pub(crate) fn new(config: &'c Config, openings: Option<&'c DrawnOpenings>) -> Self {
        Self {
            config,
            openings,
            first: Mutex::default(),
            most_openings: Schedule::new(config).openings(),
            scales: config.engines.iter().map(scale::of_engine).collect(),
        }
    }

    /// Passes `read` a sink for the games that it reads, and replays them on other threads meanwhile. Returns the result
    /// of `read`, and the games that cannot have been played.
    pub(super) fn replay<R>(&self, read: impl FnOnce(&mut dyn FnMut(KeptGame)) -> R) -> (R, Vec<BadGame>) {
        let threads = available_parallelism().map_or(1, usize::from).min(THREADS);
        let (sender, receiver) = sync_channel(2 * threads);
        let receiver = Mutex::new(receiver);
        let bad = Mutex::new(BTreeMap::new());
        let read = scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| self.take(&receiver, &bad));
            }
            let mut batch = Vec::with_capacity(BATCH);
            // The receiving threads end only when the sender is dropped.
            let read = read(&mut |game| {
                batch.push(game);
                if batch.len() == BATCH {
                    let _ = sender.send(replace(&mut batch, Vec::with_capacity(BATCH)));
                }
            });
            let _ = sender.send(batch);
            drop(sender);
            read
        });
        let bad = bad.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter();
        (read, bad.map(|(index, reason)| BadGame::new(index, reason)).collect())
    }

    fn take(&self, batches: &Mutex<Receiver<Vec<KeptGame>>>, bad: &Mutex<BTreeMap<usize, String>>) {
        loop {
            let next = batches.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(games) = next else {
                return;
            };
            let mut opening = None;
            for kept in &games {
                let moves = kept.played();
                let checked = moves.and_then(|moves| self.check(&kept.game, &moves, &mut opening));
                if let Err(reason) = checked {
                    let mut bad = bad.lock().unwrap_or_else(PoisonError::into_inner);
                    bad.insert(kept.game.index, reason);
                }
            }
        }
    }

    /// Checks a game; `last` is the opening of the one before.
    fn check(
        &self,
        game: &GameRecord,
        moves: &[PlayedMove<'_>],
        last: &mut Option<([usize; 3], Opening)>,
    ) -> Result<(), String> {
        let engines = self.scales.len();
        if game.white >= engines || game.black >= engines {
            return Err("it names an engine that the run does not have".to_owned());
        }
        let rules = Rules {
            variant: self.config.openings.variant,
            adjudication: &self.config.adjudication,
            scale: ByColor { white: self.scales[game.white], black: self.scales[game.black] },
        };
        let Some(openings) = self.openings else {
            self.check_beginning(game)?;
            return check(game, moves, None, &rules);
        };
        let list = openings.of(game.white, game.black);
        let list = list.ok_or("its engines do not meet")?;
        if game.opening >= list.needed {
            return Err("the run has fewer openings".to_owned());
        }
        let [one, other] = pairing_of(game);
        let which = [one, other, game.opening];
        if last.as_ref().is_none_or(|(last, _)| *last != which) {
            let opening = list.opening(game.opening);
            *last = Some((which, opening.map_err(|error| error.to_string())?));
        }
        let opening = last.as_ref().map(|(_, opening)| opening);
        check(game, moves, opening, &rules)
    }

    /// An error unless a game begins as the others of its opening do.
    fn check_beginning(&self, game: &GameRecord) -> Result<(), String> {
        let mut fingerprint = Fingerprint::default();
        fingerprint.add(game.start_fen.as_deref().unwrap_or_default());
        for uci in &game.book_moves {
            fingerprint.add(" ");
            fingerprint.add(uci);
        }
        let number = fingerprint.0;
        if game.opening >= self.most_openings {
            return Err("the run has fewer openings".to_owned());
        }
        let policy = self.config.openings.policy;
        let pairing = (policy == OpeningPolicy::Encounter).then(|| pairing_of(game));
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = *first.entry((game.opening, pairing)).or_insert(number);
        if kept == number { Ok(()) } else { Err("it does not begin as another game of its opening".to_owned()) }
    }
}

/// The engines of a game, the lower index first.
fn pairing_of(game: &GameRecord) -> [usize; 2] {
    [game.white.min(game.black), game.white.max(game.black)]
}

impl Store {
    /// The stored games that are none of `schedule`: that cannot be read, cannot have been played so, or have another
    /// place. Rounds of a Swiss tournament are drawn as far as sound games determine them.
    pub(crate) fn bad_games(
        &self,
        replayer: &Replayer<'_>,
        schedule: &mut Schedule,
    ) -> Result<Vec<BadGame>, StoreError> {
        let mut elsewhere = Vec::new();
        let (read, mut bad) = replayer.replay(|replay| {
            self.each_row(&rows::select(), |row| {
                match rows::read_kept(row) {
                    Ok(KeptGame { game, .. }) if game.index >= schedule.len() => {
                        elsewhere.push(BadGame::new(game.index, "the schedule has fewer".to_owned()));
                    }
                    Ok(game) => replay(game),
                    Err(reason) => {
                        elsewhere.push(BadGame { index: row.get(0).unwrap_or(-1), reason });
                    }
                }
                Ok::<_, StoreError>(())
            })
        });
        read?;
        bad.append(&mut elsewhere);
        if bad.is_empty() {
            self.draw_known(schedule)?;
            self.visit_without_moves(|game| {
                if !schedule.has(&game) {
                    bad.push(BadGame::new(game.index, schedule.contradicted_by(&game)));
                }
                Ok::<_, StoreError>(())
            })?;
        }
        bad.sort_by_key(|game| game.index);
        Ok(bad)
    }

    /// Draws the next round of a Swiss tournament from the stored games of the rounds before it.
    pub(crate) fn draw_round(&self, schedule: &mut Schedule) -> Result<(), StoreError> {
        let first = schedule.next_time_control() * schedule.games_per_time_control();
        let before = first..schedule.drawn_games();
        let mut half_points = vec![0; schedule.engines()];
        self.visit_without_moves(|game| {
            if before.contains(&game.index) {
                let white = u64::from(game.outcome.white_half_points());
                half_points[game.white] += white;
                half_points[game.black] += 2 - white;
            }
            Ok::<_, StoreError>(())
        })?;
        schedule.draw(&half_points);
        Ok(())
    }

    /// Draws all rounds that follow from those that are complete.
    pub(crate) fn draw_known(&self, schedule: &mut Schedule) -> Result<(), StoreError> {
        if schedule.is_drawn() {
            return Ok(());
        }
        let finished = self.finished(schedule.len())?;
        while !schedule.is_drawn() && !finished[..schedule.drawn_games()].contains(&false) {
            self.draw_round(schedule)?;
        }
        Ok(())
    }

    /// Checks every stored game against the schedule, and draws the rounds that follow from those before them.
    pub(crate) fn verify(&self, schedule: &mut Schedule) -> Result<(), StoreError> {
        let (games, engines) = (schedule.len(), schedule.engines());
        // Drawing a round relies on this.
        self.check_each(schedule, |game| game.index < games && game.white < engines && game.black < engines)?;
        self.draw_known(schedule)?;
        self.check_each(schedule, |game| schedule.has(game))
    }

    /// An error that names the first stored game that does not pass.
    fn check_each(&self, schedule: &Schedule, passes: impl Fn(&GameRecord) -> bool) -> Result<(), StoreError> {
        self.visit_without_moves(|game| if passes(&game) { Ok(()) } else { Err(self.contradiction(schedule, &game)) })
    }
}
