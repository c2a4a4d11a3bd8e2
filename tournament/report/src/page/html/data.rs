//! The data of the page's script: the list, the games, the terms, and the first deviations.

use maud::{Markup, PreEscaped, html};
use serde::Serialize;

use crate::Results;
use crate::page::deviations::{Choice, Deviation};
use crate::page::replay::Score;
use crate::page::{PageBuilder, PageError, packed};
use players::record::MoveScore;

pub(super) fn data(builder: &mut PageBuilder<'_>, results: &Results) -> Result<Markup, PageError> {
    let engines: Vec<&str> = results.engines.iter().map(|e| e.name.as_str()).collect();
    let elo: Vec<Option<f64>> = results.engines.iter().map(|e| e.elo.value).collect();
    let time_controls = results.time_controls.iter().filter_map(|own| own.time_control.as_deref());
    let list = builder.list.end(&engines, &time_controls.collect::<Vec<_>>(), &elo)?;
    let reasons = packed(&builder.selection.reasons(&builder.run.config)?)?;
    let deviations = packed(&sorted(&builder.deviations.found))?;
    let item = |id: &str, text: &str| {
        html! {
            script id=(id) type="application/octet-stream" { (PreEscaped(text)) }
        }
    };
    Ok(html! {
        div #data hidden data-live {
            (item("list-data", &list))
            (item("reasons-data", &reasons))
            (item("deviations-data", &deviations))
            @for (index, chunk) in builder.list.chunks.iter().enumerate() {
                (item(&format!("games-{index}"), chunk))
            }
        }
    })
}

/// A deviation as the page reads it: the shared moves, and for each side engine, game, move and score.
#[derive(Serialize)]
struct Parting<'a> {
    ply: usize,
    a: (usize, usize, &'a str, Score),
    b: (usize, usize, &'a str, Score),
}

/// Deviations, those with the largest difference of scores first.
fn sorted(found: &[Deviation]) -> Vec<Parting<'_>> {
    let side = |choice: &'_ Choice| (choice.engine, choice.game + 1, choice.score);
    let apart = |choices: &[Choice; 2]| {
        let [a, b] = [0, 1].map(|at| choices[at].score.map_or(0, centipawns));
        (a - b).abs()
    };
    let mut found: Vec<_> = found.iter().collect();
    found.sort_by_key(|deviation| (-apart(&deviation.choices), side(&deviation.choices[0]).1));
    let shown = found.into_iter().map(|deviation| {
        let [a, b] = &deviation.choices;
        let shown = |choice| {
            let (engine, game, score) = side(choice);
            (engine, game, choice.san.as_str(), Score::of(score))
        };
        Parting { ply: deviation.ply, a: shown(a), b: shown(b) }
    });
    shown.collect()
}

fn centipawns(score: MoveScore) -> i64 {
    match score {
        MoveScore::Cp(cp) => i64::from(cp).clamp(-90_000, 90_000),
        MoveScore::Mate { mate } => {
            let moves = i64::from(mate).clamp(-9_999, 9_999);
            100_000 * moves.signum() - moves
        }
    }
}
