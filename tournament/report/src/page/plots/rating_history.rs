//! The course of a run: ratings, or the log-likelihood ratio, after N games.

use plotters::prelude::*;

use super::Svg;
use super::line_names::{LineEnd, NAMES, line_names};
use super::theme::{FAINT, FIRST, INK, series};
use crate::Results;
use crate::page::rating_history::Point;

const SIZE: (u32, u32) = (640, 320);
/// Engines with distinct colours.
const NAMED: usize = 12;

/// A line that is drawn.
struct Curve {
    name: String,
    points: Vec<(f64, f64)>,
}

/// The plot.
struct Curves {
    /// The title of the axis at the side.
    quantity: &'static str,
    lines: Vec<Curve>,
    /// Intervals around the line, if there is only one.
    band: Vec<(f64, f64, f64)>,
    /// The bounds of a test.
    bounds: Vec<f64>,
}

/// The course as an SVG; `None` with fewer than two points.
pub(super) fn course(results: &Results, points: &[Point]) -> Svg {
    if points.len() < 2 {
        return Ok(None);
    }
    let lines = match &results.of_two {
        Some(of_two) if points.iter().any(|point| point.llr.is_some()) => {
            let llr = |p: &Point| Some((p.games as f64, p.llr?));
            let figures = &of_two.figures;
            Curves {
                quantity: "log-likelihood ratio",
                lines: vec![Curve {
                    name: String::new(),
                    points: points.iter().filter_map(llr).collect(),
                }],
                band: Vec::new(),
                bounds: figures.llr_lower.into_iter().chain(figures.llr_upper).collect(),
            }
        }
        _ => of_ratings(results, points),
    };
    let mut svg = String::new();
    drawn(&lines, &mut svg)?;
    Ok(Some(svg))
}

fn of_ratings(results: &Results, points: &[Point]) -> Curves {
    let mut engines: Vec<usize> =
        (0..if results.is_match() { 1 } else { results.engines.len() }).collect();
    engines.sort_by(|&a, &b| {
        let elo = |index: usize| results.engines[index].elo.value.unwrap_or(f64::NEG_INFINITY);
        elo(b).total_cmp(&elo(a))
    });
    engines.truncate(NAMED);
    let line = |&engine: &usize| Curve {
        name: results.engines[engine].name.clone(),
        points: points
            .iter()
            .filter_map(|p| Some((p.games as f64, p.elo[engine]?.value)))
            .collect(),
    };
    let band = |p: &Point| p.elo[0].map(|elo| (p.games as f64, elo.low, elo.high));
    Curves {
        quantity: "Elo",
        lines: engines.iter().map(line).collect(),
        band: if results.is_match() {
            points.iter().filter_map(band).collect()
        } else {
            Vec::new()
        },
        bounds: Vec::new(),
    }
}

/// The range of the axis: that of all but the first quarter of the points, as the first intervals are wide and mean
/// little.
fn range(lines: &Curves) -> (f64, f64) {
    let of_line = |line: &Curve| line.points[line.points.len() / 4..].to_vec();
    let values = lines.lines.iter().flat_map(of_line).map(|(_, y)| y);
    let band = lines.band[lines.band.len() / 4..].iter().flat_map(|&(_, low, high)| [low, high]);
    let all: Vec<f64> =
        values.chain(band).chain(lines.bounds.iter().copied()).chain([0.0]).collect();
    let low = all.iter().copied().fold(f64::INFINITY, f64::min);
    let high = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let air = 0.06 * (high - low).max(0.1);
    (low - air, high + air)
}

/// A number on an axis that spans this much: a log-likelihood ratio is a few units, Elo many.
fn number(value: f64, span: f64) -> String {
    let decimals = usize::from(span < 12.0);
    format!("{value:.decimals$}")
}

fn drawn(lines: &Curves, svg: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let page = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    let last = lines.lines.iter().flat_map(|line| line.points.last());
    let games = last.map(|p| p.0).fold(2.0, f64::max);
    let (low, high) = range(lines);
    let mut chart = ChartBuilder::on(&page)
        .margin(8)
        .margin_right(if lines.lines.len() > 1 { NAMES } else { 16 })
        .x_label_area_size(46)
        .y_label_area_size(64)
        .build_cartesian_2d(0.0..games, low..high)?;
    chart
        .configure_mesh()
        .x_desc("games")
        .y_desc(lines.quantity)
        .x_labels(6)
        .y_labels(6)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|&y| number(y, high - low))
        .label_style(("sans-serif", 14).with_color(INK))
        .axis_desc_style(("sans-serif", 14).with_color(INK))
        .axis_style(FAINT)
        .bold_line_style(FAINT.mix(0.6))
        .light_line_style(TRANSPARENT)
        .draw()?;
    if !lines.band.is_empty() {
        let above = lines.band.iter().map(|&(x, _, high)| (x, high));
        let below = lines.band.iter().rev().map(|&(x, low, _)| (x, low));
        // Lines of other runs may reach beyond the axis: plotters cuts at the frame.
        let area: Vec<(f64, f64)> =
            above.chain(below).map(|(x, y)| (x, y.clamp(low, high))).collect();
        chart.draw_series([Polygon::new(area, FIRST.mix(0.2))])?;
    }
    for &bound in &lines.bounds {
        chart
            .draw_series([PathElement::new([(0.0, bound), (games, bound)], INK.stroke_width(1))])?;
    }
    let mut ends = Vec::new();
    for (index, line) in lines.lines.iter().enumerate() {
        let inside = |&(x, y): &(f64, f64)| (x, y.clamp(low, high));
        let inside: Vec<_> = line.points.iter().map(inside).collect();
        ends.extend(inside.last().map(|end| LineEnd {
            name: &line.name,
            series: index,
            at: chart.backend_coord(end),
        }));
        chart.draw_series(LineSeries::new(inside, series(index).stroke_width(2)))?;
    }
    if lines.lines.len() > 1 {
        line_names(ends, SIZE.1 as i32 - 46, &page)?;
    }
    page.present()?;
    Ok(())
}
