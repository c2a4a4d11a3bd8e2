"""The known answers of tests/statistics/ratings.rs: intervals of ratings by their definition (docs/statistics.md, Many players).

Every pair is a cluster of its own, matrices are whole, and the root of a matrix is Denman and Beavers'.

    python3 tournament/match-stats/tests/data/ratings.py
"""

import json
from math import atan, cos, exp, inf, lgamma, log, pi, sqrt

ELO = 400 / log(10)
PRIOR = 1 / (400 / ELO) ** 2
Z95 = 1.959963984540054

# Players, White's half points in both games of a pair, and games without a partner by colour.
MEETINGS = [
    (0, 1, [[1, 2, 3], [4, 9, 2], [8, 7, 5]], [[0] * 3] * 2),
    (0, 2, [[2, 2, 1], [3, 6, 4], [9, 5, 2]], [[0] * 3] * 2),
    (1, 2, [[3, 1, 2], [2, 7, 3], [6, 4, 3]], [[0] * 3] * 2),
    (2, 3, [[0, 0, 1], [1, 1, 0], [2, 0, 0]], [[0, 1, 2], [1, 1, 0]]),
    (0, 4, [[0, 0, 0], [0, 0, 0], [3, 0, 0]], [[0] * 3] * 2),
    (3, 5, [[0, 0, 0], [0, 0, 0], [1, 0, 0]], [[0] * 3] * 2),
    (4, 5, [[0, 1, 1], [0, 3, 0], [1, 1, 0]], [[0] * 3] * 2),
    (6, 7, [[0, 0, 0], [0, 4, 0], [0, 0, 0]], [[0] * 3] * 2),
]
# Each core, whose first player is at 0, and the players whose prior is around its mean.
CORES = [([0, 1, 2, 3], [4, 5]), ([6, 7], [])]


def clusters(meetings):
    """Lists of games: White, Black, White's points."""
    for a, b, pairs, singles in meetings:
        for first, row in enumerate(pairs):
            for second, count in enumerate(row):
                yield from [[(a, b, first / 2), (b, a, second / 2)]] * count
        for (white, black), games in zip([(a, b), (b, a)], singles):
            for points, count in enumerate(games):
                yield from [[(white, black, points / 2)]] * count


def inverse(matrix):
    n = len(matrix)
    rows = [list(row) + [float(i == j) for j in range(n)] for i, row in enumerate(matrix)]
    for i in range(n):
        best = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[best] = rows[best], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for r in range(n):
            if r != i:
                rows[r] = [x - rows[r][i] * y for x, y in zip(rows[r], rows[i])]
    return [row[n:] for row in rows]


def inverse_root(matrix):
    root, other = matrix, [[float(i == j) for j in range(len(matrix))] for i in range(len(matrix))]
    mean = lambda a, b: [[(x + y) / 2 for x, y in zip(*rows)] for rows in zip(a, b)]
    for _ in range(60):
        root, other = mean(root, inverse(other)), mean(other, inverse(root))
    return other


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def times(matrix, vector):
    return [dot(row, vector) for row in matrix]


def student_below(x, freedom):
    """By Simpson's rule, after Hill's substitution x = sqrt(freedom) tan(angle)."""
    if freedom == inf:
        steps, f, end = 4000, lambda t: exp(-t * t / 2) / sqrt(2 * pi), x
    else:
        scale = exp(lgamma((freedom + 1) / 2) - lgamma(freedom / 2)) / sqrt(pi)
        steps, f, end = 4000, lambda t: scale * cos(t) ** (freedom - 1), atan(x / sqrt(freedom))
    h = end / steps
    inner = sum((4 if i % 2 else 2) * f(i * h) for i in range(1, steps))
    return 0.5 + h / 3 * (f(0) + inner + f(end))


def t95(freedom):
    low, high = 1.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if student_below(middle, freedom) < 0.975 else (low, middle)
    return low


