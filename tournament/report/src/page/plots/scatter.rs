//! Elo against something else: a point for each engine, with its interval and its name beside it.

use plotters::coord::ranged1d::{Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::Svg;
use super::theme::{FAINT, INK, series};
use crate::numbers::cut;

const SIZE: (u32, u32) = (580, 430);
/// Height of a name, its maximum length, and the width of a character.
const LINE: i32 = 14;
const CHARACTERS: usize = 27;
const CHARACTER: i32 = 7;
/// Room above and below a point that no name may take.
const POINT: i32 = 5;

/// An engine.
pub(super) struct ScatterPoint<'n> {
    pub(super) name: &'n str,
    pub(super) x: f64,
    /// Elo: its lower end, itself, its upper end.
    pub(super) elo: [f64; 3],
}

/// The axis below.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum ScatterAxis {
    Year,
    /// Logarithmic.
    Nanoseconds,
}

/// The points as an SVG; `None` if there are fewer than two.
pub(super) fn scatter(mut points: Vec<ScatterPoint<'_>>, axis: ScatterAxis) -> Svg {
    if points.len() < 2 {
        return Ok(None);
    }
    points.sort_by(|a, b| b.elo[1].total_cmp(&a.elo[1]));
    let mut svg = String::new();
    let page = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
    let ends = |of: fn(&ScatterPoint<'_>) -> [f64; 2]| {
        let all = points.iter().map(of);
        all.fold((f64::INFINITY, f64::NEG_INFINITY), |all, [low, high]| {
            (all.0.min(low), all.1.max(high))
        })
    };
    let (low, high) = ends(|point| [point.elo[0], point.elo[2]]);
    let (left, right) = ends(|point| [point.x; 2]);
    let air = 0.05 * (high - low).max(1.0);
    let elo = low - air..high + air;
    let mut builder = ChartBuilder::on(&page);
    builder.margin(8).x_label_area_size(46).y_label_area_size(62);
    match axis {
        ScatterAxis::Year => {
            let air = (0.06 * (right - left)).max(1.0);
            let chart = builder.build_cartesian_2d(left - air..right + air, elo)?;
            draw(&page, chart, &points, "Year", |year| format!("{year:.0}"))?;
        }
        ScatterAxis::Nanoseconds => {
            let air = (right / left).powf(0.06).max(1.2);
            let (left, right) = (left / air, right * air);
            let range = (left..right).log_scale();
            let range = range.with_key_points(round_numbers(left, right));
            let chart = builder.build_cartesian_2d(range, elo)?;
            let words = "Nanoseconds for a move made and evaluated";
            draw(&page, chart, &points, words, |ns| format!("{ns:.0}"))?;
        }
    }
    page.present()?;
    drop(page);
    Ok(Some(svg))
}

fn draw<X>(
    page: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
    mut chart: ChartContext<'_, SVGBackend<'_>, Cartesian2d<X, RangedCoordf64>>,
    points: &[ScatterPoint<'_>],
    below: &str,
    number: fn(f64) -> String,
) -> Result<(), Box<dyn std::error::Error>>
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    chart
        .configure_mesh()
        .x_desc(below)
        .y_desc("Elo")
        .x_labels(8)
        .x_label_formatter(&|&x| number(x))
        .y_label_formatter(&|y| format!("{y:+.0}").replace("+0", "0").replace("-0", "0"))
        .label_style(("sans-serif", 14).with_color(INK))
        .axis_style(FAINT)
        .bold_line_style(FAINT.mix(0.6))
        .light_line_style(TRANSPARENT)
        .draw()?;
    let mut places = Vec::new();
    for (index, &ScatterPoint { x, elo, .. }) in points.iter().enumerate() {
        let [low, value, high] = elo;
        let colour = series(index);
        let ends = [(x, low), (x, high)];
        chart.draw_series([PathElement::new(ends, colour.mix(0.5))])?;
        chart.draw_series([Circle::new((x, value), 4, colour.filled())])?;
        places.push(chart.backend_coord(&(x, value)));
    }
    let names: Vec<String> = points.iter().map(|point| cut(point.name, CHARACTERS)).collect();
    let found = beside(&places, &names);
    for (index, (name, &(x, y))) in names.iter().zip(&found).enumerate() {
        let point = places[index];
        // A name on the left ends where it is nearest to its point.
        let (end, towards, side) = if x > point.0 {
            (x, x - 2, HPos::Left)
        } else {
            (x + width(name), x + width(name) + 2, HPos::Right)
        };
        if (y - point.1).abs() > LINE / 2 {
            page.draw(&PathElement::new([point, (towards, y)], series(index)))?;
        }
        let style = TextStyle::from(("sans-serif", 13)).color(&INK);
        let style = style.pos(Pos::new(side, VPos::Center));
        page.draw(&Text::new(name.as_str(), (end, y), style))?;
    }
    Ok(())
}

