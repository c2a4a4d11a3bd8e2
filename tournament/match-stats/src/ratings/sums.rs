//! Sums over all clusters for several differences at once: the innermost loop of all intervals, which runs
//! players times meetings times.

use super::clusters::{Clusters, Form};

/// Differences at a time: each cluster is read once for all of them.
pub(super) const LANES: usize = 8;

/// A number for each of some differences.
pub(super) type Lanes = [f64; LANES];

/// Sums over the clusters, of each difference.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sums {
    /// The variance by the model.
    pub(super) model: Lanes,
    /// The sum of the squares of what each cluster adds to that.
    pub(super) squares: Lanes,
    /// The mean of the sandwich's variance under the model.
    pub(super) mean: Lanes,
    /// The sum of what each cluster adds to the mean times what it would if the fit had not followed it.
    pub(super) square: Lanes,
    /// The sandwich's variance.
    pub(super) variance: Lanes,
}

/// Of differences whose products with the inverse curvature are `moved`, the advantage's row in the place
/// `advantage`.
pub(super) fn sums(clusters: &[Clusters], moved: &[Lanes], advantage: usize) -> Sums {
    let white = moved[advantage];
    let mut sums = Sums::default();
    for c in clusters {
        let (a, b) = (&moved[c.places[0]], &moved[c.places[1]]);
        for lane in 0..LANES {
            let apart = a[lane] - b[lane];
            let (x, y) = (white[lane] + apart, white[lane] - apart);
            let products = [x * x, x * y, y * y];
            let model = value(&c.model, products);
            let seen = c.count * value(&c.seen, products);
            sums.model[lane] += c.count * model;
            sums.squares[lane] += c.count * model * model;
            sums.mean[lane] += seen;
            sums.square[lane] += seen * value(&c.whole, products);
            sums.variance[lane] += value(&c.variance, products);
        }
    }
    sums
}

/// The change of the difference in a lane by half a point more, towards it, in every game.
pub(super) fn reach(clusters: &[Clusters], moved: &[Lanes], advantage: usize, lane: usize) -> f64 {
    let half_points = |c: &Clusters| {
        let [a, b] = c.places.map(|place| moved[place][lane]);
        let white = moved[advantage][lane];
        let both = [white + (a - b), white - (a - b)];
        let [x, y] = [0, 1].map(|game| c.half_points[game] * both[game].abs());
        x + y
    };
    clusters.iter().map(half_points).sum()
}

#[inline(always)]
fn value(form: &Form, products: [f64; 3]) -> f64 {
    form[0] * products[0] + form[1] * products[1] + form[2] * products[2]
}
