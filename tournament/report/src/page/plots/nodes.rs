//! Elo by nodes a move: a line for each engine, with its intervals.

use plotters::coord::ranged1d::{Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use super::Svg;
use super::line_names::{LineEnd, NAMES, line_names};
use super::theme::{FAINT, INK, series};
use crate::node_scaling::{NodeCurve, NodeScaling};

/// Narrower than others, so that names can be read on a phone.
const SIZE: (u32, u32) = (480, 380);
/// Height of the axis below.
const AXIS: u32 = 46;
/// The most engines that are drawn: the best at the most nodes.
pub(in crate::page) const DRAWN: usize = 16;
/// Engines with circles; those after them have the same colours, and squares.
const CIRCLES: usize = 8;
/// The part of the distance between two numbers of nodes over which intervals are spread, so that none hides another.
const SPREAD: f64 = 0.25;
/// The least distance of two numbers of nodes that are written below the axis, as a share of it.
const APART: f64 = 0.12;

/// An engine's line: nodes, and Elo with its interval.
struct NodeLine<'n> {
    name: &'n str,
    points: Vec<(f64, [f64; 3])>,
}

/// The ratings by nodes as an SVG; `None` if no engine has two of them.
pub(super) fn by_nodes(scaling: &NodeScaling) -> Svg {
    let mut curves: Vec<NodeLine<'_>> = scaling.curves.iter().map(known).collect();
    if curves.iter().all(|curve| curve.points.len() < 2) {
        return Ok(None);
    }
    let last = |curve: &NodeLine<'_>| curve.points.last().map_or(f64::MIN, |(_, elo)| elo[1]);
    curves.sort_by(|a, b| last(b).total_cmp(&last(a)));
    curves.truncate(DRAWN);
    let mut ticks: Vec<f64> =
        curves.iter().flat_map(|curve| curve.points.iter().map(|&(x, _)| x)).collect();
    ticks.sort_by(f64::total_cmp);
    ticks.dedup();
    spread(&mut curves, &ticks);
    let mut svg = String::new();
    drawn(&curves, &ticks, &mut svg)?;
    Ok(Some(svg))
}

/// The ratings that have both ends.
fn known(curve: &NodeCurve) -> NodeLine<'_> {
    let points = curve.points.iter().filter_map(|point| {
        let elo = [point.elo.low?, point.elo.value?, point.elo.high?];
        Some((point.nodes as f64, elo))
    });
    NodeLine { name: &curve.engine, points: points.collect() }
}

/// The number of doublings from one number of nodes to another.
fn doublings(from: f64, to: f64) -> f64 {
    (to / from).log2()
}

