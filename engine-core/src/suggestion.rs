//! Suggestions for misspelt names.

/// ` (did you mean "x"?)` if one of the known is close to what was given, else nothing.
pub fn did_you_mean<S: AsRef<str>>(given: &str, known: &[S]) -> String {
    let given = given.to_lowercase();
    let distance = |name: &str| strsim::damerau_levenshtein(&given, &name.to_lowercase());
    let known = known.iter().map(AsRef::as_ref);
    match known.min_by_key(|name| distance(name)) {
        Some(name) if distance(name) <= 1 + name.chars().count() / 3 => {
            format!(" (did you mean {name:?}?)")
        }
        _ => String::new(),
    }
}
