//! Calibration as a picture: expected scores and actual ones.

use plotters::prelude::*;

use super::FitError;
use super::accuracy::{Accuracy, AccuracyReport};

const SIZE: (u32, u32) = (900, 700);

/// An SVG: a line an evaluator, from bin to bin of its values, across the expected score and up the score, both from
/// the side that is valued higher, with 95 % intervals. An evaluator that is right goes along the diagonal.
///
/// # Errors
/// If it cannot be drawn.
pub fn calibration(report: &AccuracyReport) -> Result<String, FitError> {
    let mut svg = String::new();
    drawn(report, &mut svg).map_err(|error| FitError::Plot(error.to_string()))?;
    Ok(svg)
}

fn drawn(report: &AccuracyReport, to: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let page = SVGBackend::with_string(to, SIZE).into_drawing_area();
    page.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&page)
        .caption("What values say, and what was scored", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(56)
        .build_cartesian_2d(0.5..1.0, 0.3..1.0)?;
    chart
        .configure_mesh()
        .x_desc("expected score of the side that is valued higher")
        .y_desc("scored")
        .light_line_style(TRANSPARENT)
        .draw()?;
    let diagonal = [(0.5, 0.5), (1.0, 1.0)];
    chart.draw_series(LineSeries::new(diagonal, BLACK.mix(0.4)))?;
    for (index, engine) in report.engines.iter().enumerate() {
        let colour = Palette99::pick(index).to_rgba();
        let line = points(engine).map(|(x, [_, y, _])| (x, y));
        chart
            .draw_series(LineSeries::new(line, colour.stroke_width(2)))?
            .label(engine.name.as_str())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
        let bars = points(engine)
            .map(|(x, [low, _, high])| PathElement::new([(x, low), (x, high)], colour));
        chart.draw_series(bars)?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .background_style(WHITE)
        .border_style(BLACK.mix(0.4))
        .draw()?;
    page.present()?;
    Ok(())
}

/// The bins with an interval: the expected score, and the interval around the actual one.
fn points(engine: &Accuracy) -> impl Iterator<Item = (f64, [f64; 3])> {
    let bins = engine.calibration.iter();
    bins.filter_map(|bin| {
        let scored = bin.scored?;
        Some((bin.expected, [scored.low, scored.value, scored.high]))
    })
}