def rising_zero(low, high, function):
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) < 0 else (low, middle)
    return low


def draws(p, even):
    """Davidson's: the root of wins times losses is to draws as between equals."""
    ratio = (1 - even) / 2 / even
    return rising_zero(0.0, 2 * min(p, 1 - p), lambda d: ratio * d - sqrt(max(0.0, (p - d / 2) * (1 - p - d / 2))))


class Fit:
    def __init__(self, players, meetings, cores, advantage_is_free=True):
        self.players, self.cores = players, cores
        self.theta = [0.0] * (players + 1)
        core_of = {player: i for i, (core, _) in enumerate(cores) for player in core}
        inner = lambda cluster: core_of.get(cluster[0][0], -1) == core_of.get(cluster[0][1], -2)
        self.inside = [c for c in clusters(meetings) if inner(c)]
        outer = [c for c in clusters(meetings) if not inner(c)]
        free = [player for core, _ in cores for player in core[1:]] + [players] * advantage_is_free
        rest = [player for _, others in cores for player in others]
        self.maximise(self.inside, free, [])
        self.maximise(outer, rest, rest)
        self.bread = self.spread_out(inverse(self.curvature(self.inside, free, free)), free, free)
        own = inverse(self.curvature(outer, rest, rest, PRIOR))
        self.own = self.spread_out(own, rest, rest)
        pull = [[-x for x in row] for row in self.curvature(outer, rest, range(players + 1))]
        for i, player in enumerate(rest):
            for other in rest:
                pull[i][other] = 0.0
            core = next(core for core, others in cores if player in others)
            for other in core:
                pull[i][other] += PRIOR / len(core)
        columns = list(zip(*pull))
        follow = [[dot(row, column) for column in columns] for row in own]
        self.follow = dict(zip(rest, follow))
        self.left = [self.left_over(cluster) for cluster in self.inside]
        self.adjust = [inverse_root(left) for left in self.left]

    def expected(self, white, black):
        return 1 / (1 + exp(-(self.theta[white] - self.theta[black] + self.theta[self.players])))

    def form(self, white, black):
        form = [0.0] * (self.players + 1)
        form[white], form[black], form[self.players] = 1.0, -1.0, 1.0
        return form

    def curvature(self, games, rows, columns, prior=0.0):
        result = [[prior * (r == c) for c in columns] for r in rows]
        for white, black, _ in (game for cluster in games for game in cluster):
            p, form = self.expected(white, black), self.form(white, black)
            for i, r in enumerate(rows):
                for j, c in enumerate(columns):
                    result[i][j] += p * (1 - p) * form[r] * form[c]
        return result

    def maximise(self, games, free, priors):
        centre = {}
        for core, others in self.cores:
            for player in others:
                centre[player] = sum(self.theta[c] for c in core) / len(core)
        for _ in range(50):
            slope = [0.0] * (self.players + 1)
            for white, black, points in (game for cluster in games for game in cluster):
                surplus = points - self.expected(white, black)
                slope = [s + surplus * x for s, x in zip(slope, self.form(white, black))]
            for player in priors:
                slope[player] -= PRIOR * (self.theta[player] - centre[player])
            curvature = self.curvature(games, free, free, PRIOR if priors else 0.0)
            step = times(inverse(curvature), [slope[e] for e in free])
            for player, change in zip(free, step):
                self.theta[player] += change

    def spread_out(self, matrix, rows, columns):
        whole = [[0.0] * (self.players + 1) for _ in range(self.players + 1)]
        for r, row in zip(rows, matrix):
            for c, x in zip(columns, row):
                whole[r][c] = x
        return whole

    def left_over(self, cluster):
        roots = [sqrt(p * (1 - p)) for p in (self.expected(w, b) for w, b, _ in cluster)]
        forms = [self.form(w, b) for w, b, _ in cluster]
        taken = [[dot(one, times(self.bread, other)) for other in forms] for one in forms]
        places = range(len(cluster))
        return [[(i == j) - roots[i] * taken[i][j] * roots[j] for j in places] for i in places]

    def judge(self, weights):
        """The sum, half of its 95 % interval, both in Elo, and the probability that it is above 0."""
        value = dot(weights, self.theta)
        own = dot(weights, times(self.own, weights))
        inside = [0.0 if e in self.follow else w for e, w in enumerate(weights)]
        for player, row in self.follow.items():
            inside = [x + weights[player] * y for x, y in zip(inside, row)]
        moved = times(self.bread, inside)
        model = mean = square = squares = variance = reach = 0.0
        for cluster, left, adjust in zip(self.inside, self.left, self.adjust):
            p = [self.expected(w, b) for w, b, _ in cluster]
            roots = [sqrt(p * (1 - p)) for p in p]
            pulls = [dot(self.form(w, b), moved) for w, b, _ in cluster]
            scaled = [x * root for x, root in zip(pulls, roots)]
            turned = times(adjust, scaled)
            residuals = [(game[2] - p) / root for game, p, root in zip(cluster, p, roots)]
            seen = dot(turned, times(left, turned))
            model, squares = model + dot(scaled, scaled), squares + dot(scaled, scaled) ** 2
            mean, square = mean + seen, square + seen * dot(turned, turned)
            variance += dot(scaled, times(adjust, residuals)) ** 2
            reach += sum(map(abs, pulls)) / 2
        if not square:
            return ELO * value, ELO * Z95 * sqrt(own), 0.5
        seen, clusters = mean**2 / square, model**2 / squares
        freedom = max(seen, 5)
        variance = (seen * variance + (freedom - seen) * model) / freedom
        unseen = (reach * (1 - 0.025 ** (1 / clusters))) ** 2 if variance < model / (4 * clusters) else 0.0
        half_width = sqrt(t95(freedom) ** 2 * variance + unseen + Z95**2 * own)
        if own > 0:
            freedom = clusters = inf
        deviation = half_width / (Z95 if freedom == inf else t95(freedom))
        wrong = 0.5 ** (clusters + 1)
        los = min(max(student_below(value / deviation, freedom), wrong), 1 - wrong)
        return ELO * value, ELO * half_width, los


