//! Plots as SVG: two axes, and lines, dots and words on them.
//!
//! A plot is drawn in the colours of a page's theme; a file of its own has those of paper.

use std::ops::Range;

/// Lines and words.
pub(crate) const INK: &str = "currentColor";
/// The background: grids.
pub(crate) const FAINT: &str = "var(--faint)";
/// Colours of series, in order: of about the same brightness, readable on light and on dark ground, and distinguishable
/// for the red-green colour-blind.
const SERIES: [&str; 8] = ["#2f7ec4", "#d06a2c", "#2a9d72", "#b85aa8", "#b08b1a", "#6a74d6", "#cc5566", "#5a98a8"];
/// Millimetres of a plot's unit on paper: a plot of 640 has the 160 mm of a text on A4, and words have 7 to 9 pt.
const UNIT: f64 = 0.25;
const WORDS: u32 = 14;
const MAX_TICKS: f64 = 8.0;

/// The colour of a series; after eight the colours repeat.
pub(crate) fn series(index: usize) -> &'static str {
    SERIES[index % SERIES.len()]
}

#[derive(Debug, Clone)]
pub(crate) struct Axis {
    range: Range<f64>,
    is_logarithmic: bool,
    title: String,
    ticks: Vec<(f64, String)>,
}

impl Axis {
    /// An axis with round ticks, which `number` writes.
    pub(crate) fn linear(range: Range<f64>, title: &str, number: fn(f64) -> String) -> Self {
        let span = range.end - range.start;
        let power = 10_f64.powf((span / MAX_TICKS).log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
        let step = steps.into_iter().find(|step| span / step <= MAX_TICKS).unwrap_or(span);
        let first = (range.start / step).ceil() as i64;
        let last = (range.end / step).floor() as i64;
        let ticks = (first..=last).map(|at| at as f64 * step).map(|at| (at, number(at)));
        Self { ticks: ticks.collect(), is_logarithmic: false, title: title.to_owned(), range }
    }

    /// A logarithmic axis of positive numbers with ticks at whole ones.
    pub(crate) fn logarithmic(range: Range<f64>, title: &str, ticks: &[f64]) -> Self {
        let ticks = ticks.iter().map(|&at| (at, format!("{at:.0}")));
        Self { range, is_logarithmic: true, title: title.to_owned(), ticks: ticks.collect() }
    }

    pub(crate) fn rows(count: usize) -> Self {
        let range = -0.5..count as f64 - 0.5;
        Self { range, is_logarithmic: false, title: String::new(), ticks: Vec::new() }
    }

    /// The place of a number: 0 at the start of the axis, 1 at its end.
    fn share(&self, number: f64) -> f64 {
        let Range { start, end } = self.range;
        if self.is_logarithmic { (number / start).ln() / (end / start).ln() } else { (number - start) / (end - start) }
    }
}

/// Elo without decimals; only an exact zero has no sign.
pub(crate) fn elo_tick(elo: f64) -> String {
    if elo == 0.0 { "0".to_owned() } else { format!("{elo:+.0}") }
}

/// The margins of a plot, for the words around its area.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Margins {
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

/// The part of a text that stands at its place, as SVG names it.
pub(crate) const START: &str = "start";
pub(crate) const END: &str = "end";
const MIDDLE: &str = "middle";

/// A plot; numbers are those of its axes, and places are in its units from the upper left corner.
#[derive(Debug, Clone)]
pub(crate) struct Chart {
    size: (f64, f64),
    across: Range<f64>,
    down: Range<f64>,
    x: Axis,
    y: Axis,
    body: String,
}

impl Chart {
    pub(crate) fn new(size: (f64, f64), margins: Margins, x: Axis, y: Axis) -> Self {
        let (across, down) = (margins.left..size.0 - margins.right, 8.0..size.1 - margins.bottom);
        let mut chart = Self { size, across, down, x, y, body: String::new() };
        chart.draw_grid();
        chart
    }

    fn draw_grid(&mut self) {
        let Self { across, down, x, y, size, .. } = self.clone();
        for (at, text) in &x.ticks {
            let (at, _) = self.place(*at, y.range.start);
            self.stroke(&[(at, down.start), (at, down.end)], FAINT, 1.0);
            self.text((at, down.end + 15.0), MIDDLE, text);
        }
        for (at, text) in &y.ticks {
            let (_, at) = self.place(x.range.start, *at);
            self.stroke(&[(across.start, at), (across.end, at)], FAINT, 1.0);
            self.text((across.start - 6.0, at), END, text);
        }
        let middle = f64::midpoint(across.start, across.end);
        self.text((middle, size.1 - 10.0), MIDDLE, &x.title);
        if !y.title.is_empty() {
            let at = f64::midpoint(down.start, down.end);
            self.body += &format!("<g transform=\"rotate(-90 14 {at:.1})\">");
            self.text((14.0, at), MIDDLE, &y.title);
            self.body += "</g>\n";
        }
    }

