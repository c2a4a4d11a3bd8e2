//! The plots of a run: ratings, Elo by nodes, and of a list Elo by year and by price.

use match_stats::Interval;

use crate::numbers::cut;
use crate::svg::{Axis, Chart, END, INK, Margins, START, elo_tick, series};
use crate::{EvaluationFacts, NodeScaling, Results};

#[derive(Debug)]
pub(super) struct Plot {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) chart: Chart,
}

impl Plot {
    /// The name of its file, which ends with `of`, and the plot on white paper.
    pub(super) fn file(&self, of: &str) -> (String, String) {
        (format!("{}{of}.svg", self.name), self.chart.for_file())
    }
}

/// The ratings as files: of each time control, or of the run.
pub(super) fn of_time_controls(results: &Results) -> Vec<(String, String)> {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let file = |results: &Results| {
        let name = results.time_control.iter().flat_map(|name| "-".chars().chain(name.chars()));
        Some(ratings(results)?.file(&name.map(plain).collect::<String>()))
    };
    results.parts().into_iter().filter_map(file).collect()
}

/// The plots of all time controls together: Elo by nodes, and of a list by year and by price.
pub(super) fn of_run(results: &Results) -> Vec<Plot> {
    let nodes = results.node_scaling.as_ref().and_then(by_nodes);
    nodes.into_iter().chain(of_list(results)).collect()
}

/// An engine in a plot: its name, and its Elo above each number of the other axis.
struct Plotted<'n> {
    name: &'n str,
    points: Vec<(f64, Interval)>,
}

/// The least and the greatest number.
fn ends(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| (low.min(number), high.max(number)))
}

/// An axis of Elo that reaches beyond these numbers by a share of their distance, of 1 at least.
fn elo_axis((low, high): (f64, f64), share: f64) -> Axis {
    let air = share * (high - low).max(1.0);
    Axis::linear(low - air..high + air, "Elo", elo_tick)
}

/// The ratings of a time control or of the run, a row each; `None` without any.
fn ratings(results: &Results) -> Option<Plot> {
    const NAMES: f64 = 200.0;
    let elos: Vec<Interval<Option<f64>>> = match &results.of_two {
        Some(of_two) => vec![of_two.strength().0],
        None => results.engines.iter().map(|engine| engine.elo).collect(),
    };
    let rows = results.engines.iter().zip(elos);
    let rows = rows.filter_map(|(engine, elo)| Some((&engine.name, elo.bounded()?)));
    let mut rows: Vec<(&String, Interval)> = rows.collect();
    if rows.is_empty() {
        return None;
    }
    rows.sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
    let all = rows.iter().flat_map(|(_, elo)| [elo.low, elo.value, elo.high]);
    let size = (580.0, 26.0 * rows.len() as f64 + 62.0);
    let margins = Margins { left: NAMES, right: 16.0, bottom: 54.0 };
    let axis = elo_axis(ends(all.chain([0.0])), 0.04);
    let mut chart = Chart::new(size, margins, axis, Axis::rows(rows.len()));
    chart.line(&[(0.0, -0.5), (0.0, rows.len() as f64 - 0.5)], INK, 0.5);
    for (row, (name, elo)) in rows.iter().rev().enumerate() {
        let y = row as f64;
        chart.line(&[(elo.low, y), (elo.high, y)], series(0), 2.0);
        chart.dot(elo.value, y, series(0));
        let (_, down) = chart.place(elo.value, y);
        chart.text((NAMES - 10.0, down), END, &cut(name, 27));
    }
    let title = if results.is_match() {
        "Elo of the first engine over the second, with its 95 % interval"
    } else {
        "Ratings in Elo, with 95 % intervals"
    };
    Some(Plot { name: "ratings", title, chart })
}