def unit(players, *signs):
    return [float(e in signs[:1]) - float(e in signs[1:]) for e in range(players + 1)]


def eight():
    fit = Fit(8, MEETINGS, CORES)
    games = [game for cluster in fit.inside for game in cluster]
    seen = sum(points == 0.5 for _, _, points in games)
    expected = lambda even: sum(draws(fit.expected(white, black), even) for white, black, _ in games)
    print("draws", "%.7f" % rising_zero(1e-6, 1 - 1e-6, lambda even: expected(even) - seen))
    for player in range(6):
        mean = [x - (e < 6) / 6 for e, x in enumerate(unit(8, player))]
        print(player, "%.7f %.7f" % fit.judge(mean)[:2])
    for a, b in [(0, 1), (2, 3), (1, 4), (4, 5), (6, 7)]:
        print(a, b, "%.7f %.7f %.10f" % fit.judge(unit(8, a, b)))
    print("white", "%.7f %.7f" % fit.judge(unit(8, 8))[:2])


def pairs_of(penta):
    """Pairs by the first player's points as the tests have them: White's half points in both games."""
    pairs = [[0] * 3 for _ in range(3)]
    for points, count in enumerate(penta):
        first = (points + 1) // 2
        pairs[first][2 + first - points] += count
    return pairs


def mean_of(anchors):
    """The weights of anchors, the mean of what is given and half of its 95 % interval."""
    certain = [not error for _, _, error in anchors]
    precision = [float(c) if any(certain) else error**-2 for c, (_, _, error) in zip(certain, anchors)]
    weights = {player: p / sum(precision) for p, (player, _, _) in zip(precision, anchors)}
    given = sum(weights[player] * elo for player, elo, _ in anchors)
    return weights, given, 0.0 if any(certain) or not anchors else sum(precision) ** -0.5