    pub(crate) fn place(&self, x: f64, y: f64) -> (f64, f64) {
        let Self { across, down, .. } = self;
        let x = across.start + self.x.share(x) * (across.end - across.start);
        (x, down.end - self.y.share(y) * (down.end - down.start))
    }

    /// Draws a line from number to number; what is above or below the plot is drawn at its edge.
    pub(crate) fn line(&mut self, points: &[(f64, f64)], colour: &str, width: f64) {
        let Range { start, end } = self.y.range;
        let place = |&(x, y): &(f64, f64)| self.place(x, y.clamp(start, end));
        let places: Vec<_> = points.iter().map(place).collect();
        self.stroke(&places, colour, width);
    }

    pub(crate) fn stroke(&mut self, places: &[(f64, f64)], colour: &str, width: f64) {
        let places: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let places = places.join(" ");
        self.body +=
            &format!("<polyline points=\"{places}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"/>\n");
    }

    pub(crate) fn dot(&mut self, x: f64, y: f64, colour: &str) {
        let (x, y) = self.place(x, y);
        self.body += &format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\"/>\n");
    }

    pub(crate) fn square(&mut self, x: f64, y: f64, colour: &str) {
        let (x, y) = self.place(x, y);
        let (x, y) = (x - 3.5, y - 3.5);
        self.body += &format!("<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"7\" height=\"7\" fill=\"{colour}\"/>\n");
    }

    pub(crate) fn text(&mut self, (x, y): (f64, f64), anchor: &str, text: &str) {
        let text = escaped(text);
        self.body += &format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" dy=\"0.35em\" text-anchor=\"{anchor}\" \
             font-family=\"sans-serif\" font-size=\"{WORDS}\" fill=\"{INK}\">{text}</text>\n"
        );
    }

    /// The plot in the colours of a page, as wide as possible; `title` is for screen readers.
    pub(crate) fn for_page(&self, title: &str) -> String {
        let ((width, height), title) = (self.size, escaped(title));
        format!("<svg role=\"img\" aria-label=\"{title}\" viewBox=\"0 0 {width} {height}\">\n{}</svg>\n", self.body)
    }

    /// The plot on white paper, in its size for print.
    pub(crate) fn for_file(&self) -> String {
        let (width, height) = self.size;
        let body = self.body.replace(INK, "#222222").replace(FAINT, "#cccccc");
        format!(
            "<svg width=\"{}mm\" height=\"{}mm\" viewBox=\"0 0 {width} {height}\" xmlns=\"http://www.w3.org/2000/svg\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#FFFFFF\"/>\n{body}</svg>\n",
            UNIT * width,
            UNIT * height
        )
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_has_round_ticks_escaped_words_and_the_colours_of_page_and_paper() {
        let x = Axis::linear(1947.0..2027.0, "Year & more", |year| format!("{year:.0}"));
        let margins = Margins { left: 60.0, right: 10.0, bottom: 46.0 };
        let mut chart = Chart::new((640.0, 320.0), margins, x, Axis::linear(-90.0..60.0, "Elo", elo_tick));
        chart.text((1.0, 2.0), START, "<script>");
        chart.line(&[(1950.0, 0.0), (2020.0, 999.0)], series(9), 2.0);
        let (page, file) = (chart.for_page("a \"title\""), chart.for_file());
        for text in [">1950<", ">2020<", ">-80<", ">0<", ">+60<", "Year &amp; m", "&lt;script>"] {
            assert!(page.contains(text) && file.contains(text), "{text}\n{page}");
        }
        assert!(page.starts_with("<svg role=\"img\" aria-label=\"a &quot;title&quot;\" viewBox"));
        assert!(file.starts_with("<svg width=\"160mm\" height=\"80mm\""));
        assert!(file.contains("#FFFFFF") && !file.contains(INK) && !file.contains(FAINT));
        // What is above the plot is drawn at its edge.
        assert!(file.contains(&format!("{:.1},8.0\"", chart.place(2020.0, 0.0).0)), "{file}");
        let points = f64::from(WORDS) * UNIT / 25.4 * 72.0;
        assert!((7.0..=10.0).contains(&points), "{points} pt");
        let logarithmic = Axis::logarithmic(100.0..10_000.0, "", &[]);
        assert!((logarithmic.share(1000.0) - 0.5).abs() < 1e-12);
    }
}