/// The most engines that are drawn by nodes: the best at the most nodes.
pub(super) const DRAWN: usize = 16;
/// Engines with dots; those after them have the same colours, and squares.
const DOTS: usize = 8;
/// The part of the distance between two numbers of nodes over which intervals are spread, so that none hides another.
const SPREAD: f64 = 0.25;
/// The least distance of two numbers of nodes that are written below the axis, as a share of it.
const APART: f64 = 0.12;

/// The ratings by nodes; `None` if no engine has two of them.
fn by_nodes(scaling: &NodeScaling) -> Option<Plot> {
    const SIZE: (f64, f64) = (480.0, 380.0);
    let margins = Margins { left: 62.0, right: 170.0, bottom: 46.0 };
    let curves = scaling.curves.iter().map(|curve| {
        let points = curve.points.iter();
        let points = points.filter_map(|point| Some((point.nodes as f64, point.elo.bounded()?)));
        Plotted { name: &curve.engine, points: points.collect() }
    });
    let mut curves: Vec<Plotted<'_>> = curves.collect();
    if curves.iter().all(|curve| curve.points.len() < 2) {
        return None;
    }
    let last = |curve: &Plotted<'_>| curve.points.last().map_or(f64::MIN, |(_, elo)| elo.value);
    curves.sort_by(|a, b| last(b).total_cmp(&last(a)));
    curves.truncate(DRAWN);
    let mut ticks: Vec<f64> = curves.iter().flat_map(|c| c.points.iter().map(|&(x, _)| x)).collect();
    ticks.sort_by(f64::total_cmp);
    ticks.dedup();
    spread(&mut curves, &ticks);
    let (first, most) = (ticks[0], ticks[ticks.len() - 1]);
    let side = (0.07 * (most / first).log2()).exp2();
    let x = Axis::logarithmic(first / side..most * side, "Nodes a move", &written(&ticks));
    let (low, high) = elo_range(&curves);
    let mut chart = Chart::new(SIZE, margins, x, Axis::linear(low..high, "Elo", elo_tick));
    if low < 0.0 && high > 0.0 {
        chart.line(&[(first / side, 0.0), (most * side, 0.0)], INK, 0.5);
    }
    for (index, curve) in curves.iter().enumerate() {
        let values: Vec<_> = curve.points.iter().map(|&(x, elo)| (x, elo.value)).collect();
        chart.line(&values, series(index), 2.0);
        let is_dotted = index % (2 * DOTS) < DOTS;
        let mark = if is_dotted { Chart::dot } else { Chart::square };
        curve.points.iter().for_each(|&point| draw_elo(&mut chart, point, series(index), mark));
    }
    name_lines(&curves, SIZE.1 - margins.bottom, &mut chart);
    Some(Plot { name: "nodes", title: "Elo by nodes a move, with 95 % intervals", chart })
}

fn draw_elo(chart: &mut Chart, (x, elo): (f64, Interval), colour: &str, mark: fn(&mut Chart, f64, f64, &str)) {
    chart.line(&[(x, elo.low), (x, elo.high)], colour, 1.0);
    mark(chart, x, elo.value, colour);
}

