//! `tournament weights`.

use std::path::PathBuf;
use std::sync::Mutex;

use clap::Args;
use lab::fit::features::Verdicts;
use lab::fit::weights;
use lab::positions;
use report::progress::Progress;

/// Fit the weights of an evaluator's parts to the results of games
#[derive(Args)]
#[command(
    long_about = "Finds values for the options of an evaluator whose names begin with \"weight.\" by \
        the results of the games that the positions are from. Each position is taken apart: what the \
        evaluator says with all weights at 0 (the material) has the weight 1, and what each weight at \
        100 adds to that is a part. The expected score is that of `accuracy`, of the weighted sum; \
        scale, bonus for the move and weights, none below 0, maximise the likelihood of the results. \
        Positions in which a verdict speaks (`scale_rule` in `explain`) are left out; --scaled keeps \
        those whose score it scales, as it is before that.\n\n\
        Each weight is pulled towards the one factor for all that fits best. The strength of this \
        ridge is chosen by cross-validation over games, or given: at X each weight is expected within \
        1/sqrt(X) of the factor, so 100 is ten percent, 0 is no pull at all. A part that speaks in fewer \
        than one of a hundred positions is held at the factor.\n\n\
        What it is good for is measured with the evaluator itself, as printed, with one factor, and \
        with the weights in whole percents: fitted on the games with even numbers, measured on \
        those with odd ones. The weights shown are those of all games. Standard errors count games; they \
        are those of the pulled weights, so a strong ridge makes them small. The same positions \
        always give the same weights.\n\n\
        The last lines are for an [[engine]] of a configuration, or for `regress --params`.",
    after_help = "Examples:\n  \
        tournament weights positions.epd.gz --engine compendium\n  \
        tournament weights positions.epd.gz --engine compendium --ridge 100 --json"
)]
pub(crate) struct Arguments {
    /// The positions: what `tournament positions` writes
    file: PathBuf,

    /// The evaluator
    #[arg(long, value_name = "NAME", value_parser = clap::builder::PossibleValuesParser::new(players::registry::NAMES))]
    engine: String,

    /// The strength of the ridge, instead of choosing it
    #[arg(long, value_name = "X", allow_hyphen_values = true, value_parser = strength)]
    ridge: Option<f64>,

    /// Use positions whose score a verdict scales, as if it were silent
    #[arg(long)]
    scaled: bool,

    /// One JSON object
    #[arg(long)]
    json: bool,
}

fn strength(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    let number = number.filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| format!("{text:?} is not a number from 0 on"))
}

/// Fits and shows.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let positions = positions::read(&arguments.file, |repair| {
        super::remark(&format!("warning: {repair}"));
    })?;
    let recipe = weights::Recipe {
        ridge: arguments.ridge,
        verdicts: if arguments.scaled {
            Verdicts::Scaling
        } else {
            Verdicts::None
        },
    };
    let progress = Mutex::new(Progress::new(positions.len(), 0, "positions"));
    let report = weights::find(&arguments.engine, &positions, recipe, || {
        if let Ok(mut progress) = progress.lock() {
            progress.advance(1, |_| String::new());
        }
    });
    if let Ok(progress) = progress.into_inner() {
        progress.finish();
    }
    let report = report?;
    if arguments.json {
        return super::print(&(serde_json::to_string(&report)? + "\n"));
    }
    super::show(&report.text(super::line_width())?)
}