/// Moves each line aside a little.
fn spread(curves: &mut [NodeLine<'_>], ticks: &[f64]) {
    let apart = ticks.windows(2).map(|two| doublings(two[0], two[1]));
    let room = SPREAD * apart.fold(f64::INFINITY, f64::min);
    let count = curves.len() as f64;
    for (index, curve) in curves.iter_mut().enumerate() {
        for (x, _) in &mut curve.points {
            *x *= (room * ((index as f64 + 0.5) / count - 0.5)).exp2();
        }
    }
}

/// The ticks that have room for their numbers.
fn written(ticks: &[f64]) -> Vec<f64> {
    let width = doublings(ticks[0], ticks[ticks.len() - 1]);
    let mut written: Vec<f64> = Vec::new();
    for &tick in ticks {
        if written.last().is_none_or(|last| doublings(*last, tick) >= APART * width) {
            written.push(tick);
        }
    }
    written
}

/// The range of the axis: of all intervals, but above and below the ratings at most as much as they span, since the
/// intervals of few games are wide.
fn range(curves: &[NodeLine<'_>]) -> (f64, f64) {
    let ends = |of: fn([f64; 3]) -> [f64; 2]| {
        let all = curves.iter().flat_map(|curve| &curve.points);
        let all = all.map(|&(_, elo)| of(elo));
        all.fold((f64::INFINITY, f64::NEG_INFINITY), |all, [low, high]| {
            (all.0.min(low), all.1.max(high))
        })
    };
    let (worst, best) = ends(|[_, elo, _]| [elo, elo]);
    let (low, high) = ends(|[low, _, high]| [low, high]);
    let most = (best - worst).max(100.0);
    let (low, high) = (low.max(worst - most), high.min(best + most));
    let air = 0.04 * (high - low);
    (low - air, high + air)
}

fn drawn(
    curves: &[NodeLine<'_>],
    ticks: &[f64],
    svg: &mut String,
) -> Result<(), Box<dyn std::error::Error>> {
    let page = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    let (first, last) = (ticks[0], ticks[ticks.len() - 1]);
    let side = (0.07 * doublings(first, last)).exp2();
    let (low, high) = range(curves);
    let x = (first / side..last * side).log_scale();
    let x = x.with_key_points(written(ticks));
    let mut chart = ChartBuilder::on(&page)
        .margin(8)
        .margin_right(NAMES)
        .x_label_area_size(AXIS)
        .y_label_area_size(62)
        .build_cartesian_2d(x, low..high)?;
    chart
        .configure_mesh()
        .x_desc("Nodes a move")
        .y_desc("Elo")
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{y:+.0}").replace("+0", "0").replace("-0", "0"))
        .label_style(("sans-serif", 14).with_color(INK))
        .axis_style(FAINT)
        .bold_line_style(FAINT.mix(0.6))
        .light_line_style(TRANSPARENT)
        .draw()?;
    if low < 0.0 && high > 0.0 {
        let zero = [(first / side, 0.0), (last * side, 0.0)];
        chart.draw_series([PathElement::new(zero, INK.mix(0.5))])?;
    }
    let mut names = Vec::new();
    for (index, curve) in curves.iter().enumerate() {
        names.extend(line(index, curve, &mut chart)?);
    }
    line_names(names, (SIZE.1 - AXIS) as i32, &page)?;
    page.present()?;
    Ok(())
}

/// Draws an engine's line, and returns its end.
fn line<'n, X>(
    index: usize,
    curve: &NodeLine<'n>,
    chart: &mut ChartContext<'_, SVGBackend<'_>, Cartesian2d<X, RangedCoordf64>>,
) -> Result<Option<LineEnd<'n>>, Box<dyn std::error::Error>>
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let colour = series(index);
    let (bottom, top) = (chart.y_range().start, chart.y_range().end);
    let mut values = curve.points.iter().map(|&(x, [_, elo, _])| (x, elo));
    chart.draw_series(LineSeries::new(values.clone(), colour.stroke_width(2)))?;
    for &(x, [low, _, high]) in &curve.points {
        let cut = |end: f64| end.clamp(bottom, top);
        let interval = PathElement::new([(x, cut(low)), (x, cut(high))], colour.mix(0.6));
        chart.draw_series([interval])?;
    }
    if index % (2 * CIRCLES) < CIRCLES {
        chart.draw_series(values.clone().map(|at| Circle::new(at, 3, colour.filled())))?;
    } else {
        let square = || Rectangle::new([(-3, -3), (3, 3)], colour.filled());
        chart.draw_series(values.clone().map(|at| EmptyElement::at(at) + square()))?;
    }
    Ok(values.next_back().map(|end| LineEnd {
        name: curve.name,
        series: index,
        at: chart.backend_coord(&end),
    }))
}

#[cfg(test)]
mod tests {
    use match_stats::Interval;

    use super::*;
    use crate::node_scaling::NodePoint;

    /// Nodes, and a rating if it is known.
    type Point = (u64, Option<f64>);

    fn scaling(engines: &[(&str, &[Point])]) -> NodeScaling {
        let point = |&(nodes, value): &Point| NodePoint {
            nodes,
            elo: Interval {
                value,
                low: value.map(|elo| elo - 30.0),
                high: value.map(|elo| elo + 30.0),
            },
        };
        let curve = |(name, points): &(&str, &[Point])| NodeCurve {
            engine: (*name).to_owned(),
            points: points.iter().map(point).collect(),
        };
        NodeScaling {
            curves: engines.iter().map(curve).collect(),
            comparisons: 0,
            crossings: Vec::new(),
        }
    }

    #[test]
    fn nodes_are_the_ticks_and_names_stand_at_the_ends() {
        let one = [(250, Some(40.0)), (1000, Some(0.0)), (64_000, Some(-50.0))];
        let two = [(250, Some(-40.0)), (1000, None), (64_000, Some(50.0))];
        let svg = by_nodes(&scaling(&[("Otter", &one), ("PeSTO", &two)]));
        let svg = svg.unwrap().unwrap();
        let texts = ["Otter", "PeSTO", "Nodes a move", "Elo", "250", "1000", "64000"];
        for text in texts {
            let shown = svg.lines().any(|line| line.trim() == text);
            assert!(shown, "{text}\n{svg}");
        }
        assert_eq!(svg.matches("<circle").count(), 5, "one rating is unknown");
        // The better one at the most nodes is first, with the first colour.
        assert!(svg.find("#2F7EC4") < svg.find("#D06A2C"), "{svg}");
    }

    #[test]
    fn without_two_ratings_of_an_engine_there_is_nothing_to_draw() {
        let one = [(250, Some(40.0)), (1000, None)];
        assert!(by_nodes(&scaling(&[("Otter", &one)])).unwrap().is_none());
        assert!(by_nodes(&scaling(&[])).unwrap().is_none());
    }

    #[test]
    fn intervals_stand_side_by_side() {
        let points = [(250, Some(0.0)), (1000, Some(0.0))];
        let of = scaling(&[("a", &points), ("b", &points), ("c", &points)]);
        let mut curves: Vec<NodeLine<'_>> = of.curves.iter().map(known).collect();
        spread(&mut curves, &[250.0, 1000.0]);
        let at: Vec<f64> = curves.iter().map(|curve| curve.points[0].0).collect();
        assert!((at[1] - 250.0).abs() < 1e-9, "{at:?}");
        let apart = doublings(at[0], at[2]);
        assert!(apart > 0.2 && apart < 2.0 * SPREAD, "{at:?}");
    }

    #[test]
    fn a_wide_interval_does_not_flatten_the_lines() {
        let curve = |high: f64| NodeLine {
            name: "a",
            points: vec![(250.0, [-40.0, 0.0, 40.0]), (1000.0, [150.0, 200.0, high])],
        };
        let air = 0.04 * 290.0;
        assert_eq!(range(&[curve(250.0)]), (-40.0 - air, 250.0 + air));
        let air = 0.04 * 440.0;
        assert_eq!(range(&[curve(9000.0)]), (-40.0 - air, 400.0 + air));
    }

    #[test]
    fn numbers_below_the_axis_do_not_overlap() {
        assert_eq!(written(&[250.0, 260.0, 500.0, 1000.0]), [250.0, 500.0, 1000.0]);
    }
}
