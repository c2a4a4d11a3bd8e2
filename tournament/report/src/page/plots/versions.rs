//! The strength of an engine's versions, one after the other.

use plotters::prelude::*;

use super::Svg;
use super::theme::{FAINT, FIRST, INK};

const SIZE: (u32, u32) = (640, 320);
/// Half the width of the bar at the end of an interval, in versions.
const BAR: f64 = 0.12;

/// Elo and its interval by the number of the version, from 1, as an SVG; `None` for fewer than two.
pub(in crate::page) fn strengths(points: &[(usize, [f64; 3])]) -> Svg {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return Ok(None);
    };
    if points.len() < 2 {
        return Ok(None);
    }
    let x = first.0 as f64 - 0.5..last.0 as f64 + 0.5;
    let ends = points.iter().flat_map(|(_, elo)| *elo).chain([0.0]);
    let (low, high) =
        ends.fold((0.0_f64, 0.0_f64), |(low, high), elo| (low.min(elo), high.max(elo)));
    let air = 0.06 * (high - low).max(1.0);
    let mut svg = String::new();
    let page = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
    let mut builder = ChartBuilder::on(&page);
    builder.set_label_area_size(LabelAreaPosition::Left, 56);
    builder.set_label_area_size(LabelAreaPosition::Bottom, 44);
    builder.margin(10);
    let mut chart = builder.build_cartesian_2d(x, low - air..high + air)?;
    chart
        .configure_mesh()
        .x_desc("Version, as numbered in the table")
        .y_desc("Elo")
        .x_labels(points.len().min(20))
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{y:+.0}").replace("+0", "0").replace("-0", "0"))
        .label_style(("sans-serif", 14).with_color(INK))
        .axis_style(FAINT)
        .bold_line_style(FAINT.mix(0.6))
        .light_line_style(TRANSPARENT)
        .draw()?;
    let line = points.iter().map(|&(version, [_, elo, _])| (version as f64, elo));
    chart.draw_series([PathElement::new(line.collect::<Vec<_>>(), FIRST.mix(0.5))])?;
    for &(version, [low, elo, high]) in points {
        let x = version as f64;
        let across = |y: f64| [(x - BAR, y), (x + BAR, y)];
        for ends in [[(x, low), (x, high)], across(low), across(high)] {
            chart.draw_series([PathElement::new(ends, FIRST.stroke_width(2))])?;
        }
        chart.draw_series([Circle::new((x, elo), 4, FIRST.filled())])?;
    }
    page.present()?;
    drop(chart);
    drop(page);
    Ok(Some(svg))
}
