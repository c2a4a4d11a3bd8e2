//! Names that come from outside and are kept as long as the process.

use std::collections::HashSet;
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::failure::{ExternalError, quoted};

/// The longest name of a term or an option.
pub(crate) const LONGEST: usize = 80;
/// The most names of a process: an evaluation that makes a new one for each position has no end of them.
const MOST: usize = 4096;

static NAMES: LazyLock<Mutex<HashSet<&'static str>>> = LazyLock::new(Mutex::default);

/// The name, kept once however often it is given.
pub(crate) fn kept(what: &'static str, name: &str) -> Result<&'static str, ExternalError> {
    kept_up_to(LONGEST, what, name)
}

/// The text of at most `most` characters, kept once however often it is given.
pub(crate) fn kept_up_to(
    most: usize,
    what: &'static str,
    name: &str,
) -> Result<&'static str, ExternalError> {
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.get(name) {
        return Ok(known);
    }
    if names.len() >= MOST {
        return Err(ExternalError::TooManyNames(MOST));
    }
    let name: &'static str = Box::leak(checked(most, what, name)?.into());
    names.insert(name);
    Ok(name)
}

/// The text, if it is short and printable.
fn checked<'t>(most: usize, what: &'static str, text: &'t str) -> Result<&'t str, ExternalError> {
    let is_name = (1..=most).contains(&text.chars().count())
        && !text.chars().any(char::is_control)
        && text.trim() == text;
    if is_name {
        return Ok(text);
    }
    Err(ExternalError::Name { what, most, found: quoted(text) })
}

/// As much of the text as makes a name; `otherwise` if nothing does.
pub(crate) fn shortened(text: &str, otherwise: &str) -> Result<&'static str, ExternalError> {
    let printable = text.trim().chars().filter(|c| !c.is_control());
    let name: String = printable.take(LONGEST).collect();
    let name = Some(name.trim()).filter(|name| !name.is_empty());
    kept("the name", name.unwrap_or(otherwise))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_makes_a_name() {
        let long = "x".repeat(79) + " y";
        assert_eq!(shortened(&long, "none").unwrap(), &long[..79]);
        assert_eq!(shortened(" a\nb\t", "none"), Ok("ab"));
        assert_eq!(shortened("\n", "none"), Ok("none"));
    }

    #[test]
    fn a_name_is_kept_once() {
        let first = kept("a term's name", "mobility").unwrap();
        let second = kept("a term's name", &String::from("mobility")).unwrap();
        assert!(std::ptr::eq(first, second));
    }

    #[test]
    fn a_text_that_is_no_name_is_refused() {
        for text in ["", " a", "a\nb", &"x".repeat(LONGEST + 1)] {
            let error = kept("a term's name", text).unwrap_err().to_string();
            assert!(error.starts_with("a term's name is not a name of 1 to 80"), "{error}");
        }
    }
}
