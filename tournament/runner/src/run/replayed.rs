//! The games of a store, replayed and checked against the schedule, for a database can be whole and a row of it nonsense;
//! and the games left to play in a round, and the pairings of the next one.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{available_parallelism, scope};

use config::{Config, OpeningPolicy};
use openings::{Fingerprint, Opening};
use players::record::{GameRecord, PlayedMove};
use players::scale;
use shakmaty::ByColor;

use crate::arena::Plan;
use crate::drawn::DrawnOpenings;
use crate::game::{Rules, check};
use crate::schedule::{Schedule, ScheduledGame};
use crate::store::{BadGame, KeptGame, Replay, Store, StoreError};

/// Games that are handed to a thread at a time.
const BATCH: usize = 64;
/// The number of replaying threads; the reader of the rows is one more.
const THREADS: usize = 4;

/// An opening by its number, and the pairing whose it is; none where all play the same ones.
type NumberedOpening = (usize, Option<[usize; 2]>);

#[derive(Debug)]
pub(crate) struct Replayer<'c> {
    config: &'c Config,
    /// The openings, if they can be had here.
    openings: Option<&'c DrawnOpenings>,
    /// Without them: a hash of the first moves of each opening's first game, by the opening's number and the
    /// pairing, which is `None` where all play the same ones.
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

    fn take(&self, batches: &Mutex<Receiver<Vec<KeptGame>>>, bad: &Mutex<BTreeMap<i64, String>>) {
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
                    bad.insert(i64::try_from(kept.game.index).unwrap_or(i64::MAX), reason);
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
        if kept == number {
            Ok(())
        } else {
            Err("it does not begin as another game of its opening".to_owned())
        }
    }
}

impl Replay for Replayer<'_> {
    fn replay<R>(&self, read: impl FnOnce(&mut dyn FnMut(KeptGame)) -> R) -> (R, Vec<BadGame>) {
        let threads = available_parallelism().map_or(1, usize::from).min(THREADS);
        let (sender, receiver) = sync_channel(2 * threads);
        let receiver = Mutex::new(receiver);
        let bad = Mutex::new(BTreeMap::new());
        let read = scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| self.take(&receiver, &bad));
            }
            let mut batch = Batch { games: Vec::with_capacity(BATCH), sender };
            read(&mut |game| batch.add(game))
        });
        let bad = bad.into_inner().unwrap_or_else(PoisonError::into_inner);
        let bad = bad.into_iter();
        (read, bad.map(|(index, reason)| BadGame { index, reason }).collect())
    }
}

/// The engines of a game, the lower index first.
fn pairing_of(game: &GameRecord) -> [usize; 2] {
    [game.white.min(game.black), game.white.max(game.black)]
}

/// Games on their way to the replaying threads; the last ones are sent when it is dropped.
struct Batch {
    games: Vec<KeptGame>,
    sender: SyncSender<Vec<KeptGame>>,
}

impl Batch {
    fn add(&mut self, game: KeptGame) {
        self.games.push(game);
        if self.games.len() == BATCH {
            self.send();
        }
    }

    fn send(&mut self) {
        let games = std::mem::replace(&mut self.games, Vec::with_capacity(BATCH));
        // The receiving threads end only when all senders are dropped.
        let _ = self.sender.send(games);
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        self.send();
    }
}

