//! A match from the command line, without a file.

use std::path::Path;

use match_stats::StopRule;
use openings::chess960::Numbers;
use openings::{Fingerprint, Order, Variant};

use super::{
    Adjudication, Config, DrawRule, EngineConfig, Format, OpeningPolicy, OpeningSource,
    OpeningsConfig, PgnConfig, ResignRule, RunConfig, SyzygyRule,
};

/// The longest beginning of a run's name that comes from its engines.
const NAME: usize = 40;

/// A few engines and the number of their games.
#[derive(Debug, Clone)]
pub struct MatchConfig<'a> {
    /// The engines, at least two, of different names.
    pub engines: Vec<EngineConfig>,
    /// The format of the tournament.
    pub format: Format,
    /// Openings of each pairing, each played with both colours; at least 1.
    pub pairs: u32,
    /// The sharing of openings among pairings.
    pub policy: OpeningPolicy,
    /// The seed by which openings are drawn.
    pub seed: Seed,
    /// Folders of Syzygy tablebases for adjudication, separated as in PATH.
    pub syzygy: Option<&'a str>,
    /// The chess variant.
    pub variant: Variant,
    /// A file of openings; `None`: the built-in book, or the start positions of Chess960.
    pub book: Option<&'a Path>,
    /// True to skip invalid openings.
    pub skip_bad: bool,
    /// True to repeat a book with too few openings.
    pub wrap: bool,
    /// The stopping rule of a match of two.
    pub stop: Option<StopRule>,
}

/// The source of a match's seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seed {
    /// The user gives it.
    Given(u64),
    /// Derived from the engines: the name of the run does not depend on it.
    Drawn(u64),
}

impl MatchConfig<'_> {
    /// The tournament, with the usual adjudication. Its name has the engines, and differs if anything
    /// but the number of games and the stopping rule does.
    #[must_use]
    pub fn config(self) -> Config {
        let names = self.engines.iter().map(|engine| engine.name.as_str());
        let names = plain(&names.collect::<Vec<_>>().join("-"));
        let mut config = Config {
            run: RunConfig {
                name: String::new(),
                format: self.format,
                pairs: 1,
                cycles: 1,
                seed: match self.seed {
                    Seed::Given(seed) => seed,
                    Seed::Drawn(_) => 0,
                },
                anchor: None,
                strict: false,
                stop: self.stop,
            },
            openings: OpeningsConfig {
                variant: self.variant,
                source: match self.book {
                    None if !self.variant.is_standard() => OpeningSource::Numbers(Numbers::all()),
                    None => OpeningSource::Builtin,
                    Some(path) => OpeningSource::of_file(path),
                },
                order: Order::Random,
                policy: self.policy,
                plies: None,
                start: 1,
                encoding: None,
                skip_bad: self.skip_bad,
                wrap: self.wrap,
            },
            adjudication: Adjudication { syzygy: self.syzygy.map(SyzygyRule::of), ..usual() },
            pgn: PgnConfig::default(),
            time_controls: Vec::new(),
            engines: self.engines,
        }
        .told_to_programs();
        let mut key = Fingerprint::default();
        key.add(&config.without_descriptions().canonical());
        config.run.name = format!("{names}-{:08x}", key.0 >> 32);
        config.run.pairs = self.pairs;
        if let Seed::Drawn(seed) = self.seed {
            config.run.seed = seed;
        }
        config
    }
}

/// The adjudication of configs/match.toml.
fn usual() -> Adjudication {
    Adjudication {
        draw: Some(DrawRule { after: 40, moves: 8, score: 10 }),
        resign: Some(ResignRule { moves: 4, score: 900, both: true }),
        max_moves: Some(200),
        insufficient_material: false,
        syzygy: None,
    }
}

/// A safe first character of a folder's name on every system.
fn plain(text: &str) -> String {
    let fit = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let text: String = text.chars().map(fit).take(NAME).collect();
    let text = text.trim_matches('-');
    match text {
        "" => "match".to_owned(),
        text => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = include_str!("../../../configs/match.toml");

    fn config(pairs: u32, seed: u64) -> Config {
        seeded(pairs, Seed::Given(seed))
    }

    fn seeded(pairs: u32, seed: Seed) -> Config {
        let like = Config::parse("match.toml", FILE, &[], &["chessbin"]).unwrap();
        let config = MatchConfig {
            engines: like.engines,
            format: Format::Match,
            pairs,
            policy: OpeningPolicy::usual(Format::Match, Order::Random),
            seed,
            syzygy: None,
            variant: Variant::Standard,
            book: None,
            skip_bad: false,
            wrap: false,
            stop: None,
        };
        config.config()
    }

    #[test]
    fn a_match_in_one_line_is_what_the_file_says() {
        let mut file = Config::parse("match.toml", FILE, &[], &["chessbin"]).unwrap();
        let line = config(150, 1);
        file.run.name.clone_from(&line.run.name);
        assert_eq!(line, file);
    }

    #[test]
    fn its_name_tells_what_is_played_and_not_how_long() {
        let name = config(150, 1).run.name;
        assert!(name.starts_with("As-printed-Mended-"), "{name}");
        assert_eq!(config(200, 1).run.name, name);
        assert_ne!(config(150, 2).run.name, name);
        let drawn = |seed| seeded(150, Seed::Drawn(seed)).run;
        assert_eq!(drawn(5).seed, 5);
        assert_eq!(drawn(5).name, drawn(6).name);
        assert_eq!(plain("../../etc"), "etc");
        assert_eq!(plain("..."), "match");
    }
}
