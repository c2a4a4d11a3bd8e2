//! The list for people.

use match_stats::Interval;
use match_stats::ratings::{MAX_PLAYERS_WITH_INTERVALS, PRIOR_SD};

use super::{LeftOut, RatingList};
use crate::columns::{Column, Columns};
use crate::document::Document;
use crate::numbers::zero_text;
use crate::numbers::{cut, elo_text, los_cell, percent, signed};
use crate::table::ADVANTAGE_UNTOLD;
use crate::table::{LOS_TITLE, Rows, add_matrix};
use crate::verdicts::{add_fit, groups_note};

/// Names longer than this are cut off in the table.
const NAME_WIDTH: usize = 30;
/// Groups beyond this many are cut off in the table.
const GROUPS_WIDTH: usize = 9;

impl RatingList {
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
        let los =
            |row: usize, column: usize| self.players[row].los.as_ref()?.get(column).copied()?;
        add_matrix(LOS_TITLE, &rows, |row, column| los_cell(los(row, column)), to);
    }

    fn add_notes(&self, to: &mut Document) {
        let paired = 2 * self.pairs;
        to.sentence(format!(
            "{} games, {paired} of them in pairs; {} left out",
            self.games, self.skipped
        ));
        let white = match self.white_advantage.value {
            Some(_) if self.white_advantage.bounded().is_some() => elo_text(self.white_advantage),
            Some(elo) => format!("{} Elo", signed(Some(elo))),
            None => "not estimated".to_owned(),
        };
        let draws = percent(self.draw_rate_at_equal_strength);
        to.sentence(format!("White's advantage: {white}; draws between equals: {draws}"));
        let rating = |name: &str| self.players.iter().find(|p| p.name == name)?.elo.value;
        to.sentence(format!("Elo: logistic, {}", zero_text(&self.anchors, rating)));
        if let Some(left_out) = self.left_out {
            to.sentence(left_out.text(self.players.len()));
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
            to.sentence(format!(
                "* no finite rating from the results alone: a weak prior (standard deviation \
                 {PRIOR_SD} Elo) stands in"
            ));
        }
    }
}

impl LeftOut {
    fn text(self, players: usize) -> String {
        match self {
            Self::Intervals => format!(
                "No intervals, groups and probabilities: there are more than \
                 {MAX_PLAYERS_WITH_INTERVALS} players"
            ),
            Self::Comparisons => format!(
                "No groups and probabilities: to compare {players} players with this many games takes too \
                 long;\nshow fewer of them (--min-games, --player)"
            ),
        }
    }
}
