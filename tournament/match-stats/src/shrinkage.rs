//! Shrinkage of many estimates read at once, which removes the selection bias of a sorted list.
//!
//! The first of a list of estimates is there because it is large and because it was lucky. If the truths scatter
//! normally about a mean, an estimate is drawn towards that mean by the share of its variance that is error
//! (James and Stein 1961; Efron and Morris 1975). The scatter of the truths is estimated from the list itself
//! (Paule and Mandel 1982), and its uncertainty is added to each interval (Morris 1983).

use super::Interval;
use super::normal::Z95;
use super::root::bisect;

/// The fewest estimates that determine the scatter.
pub const FEWEST: usize = 5;

/// An estimate and its standard error, above 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measurement {
    /// The estimate.
    pub value: f64,
    /// Its standard error.
    pub standard_error: f64,
}

/// The shrunken estimates with their 95 % intervals, in order; `None` for fewer than [`FEWEST`].
#[must_use]
pub fn shrunk(all: &[Measurement]) -> Option<Vec<Interval>> {
    if all.len() < FEWEST {
        return None;
    }
    let scatter = scatter(all);
    let (mean, variance_of_mean) = mean(all, scatter);
    let freedom = all.len() as f64 - 3.0;
    let each = all.iter().map(|one| {
        let error = one.standard_error.powi(2);
        // A certain estimate is not shrunk.
        let pull = freedom / (freedom + 2.0) * error / (error + scatter);
        let off = one.value - mean;
        let variance = (1.0 - pull) * error
            + pull.powi(2) * variance_of_mean
            + 2.0 / freedom * (pull * off).powi(2);
        Interval::about(one.value - pull * off, Z95 * variance.sqrt())
    });
    Some(each.collect())
}

/// The variance of the truths: that which makes the weighted squares about the mean as many as there are degrees of
/// freedom; 0 if the errors alone make more of them.
fn scatter(all: &[Measurement]) -> f64 {
    let freedom = all.len() as f64 - 1.0;
    let excess = |scatter: f64| {
        let (mean, _) = mean(all, scatter);
        let squares = all
            .iter()
            .map(|one| (one.value - mean).powi(2) / (one.standard_error.powi(2) + scatter));
        Some(squares.sum::<f64>() - freedom)
    };
    // With this one all squares together are fewer than their number.
    let most: f64 = all.iter().map(|one| one.value.powi(2)).sum();
    bisect(0.0, most, excess).unwrap_or(0.0)
}

/// The mean of the truths and its variance, for this scatter.
fn mean(all: &[Measurement], scatter: f64) -> (f64, f64) {
    let weighted = all.iter().map(|one| {
        let weight = 1.0 / (one.standard_error.powi(2) + scatter);
        (weight, weight * one.value)
    });
    let (weights, sum) =
        weighted.fold((0.0, 0.0), |(w, s), (weight, value)| (w + weight, s + value));
    (sum / weights, 1.0 / weights)
}

#[cfg(test)]
mod tests {
    use rand_pcg::Pcg64Mcg;
    use rand_pcg::rand_core::SeedableRng;

    use super::*;
    use crate::random::uniform;

    fn measured(values: &[f64], standard_error: f64) -> Vec<Measurement> {
        let of = |&value: &f64| Measurement { value, standard_error };
        values.iter().map(of).collect()
    }

    /// Worked by hand: the squares about 0 are 1000, so that each has a variance of 250 with its error's 100, and the
    /// distances shrink by 4/10, times 2/4 for the uncertainty with five.
    #[test]
    fn of_five() {
        let found = shrunk(&measured(&[-20.0, -10.0, 0.0, 10.0, 20.0], 10.0)).unwrap();
        for (interval, expected) in found.iter().zip([-16.0, -8.0, 0.0, 8.0, 16.0]) {
            assert!((interval.value - expected).abs() < 1e-9, "{found:?}");
        }
        assert_eq!(shrunk(&measured(&[1.0, 2.0, 3.0, 4.0], 1.0)), None);
    }

    #[test]
    fn lucky_estimates_shrink_and_certain_ones_stay() {
        let equal = shrunk(&measured(&[1.0, 2.0, 3.0, 2.0, 1.0, 3.0, 2.0], 10.0)).unwrap();
        assert!(equal.iter().all(|one| (one.value - 2.0).abs() < 0.4));
        let sure = shrunk(&measured(&[-90.0, -40.0, 0.0, 50.0, 80.0], 0.1)).unwrap();
        assert!((sure[4].value - 80.0).abs() < 0.01);
    }

    /// Sixty rules of which few are worth anything, each measured with an error of 12: the first of the list.
    #[test]
    fn the_first_of_a_list_is_no_longer_too_good() {
        let mut random = Pcg64Mcg::seed_from_u64(53);
        let mut normal = || (0..12).map(|_| uniform(&mut random)).sum::<f64>() - 6.0;
        let (mut raw, mut drawn, mut held, mut raw_held) = (0.0, 0.0, 0, 0);
        const LISTS: usize = 2000;
        for _ in 0..LISTS {
            let truths: Vec<f64> = (0..60).map(|_| 8.0 * normal()).collect();
            let of =
                |&truth: &f64| Measurement { value: truth + 12.0 * normal(), standard_error: 12.0 };
            let all: Vec<Measurement> = truths.iter().map(of).collect();
            let first = (0..60).max_by(|&a, &b| all[a].value.total_cmp(&all[b].value)).unwrap();
            let found = shrunk(&all).unwrap()[first];
            raw += all[first].value - truths[first];
            drawn += found.value - truths[first];
            raw_held += usize::from((all[first].value - truths[first]).abs() < 1.96 * 12.0);
            held += usize::from(found.contains(truths[first]));
        }
        let (raw, drawn) = (raw / LISTS as f64, drawn / LISTS as f64);
        assert!(raw > 18.0 && drawn.abs() < 2.0, "{raw} {drawn}");
        assert!(raw_held < LISTS * 7 / 10 && held > LISTS * 93 / 100, "{raw_held} {held}");
    }
}
