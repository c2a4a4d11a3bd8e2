//! Many names shortened to families.

/// The names in their order, those with the same text before a dot as one: `value.*` for `value.pawn` and
/// `value.knight`. A name that is alone with its text stays whole.
pub fn families<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    let mut families: Vec<(Option<&str>, &str, usize)> = Vec::new();
    for name in names {
        let family = name.split_once('.').map(|(family, _)| family);
        let mut known = families.iter_mut();
        match known.find(|(other, ..)| family.is_some() && *other == family) {
            Some((.., members)) => *members += 1,
            None => families.push((family, name, 1)),
        }
    }
    let shortened = families.into_iter().map(|(family, name, members)| match family {
        Some(family) if members > 1 => format!("{family}.*"),
        _ => name.to_owned(),
    });
    shortened.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_family_are_shortened_to_one() {
        let names = ["a", "b.x", "c.x", "b.y.z", "b", "a"];
        assert_eq!(families(names), ["a", "b.*", "c.x", "b", "a"]);
        assert!(families([]).is_empty());
    }
}
