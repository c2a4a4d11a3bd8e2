//! A list of ratings, for people and for programs.

use match_stats::ratings::MAX_PLAYERS_WITH_INTERVALS;
use match_stats::{Interval, Ratings};
use serde::Serialize;

use crate::columns::{Column, Columns};
use crate::document::{Document, plural};
use crate::numbers::{Elo, GivenElo, WhiteAdvantage, cut, elo_text, los_cell, percent, signed, zero_text};
use crate::pgn_results::RatingData;
use crate::table::{ADVANTAGE_UNTOLD, LOS_TITLE, Rows, add_matrix, add_prior, widening_note};
use crate::verdicts::{RatingFit, Verdicts, add_fit, groups_note};

/// Names longer than this are cut off in the table.
const NAME_WIDTH: usize = 30;
/// Groups beyond this many are cut off in the table.
const GROUPS_WIDTH: usize = 9;

/// The content of a list beside the ratings.
#[derive(Debug, Default)]
pub struct Listing {
    /// Games that could not be counted.
    pub skipped: u64,
    /// True if it has the probabilities that one player is stronger than another.
    pub los: bool,
    /// The anchors of the ratings.
    pub anchors: Vec<GivenElo>,
    /// The factor of the ratings' intervals, where results decided who met whom.
    pub widening: Option<f64>,
    /// White's advantage in Elo, if it was given for the ratings.
    pub white_advantage: Option<f64>,
}

/// Ratings of players, the strongest first.
#[derive(Debug, Serialize)]
pub struct RatingList {
    /// The players that are shown.
    players: Vec<RatedPlayer>,
    anchors: Vec<GivenElo>,
    /// Games counted, of all players.
    games: u64,
    pairs: u64,
    skipped: u64,
    /// Games that are the same as an earlier one; they are counted.
    repeated: u64,
    #[serde(flatten, with = "WhiteAdvantage")]
    white_advantage: Interval<Option<f64>>,
    white_advantage_untold: bool,
    draw_rate_at_equal_strength: Option<f64>,
    pools: usize,
    rating_fit: Option<RatingFit>,
    #[serde(skip_serializing_if = "Option::is_none")]
    widening: Option<f64>,
    /// The number of comparisons behind the groups.
    #[serde(skip)]
    differences: usize,
    /// The parts left out, and how to get them.
    #[serde(skip)]
    left_out: Option<String>,
}

#[derive(Debug, Serialize)]
struct RatedPlayer {
    name: String,
    games: u64,
    points: f64,
    /// Without intervals both ends are `None`.
    #[serde(flatten, with = "Elo")]
    elo: Interval<Option<f64>>,
    rating_from_prior: bool,
    /// `None` if there are not letters enough, or too many players for their differences.
    groups: Option<String>,
    /// From 1.
    pool: usize,
    /// Probability of being stronger than each of the players shown, in their order; only on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    los: Option<Vec<Option<f64>>>,
}

impl RatingList {
    /// The list of the players for whom `shown` (of index and number of games) is true.
    pub fn new(
        collected: &RatingData,
        ratings: &Ratings,
        listing: Listing,
        shown: impl Fn(usize, u64) -> bool,
    ) -> Self {
        let counted = counted(collected);
        let mut order: Vec<usize> = (0..collected.players.len()).collect();
        order.retain(|&player| shown(player, counted[player].0));
        let rating = |player: usize| &ratings.players[player];
        order.sort_by(|&a, &b| {
            let by_elo = rating(b).elo.value.total_cmp(&rating(a).elo.value);
            rating(a).group.cmp(&rating(b).group).then(by_elo)
        });
        let estimated = ratings.white_advantage.map(|w| w.value);
        let white = listing.white_advantage.or(estimated).unwrap_or(0.0);
        let verdicts = Verdicts::new(ratings, order.clone(), &collected.meetings, white);
        let name = |player: usize| collected.players[player].as_str();
        let los = (listing.los && !verdicts.too_many).then(|| verdicts.los(&order));
        let left_out = match (ratings.has_intervals(), verdicts.too_many) {
            (false, _) => Some(format!(
                "No intervals, groups and probabilities: there are more than \
                 {MAX_PLAYERS_WITH_INTERVALS} players"
            )),
            (true, true) => Some(format!(
                "No groups and probabilities: to compare {} players with this many games takes too \
                 long;\nshow fewer of them (--min-games, --player)",
                order.len()
            )),
            (true, false) => None,
        };
        let listed = |(place, &player): (usize, &usize)| RatedPlayer {
            name: collected.players[player].clone(),
            games: counted[player].0,
            points: counted[player].1 as f64 / 2.0,
            elo: known(rating(player).elo),
            rating_from_prior: rating(player).prior,
            groups: verdicts.groups_of(player),
            pool: rating(player).group + 1,
            los: los.as_ref().map(|rows| rows[place].clone()),
        };
        Self {
            players: order.iter().enumerate().map(listed).collect(),
            anchors: listing.anchors,
            games: counted.iter().map(|(games, _)| games).sum::<u64>() / 2,
            pairs: collected.meetings.iter().map(|m| m.penta().pairs()).sum(),
            skipped: listing.skipped,
            repeated: collected.repeated,
            white_advantage: ratings.white_advantage.map_or(Interval::UNKNOWN, known),
            white_advantage_untold: ratings.advantage_confounded,
            draw_rate_at_equal_strength: ratings.draw_rate,
            pools: ratings.groups.len(),
            rating_fit: verdicts.rating_fit(name),
            widening: listing.widening,
            differences: verdicts.differences.len(),
            left_out,
        }
    }

