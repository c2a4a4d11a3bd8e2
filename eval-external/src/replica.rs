//! A second process of an evaluation, which confirms values outside of games.

use engine_core::options::{OptionInfo, OptionKind};
use engine_core::position::Position;

use crate::ExternalError;
use crate::interface::fen;
use crate::library::state::{Kept, Place, place};
use crate::source::Source;

/// An option with its value, and that as a number.
pub(crate) type Setting = (OptionInfo, String, i32);

/// The option at its default.
pub(crate) fn by_default(option: &OptionInfo) -> Setting {
    let (value, number) = match option.kind {
        OptionKind::Flag { default } => (default.to_string(), default.into()),
        OptionKind::Number { default, .. } => (default.to_string(), default),
        _ => (String::new(), 0),
    };
    (option.clone(), value, number)
}

/// So many values are all confirmed: in a short list an error in few of them is found, too.
const FIRST: u64 = 512;
/// One of so many is confirmed after them.
const SHARE: u64 = 64;
/// So many are kept, to be asked again later.
const KEPT: usize = 64;

/// A value of a position with these options.
#[derive(Clone, Debug)]
struct Known {
    settings: Vec<Setting>,
    at: Kept,
    value: i32,
}

/// The second process. All copies of an evaluation share it, so that each of their processes is compared with it.
#[derive(Debug)]
pub(crate) struct Replica {
    source: Source,
    /// The options that it has.
    settings: Vec<Setting>,
    kept: Vec<Known>,
    values: u64,
    random: u64,
}

impl Replica {
    pub(crate) fn new(source: Source) -> Replica {
        Replica { source, settings: Vec::new(), kept: Vec::new(), values: 0, random: FIRST }
    }

    /// Takes a value with these options. Fails if it, or one from before, is another one in the second process: that has
    /// had other positions before, at other times, and another number of them.
    pub(crate) fn take(&mut self, settings: &[Setting], at: Place<'_>, value: i32) -> Result<(), ExternalError> {
        self.values += 1;
        // By lot (xorshift): an error at regular intervals would be met always or never.
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        if self.values > FIRST && !self.random.is_multiple_of(SHARE) {
            return Ok(());
        }
        let known = Known { settings: settings.to_vec(), at: at.kept(), value };
        self.confirm(&known)?;
        let at = (self.random >> 32) as usize % self.kept.len().max(1);
        let before = if self.kept.len() == KEPT {
            self.kept.swap_remove(at)
        } else {
            self.kept.get(at).unwrap_or(&known).clone()
        };
        self.kept.push(known);
        self.confirm(&before)
    }

    fn confirm(&mut self, known: &Known) -> Result<(), ExternalError> {
        let Replica { source, settings, .. } = self;
        let is_set = |option: &OptionInfo| known.settings.iter().any(|(of, ..)| of.name == option.name);
        let dropped = settings.iter().filter(|(option, ..)| !is_set(option)).map(|(option, ..)| by_default(option));
        let set = known.settings.iter().filter(|one| !settings.contains(one)).cloned();
        for (option, value, number) in dropped.chain(set) {
            source.set(&option, &value, number);
        }
        settings.clone_from(&known.settings);
        let second = source.value(place(&known.at))?;
        let is_same = second == known.value;
        is_same.then_some(()).ok_or_else(|| two_values(&known.at.0, known.value, second, ", to another process"))
    }
}

pub(crate) fn two_values(position: &Position, first: i32, second: i32, whom: &str) -> ExternalError {
    let fen = fen(position);
    ExternalError(format!(
        "\"{fen}\" has two values: {first} when it was given first, and {second} when it was given again{whom}; \
         a value may depend on nothing but the position"
    ))
}
