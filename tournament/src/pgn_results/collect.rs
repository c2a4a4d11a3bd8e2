//! Games into meetings.

use std::collections::{BTreeMap, HashMap};

use match_stats::Meeting;
use openings::results::PgnResult;

/// Names that mean the same player.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    new: HashMap<String, String>,
}

impl Names {
    /// `old` is another name of `new`, which may be another name of something in turn. `None` if
    /// that leads back to `old`.
    #[must_use]
    pub fn merge(mut self, old: &str, new: &str) -> Option<Self> {
        self.new.insert(old.to_owned(), new.to_owned());
        let mut name = new;
        for _ in 0..self.new.len() {
            match self.new.get(name) {
                Some(next) => name = next,
                None => return Some(self),
            }
        }
        None
    }

    /// The name that a player goes by.
    fn resolve<'a>(&'a self, mut name: &'a str) -> &'a str {
        while let Some(new) = self.new.get(name) {
            name = new;
        }
        name
    }
}

/// Games of a list of players.
#[derive(Debug, Default)]
pub struct Collector {
    merged: Names,
    indices: HashMap<String, usize>,
    names: Vec<String>,
    meetings: BTreeMap<(usize, usize), Meeting>,
    /// A game that may be the first of a pair.
    waiting: Option<PgnResult>,
}

/// All that ratings need.
#[derive(Debug, Clone, PartialEq)]
pub struct Collected {
    /// The players in the order of their first games.
    pub players: Vec<String>,
    /// Who met whom.
    pub meetings: Vec<Meeting>,
}

impl Collector {
    /// With names that mean the same player.
    #[must_use]
    pub fn new(merged: Names) -> Self {
        Self {
            merged,
            ..Self::default()
        }
    }

    /// Counts a game, in the order of the file. `false` if, with names merged, somebody plays
    /// against himself.
    #[must_use]
    pub fn add(&mut self, mut game: PgnResult) -> bool {
        for name in [&mut game.white, &mut game.black] {
            let resolved = self.merged.resolve(name);
            if resolved != name {
                *name = resolved.to_owned();
            }
        }
        if game.white == game.black {
            return false;
        }
        match self.waiting.take() {
            Some(first) if first.is_pair_with(&game) => self.add_pair(&first, &game),
            Some(alone) => {
                self.add_single(&alone);
                self.waiting = Some(game);
            }
            None => self.waiting = Some(game),
        }
        true
    }

    /// What follows is another file: no pair reaches across.
    pub fn end_of_file(&mut self) {
        if let Some(alone) = self.waiting.take() {
            self.add_single(&alone);
        }
    }

    /// Players and meetings.
    #[must_use]
    pub fn finish(mut self) -> Collected {
        self.end_of_file();
        Collected {
            players: self.names,
            meetings: self.meetings.into_values().collect(),
        }
    }

    fn meeting(&mut self, game: &PgnResult) -> (&mut Meeting, bool) {
        let (white, black) = (self.index(&game.white), self.index(&game.black));
        let (a, b) = (white.min(black), white.max(black));
        let meeting = self.meetings.entry((a, b));
        (meeting.or_insert_with(|| Meeting::new(a, b)), white == a)
    }

    fn add_pair(&mut self, first: &PgnResult, second: &PgnResult) {
        let (meeting, is_white) = self.meeting(first);
        let (one, other) = (first.white_half_points, second.white_half_points);
        if is_white {
            meeting.add_pair(one, other);
        } else {
            meeting.add_pair(other, one);
        }
    }

    fn add_single(&mut self, game: &PgnResult) {
        let (meeting, is_white) = self.meeting(game);
        meeting.add_single(is_white, game.white_half_points);
    }

    fn index(&mut self, name: &str) -> usize {
        if let Some(&index) = self.indices.get(name) {
            return index;
        }
        let index = self.names.len();
        self.indices.insert(name.to_owned(), index);
        self.names.push(name.to_owned());
        index
    }
}
