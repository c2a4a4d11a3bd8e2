//! Box plots: one row each, with a line from end to end, a box for the middle half, a dot at the centre.

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::Svg;
use super::theme::{FAINT, FIRST, INK};
use crate::numbers::cut;

const WIDTH: u32 = 580;
/// Height of a row, and of the axis below all.
const ROW: u32 = 26;
const AXIS: u32 = 54;
/// The width of the names, and their maximum length.
const NAMES: u32 = 200;
const CHARACTERS: usize = 27;

/// A row.
pub(super) struct PlotRow {
    pub(super) name: String,
    /// The ends of the line.
    pub(super) whole: (f64, f64),
    /// The ends of the box, if there is one.
    pub(super) inner: Option<(f64, f64)>,
    pub(super) middle: f64,
}

/// The kind of axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::page) enum AxisScale {
    /// Elo: from below 0 to above it, with a line at 0.
    Elo,
    /// Plies, from 0.
    Plies,
    /// Nodes a second, from 0.
    Speed,
    /// Milliseconds, by powers of ten.
    Milliseconds,
}

impl AxisScale {
    /// The title below the axis.
    fn title(self) -> &'static str {
        match self {
            AxisScale::Elo => "Elo",
            AxisScale::Plies => "plies",
            AxisScale::Speed => "nodes a second",
            AxisScale::Milliseconds => "milliseconds",
        }
    }
}

/// The rows as an SVG; `None` without any.
pub(super) fn rows(rows: &[PlotRow], scale: AxisScale) -> Svg {
    if rows.is_empty() {
        return Ok(None);
    }
    let mut svg = String::new();
    let height = ROW * rows.len() as u32 + AXIS;
    let page = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
    let y = -0.5..rows.len() as f64 - 0.5;
    let mut builder = ChartBuilder::on(&page);
    builder.set_label_area_size(LabelAreaPosition::Left, NAMES);
    builder.set_label_area_size(LabelAreaPosition::Bottom, AXIS);
    builder.margin_right(16);
    let (low, high) = ends(rows, scale);
    if scale == AxisScale::Milliseconds {
        let mut chart = builder.build_cartesian_2d((low..high).log_scale(), y)?;
        mesh(&mut chart, scale)?;
        draw(&page, &mut chart, rows)?;
    } else {
        let mut chart = builder.build_cartesian_2d(low..high, y)?;
        mesh(&mut chart, scale)?;
        if scale == AxisScale::Elo {
            let zero =
                PathElement::new([(0.0, -0.5), (0.0, rows.len() as f64 - 0.5)], INK.mix(0.5));
            chart.draw_series([zero])?;
        }
        draw(&page, &mut chart, rows)?;
    }
    page.present()?;
    drop(page);
    Ok(Some(svg))
}

/// The ends of the axis, with some padding.
fn ends(rows: &[PlotRow], scale: AxisScale) -> (f64, f64) {
    let low = rows.iter().map(|row| row.whole.0).fold(f64::INFINITY, f64::min);
    let high = rows.iter().map(|row| row.whole.1).fold(f64::NEG_INFINITY, f64::max);
    match scale {
        AxisScale::Elo => {
            let (low, high) = (low.min(0.0), high.max(0.0));
            let air = 0.04 * (high - low).max(1.0);
            (low - air, high + air)
        }
        AxisScale::Plies | AxisScale::Speed => (0.0, 1.05 * high.max(1.0)),
        AxisScale::Milliseconds => (low.max(0.001) / 1.3, high.max(0.01) * 1.3),
    }
}

type Chart<'a, 'b, X> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<X, RangedCoordf64>>;

fn mesh<X>(chart: &mut Chart<'_, '_, X>, scale: AxisScale) -> Result<(), Box<dyn std::error::Error>>
where
    X: plotters::coord::ranged1d::Ranged<ValueType = f64>
        + plotters::coord::ranged1d::ValueFormatter<f64>,
{
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .y_labels(0)
        .x_desc(scale.title())
        .x_labels(6)
        .x_label_formatter(&move |&x| match scale {
            AxisScale::Elo => format!("{x:+.0}").replace("+0", "0").replace("-0", "0"),
            AxisScale::Plies => format!("{x:.0}"),
            AxisScale::Speed => speed(x),
            AxisScale::Milliseconds => format!("{x}"),
        })
        .label_style(("sans-serif", 14).with_color(INK))
        .axis_desc_style(("sans-serif", 14).with_color(INK))
        .axis_style(FAINT)
        .bold_line_style(FAINT.mix(0.6))
        .light_line_style(TRANSPARENT)
        .draw()?;
    Ok(())
}

fn draw<X>(
    page: &DrawingArea<SVGBackend<'_>, Shift>,
    chart: &mut Chart<'_, '_, X>,
    rows: &[PlotRow],
) -> Result<(), Box<dyn std::error::Error>>
where
    X: plotters::coord::ranged1d::Ranged<ValueType = f64>,
{
    let middle = Pos::new(HPos::Right, VPos::Center);
    let words = TextStyle::from(("sans-serif", 15)).color(&INK).pos(middle);
    for (index, row) in rows.iter().enumerate() {
        let y = (rows.len() - 1 - index) as f64;
        let (low, high) = row.whole;
        chart.draw_series([PathElement::new([(low, y), (high, y)], FIRST.stroke_width(2))])?;
        if let Some((lower, upper)) = row.inner {
            let corners = [(lower, y - 0.25), (upper, y + 0.25)];
            chart.draw_series([Rectangle::new(corners, FIRST.mix(0.45).filled())])?;
        }
        chart.draw_series([Circle::new((row.middle, y), 4, FIRST.filled())])?;
        let (_, at) = chart.backend_coord(&(row.middle, y));
        let name = cut(&row.name, CHARACTERS);
        page.draw(&Text::new(name, (NAMES as i32 - 10, at), words.clone()))?;
    }
    Ok(())
}

/// Nodes a second at a mark of the axis.
fn speed(nps: f64) -> String {
    match nps {
        nps if nps >= 1e6 => format!("{}M", nps / 1e6),
        nps if nps >= 1e3 => format!("{}k", nps / 1e3),
        nps => format!("{nps}"),
    }
}
