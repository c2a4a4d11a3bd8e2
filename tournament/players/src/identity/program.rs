//! The identity of a program: its files, and what it answers to fixed searches.

use std::time::{Duration, Instant};

use config::{EngineConfig, EngineKind, ProgramConfig};
use engine_core::limits::Limits;
use engine_uci::bench;
use openings::Fingerprint;
use uci_client::FailureKind::{IllegalMove, NullMove, UnparsableMove};
use uci_client::{Failure, Request};

use super::files::Files;
use super::memo::Memo;
use super::{Identity, Parts, answers};
use crate::player::player;

/// The identity of a program; `None` if it is not there or cannot be read.
pub(super) fn identity(program: &ProgramConfig, engine: &EngineConfig, memo: &mut Memo) -> Option<Identity> {
    let files = Files::of(engine)?;
    let (stamp, can_hide) = (files.stamp(), files.can_hide);
    let [files, beside] = files.digests(memo)?;
    let answers = can_hide.then(|| fixed_searches(program)).flatten().unwrap_or_default();
    Some(Identity { answers, files, beside, stamp })
}

/// The time for a fixed search of a program, after which it is too slow for such a limit.
const PATIENCE: Duration = Duration::from_secs(2);
/// The nodes a second from which on a program is asked to search longer.
const FAST: f64 = 50_000.0;

/// The answers of a program to fixed searches, as keys; without those that are others when it is asked again.
fn fixed_searches(program: &ProgramConfig) -> Option<Parts> {
    let mut program = program.clone();
    program.timeouts.hang = program.timeouts.hang.min(PATIENCE);
    program.timeouts.start = program.timeouts.start.min(2 * PATIENCE);
    let config = EngineConfig { kind: EngineKind::Program(Box::new(program)), ..EngineConfig::of_evaluator("", 1) };
    let mut player = player(&config).ok()?;
    let mut ask = |positions: usize, limits: Limits| {
        let (mut key, mut nodes, since) = (Fingerprint::default(), 0, Instant::now());
        for game in bench::positions().take(positions) {
            player.start().ok()?;
            player.new_game().ok()?;
            match player.think(&Request::new(&game, &limits, PATIENCE)) {
                Ok(reply) => {
                    nodes += reply.nodes;
                    key.add(&format!("{:?} {:?} {} ", reply.best, reply.score, reply.nodes));
                }
                // Another answer than a move is one, too.
                Err(Failure { kind: kind @ (IllegalMove | UnparsableMove | NullMove), .. }) => {
                    key.add(kind.name());
                    break;
                }
                Err(_) => return None,
            }
        }
        Some((format!("answers {:016x}", key.0), nodes as f64 / since.elapsed().as_secs_f64()))
    };
    let mut twice = |positions: usize, limits: fn() -> Limits| {
        let (first, speed) = ask(positions, limits())?;
        (ask(positions, limits())?.0 == first).then_some((first, speed))
    };
    let (search, speed) = twice(6, || Limits::depth(3))?;
    let longer = Some(speed).filter(|&speed| speed > FAST).and_then(|_| twice(3, || Limits::nodes(20_000)));
    let mut parts = answers([("search", search)]);
    parts.extend(longer.map(|(answer, _)| ("longer search".to_owned(), answer)));
    Some(parts)
}
