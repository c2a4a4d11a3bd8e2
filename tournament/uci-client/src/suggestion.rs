//! What a misspelt name may have meant.

/// `, did you mean "x"?` if one of the known is close to what was given, else nothing.
pub fn did_you_mean(given: &str, known: &[String]) -> String {
    let given = given.to_lowercase();
    let distance = |name: &String| strsim::damerau_levenshtein(&given, &name.to_lowercase());
    match known.iter().min_by_key(|name| distance(name)) {
        Some(name) if distance(name) <= 1 + name.chars().count() / 3 => {
            format!(", did you mean {name:?}?")
        }
        _ => String::new(),
    }
}
