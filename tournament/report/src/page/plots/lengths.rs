//! Games by their length: White's wins, draws and Black's wins, stacked.

use plotters::prelude::*;

use super::Svg;
use super::theme::{FAINT, FIRST, INK, MIDDLE, SECOND};
use crate::page::lengths::{BIN, Lengths};

const SIZE: (u32, u32) = (560, 240);

/// The bars as an SVG; `None` without games.
pub(super) fn lengths(lengths: &Lengths) -> Svg {
    if lengths.games() == 0 {
        return Ok(None);
    }
    let mut svg = String::new();
    drawn(lengths, &mut svg)?;
    Ok(Some(svg))
}

fn drawn(lengths: &Lengths, svg: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let page = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    let most = lengths.bins.iter().map(|bin| bin.iter().sum::<u64>()).max().unwrap_or(0);
    let moves = (lengths.bins.len() * BIN) as f64;
    let mut chart = ChartBuilder::on(&page)
        .margin(8)
        .x_label_area_size(40)
        .y_label_area_size(64)
        .build_cartesian_2d(0.0..moves, 0.0..1.08 * most as f64)?;
    chart
        .configure_mesh()
        .x_desc("moves")
        .y_desc("games")
        .x_labels(8)
        .y_labels(5)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{y:.0}"))
        .label_style(("sans-serif", 14).with_color(INK))
        .axis_desc_style(("sans-serif", 14).with_color(INK))
        .axis_style(FAINT)
        .disable_x_mesh()
        .bold_line_style(FAINT.mix(0.6))
        .light_line_style(TRANSPARENT)
        .draw()?;
    let parts = [("White wins", FIRST), ("draw", MIDDLE), ("Black wins", SECOND)];
    for (part, (name, colour)) in parts.into_iter().enumerate() {
        let bars = lengths.bins.iter().enumerate().map(|(index, bin)| {
            let below: u64 = bin[..part].iter().sum();
            let (left, right) = ((index * BIN) as f64, ((index + 1) * BIN) as f64);
            let corners = [(left, below as f64), (right, (below + bin[part]) as f64)];
            let mut bar = Rectangle::new(corners, colour.filled());
            bar.set_margin(0, 0, 1, 1);
            bar
        });
        chart
            .draw_series(bars)?
            .label(name)
            .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 12, y + 5)], colour.filled()));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .label_font(("sans-serif", 13).with_color(INK))
        .draw()?;
    page.present()?;
    Ok(())
}
