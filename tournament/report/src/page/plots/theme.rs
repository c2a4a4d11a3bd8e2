//! Colours of plots. They are drawn with two placeholder colours, which the page replaces by those of its theme, and a
//! file by those of paper.

use plotters::style::RGBColor;

/// Lines and words.
pub(super) const INK: RGBColor = RGBColor(1, 1, 1);
/// The background: grids and bands.
pub(super) const FAINT: RGBColor = RGBColor(2, 2, 2);
/// Colours of a first and a second quantity, and of the one between.
pub(super) const FIRST: RGBColor = RGBColor(0x2f, 0x7e, 0xc4);
pub(super) const MIDDLE: RGBColor = RGBColor(0x9a, 0x9a, 0x9a);
pub(super) const SECOND: RGBColor = RGBColor(0xd0, 0x6a, 0x2c);
/// Colours of series, in order: of about the same brightness, readable on light and on dark ground, and distinguishable
/// for the red-green colour-blind.
const SERIES: [RGBColor; 8] = [
    FIRST,
    SECOND,
    RGBColor(0x2a, 0x9d, 0x72),
    RGBColor(0xb8, 0x5a, 0xa8),
    RGBColor(0xb0, 0x8b, 0x1a),
    RGBColor(0x6a, 0x74, 0xd6),
    RGBColor(0xcc, 0x55, 0x66),
    RGBColor(0x5a, 0x9a, 0xa8),
];

/// The colour of a series; after eight the colours repeat.
pub(super) fn series(index: usize) -> RGBColor {
    SERIES[index % SERIES.len()]
}

/// The plot in the colours of a page, as wide as possible; `title` is for screen readers.
pub(in crate::page) fn for_page(svg: &str, title: &str) -> String {
    let svg = recoloured(svg, "currentColor", "var(--faint)");
    let box_at = svg.find("viewBox").unwrap_or(0);
    let escaped = title
        .replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;");
    format!(
        "<svg role=\"img\" aria-label=\"{escaped}\" {}",
        &svg[box_at..]
    )
}

/// The plot on white paper.
pub(in crate::page) fn for_file(svg: &str) -> String {
    let svg = recoloured(svg, "#222222", "#cccccc");
    match svg.find('>') {
        Some(end) => {
            let (head, rest) = svg.split_at(end + 1);
            format!("{head}\n<rect width=\"100%\" height=\"100%\" fill=\"#FFFFFF\"/>{rest}")
        }
        None => svg,
    }
}

fn recoloured(svg: &str, ink: &str, faint: &str) -> String {
    svg.replace("#010101", ink).replace("#020202", faint)
}
