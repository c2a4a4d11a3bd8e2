//! The games that depend on each other, and what their residuals say of a difference of ratings.
//!
//! A residual is the points that White scored less those expected. The two of a pair belong
//! together; a game without a partner stands alone. All pairs of a meeting have the same weight in
//! the fit, so they are looked at together.

use super::super::matrix::Matrix;
use super::fit::expected;
use super::meeting::Meeting;

/// A share of a residual that is left over by the fit is taken for none below this.
const NOTHING: f64 = 1e-9;

/// Two by two numbers, of the game in which the first player is White and of the other.
type Square = [[f64; 2]; 2];

/// Pairs of a meeting, or its games of one colour that have no partner: then the numbers of the
/// other colour are 0.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Clusters {
    a: usize,
    b: usize,
    /// How many there are.
    pub(super) count: f64,
    /// The variance of the points of each game, by the model.
    weight: [f64; 2],
    /// The products of residuals, summed over the clusters.
    squares: Square,
    /// The share of a direction of errors that the fit leaves over in residuals.
    left: Square,
}

/// What clusters of a kind have to do with a difference.
pub(super) struct Part {
    /// By how much the difference moves with a point more in each of the games.
    pull: [f64; 2],
    /// The variance by the model that each cluster adds to the difference.
    pub(super) model: f64,
    /// The same as seen in residuals: the variance of its term in the sandwich and, if residuals
    /// were errors, what it would be.
    pub(super) seen: f64,
    pub(super) whole: f64,
}

impl Clusters {
    /// All of a meeting, with the inverse curvature of the likelihood in all parameters.
    pub(super) fn of<'a>(
        m: &'a Meeting,
        theta: &'a [f64],
        bread: &'a Matrix,
    ) -> impl Iterator<Item = Self> + 'a {
        let kinds = [[true, true], [true, false], [false, true]];
        let kinds = kinds.into_iter().zip(products(m, theta));
        kinds
            .filter(|(_, (count, _))| *count > 0)
            .map(move |(colours, (count, squares))| {
                let clusters = Self {
                    a: m.a,
                    b: m.b,
                    count: count as f64,
                    weight: weights(m, theta, colours),
                    squares,
                    left: [[0.0; 2]; 2],
                };
                clusters.adjusted(bread)
            })
    }

    /// White, Black and the advantage in the two games, with their signs.
    pub(super) fn forms(&self, advantage: usize) -> [[(usize, f64); 3]; 2] {
        [
            [(self.a, 1.0), (self.b, -1.0), (advantage, 1.0)],
            [(self.b, 1.0), (self.a, -1.0), (advantage, 1.0)],
        ]
    }

    /// The products of residuals as they would be without the fit.
    pub(super) fn squares(&self) -> &Square {
        &self.squares
    }

    /// Residuals are smaller than errors, because the fit follows them: multiplied by the inverse
    /// root of what the fit left over they have the size of errors again, on the average, if the
    /// model's variances are right (Bell and McCaffrey 2002, "CR2").
    fn adjusted(mut self, bread: &Matrix) -> Self {
        let forms = self.forms(bread.len() - 1);
        let root = self.weight.map(f64::sqrt);
        for (i, rows) in forms.iter().enumerate() {
            for (j, columns) in forms.iter().enumerate() {
                let taken: f64 = rows
                    .iter()
                    .flat_map(|&(r, sign)| {
                        columns.iter().map(move |&(c, other)| (r, c, sign * other))
                    })
                    .map(|(r, c, sign)| sign * bread[r][c])
                    .sum();
                let whole = f64::from(u8::from(i == j));
                self.left[i][j] = whole - root[i] * taken * root[j];
            }
        }
        let inverse = inverse_root(self.left);
        let scale = |from: usize, to: usize| match root[from] > 0.0 {
            true => root[to] / root[from],
            false => 0.0,
        };
        let adjust = [0, 1].map(|i| [0, 1].map(|j| inverse[i][j] * scale(j, i)));
        self.squares = times(times(adjust, self.squares), transposed(adjust));
        self
    }

    /// What they have to do with a difference whose product with the inverse curvature is `moved`.
    pub(super) fn part(&self, moved: &[f64]) -> Part {
        let (apart, white) = (moved[self.a] - moved[self.b], moved[moved.len() - 1]);
        let pull = [white + apart, white - apart];
        let root = self.weight.map(f64::sqrt);
        let [x, y] = [0, 1].map(|i| pull[i] * root[i]);
        // The same after the adjustment, in standard deviations of the games.
        let turned = times([[x, y], [0.0; 2]], inverse_root(self.left))[0];
        let square = |v: [f64; 2], m: Square| {
            v[0] * v[0] * m[0][0] + 2.0 * v[0] * v[1] * m[0][1] + v[1] * v[1] * m[1][1]
        };
        Part {
            pull: [0, 1].map(|i| pull[i] * f64::from(u8::from(root[i] > 0.0))),
            model: x * x + y * y,
            seen: square(turned, self.left),
            whole: turned[0] * turned[0] + turned[1] * turned[1],
        }
    }
}