fn spread(curves: &mut [Plotted<'_>], ticks: &[f64]) {
    let apart = ticks.windows(2).map(|two| (two[1] / two[0]).log2());
    let room = SPREAD * apart.fold(f64::INFINITY, f64::min);
    let count = curves.len() as f64;
    for (index, curve) in curves.iter_mut().enumerate() {
        for (x, _) in &mut curve.points {
            *x *= (room * ((index as f64 + 0.5) / count - 0.5)).exp2();
        }
    }
}

fn written(ticks: &[f64]) -> Vec<f64> {
    let width = (ticks[ticks.len() - 1] / ticks[0]).log2();
    let mut written: Vec<f64> = Vec::new();
    for &tick in ticks {
        if written.last().is_none_or(|last| (tick / last).log2() >= APART * width) {
            written.push(tick);
        }
    }
    written
}

/// The range of the axis: of all intervals, but above and below the ratings at most as much as they span, since the
/// intervals of few games are wide.
fn elo_range(curves: &[Plotted<'_>]) -> (f64, f64) {
    let all = || curves.iter().flat_map(|curve| &curve.points).map(|&(_, elo)| elo);
    let (worst, best) = ends(all().map(|elo| elo.value));
    let (low, high) = ends(all().flat_map(|elo| [elo.low, elo.high]));
    let most = (best - worst).max(100.0);
    let (low, high) = (low.max(worst - most), high.min(best + most));
    let air = 0.04 * (high - low);
    (low - air, high + air)
}

/// Writes the names in a column beside the last end, from the top down without overlap; `lowest` is the last place for them.
fn name_lines(curves: &[Plotted<'_>], lowest: f64, chart: &mut Chart) {
    const HEIGHT: f64 = 16.0;
    let end = |(index, curve): (usize, &Plotted<'_>)| {
        let &(x, elo) = curve.points.last()?;
        Some((chart.place(x, elo.value), index))
    };
    let mut found: Vec<((f64, f64), usize)> = curves.iter().enumerate().filter_map(end).collect();
    found.sort_by(|((_, a), _), ((_, b), _)| a.total_cmp(b));
    let column = ends(found.iter().map(|((x, _), _)| *x)).1 + 10.0;
    // A name moves up if there is no room below for the remaining ones.
    let mut least = HEIGHT / 2.0;
    for (place, &((x, y), index)) in found.iter().enumerate() {
        let most = lowest - HEIGHT * (found.len() - 1 - place) as f64;
        let at = y.min(most).max(least);
        least = at + HEIGHT;
        chart.stroke(&[(x + 2.0, y), (column, at)], series(index), 1.0);
        chart.text((column + 3.0, at), START, &cut(curves[index].name, 22));
    }
}

/// The plots of a list of evaluations at its first time control: by year, and by price.
fn of_list(results: &Results) -> Vec<Plot> {
    let Some(first) = results.time_controls.first().filter(|_| results.is_list()) else {
        return Vec::new();
    };
    let points = |x: fn(&EvaluationFacts) -> Option<f64>| {
        let engines = results.engines.iter().zip(&first.engines);
        let points = engines.filter_map(|(engine, rated)| {
            let point = (x(&engine.evaluation)?, rated.elo.bounded()?);
            Some(Plotted { name: &engine.name, points: vec![point] })
        });
        points.collect()
    };
    let years = points(|of| of.year.map(f64::from));
    let prices = points(|of| of.measured?.nanoseconds);
    let plot = |name, title, chart: Option<Chart>| Some(Plot { name, title, chart: chart? });
    let (years, prices) = (scatter(years, year_axis), scatter(prices, price_axis));
    let plots = [
        plot("years", "Elo by year of publication, with 95 % intervals", years),
        plot("prices", "Elo by the time of an evaluation, with 95 % intervals", prices),
    ];
    plots.into_iter().flatten().collect()
}

fn year_axis((left, right): (f64, f64)) -> Axis {
    let air = (0.06 * (right - left)).max(1.0);
    Axis::linear(left - air..right + air, "Year", |year| format!("{year:.0}"))
}

fn price_axis((left, right): (f64, f64)) -> Axis {
    let air = (right / left).powf(0.06).max(1.2);
    let (left, right) = (left / air, right * air);
    let powers = left.log10().floor() as i32..=right.log10().ceil() as i32;
    let all = powers.flat_map(|power| [1.0, 2.0, 5.0].map(|n| n * 10_f64.powi(power)));
    let ticks: Vec<f64> = all.filter(|n| (left..=right).contains(n)).collect();
    Axis::logarithmic(left..right, "Nanoseconds for a move made and evaluated", &ticks)
}

/// The size of the plot, the height of a name, and the width of a character.
const SCATTER: (f64, f64) = (580.0, 430.0);
const LINE: f64 = 14.0;
const CHARACTER: f64 = 7.5;

/// A point for each engine with its interval and its name beside it; `None` if there are fewer than two.
fn scatter(mut all: Vec<Plotted<'_>>, x: fn((f64, f64)) -> Axis) -> Option<Chart> {
    if all.len() < 2 {
        return None;
    }
    all.sort_by(|a, b| b.points[0].1.value.total_cmp(&a.points[0].1.value));
    let points: Vec<(f64, Interval)> = all.iter().flat_map(|one| one.points.clone()).collect();
    let elos = ends(points.iter().flat_map(|(_, elo)| [elo.low, elo.value, elo.high]));
    let (x, y) = (x(ends(points.iter().map(|(x, _)| *x))), elo_axis(elos, 0.05));
    let mut chart = Chart::new(SCATTER, Margins { left: 62.0, right: 8.0, bottom: 46.0 }, x, y);
    for (index, &point) in points.iter().enumerate() {
        draw_elo(&mut chart, point, series(index), Chart::dot);
    }
    let places = points.iter().map(|&(x, elo)| chart.place(x, elo.value));
    let places: Vec<(f64, f64)> = places.collect();
    let names: Vec<String> = all.iter().map(|one| cut(one.name, 27)).collect();
    for (index, (x, y)) in beside(&places, &names).into_iter().enumerate() {
        let (name, point) = (&names[index], places[index]);
        // A name on the left ends where it is nearest to its point.
        let (end, anchor) = if x > point.0 { (x, START) } else { (x + width(name), END) };
        if (y - point.1).abs() > LINE / 2.0 {
            chart.stroke(&[point, (end, y)], series(index), 1.0);
        }
        chart.text((end, y), anchor, name);
    }
    Some(chart)
}

fn width(name: &str) -> f64 {
    CHARACTER * name.chars().count() as f64
}

/// A rectangle: its left upper corner and its size.
type Area = (f64, f64, f64, f64);

/// The places of the names: each beside its point where it hides least, the first ones first.
fn beside(points: &[(f64, f64)], names: &[String]) -> Vec<(f64, f64)> {
    let around = |&(x, y): &(f64, f64)| (x - 5.0, y - 5.0, 10.0, 10.0);
    let mut taken: Vec<Area> = points.iter().map(around).collect();
    let mut found = Vec::new();
    for (&(x, y), name) in points.iter().zip(names) {
        let width = width(name);
        let sides = [x + 9.0, x - 9.0 - width];
        let places = (0..16).flat_map(|step| {
            let up = f64::from(step) * LINE / 2.0;
            [y - up, y + up].into_iter().flat_map(move |y| sides.map(|x| (x, y)))
        });
        let hidden = |&(x, y): &(f64, f64)| {
            let own = (x, y - LINE / 2.0, width, LINE);
            let outside = (60.0 - x).max(0.0) + (x + width - SCATTER.0).max(0.0);
            taken.iter().map(|other| common(own, *other)).sum::<f64>() + LINE * outside
        };
        // The least that is hidden, then the nearest.
        let place = places.min_by(|a, b| hidden(a).total_cmp(&hidden(b))).unwrap_or((x + 9.0, y));
        taken.push((place.0, place.1 - LINE / 2.0, width, LINE));
        found.push(place);
    }
    found
}

fn common(a: Area, b: Area) -> f64 {
    let width = (a.0 + a.2).min(b.0 + b.2) - a.0.max(b.0);
    let height = (a.1 + a.3).min(b.1 + b.3) - a.1.max(b.1);
    width.max(0.0) * height.max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NodeCurve, NodePoint};
    use engine_core::testkit::Contents;

    /// The ratings of Otter and of PeSTO at 250, 1000 and 64,000 nodes.
    fn scaling(elos: &[[Option<f64>; 3]]) -> NodeScaling {
        let curve = |(engine, elos): (&str, &[Option<f64>; 3])| {
            let elos = elos.map(|elo| elo.map(|elo| Interval::about(elo, 30.0)).into());
            let points = [250, 1000, 64_000].into_iter().zip(elos);
            let points = points.map(|(nodes, elo)| NodePoint { nodes, elo }).collect();
            NodeCurve { engine: engine.to_owned(), points }
        };
        let curves = ["Otter", "PeSTO"].into_iter().zip(elos).map(curve).collect();
        NodeScaling { curves, comparisons: 0, crossings: Vec::new() }
    }

    #[test]
    fn nodes_are_the_ticks_and_names_stand_at_the_ends() {
        let both = [[40.0, 0.0, -50.0].map(Some), [Some(-40.0), None, Some(50.0)]];
        let svg = by_nodes(&scaling(&both)).unwrap().chart.for_file();
        svg.must_have(&[">Otter<", ">PeSTO<", ">Nodes a move<", ">Elo<"]);
        svg.must_have(&[">250<", ">1000<", ">64000<"]);
        assert_eq!(svg.matches("<circle").count(), 5, "one rating is unknown");
        // The better one at the most nodes is first, with the first colour.
        assert!(svg.find(series(0)) < svg.find(series(1)), "{svg}");
        assert!(by_nodes(&scaling(&[[Some(-40.0), None, None]])).is_none());
        assert!(by_nodes(&scaling(&[])).is_none());
        assert_eq!(written(&[250.0, 260.0, 500.0, 1000.0]), [250.0, 500.0, 1000.0]);
    }

    #[test]
    fn intervals_stand_side_by_side_and_wide_ones_do_not_flatten_the_lines() {
        let curve = |high: f64| Plotted {
            name: "a",
            points: vec![(250.0, Interval::about(0.0, 40.0)), (1000.0, Interval { value: 200.0, low: 150.0, high })],
        };
        let mut curves = [curve(250.0), curve(250.0), curve(250.0)];
        spread(&mut curves, &[250.0, 1000.0]);
        let at = [0, 1, 2].map(|index: usize| curves[index].points[0].0);
        assert!((at[1] - 250.0).abs() < 1e-9 && (at[2] / at[0]).log2() > 0.2, "{at:?}");
        assert_eq!(elo_range(&curves), (-40.0 - 0.04 * 290.0, 250.0 + 0.04 * 290.0));
        assert_eq!(elo_range(&[curve(9000.0)]), (-40.0 - 0.04 * 440.0, 400.0 + 0.04 * 440.0));
    }

    #[test]
    fn each_engine_is_a_point_with_its_name_and_interval() {
        let one = |name, x, elo| Plotted { name, points: vec![(x, Interval::about(elo, 20.0))] };
        let points = |x: [f64; 2]| vec![one("Shannon", x[0], -80.0), one("PeSTO", x[1], 60.0)];
        let svg = scatter(points([1950.0, 2018.0]), year_axis).unwrap().for_file();
        svg.must_have(&[">Shannon<", ">PeSTO<", ">Year<", ">Elo<", ">1960<"]);
        assert_eq!(svg.matches("<circle").count(), 2);
        let svg = scatter(points([40.0, 900.0]), price_axis).unwrap().for_file();
        svg.must_have(&[">Nanoseconds for a move made and evaluated<", ">500<"]);
        assert!(scatter(points([1.0; 2]).drain(1..).collect(), year_axis).is_none());
    }

    #[test]
    fn names_do_not_hide_one_another_or_leave_the_plot() {
        let points = [(300.0, 100.0), (300.0, 104.0), (302.0, 110.0), (570.0, 100.0)];
        let names = ["Michniewski", "Otter", "Kaufman", "Compendium"].map(str::to_owned);
        let places = beside(&points, &names).into_iter().zip(&names);
        let areas: Vec<Area> = places.map(|((x, y), name)| (x, y - LINE / 2.0, width(name), LINE)).collect();
        for (i, a) in areas.iter().enumerate() {
            assert!(a.0 >= 60.0 && a.0 + a.2 <= SCATTER.0, "{a:?}");
            assert!(areas[i + 1..].iter().all(|b| common(*a, *b) == 0.0), "{areas:?}");
        }
    }
}
