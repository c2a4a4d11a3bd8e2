//! Names that mean the same player.

use std::collections::HashMap;

/// The maximum number of similar names in a message.
const NEAREST: usize = 3;

/// A merge of names: the games of OLD count as NEW's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merge {
    text: String,
    /// The possible readings, as names may contain a "=".
    readings: Vec<(String, String)>,
}

/// Reasons that names cannot be merged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum MergeError {
    /// Not two names.
    #[error(
        "there must be a name before and after a \"=\"; write OLD=NEW, or \"OLD\"=\"NEW\" with quotes"
    )]
    Syntax,
    /// No player has this name.
    #[error("--merge {text}: no player is called {}{}", quoted(.old, " or "), like(.nearest))]
    Unknown { text: String, old: Vec<String>, nearest: Vec<String> },
    /// Several players may be meant.
    #[error("--merge {text}: it can mean {}; put quotes around each name: \"OLD\"=\"NEW\"", quoted(.old, " or "))]
    Ambiguous { text: String, old: Vec<String> },
    /// One name has two replacements.
    #[error("--merge {0}: {1:?} is merged twice; leave one out")]
    Twice(String, String),
    /// The merges form a cycle.
    #[error("--merge {0}: the names lead back to {1}; leave one out")]
    Circle(String, String),
}

fn quoted(names: &[String], between: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
    quoted.join(between)
}

fn like(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => format!("; the nearest is {one:?}"),
        more => format!("; the nearest are {}", quoted(more, ", ")),
    }
}

impl Merge {
    /// Reads `OLD=NEW`; either name may be quoted, and must be if it is ambiguous.
    ///
    /// # Errors
    /// If there are no two names.
    pub fn parse(text: &str) -> Result<Self, MergeError> {
        let name = |part: &str| -> Option<String> {
            let part = part.trim();
            let bare = part.strip_prefix('"').and_then(|part| part.strip_suffix('"'));
            let name = bare.unwrap_or(part).trim();
            (!name.is_empty()).then(|| name.to_owned())
        };
        let is_whole = |part: &str| {
            let part = part.trim();
            !part.starts_with('"') || part.len() > 1 && part.ends_with('"')
        };
        let is_quoted = |part: &str| part.trim().starts_with('"') && is_whole(part);
        let splits = text.match_indices('=').map(|(at, _)| (&text[..at], &text[at + 1..]));
        let splits: Vec<(&str, &str)> =
            splits.filter(|(old, new)| is_whole(old) && is_whole(new)).collect();
        // Quotes mark the ends of names.
        let with_quotes = splits.iter().any(|(old, new)| is_quoted(old) || is_quoted(new));
        let chosen =
            splits.iter().filter(|(old, new)| !with_quotes || is_quoted(old) || is_quoted(new));
        let readings: Vec<(String, String)> =
            chosen.filter_map(|(old, new)| Some((name(old)?, name(new)?))).collect();
        if readings.is_empty() {
            Err(MergeError::Syntax)
        } else {
            Ok(Self { text: text.to_owned(), readings })
        }
    }
}

/// The names of players, and their replacements.
#[derive(Debug, Default)]
pub(super) struct Names {
    merges: Vec<Merge>,
    /// The merges and readings in which a name is the old one.
    readings: HashMap<String, Vec<(usize, usize)>>,
    /// The readings of each merge that were used.
    used: Vec<Vec<usize>>,
    wrong: Option<MergeError>,
}

impl Names {
    pub(super) fn new(merges: Vec<Merge>) -> Self {
        let mut readings: HashMap<String, Vec<(usize, usize)>> = HashMap::new();
        for (index, merge) in merges.iter().enumerate() {
            for (reading, (old, _)) in merge.readings.iter().enumerate() {
                readings.entry(old.clone()).or_default().push((index, reading));
            }
        }
        Self { used: vec![Vec::new(); merges.len()], merges, readings, wrong: None }
    }

    /// Replaces a name by the one that its player is counted as.
    pub(super) fn resolve(&mut self, name: &mut String) {
        for _ in 0..=self.merges.len() {
            let Some(of_name) = self.readings.get(name) else {
                return;
            };
            let (index, reading) = of_name[0];
            if of_name.len() > 1 {
                let text = self.merges[of_name[1].0].text.clone();
                self.wrong.get_or_insert_with(|| MergeError::Twice(text, name.clone()));
            }
            if !self.used[index].contains(&reading) {
                self.used[index].push(reading);
            }
            name.clone_from(&self.merges[index].readings[reading].1);
        }
        if let Some(&(index, _)) = self.readings.get(name).and_then(|of_name| of_name.first()) {
            let text = self.merges[index].text.clone();
            self.wrong.get_or_insert_with(|| MergeError::Circle(text, name.clone()));
        }
    }

