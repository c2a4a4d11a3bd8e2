//! The interval of a scale, games drawn again.

use crate::fit::bootstrap::Redrawn;
use crate::fit::data::{Data, dot};
use crate::fit::logistic::expected;

/// The 95 % interval of K, in centipawns, of coefficients that were fitted to `data`: value in pawns and whose
/// move it is. For each draw Newton's method takes one step from the coefficients of all games, which is as exact as
/// the bootstrap is (the one-step bootstrap; Davison and Hinkley 1997, section 2.7).
pub(super) fn interval(data: &Data, b: [f64; 2]) -> Option<[f64; 2]> {
    let rows = (0..data.len()).map(|at| {
        let row = data.row(at);
        let score = expected(dot(row, &b));
        let (error, weight) = (score - data.results()[at], score * (1.0 - score));
        let [x, y] = [row[0], row[1]];
        let of_it = [
            error * x,
            error * y,
            weight * x * x,
            weight * x * y,
            weight * y * y,
        ];
        (data.games()[at], of_it)
    });
    let rows: Vec<(usize, [f64; 5])> = rows.collect();
    let redrawn = Redrawn::of(5, rows.iter().map(|(game, row)| (*game, &row[..])));
    let scale = redrawn.estimate(|sums| {
        let [slope_x, slope_y, xx, xy, yy] = *sums else {
            return None;
        };
        let step = (yy * slope_x - xy * slope_y) / (xx * yy - xy * xy);
        let slope = b[0] - step;
        (slope > 0.0).then(|| 100.0 / slope)
    });
    scale.map(|scale| [scale.low, scale.high])
}
