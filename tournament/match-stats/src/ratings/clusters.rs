//! Clusters of dependent games, and what their residuals add to the variance of a difference of ratings.
//!
//! A residual is the points that White scored less those expected. The two of a pair belong
//! together; a game without a partner stands alone. All pairs of a meeting have the same weight in
//! the fit, so they are handled together.
//!
//! The pulls of a difference are its changes by a point more in each of the two games. All
//! contributions of clusters to a difference are quadratic forms in the two pulls.

use super::fit::expected;
use super::meetings::Meeting;

/// The share of a residual left over by the fit that is treated as 0 below this.
const NOTHING: f64 = 1e-9;

/// Two by two numbers, of the game in which the first player is White and of the other.
type Square = [[f64; 2]; 2];

/// A quadratic form in two numbers: the factors of the first one's square, of their product, and of the
/// second one's square.
type Form = [f64; 3];

/// The part of the inverse curvature for the ratings of two players and White's advantage.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct InverseBlock {
    /// The variance of the difference of the two.
    pub(super) apart: f64,
    /// Its covariance with the advantage.
    pub(super) both: f64,
    pub(super) advantage: f64,
}

/// Pairs of a meeting, or its games of one colour that have no partner: then what belongs to the
/// other colour is 0.
#[derive(Debug)]
pub(super) struct Clusters {
    /// The players' places in the inverse curvature.
    pub(super) places: [usize; 2],
    pub(super) count: f64,
    /// The variance by the model that each cluster adds to a difference.
    pub(super) model: Form,
    /// The same as seen in residuals: the variance of its term in the sandwich and, if residuals
    /// were errors, what it would be.
    pub(super) seen: Form,
    pub(super) whole: Form,
    /// The sandwich's variance that all clusters together add.
    pub(super) variance: Form,
    /// Half a point for each game, summed over the games of either colour.
    pub(super) half_points: [f64; 2],
}

impl Clusters {
    /// The products of the pulls of a difference with this response: the first one's square, the product of both, and the
    /// second one's square.
    pub(super) fn products(&self, response: &[f64], advantage: usize) -> [f64; 3] {
        let [x, y] = self.pulls(response, advantage);
        [x * x, x * y, y * y]
    }

    fn pulls(&self, response: &[f64], advantage: usize) -> [f64; 2] {
        let apart = response[self.places[0]] - response[self.places[1]];
        [response[advantage] + apart, response[advantage] - apart]
    }

    /// The change of a difference by half a point more, towards it, in every game.
    pub(super) fn reach(&self, response: &[f64], advantage: usize) -> f64 {
        let pulls = self.pulls(response, advantage);
        self.half_points.iter().zip(pulls).map(|(half_points, pull)| half_points * pull.abs()).sum()
    }

    /// All of a meeting.
    pub(super) fn of(
        m: &Meeting,
        places: [usize; 2],
        theta: &[f64],
        block: InverseBlock,
    ) -> impl Iterator<Item = Self> {
        let variances = [(m.a, m.b), (m.b, m.a)].map(|(white, black)| {
            let p = expected(theta, white, black);
            p * (1.0 - p)
        });
        let kinds = [[true, true], [true, false], [false, true]];
        let kinds = kinds.into_iter().zip(products(m, theta));
        kinds.filter(|(_, (count, _))| *count > 0).map(move |(colours, (count, squares))| {
            let weight = [0, 1].map(|i| if colours[i] { variances[i] } else { 0.0 });
            Self::new(places, count as f64, weight, squares, block)
        })
    }

    /// With the variances of the points of each game by the model, and the products of residuals, summed
    /// over the clusters.
    ///
    /// Residuals are smaller than errors, because the fit follows them: multiplied by the inverse
    /// root of what the fit left over they have the size of errors again, on the average, if the
    /// model's variances are right (Bell and McCaffrey 2002, "CR2").
    fn new(
        places: [usize; 2],
        count: f64,
        weight: [f64; 2],
        squares: Square,
        block: InverseBlock,
    ) -> Self {
        let root = weight.map(f64::sqrt);
        let left = left(root, block);
        let inverse = inverse_root(left);
        let scale = |from: usize, to: usize| {
            if root[from] > 0.0 { root[to] / root[from] } else { 0.0 }
        };
        let adjust = [0, 1].map(|i| [0, 1].map(|j| inverse[i][j] * scale(j, i)));
        let adjusted = times(times(adjust, squares), transposed(adjust));
        let in_points = |m: Square| [0, 1].map(|i| [0, 1].map(|j| root[i] * m[i][j] * root[j]));
        let seen = times(times(inverse, left), inverse);
        Self {
            places,
            count,
            model: [weight[0], 0.0, weight[1]],
            seen: form(in_points(seen)),
            whole: form(in_points(times(inverse, inverse))),
            variance: form(adjusted),
            half_points: root.map(|root| if root > 0.0 { count / 2.0 } else { 0.0 }),
        }
    }
}

/// The share of a direction of errors, in standard deviations of the two games, that the fit leaves over in
/// residuals.
fn left(root: [f64; 2], block: InverseBlock) -> Square {
    let of_game = |sign: f64| block.apart + sign * 2.0 * block.both + block.advantage;
    let across = block.advantage - block.apart;
    let taken = [[of_game(1.0), across], [across, of_game(-1.0)]];
    let whole = |i, j| f64::from(u8::from(i == j));
    [0, 1].map(|i| [0, 1].map(|j| whole(i, j) - root[i] * taken[i][j] * root[j]))
}

/// A form of the two numbers with these products.
#[inline(always)]
pub(super) fn value(form: &Form, products: [f64; 3]) -> f64 {
    form[0] * products[0] + form[1] * products[1] + form[2] * products[2]
}

fn form(m: Square) -> Form {
    [m[0][0], m[0][1] + m[1][0], m[1][1]]
}

/// The number of pairs, and of games of either colour without partners, and the sums of the
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
    let more = if apart > NOTHING { (most - least) / (2.0 * apart) } else { 0.0 };
    let mut result = m.map(|row| row.map(|x| more * x));
    for (i, row) in result.iter_mut().enumerate() {
        row[i] += least - more * (middle - apart);
    }
    result
}