/// The games in `store` that are none of `plan`: that cannot be read, cannot have been played so, or have another place.
/// Rounds of a Swiss tournament are drawn as far as sound games determine them.
pub(super) fn bad_games(plan: &mut Plan, store: &Store) -> Result<Vec<BadGame>, StoreError> {
    let replayer = Replayer::new(&plan.config, Some(&plan.openings));
    let games = plan.schedule.len();
    let mut unreadable = Vec::new();
    let bad_row = |index, reason: &str| BadGame { index, reason: reason.to_owned() };
    let (read, mut bad) = replayer.replay(|replay| {
        store.visit_each(|game| match game {
            Ok(KeptGame { game, .. }) if game.index >= games => {
                let index = i64::try_from(game.index).unwrap_or(i64::MAX);
                unreadable.push(bad_row(index, "the schedule has fewer"));
            }
            Ok(game) => replay(game),
            Err((index, reason)) => unreadable.push(bad_row(index, &reason)),
        })
    });
    read?;
    bad.append(&mut unreadable);
    if bad.is_empty() {
        draw_known(&mut plan.schedule, plan.config.engines.len(), store)?;
        let schedule = &plan.schedule;
        store.visit_without_moves(|game| {
            if schedule.game(game.index) != Some(schedule.place_of(&game)) {
                let index = i64::try_from(game.index).unwrap_or(i64::MAX);
                bad.push(bad_row(index, &schedule.contradicted_by(&game)));
            }
            Ok::<_, StoreError>(())
        })?;
    }
    bad.sort_by_key(|game| game.index);
    Ok(bad)
}

/// The games of `round` that are not `finished`, those of half-played pairs first.
pub(super) fn missing<'s>(
    schedule: &'s Schedule,
    round: Range<usize>,
    finished: &'s [bool],
) -> impl Iterator<Item = ScheduledGame> + Send + 's {
    // The games of a pair are neighbours, the first one at an even place.
    let half_played = |&game: &usize| finished[game ^ 1];
    let missing = move |game: &usize| !finished[*game];
    let first = round.clone().filter(missing).filter(half_played);
    let then = round.filter(missing).filter(move |game| !half_played(game));
    first.chain(then).filter_map(|game| schedule.game(game))
}

/// Draws the next round of a Swiss tournament from the stored games of the rounds before it.
pub(crate) fn draw_round(
    schedule: &mut Schedule,
    engines: usize,
    store: &Store,
) -> Result<(), StoreError> {
    let first = schedule.next_time_control() * schedule.games_per_time_control();
    let before = first..schedule.drawn_games();
    let mut half_points = vec![0; engines];
    store.visit_without_moves(|game| {
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

/// Draws all rounds that follow from those that are complete in `store`.
pub(crate) fn draw_known(
    schedule: &mut Schedule,
    engines: usize,
    store: &Store,
) -> Result<(), StoreError> {
    if schedule.drawn_games() == schedule.len() {
        return Ok(());
    }
    let finished = store.finished(schedule.len())?;
    while schedule.drawn_games() < schedule.len()
        && !finished[..schedule.drawn_games()].contains(&false)
    {
        draw_round(schedule, engines, store)?;
    }
    Ok(())
}

/// Checks every stored game against the schedule, and draws the rounds that follow from those before them.
pub(crate) fn verify(
    schedule: &mut Schedule,
    engines: usize,
    store: &Store,
) -> Result<(), StoreError> {
    let games = schedule.len();
    // Drawing a round relies on this.
    every(schedule, store, |game| {
        game.index < games && game.white < engines && game.black < engines
    })?;
    draw_known(schedule, engines, store)?;
    every(schedule, store, |game| schedule.game(game.index) == Some(schedule.place_of(game)))
}

/// An error that names the first stored game that does not pass.
fn every(
    schedule: &Schedule,
    store: &Store,
    passes: impl Fn(&GameRecord) -> bool,
) -> Result<(), StoreError> {
    store.visit_without_moves(|game| {
        if passes(&game) { Ok(()) } else { Err(store.contradiction(schedule, &game)) }
    })
}

#[cfg(test)]
mod tests {
    use config::Config;

    use super::*;

    #[test]
    fn half_played_pairs_come_first() {
        let text = r#"
        run = { name = "x", format = "match", pairs = 4 }
        limits = { nodes = 1 }
        engine = [{ evaluator = "otter" }, { evaluator = "material" }]
    "#;
        let config = Config::parse("x.toml", text, &[], &["otter", "material"]).unwrap();
        let schedule = Schedule::new(&config);
        let mut finished = [false; 8];
        for game in [0, 1, 5, 6] {
            finished[game] = true;
        }
        let order: Vec<usize> =
            missing(&schedule, 0..8, &finished).map(|game| game.index).collect();
        assert_eq!(order, [4, 7, 2, 3]);
    }
}
