//! Hash tables of different sizes: a difference in strength that is none of the engines'.

use std::collections::BTreeMap;

use config::{EngineConfig, EngineKind};

const HASH: &str = "Hash";
/// Engines of one size that are named.
const NAMED: usize = 3;

/// The note that the engines have hash tables of different sizes, as far as the configuration sets them; `None` if they are
/// equal.
pub(super) fn note(engines: &[EngineConfig]) -> Option<String> {
    let mut sizes: BTreeMap<Size, Vec<&str>> = BTreeMap::new();
    for engine in engines {
        let names = sizes.entry(Size::of(&engine.kind)).or_default();
        names.push(&engine.name);
    }
    (sizes.len() > 1).then(|| {
        let sizes: Vec<String> = sizes
            .iter()
            .map(|(size, names)| format!("{size} ({})", listed(names)))
            .collect();
        format!(
            "hash tables are of different sizes: {}; give all the same, by `hash` of evaluators and options = {{ Hash = \
             ... }} of programs, or by --set run.hash=N and --option Hash=N of `evalarena match`",
            sizes.join(", ")
        )
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Size {
    Kib(u64),
    /// That of a program whose option Hash is not set.
    Default,
}

impl Size {
    fn of(kind: &EngineKind) -> Self {
        match kind {
            EngineKind::Evaluator(own) => Size::Kib(own.table_bytes() >> 10),
            EngineKind::Program(program) => {
                let mut options = program.options.iter();
                let hash = options.find(|(name, _)| name.eq_ignore_ascii_case(HASH));
                let mib = hash.and_then(|(_, value)| u64::try_from(value.as_integer()?).ok());
                mib.map_or(Size::Default, |mib| Size::Kib(mib.saturating_mul(1 << 10)))
            }
        }
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Size::Kib(kib) if kib % (1 << 10) == 0 => write!(f, "{} MiB", kib >> 10),
            Size::Kib(kib) => write!(f, "{kib} KiB"),
            Size::Default => f.write_str("the program's default"),
        }
    }
}

fn listed(names: &[&str]) -> String {
    match names.len().saturating_sub(NAMED) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names[..NAMED].join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use config::Config;

    fn note_on(engines: &[&str]) -> Option<String> {
        let engines: String = engines.iter().map(|keys| format!("[[engine]]\n{keys}\n")).collect();
        let text = format!(
            "[run]\nname = \"x\"\nformat = \"round-robin\"\npairs = 1\n[limits]\nnodes = 9\n{engines}"
        );
        note(&Config::parse("x.toml", &text, &[], &["otter", "material"]).unwrap().engines)
    }

    #[test]
    fn different_sizes_are_listed_with_their_engines() {
        let [otter, material] = ["otter", "material"].map(|name| format!("evaluator = {name:?}"));
        assert_eq!(note_on(&[&otter, &material, "command = \"x\"\noptions = { Hash = 1 }"]), None);
        assert_eq!(note_on(&["command = \"x\"", "command = \"y\""]), None);
        let large = "name = \"large\"\nevaluator = \"otter\"\nhash = 16";
        let program = "command = \"x\"\noptions = { hash = 16 }";
        let more = [1, 2, 3].map(|n| format!("name = \"n{n}\"\n{otter}"));
        let engines = [&otter, &more[0], &more[1], &more[2], large, program, "command = \"y\""];
        let sizes =
            "1 MiB (otter, n1, n2 and 1 more), 16 MiB (large, x), the program's default (y);";
        let note = note_on(&engines).unwrap();
        assert!(note.contains(sizes), "{note}");
    }
}
