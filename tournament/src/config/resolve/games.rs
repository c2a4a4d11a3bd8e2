//! `[openings]` and `[adjudication]`: how games begin, and when they are ended.

use std::ops::RangeInclusive;
use std::path::Path;

use openings::Order;

use super::super::checks::{Resolved, missing, unknown, within};
use super::super::error::Problem;
use super::super::located::Located;
use super::super::raw::{RawAdjudication, RawOpenings};
use super::super::{Adjudication, DrawRule, OpeningSource, OpeningsConfig, ResignRule};

/// Lengths of games and of agreement, in full moves.
const MOVES: RangeInclusive<u64> = 1..=10_000;
/// Openings of a file, from 1.
const START: RangeInclusive<u64> = 1..=u32::MAX as u64;
/// Adjudication scores, in centipawns.
const SCORE: RangeInclusive<u64> = 0..=30_000;

/// Where games start; a pairing plays `needed` openings.
pub(in crate::config) fn openings(
    raw: &RawOpenings,
    folder: &Path,
    needed: u64,
) -> Resolved<OpeningsConfig> {
    let source = match raw.file.as_deref() {
        None | Some("builtin") => OpeningSource::Builtin,
        Some("none") if needed > 1 => {
            let problem = Problem::StartPositionOnly { needed };
            return Err(Located::new(["openings", "file"], problem));
        }
        Some("none") => OpeningSource::StartPosition,
        Some("") => {
            return Err(missing(
                ["openings", "file"],
                "file = \"builtin\" or a path",
            ));
        }
        Some(name) => OpeningSource::File {
            name: name.to_owned(),
            path: folder.join(name),
        },
    };
    let order = match raw.order.as_deref() {
        None | Some("random") => Order::Random,
        Some("sequential") => Order::Sequential,
        Some(other) => {
            let problem = unknown(other, &["random", "sequential"]);
            return Err(Located::new(["openings", "order"], problem));
        }
    };
    if let Some(plies) = raw.plies {
        within(["openings", "plies"], u64::from(plies), MOVES)?;
    }
    let start = raw.start.unwrap_or(1);
    within(["openings", "start"], u64::from(start), START)?;
    Ok(OpeningsConfig {
        source,
        order,
        plies: raw.plies,
        start,
    })
}

/// When games are ended.
pub(in crate::config) fn adjudication(raw: &RawAdjudication) -> Resolved<Adjudication> {
    const TABLE: &str = "adjudication";
    if let Some(draw) = &raw.draw {
        within(
            [TABLE, "draw", "after"],
            u64::from(draw.after),
            0..=*MOVES.end(),
        )?;
        within([TABLE, "draw", "moves"], u64::from(draw.moves), MOVES)?;
        within([TABLE, "draw", "score"], u64::from(draw.score), SCORE)?;
    }
    if let Some(resign) = &raw.resign {
        within([TABLE, "resign", "moves"], u64::from(resign.moves), MOVES)?;
        within(
            [TABLE, "resign", "score"],
            u64::from(resign.score),
            1..=*SCORE.end(),
        )?;
    }
    if let Some(moves) = raw.max_moves {
        within([TABLE, "max_moves"], u64::from(moves), MOVES)?;
    }
    Ok(Adjudication {
        draw: raw.draw.as_ref().map(|raw| DrawRule {
            after: raw.after,
            moves: raw.moves,
            score: raw.score,
        }),
        resign: raw.resign.as_ref().map(|raw| ResignRule {
            moves: raw.moves,
            score: raw.score,
            both: raw.both,
        }),
        max_moves: raw.max_moves,
        insufficient_material: raw.insufficient_material.unwrap_or(false),
    })
}
