//! Intervals as small bars on a scale, for terminals.

use match_stats::Interval;

use crate::svg::elo_tick;

pub(crate) const SHORTEST: usize = 15;
pub(crate) const LONGEST: usize = 24;
/// Cells of a bar on a separate line; an odd number, so that there is a middle cell.
const OWN_LINE: usize = 33;
const ZERO: char = '┊';
const MEAN: char = '●';

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct BarScale {
    low: f64,
    high: f64,
    cells: usize,
}

impl BarScale {
    /// A scale that holds all these intervals; `None` if none of them has two ends, or they are one number.
    pub(crate) fn of(intervals: impl Iterator<Item = Interval<Option<f64>>>, cells: usize) -> Option<Self> {
        let bounded = intervals.filter_map(Interval::bounded);
        let finite = bounded.filter(|i| i.low.is_finite() && i.high.is_finite());
        let (low, high) =
            finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), i| (low.min(i.low), high.max(i.high)));
        (low < high).then_some(Self { low, high, cells })
    }

    /// The cell of a number; those outside are at the ends.
    fn cell(self, number: f64) -> usize {
        let share = (number - self.low) / (self.high - self.low);
        let last = (self.cells - 1) as f64;
        (share.clamp(0.0, 1.0) * last).round() as usize
    }

    fn zero(self) -> Option<usize> {
        (self.low..=self.high).contains(&0.0).then(|| self.cell(0.0))
    }

    /// The labels of the ends and of zero, as far as they do not touch.
    pub(crate) fn head(self) -> String {
        let (low, high) = (elo_tick(self.low.round()), elo_tick(self.high.round()));
        // Anchors may be any number.
        let Some(gap @ 2..) = self.cells.checked_sub(low.len() + high.len()) else {
            return " ".repeat(self.cells);
        };
        let mut head = format!("{low}{:gap$}{high}", "");
        let free = low.len() + 1..low.len() + gap - 1;
        if let Some(zero) = self.zero().filter(|zero| free.contains(zero)) {
            head.replace_range(zero..=zero, "0");
        }
        head
    }

    pub(crate) fn bar(self, interval: Interval<Option<f64>>) -> String {
        let mut cells = vec![' '; self.cells];
        if let Some(zero) = self.zero() {
            cells[zero] = ZERO;
        }
        if let Some(value) = interval.value.filter(|value| value.is_finite()) {
            let first = interval.low.map_or(0, |low| self.cell(low));
            let last = interval.high.map_or(self.cells - 1, |high| self.cell(high));
            cells[first..=last].fill('─');
            cells[first] = interval.low.map_or('◂', |_| '├');
            cells[last] = interval.high.map_or('▸', |_| '┤');
            if let Some(zero) = self.zero().filter(|&zero| cells[zero] == '─') {
                cells[zero] = '┼';
            }
            cells[self.cell(value)] = MEAN;
        }
        cells.into_iter().collect()
    }
}

/// An interval on a separate line, with zero in the middle: above it the first engine is stronger. `None` if it is
/// unknown.
pub(crate) fn line_about_zero(interval: Interval<Option<f64>>) -> Option<String> {
    let Interval { value, low, high } = interval;
    let ends = [value, low, high].into_iter().flatten();
    let farthest = ends.fold(0.0, |most, end| f64::max(most, end.abs()));
    value.filter(|_| farthest > 0.0 && farthest.is_finite())?;
    let scale = BarScale { low: -farthest, high: farthest, cells: OWN_LINE };
    let [low, high] = [-farthest, farthest].map(|end| elo_tick(end.round()));
    Some(format!("{low:>6} {} {high}", scale.bar(interval)))
}

pub(crate) fn line_of_test(llr: f64, lower: f64, upper: f64) -> Option<String> {
    let scale = BarScale { low: lower, high: upper, cells: OWN_LINE };
    let zero = scale.zero().filter(|_| lower < upper && llr.is_finite())?;
    let mut cells = vec!['─'; OWN_LINE];
    (cells[0], cells[OWN_LINE - 1]) = ('├', '┤');
    let now = scale.cell(llr);
    cells[zero.min(now)..=zero.max(now)].fill('━');
    cells[zero] = ZERO;
    cells[now] = MEAN;
    let bar: String = cells.into_iter().collect();
    Some(format!("{:>6} {bar} H1", "H0"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(value: f64, low: f64, high: f64) -> Interval<Option<f64>> {
        Interval { value, low, high }.map(Some)
    }

    #[test]
    fn bars_stand_on_one_scale() {
        let rows = [known(60.0, 20.0, 100.0), known(0.0, -20.0, 20.0), known(-60.0, -100.0, -20.0), Interval::UNKNOWN];
        let scale = BarScale::of(rows.into_iter(), 21).unwrap();
        assert_eq!(scale.head(), "-100      0      +100");
        let bars = ["          ┊ ├───●───┤", "        ├─●─┤        ", "├───●───┤ ┊          ", "          ┊          "];
        assert_eq!(rows.map(|row| scale.bar(row)), bars);
    }

    #[test]
    fn a_scale_far_from_zero_does_not_show_it() {
        let of = |interval| BarScale::of([interval].into_iter(), 16);
        let scale = of(known(2800.0, 2790.0, 2815.0)).unwrap();
        assert_eq!(scale.head(), "+2790      +2815");
        assert_eq!(scale.bar(known(2800.0, 2790.0, 2815.0)), "├─────●────────┤");
        // Where zero would touch an end it is drawn, but not labelled.
        assert_eq!(of(known(50.0, -1.0, 99.0)).unwrap().head(), "-1           +99");
        // Nothing to draw.
        assert_eq!((of(known(0.0, 0.0, 0.0)), of(Interval::UNKNOWN)), (None, None));
    }

    #[test]
    fn a_line_of_its_own_has_zero_in_the_middle_or_the_bounds_of_a_test_at_its_ends() {
        let open = Interval { value: Some(50.0), low: None, high: Some(100.0) };
        let test = |llr| line_of_test(llr, -2.94, 2.94);
        for (line, expected) in [
            (line_about_zero(open), "  -100 ◂───────────────┼───────●───────┤ +100"),
            (line_about_zero(known(50.0, 10.0, 100.0)), "  -100                 ┊ ├─────●───────┤ +100"),
            (line_about_zero(Interval::UNKNOWN), ""),
            (test(0.0), "    H0 ├───────────────●───────────────┤ H1"),
            (test(1.47), "    H0 ├───────────────┊━━━━━━━●───────┤ H1"),
            (test(-9.0), "    H0 ●━━━━━━━━━━━━━━━┊───────────────┤ H1"),
            (test(f64::NAN), ""),
        ] {
            assert_eq!(line.unwrap_or_default(), expected);
        }
    }
}
