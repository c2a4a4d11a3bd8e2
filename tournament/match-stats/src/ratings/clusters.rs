//! Clusters of dependent games, and what their residuals, the points that White scored less those expected, add to the
//! variance of a difference of ratings. All pairs of a meeting have the same weight in the fit and are handled together.
//!
//! The pulls of a difference are its changes by a point more in each of the two games. All
//! contributions of clusters to a difference are quadratic forms in the two pulls.

use super::fit::expected;
use super::meetings::Meeting;

/// The share of a residual left over by the fit that is treated as 0 below this.
const NOTHING: f64 = 1e-9;

/// Two by two numbers, of the game in which the first player is White and of the other.
type Square = [[f64; 2]; 2];

/// The quadratic forms of clusters: factors of the first pull's square, of the product of both, and of the second one's
/// square. With a difference's pulls they are its sums.
#[derive(Debug)]
pub(super) struct Sums<T = f64> {
    /// The variance by the model that each cluster adds to a difference.
    pub(super) model: T,
    /// The same as seen in residuals: the variance of its term in the sandwich and, if residuals
    /// were errors, what it would be.
    pub(super) seen: T,
    pub(super) whole: T,
    /// The sandwich's variance that all clusters together add.
    pub(super) variance: T,
}

/// Pairs of a meeting, or its games of one colour that have no partner: then what belongs to the
/// other colour is 0.
#[derive(Debug)]
pub(crate) struct Clusters {
    /// The places of both players and of White's advantage in a response.
    places: [usize; 3],
    pub(super) count: f64,
    forms: Sums<[f64; 3]>,
    /// Half a point for each game, summed over the games of either colour.
    half_points: [f64; 2],
}

impl Clusters {
    #[inline(always)]
    pub(super) fn sums(&self, response: &[f64]) -> Sums {
        let [x, y] = pulls(self.places.map(|place| response[place]));
        let value = |form: &[f64; 3]| form[0] * (x * x) + form[1] * (x * y) + form[2] * (y * y);
        let Sums { model, seen, whole, variance } = &self.forms;
        let (model, seen) = (value(model), value(seen));
        Sums { model, seen, whole: value(whole), variance: value(variance) }
    }

    /// The change of a difference by half a point more, towards it, in every game.
    pub(super) fn reach(&self, response: &[f64]) -> f64 {
        let pulls = pulls(self.places.map(|place| response[place]));
        self.half_points.iter().zip(pulls).map(|(half_points, pull)| half_points * pull.abs()).sum()
    }

    /// All of a meeting, by the responses of its players and of White's advantage, and the places of these.
    pub(super) fn of(
        m: &Meeting,
        responses: [&[f64]; 3],
        places: [usize; 3],
        theta: &[f64],
    ) -> impl Iterator<Item = Self> {
        let expected = [expected(theta, m.a, m.b), expected(theta, m.b, m.a)];
        // How each game's expected points follow those of each: by the pulls of either's response.
        let at = places.map(|place| pulls(responses.map(|response| response[place])));
        let taken = [0, 1].map(|game| pulls(at.map(|pulls| pulls[game])));
        let kinds = [[true, true], [true, false], [false, true]].into_iter();
        let kinds = kinds.zip(squares(m, expected)).filter(|(_, (count, _))| *count > 0);
        kinds.map(move |(colours, (count, squares))| {
            let variance = |i: usize| expected[i] * (1.0 - expected[i]);
            let weight = [0, 1].map(|i| if colours[i] { variance(i) } else { 0.0 });
            Self::new(places, count as f64, weight, squares, taken)
        })
    }

    /// With the variances of the points of each game by the model, and the products of residuals, summed
    /// over the clusters.
    ///
    /// Residuals are smaller than errors, because the fit follows them: multiplied by the inverse
    /// root of what the fit left over they have the size of errors again, on the average, if the
    /// model's variances are right (Bell and McCaffrey 2002, "CR2").
    fn new(
        places: [usize; 3],
        count: f64,
        weight: [f64; 2],
        squares: Square,
        taken: Square,
    ) -> Self {
        let root = weight.map(f64::sqrt);
        // The share of a direction of errors, in standard deviations, that the fit leaves over.
        let left = square(|i, j| f64::from(u8::from(i == j)) - root[i] * taken[i][j] * root[j]);
        let inverse = inverse_root(left);
        let adjust = square(|i, j| match root[j] {
            0.0 => 0.0,
            from => inverse[i][j] * (root[i] / from),
        });
        let in_points = |m: Square| square(|i, j| root[i] * m[i][j] * root[j]);
        Self {
            places,
            count,
            forms: Sums {
                model: [weight[0], 0.0, weight[1]],
                seen: form(in_points(times(times(inverse, left), inverse))),
                whole: form(in_points(times(inverse, inverse))),
                variance: form(times(times(adjust, squares), square(|i, j| adjust[j][i]))),
            },
            half_points: root.map(|root| if root > 0.0 { count / 2.0 } else { 0.0 }),
        }
    }
}

/// The changes by a point more in each of the two games, of what changes so by the first player's rating, by the
/// second's and by White's advantage.
fn pulls([first, second, advantage]: [f64; 3]) -> [f64; 2] {
    let apart = first - second;
    [advantage + apart, advantage - apart]
}

/// The number of pairs, and of games of either colour without partners, and the sums of the
/// products of their residuals.
fn squares(m: &Meeting, expected: [f64; 2]) -> [(u64, Square); 3] {
    let residual = |colour: usize, half_points: usize| half_points as f64 / 2.0 - expected[colour];
    let mut kinds = [(0, [[0.0; 2]; 2]); 3];
    let mut add = |kind: usize, count: u64, residuals: [f64; 2]| {
        let (sum, squares) = &mut kinds[kind];
        *sum += count;
        *squares = square(|i, j| squares[i][j] + count as f64 * residuals[i] * residuals[j]);
    };
    for ([first, second], count) in m.kinds_of_pairs() {
        add(0, count, [residual(0, first), residual(1, second)]);
    }
    for half_points in 0..3 {
        add(1, m.singles[0][half_points], [residual(0, half_points), 0.0]);
        add(2, m.singles[1][half_points], [0.0, residual(1, half_points)]);
    }
    kinds
}

fn square(of: impl Fn(usize, usize) -> f64) -> Square {
    [0, 1].map(|i| [0, 1].map(|j| of(i, j)))
}

fn times(a: Square, b: Square) -> Square {
    square(|i, j| a[i][0] * b[0][j] + a[i][1] * b[1][j])
}

fn form(m: Square) -> [f64; 3] {
    [m[0][0], m[0][1] + m[1][0], m[1][1]]
}

/// One over the root of a symmetric matrix, where that is more than rounding; 0 elsewhere.
fn inverse_root(m: Square) -> Square {
    let middle = f64::midpoint(m[0][0], m[1][1]);
    let apart = f64::hypot((m[0][0] - m[1][1]) / 2.0, m[0][1]);
    let root = |x: f64| if x > NOTHING { 1.0 / x.sqrt() } else { 0.0 };
    let (least, most) = (root(middle - apart), root(middle + apart));
    // By its eigenvalues: the least everywhere, and what the greatest has more in its direction.
    let more = if apart > NOTHING { (most - least) / (2.0 * apart) } else { 0.0 };
    let diagonal = least - more * (middle - apart);
    square(|i, j| more * m[i][j] + if i == j { diagonal } else { 0.0 })
}