    /// The old names for which a merge was used.
    fn meant(&self, index: usize) -> impl Iterator<Item = &String> {
        let readings = &self.merges[index].readings;
        self.used[index].iter().map(|&reading| &readings[reading].0)
    }

    /// An error unless every merge means one player; `players` are those that were not merged.
    pub(super) fn check(&self, players: &[String]) -> Result<(), MergeError> {
        if let Some(wrong) = &self.wrong {
            return Err(wrong.clone());
        }
        let merged = (0..self.merges.len()).flat_map(|index| self.meant(index));
        let known: Vec<&String> = players.iter().chain(merged).collect();
        for (index, merge) in self.merges.iter().enumerate() {
            let text = merge.text.clone();
            match self.used[index].len() {
                0 => {
                    let old: Vec<String> =
                        merge.readings.iter().map(|(old, _)| old.clone()).collect();
                    let nearest = nearest_to(&old[0], &known);
                    return Err(MergeError::Unknown { text, old, nearest });
                }
                1 => {}
                _ => {
                    let old = self.meant(index).cloned().collect();
                    return Err(MergeError::Ambiguous { text, old });
                }
            }
        }
        Ok(())
    }
}

fn nearest_to(name: &str, known: &[&String]) -> Vec<String> {
    let mut known = known.to_vec();
    known.sort_by_cached_key(|other| (-1e6 * strsim::jaro_winkler(other, name)) as i64);
    known.dedup();
    known.into_iter().take(NEAREST).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(merges: &[&str], names: &[&str]) -> Result<Vec<String>, String> {
        let merges = merges.iter().map(|text| Merge::parse(text)).collect::<Result<_, _>>();
        let mut known = Names::new(merges.map_err(|error: MergeError| error.to_string())?);
        let mut resolved = Vec::new();
        for name in names {
            let mut name = (*name).to_owned();
            known.resolve(&mut name);
            resolved.push(name);
        }
        known.check(&resolved).map_err(|error| error.to_string())?;
        Ok(resolved)
    }

    #[test]
    fn names_lead_to_names_and_may_have_signs_in_them() {
        for (merges, names, expected) in [
            (&["B=A"][..], &["A", "B", "C"][..], &["A", "A", "C"][..]),
            (&["C=B", "B=A"], &["C", "B"], &["A", "A"]),
            (&["Eng,Hash=64=Eng"], &["Eng,Hash=64", "Eng,Hash=128"], &["Eng", "Eng,Hash=128"]),
            (&["A=Eng,Hash=64"], &["A"], &["Eng,Hash=64"]),
            (&["\"A=B\"=C"], &["A=B", "A"], &["C", "A"]),
            (&["\"A\"=\"B=C\""], &["A", "A=B"], &["B=C", "A=B"]),
            (&["A=\"B=C\""], &["A", "A=B"], &["B=C", "A=B"]),
            (&["The \"Ace\" A = Ace"], &["The \"Ace\" A"], &["Ace"]),
        ] {
            assert_eq!(merged(merges, names).unwrap(), expected, "{merges:?}");
        }
    }

    #[test]
    fn an_unknown_or_ambiguous_name_is_an_error() {
        for (merges, names, expected) in [
            (
                &["Nobody=A"][..],
                &["A"][..],
                "--merge Nobody=A: no player is called \"Nobody\"; the nearest is \"A\"",
            ),
            (&["Oter=A"], &["A", "Otter", "Other", "Zed"], "\"Otter\", \"Other\", "),
            (&["X=1=Y"], &["A"], "no player is called \"X\" or \"X=1\""),
            (&["A=B=C"], &["A", "A=B"], "it can mean \"A\" or \"A=B\"; put quotes"),
            (&["A=B", "A=C"], &["A"], "--merge A=C: \"A\" is merged twice"),
            (&["A=B", "B=A"], &["A"], "the names lead back to B"),
            (&["A"], &["A"], "there must be a name before and after"),
            (&["=A"], &["A"], "there must be a name before and after"),
            (&["\"A=B"], &["A"], "there must be a name before and after"),
        ] {
            let error = merged(merges, names).unwrap_err();
            assert!(error.contains(expected), "{merges:?}: {error}");
        }
    }
}