/// About the width of a name.
fn width(name: &str) -> i32 {
    CHARACTER * name.chars().count() as i32
}

/// Round numbers from `low` to `high`, for a logarithmic axis.
fn round_numbers(low: f64, high: f64) -> Vec<f64> {
    let powers = low.log10().floor() as i32..=high.log10().ceil() as i32;
    let all = powers.flat_map(|power| [1.0, 2.0, 5.0].map(|n| n * 10_f64.powi(power)));
    all.filter(|n| (low..=high).contains(n)).collect()
}

/// A rectangle: its left upper corner and its size.
type Area = (i32, i32, i32, i32);

/// The places of the names: each beside its point where it hides least, the first ones first.
fn beside(points: &[(i32, i32)], names: &[String]) -> Vec<(i32, i32)> {
    let around = |&(x, y): &(i32, i32)| (x - POINT, y - POINT, 2 * POINT, 2 * POINT);
    let mut taken: Vec<Area> = points.iter().map(around).collect();
    let mut found = Vec::new();
    for (&(x, y), name) in points.iter().zip(names) {
        let width = width(name);
        let sides = [x + 9, x - 9 - width];
        // The least that is hidden, then the nearest.
        let places = (0..16).flat_map(|step| {
            let up = step * (LINE / 2);
            [y - up, y + up].into_iter().flat_map(move |y| sides.map(|x| (x, y)))
        });
        let hidden = |&(x, y): &(i32, i32)| {
            let own = (x, y - LINE / 2, width, LINE);
            let outside = (60 - x).max(0) + (x + width - SIZE.0 as i32).max(0);
            let inside: i32 = taken.iter().map(|other| common(own, *other)).sum();
            inside + LINE * outside
        };
        let place = places.min_by_key(hidden).unwrap_or((x + 9, y));
        taken.push((place.0, place.1 - LINE / 2, width, LINE));
        found.push(place);
    }
    found
}

/// The area that two rectangles have in common.
fn common(a: Area, b: Area) -> i32 {
    let width = (a.0 + a.2).min(b.0 + b.2) - a.0.max(b.0);
    let height = (a.1 + a.3).min(b.1 + b.3) - a.1.max(b.1);
    width.max(0) * height.max(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(name: &str, x: f64, elo: f64) -> ScatterPoint<'_> {
        ScatterPoint { name, x, elo: [elo - 20.0, elo, elo + 20.0] }
    }

    #[test]
    fn each_engine_is_a_point_with_its_name_and_interval() {
        let points = vec![point("Shannon", 1950.0, -80.0), point("PeSTO", 2018.0, 60.0)];
        let svg = scatter(points, ScatterAxis::Year).unwrap().unwrap();
        for text in ["Shannon", "PeSTO", "Year", "Elo", "1960"] {
            assert!(svg.lines().any(|line| line.trim() == text), "{text}\n{svg}");
        }
        assert_eq!(svg.matches("<circle").count(), 2);
        let points = vec![point("Shannon", 40.0, -80.0), point("PeSTO", 900.0, 60.0)];
        let svg = scatter(points, ScatterAxis::Nanoseconds).unwrap().unwrap();
        assert!(svg.contains("Nanoseconds"));
        assert!(scatter(vec![point("one", 1.0, 0.0)], ScatterAxis::Year).unwrap().is_none());
    }

    #[test]
    fn names_do_not_hide_one_another_or_leave_the_plot() {
        let points = [(300, 100), (300, 104), (302, 110), (570, 100)];
        let names: Vec<String> =
            ["Michniewski", "Otter", "Kaufman", "Compendium"].map(str::to_owned).into();
        let places = beside(&points, &names);
        let areas: Vec<Area> = places
            .iter()
            .zip(&names)
            .map(|(&(x, y), name)| (x, y - LINE / 2, CHARACTER * name.len() as i32, LINE))
            .collect();
        for (i, a) in areas.iter().enumerate() {
            assert!(a.0 >= 60 && a.0 + a.2 <= SIZE.0 as i32, "{a:?}");
            for b in &areas[i + 1..] {
                assert_eq!(common(*a, *b), 0, "{areas:?}");
            }
        }
    }
}
