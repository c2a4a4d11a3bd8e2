//! The plots of a run: for the page, which has a light and a dark theme, and as separate files.

mod lengths;
mod line_names;
mod nodes;
mod rating_history;
mod rows;
mod scatter;
mod theme;
mod versions;

use match_stats::Interval;

use super::PageError;
use super::distributions::Quantiles;
use super::gathered::Drawn;
use crate::node_scaling::NodeScaling;
use crate::{EvaluationFacts, Results};
use lengths::lengths;
pub(super) use nodes::DRAWN;
use nodes::by_nodes;
use rating_history::course;
pub(super) use rows::AxisScale;
use rows::{PlotRow, rows};
use scatter::{ScatterAxis, ScatterPoint, scatter};
pub(super) use theme::{for_file, for_page};
pub(super) use versions::strengths;

/// A plot of a time control, or of the run.
#[derive(Debug)]
pub(super) struct Plot {
    /// Its file name, without an ending.
    pub(super) name: &'static str,
    /// Its title.
    pub(super) title: &'static str,
    /// The plot, an SVG in the colours of [`theme`].
    pub(super) svg: String,
}

/// All plots of a time control, without empty ones.
pub(super) fn plots(results: &Results, drawn: &Drawn) -> Result<Vec<Plot>, PageError> {
    let made = [
        ("ratings", ratings_title(results), ratings(results)),
        course_plot(results, drawn),
        (
            "speed",
            "Nodes a second, by games",
            spread(results, &drawn.spread.speeds(), AxisScale::Speed),
        ),
        (
            "depth",
            "Depth of moves, in plies",
            spread(results, &drawn.spread.depths(), AxisScale::Plies),
        ),
        (
            "time",
            "Time of moves, in milliseconds",
            spread(results, &drawn.spread.times(), AxisScale::Milliseconds),
        ),
        ("length", "Games by their length and result", lengths(&drawn.lengths)),
    ];
    let mut plots = Vec::new();
    for (name, title, svg) in made {
        if let Some(svg) = svg.map_err(|error| PageError::Plot(error.to_string()))? {
            plots.push(Plot { name, title, svg });
        }
    }
    Ok(plots)
}

/// The ratings by nodes a move, unless there are too few.
pub(super) fn node_plot(scaling: &NodeScaling) -> Result<Option<Plot>, PageError> {
    let svg = by_nodes(scaling).map_err(|error| PageError::Plot(error.to_string()))?;
    Ok(svg.map(|svg| Plot {
        name: "nodes",
        title: "Elo by nodes a move, with 95 % intervals",
        svg,
    }))
}

/// The plots of a list of evaluations at its first time control: by year, and by price.
pub(super) fn list_plots(results: &Results) -> Result<Vec<Plot>, PageError> {
    let Some(first) = results.time_controls.first().filter(|_| results.is_list()) else {
        return Ok(Vec::new());
    };
    let points = |x: fn(&EvaluationFacts) -> Option<f64>| -> Vec<ScatterPoint<'_>> {
        let engines = results.engines.iter().zip(&first.engines);
        let points = engines.filter_map(|(engine, rated)| {
            let Interval { low, value, high } = rated.elo;
            Some(ScatterPoint {
                name: &engine.name,
                x: x(&engine.evaluation)?,
                elo: [low?, value?, high?],
            })
        });
        points.collect()
    };
    let years = points(|of| of.year.map(f64::from));
    let prices = points(|of| of.measured?.nanoseconds);
    let made = [
        (
            "years",
            "Elo by year of publication, with 95 % intervals",
            scatter(years, ScatterAxis::Year),
        ),
        (
            "prices",
            "Elo by the time of an evaluation, with 95 % intervals",
            scatter(prices, ScatterAxis::Nanoseconds),
        ),
    ];
    let mut plots = Vec::new();
    for (name, title, svg) in made {
        let svg = svg.map_err(|error| PageError::Plot(error.to_string()))?;
        plots.extend(svg.map(|svg| Plot { name, title, svg }));
    }
    Ok(plots)
}

/// An SVG, unless the plot is empty.
type Svg = Result<Option<String>, Box<dyn std::error::Error>>;

fn ratings_title(results: &Results) -> &'static str {
    if results.is_match() {
        "Elo of the first engine over the second, with its 95 % interval"
    } else {
        "Ratings in Elo, with 95 % intervals"
    }
}

fn ratings(results: &Results) -> Svg {
    let known = |elo: Interval<Option<f64>>| Some([elo.low?, elo.value?, elo.high?]);
    let row = |name: &str, [low, value, high]: [f64; 3]| PlotRow {
        name: name.to_owned(),
        whole: (low, high),
        inner: None,
        middle: value,
    };
    let mut all: Vec<PlotRow> = match &results.of_two {
        Some(of_two) => {
            known(of_two.strength().0).map(|elo| row(&of_two.first, elo)).into_iter().collect()
        }
        None => results.engines.iter().filter_map(|e| Some(row(&e.name, known(e.elo)?))).collect(),
    };
    all.sort_by(|a, b| b.middle.total_cmp(&a.middle));
    rows(&all, AxisScale::Elo)
}

fn spread(results: &Results, quantiles: &[Option<Quantiles>], scale: AxisScale) -> Svg {
    let engines = results.engines.iter().zip(quantiles);
    let all = engines.filter_map(|(engine, quantiles)| {
        let [low, lower, middle, upper, high] = (*quantiles)?;
        Some(PlotRow {
            name: engine.name.clone(),
            whole: (low, high),
            inner: Some((lower, upper)),
            middle,
        })
    });
    let all: Vec<PlotRow> = all.collect();
    rows(&all, scale)
}

fn course_plot(results: &Results, drawn: &Drawn) -> (&'static str, &'static str, Svg) {
    let points = &drawn.course.points;
    let title = match points.last() {
        Some(point) if point.llr.is_some() => {
            "Log-likelihood ratio by games played, and its bounds"
        }
        _ if results.is_match() => {
            "Elo of the first engine by games played, with its 95 % interval"
        }
        _ => "Ratings by games played",
    };
    ("course", title, course(results, points))
}