def small(players, pentas, anchors, cores):
    """A row of the small fields, without an advantage: each player's Elo, half of its interval, prior and group."""
    meetings = [(a, b, pairs_of(penta), [[0] * 3] * 2) for a, b, penta in pentas]
    fit = Fit(players, meetings, cores, False)
    ratings = [None] * players
    for group, (core, others) in enumerate(cores):
        members = core + others
        own = [anchor for anchor in anchors if anchor[0] in members]
        weights, _, error = mean_of(own)
        given = mean_of(own or anchors)[1]
        weights = weights or {e: 1 / len(members) for e in members}
        for player in members:
            row = [x - weights.get(e, 0.0) for e, x in enumerate(unit(players, player))]
            value, half = fit.judge(row)[:2]
            if len(members) == 1 and not own:
                value, half = 0.0, 400 * Z95
            half = error if [player] == [e for e, _, _ in own] else sqrt(half**2 + error**2)
            prior = player in others or len(core) == 1
            ratings[player] = [round(value + given, 7), round(half, 7), prior, group]
    return [players, pentas, anchors, ratings]


MATCH, EVEN, WON, DRAWN = [34, 54, 63, 64, 75], [2, 1, 3, 1, 2], [0, 0, 0, 0, 4], [0, 0, 12, 0, 0]
LOST = [[0, 1, MATCH], [0, 2, [0, 0, 0, 0, 50]], [1, 2, [0, 0, 0, 0, 50]]]
CHAIN = [[0, 1, [20, 30, 90, 30, 20]], [1, 2, DRAWN], [2, 3, [20, 30, 90, 30, 20]]]
APART = [[0, 3, [1, 2, 9, 5, 3]], [1, 2, [1, 2, 9, 5, 3]]]
PARTS = [[0, 1, EVEN], [2, 3, EVEN], [0, 2, WON], [1, 3, WON]]
SCORED = [[0, 1, [0, 0, 2, 0, 0]], [1, 2, WON], [4, 3, WON], [3, 5, WON], [5, 4, WON]]
THREE = [[0, 1, [0, 0, 10, 10, 5]], [1, 2, [0, 5, 10, 5, 5]], [0, 2, [0, 0, 10, 10, 5]]]
ALL = [([0, 1, 2], [])]
eight()
for field in [
    (2, [[0, 1, MATCH]], [[1, 0, 0]], [([0, 1], [])]),
    (2, [[0, 1, MATCH]], [], [([0, 1], [])]),
    (2, [[0, 1, DRAWN]], [[0, 0, 0]], [([0, 1], [])]),
    (2, [[0, 1, [3, 2, 2, 2, 3]]], [[1, 0, 0]], [([0, 1], [])]),
    (2, [[0, 1, [0, 0, 0, 0, 1]]], [], [([0], [1])]),
    (3, [], [], [([0], []), ([1], []), ([2], [])]),
    (3, LOST, [[0, 0, 0]], [([0, 1], [2])]),
    (3, LOST, [[2, 0, 0]], [([0, 1], [2])]),
    (4, CHAIN, [[1, 0, 0]], [([0, 1, 2, 3], [])]),
    (5, APART, [[3, 100, 0]], [([0, 3], []), ([1, 2], []), ([4], [])]),
    (4, PARTS, [], [([0, 1], [2, 3])]),
    (7, SCORED, [], [([0, 1], [2]), ([3, 4, 5], []), ([6], [])]),
    (3, THREE, [[0, 2100, 0], [2, 2000, 0]], ALL),
    (3, THREE, [[0, 2100, 30], [2, 2000, 60]], ALL),
    (3, THREE, [[0, 2100, 0], [2, 2000, 60]], ALL),
    (3, THREE, [[2, 2000, 0]], ALL),
    (3, THREE, [[2, 2000, 18]], ALL),
]:
    print(json.dumps(small(*field)))