    /// The list as a table in lines of `width` characters.
    pub fn document(&self, width: usize) -> Document {
        let columns = self.columns();
        let mut document = columns.document(width);
        document.blank();
        if columns.has("Group", width) {
            document.sentence(groups_note(self.differences));
            document.blank();
        }
        self.add_los(width, &mut document);
        self.add_notes(&mut document);
        document
    }

    /// True if there is a column of groups: not for a single difference, or if there are not letters enough.
    fn has_groups(&self) -> bool {
        self.differences > 1 && self.players.iter().any(|player| player.groups.is_some())
    }

    fn columns(&self) -> Columns {
        let groups = if self.has_groups() { "Group" } else { "" };
        let mut columns = Columns::new([
            Column::right("").gap(0).least(4),
            Column::left("Player").gap(1).cut(),
            Column::left("     Elo").gap(1),
            Column::left("95 % interval").gap(1).least(20),
            Column::left(groups).gap(1).goes(1),
            Column::right("Points").gap(1).least(16).goes(3),
            Column::right("Score").gap(1).goes(2),
        ]);
        for (rank, p) in self.players.iter().enumerate() {
            if self.pools > 1 && (rank == 0 || self.players[rank - 1].pool != p.pool) {
                columns.words(format!("Pool {}", p.pool));
            }
            let Interval { value, low, high } = p.elo.map(signed);
            let star = if p.rating_from_prior { '*' } else { ' ' };
            let groups = p.groups.as_deref().filter(|_| self.has_groups());
            columns.row([
                (rank + 1).to_string(),
                cut(&p.name, NAME_WIDTH),
                format!("{value:>8}{star}"),
                match p.elo.bounded() {
                    Some(_) => format!("[{low}, {high}]"),
                    None => "-".to_owned(),
                },
                groups.map_or(String::new(), |groups| cut(groups, GROUPS_WIDTH)),
                format!("{}/{}", p.points, p.games),
                percent(Some(p.points / p.games as f64)),
            ]);
        }
        columns
    }

    fn add_los(&self, width: usize, to: &mut Document) {
        if self.players.iter().all(|p| p.los.is_none()) {
            return;
        }
        let lengths = self.players.iter().map(|p| p.name.chars().count());
        let rows = Rows {
            names: self.players.iter().map(|p| p.name.as_str()).collect(),
            rank_width: 4,
            name_width: lengths.max().unwrap_or(0).clamp(6, NAME_WIDTH),
            line_width: width,
        };
        let los = |row: usize, column: usize| self.players[row].los.as_ref()?.get(column).copied()?;
        add_matrix(LOS_TITLE, &rows, |row, column| los_cell(los(row, column)), to);
    }

    fn add_notes(&self, to: &mut Document) {
        let paired = 2 * self.pairs;
        to.sentence(format!("{}, {paired} of them in pairs; {} left out", plural(self.games, "game"), self.skipped));
        let white = match self.white_advantage.value {
            Some(_) if self.white_advantage.bounded().is_some() => elo_text(self.white_advantage),
            Some(elo) => format!("{} Elo", signed(Some(elo))),
            None => "not estimated".to_owned(),
        };
        let draws = percent(self.draw_rate_at_equal_strength);
        to.sentence(format!("White's advantage: {white}; draws between equals: {draws}"));
        let rating = |name: &str| self.players.iter().find(|p| p.name == name)?.elo.value;
        to.sentence(format!("Elo: logistic, {}", zero_text(&self.anchors, rating)));
        if let Some(factor) = self.widening {
            to.sentence("Each player met as many of the others, and not all: taken for a Swiss tournament");
            to.sentence(widening_note(factor));
        }
        if let Some(left_out) = &self.left_out {
            to.sentence(left_out);
        }
        if self.white_advantage_untold {
            to.sentence(ADVANTAGE_UNTOLD);
        }
        if let Some(fit) = &self.rating_fit {
            add_fit(fit, to);
        }
        if self.pools > 1 {
            to.warning(format!(
                "{} pools of players have never met, not even by way of others: ratings of \
                 different pools cannot be compared",
                self.pools
            ));
        }
        if self.players.iter().any(|p| p.rating_from_prior) {
            add_prior(to);
        }
    }
}

fn known(elo: Interval) -> Interval<Option<f64>> {
    elo.map(|elo| Some(elo).filter(|elo| elo.is_finite()))
}

/// The games of each player, and the half points.
fn counted(collected: &RatingData) -> Vec<(u64, u64)> {
    let mut counted = vec![(0, 0); collected.players.len()];
    for m in &collected.meetings {
        let by_colour = [(m.a, m.b), (m.b, m.a)].into_iter().zip(m.by_colour());
        for ((white, black), [losses, draws, wins]) in by_colour {
            for (player, won, lost) in [(white, wins, losses), (black, losses, wins)] {
                counted[player].0 += won + draws + lost;
                counted[player].1 += 2 * won + draws;
            }
        }
    }
    counted
}
