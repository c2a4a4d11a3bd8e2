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
    let escaped = title.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    format!("<svg role=\"img\" aria-label=\"{escaped}\" {}", &svg[box_at..])
}

/// Millimetres of a plot's unit on paper: the widest plot, of 640, has the 160 mm of a text on A4, and all words have 7 to
/// 9 pt.
const UNIT: f64 = 0.25;

/// The plot on white paper, in its size for print.
pub(in crate::page) fn for_file(svg: &str) -> String {
    let svg = recoloured(svg, "#222222", "#cccccc");
    printed(&svg).unwrap_or(svg)
}

fn printed(svg: &str) -> Option<String> {
    let (_, rest) = svg.split_once("viewBox=\"0 0 ")?;
    let (size, rest) = rest.split_once('"')?;
    let (_, content) = rest.split_once('>')?;
    let (width, height) = size.split_once(' ')?;
    let [width, height] =
        [width.parse::<f64>().ok()?, height.parse().ok()?].map(|side| UNIT * side);
    Some(format!(
        "<svg width=\"{width}mm\" height=\"{height}mm\" viewBox=\"0 0 {size}\" xmlns=\"http://www.w3.org/2000/svg\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#FFFFFF\"/>{content}"
    ))
}

fn recoloured(svg: &str, ink: &str, faint: &str) -> String {
    svg.replace("#010101", ink).replace("#020202", faint)
}

#[cfg(test)]
mod tests {
    use super::super::rows::{AxisScale, PlotRow, rows};
    use super::super::strengths;
    use super::*;

    /// The values of an attribute.
    fn values<'s>(svg: &'s str, attribute: &str) -> Vec<&'s str> {
        let before = format!(" {attribute}=\"");
        let parts = svg.split(before.as_str()).skip(1);
        parts.map(|part| part.split('"').next().unwrap()).collect()
    }

    #[test]
    fn files_have_sizes_for_print() {
        let row =
            PlotRow { name: "Otter".to_owned(), whole: (-20.0, 20.0), inner: None, middle: 0.0 };
        let plots = [
            (rows(&[row], AxisScale::Elo), "145mm"),
            (strengths(&[(0, [-5.0, 0.0, 5.0]), (1, [3.0, 9.0, 15.0])]), "160mm"),
        ];
        for (plot, width) in plots {
            let plot = plot.unwrap().unwrap();
            let file = for_file(&plot);
            assert_eq!(values(&file, "width")[0], width);
            let [wide, high] = ["width", "height"].map(|side| {
                let millimetres = values(&file, side)[0].strip_suffix("mm");
                millimetres.unwrap().parse::<f64>().unwrap()
            });
            let view = values(&file, "viewBox");
            assert_eq!(view, values(&plot, "viewBox"));
            assert_eq!(view, [format!("0 0 {} {}", wide / UNIT, high / UNIT)]);
            let sizes = values(&file, "font-size");
            assert!(sizes.len() > 3);
            for size in sizes {
                let points = size.parse::<f64>().unwrap() * UNIT / 25.4 * 72.0;
                assert!((7.0..=9.0).contains(&points), "{points} pt");
            }
            // A page gives it as much room as there is.
            assert!(
                for_page(&plot, "Elo").starts_with("<svg role=\"img\" aria-label=\"Elo\" viewBox")
            );
        }
    }
}