impl Part {
    /// By how much the difference moves with half a point more in each game, towards it.
    pub(super) fn half_points(&self) -> f64 {
        (self.pull[0].abs() + self.pull[1].abs()) / 2.0
    }
}

/// How many pairs, and games of either colour without partners, there are, and the sums of the
/// products of their residuals.
fn products(m: &Meeting, theta: &[f64]) -> [(u64, Square); 3] {
    let expected = [expected(theta, m.a, m.b), expected(theta, m.b, m.a)];
    let residual = |colour: usize, half_points: usize| half_points as f64 / 2.0 - expected[colour];
    let mut kinds = [(0, [[0.0; 2]; 2]); 3];
    for (i, row) in m.pairs.iter().enumerate() {
        for (j, &count) in row.iter().enumerate() {
            let both = [residual(0, i), residual(1, j)];
            kinds[0].0 += count;
            for (r, x) in both.iter().enumerate() {
                for (c, y) in both.iter().enumerate() {
                    kinds[0].1[r][c] += count as f64 * x * y;
                }
            }
        }
    }
    for (colour, games) in m.singles.iter().enumerate() {
        for (half_points, &count) in games.iter().enumerate() {
            kinds[1 + colour].0 += count;
            kinds[1 + colour].1[colour][colour] +=
                count as f64 * residual(colour, half_points).powi(2);
        }
    }
    kinds
}

/// The variances of the two games; 0 of a colour that is not played.
fn weights(m: &Meeting, theta: &[f64], colours: [bool; 2]) -> [f64; 2] {
    let variance = |p: f64| p * (1.0 - p);
    let both = [expected(theta, m.a, m.b), expected(theta, m.b, m.a)].map(variance);
    [0, 1].map(|i| if colours[i] { both[i] } else { 0.0 })
}

fn transposed(m: Square) -> Square {
    [[m[0][0], m[1][0]], [m[0][1], m[1][1]]]
}

fn times(a: Square, b: Square) -> Square {
    a.map(|row| [0, 1].map(|j| row[0] * b[0][j] + row[1] * b[1][j]))
}

/// One over the root of a symmetric matrix, where that is more than rounding; 0 elsewhere.
fn inverse_root(m: Square) -> Square {
    let middle = f64::midpoint(m[0][0], m[1][1]);
    let apart = f64::hypot((m[0][0] - m[1][1]) / 2.0, m[0][1]);
    let root = |x: f64| if x > NOTHING { 1.0 / x.sqrt() } else { 0.0 };
    let (least, most) = (root(middle - apart), root(middle + apart));
    // By its eigenvalues: the least everywhere, and what the greatest has more in its direction.
    let more = match apart > NOTHING {
        true => (most - least) / (2.0 * apart),
        false => 0.0,
    };
    let mut result = m.map(|row| row.map(|x| more * x));
    for (i, row) in result.iter_mut().enumerate() {
        row[i] += least - more * (middle - apart);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_root_twice_is_the_inverse() {
        for m in [
            [[0.9, -0.2], [-0.2, 0.7]],
            [[0.5, 0.0], [0.0, 0.5]],
            [[1.0, 0.0], [0.0, 0.25]],
        ] {
            let root = inverse_root(m);
            let one = times(times(root, root), m);
            for (i, row) in one.iter().enumerate() {
                for (j, x) in row.iter().enumerate() {
                    assert!((x - f64::from(u8::from(i == j))).abs() < 1e-9, "{one:?}");
                }
            }
        }
        // Where nothing is left, nothing is made of it.
        let root = inverse_root([[0.5, 0.5], [0.5, 0.5]]);
        assert!((root[0][0] - 0.5).abs() < 1e-9 && (root[0][1] - 0.5).abs() < 1e-9);
    }
}
