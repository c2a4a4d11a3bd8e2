//! The compact letter display: significant differences, shown by a letter or two for each player.
//!
//! Every letter is a largest group of players no two of whom differ; two players share a letter if
//! and only if they do not differ. The groups are found by inserting and absorbing (Piepho 2004, "An
//! algorithm for a letter-based representation of all-pairwise comparisons"), here a player at a
//! time. His last step, sweeping, which would remove redundant letters, is left out: so a letter is
//! always a whole group.

/// The letters, one for each group; they limit the number of groups.
const ALPHABET: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The groups, as letters, of players 0 to `players` - 1, which are given from the strongest to the weakest;
/// `differ` is true for two that differ. `None` if there are more groups than letters.
pub(crate) fn group_display(
    players: usize,
    differ: impl Fn(usize, usize) -> bool,
) -> Option<Vec<String>> {
    let mut groups: Vec<Vec<usize>> = vec![Vec::new()];
    for player in 0..players {
        groups = inserted(&groups, player, &differ);
        // One more player never leaves fewer groups, so the check is never too early.
        if groups.len() > ALPHABET.len() {
            return None;
        }
    }
    groups.sort();
    let mut letters = vec![String::new(); players];
    for (group, letter) in groups.iter().zip(ALPHABET.chars()) {
        for &player in group {
            letters[player].push(letter);
        }
    }
    Some(letters)
}

/// The largest groups with one player more: each old group as it is, and with the new player in place of
/// those that differ from it, without groups that lie within another.
fn inserted(
    groups: &[Vec<usize>],
    player: usize,
    differ: &impl Fn(usize, usize) -> bool,
) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    for group in groups {
        let alike = group.iter().filter(|&&other| !differ(other, player));
        let with: Vec<usize> = alike.copied().chain([player]).collect();
        if with.len() <= group.len() {
            found.push(group.clone());
        }
        found.push(with);
    }
    found.sort();
    found.dedup();
    let within = |inner: &[usize], outer: &[usize]| {
        inner.len() < outer.len() && inner.iter().all(|e| outer.binary_search(e).is_ok())
    };
    let is_whole = |group: &&Vec<usize>| !found.iter().any(|other| within(group, other));
    found.iter().filter(is_whole).cloned().collect()
}

#[cfg(test)]
mod tests {
    use rand_pcg::Pcg64Mcg;
    use rand_pcg::rand_core::SeedableRng;

    use super::*;
    use crate::random::uniform;

    fn of_pairs(players: usize, different: &[(usize, usize)]) -> Option<Vec<String>> {
        group_display(players, |a, b| different.contains(&(a, b)) || different.contains(&(b, a)))
    }

    #[test]
    fn known_displays() {
        assert_eq!(of_pairs(3, &[]).unwrap(), ["a", "a", "a"]);
        // The middle one differs from neither.
        assert_eq!(of_pairs(3, &[(0, 2)]).unwrap(), ["a", "ab", "b"]);
        let all = [(0, 1), (0, 2), (1, 2)];
        assert_eq!(of_pairs(3, &all).unwrap(), ["a", "b", "c"]);
        // An inconsistent order: first and last alike, the middle one different from both.
        assert_eq!(of_pairs(3, &[(0, 1), (1, 2)]).unwrap(), ["a", "b", "a"]);
        // A square: 0 differs from 2, 1 from 3.
        let square = of_pairs(4, &[(0, 2), (1, 3)]).unwrap();
        assert_eq!(square, ["ab", "ac", "cd", "bd"]);
        assert_eq!(of_pairs(0, &[]).unwrap(), [""; 0]);
        assert_eq!(group_display(52, |_, _| true).unwrap()[51], "Z");
        assert_eq!(group_display(53, |_, _| true), None);
    }

    /// Two share a letter exactly if they do not differ, and no group could take another player.
    #[test]
    fn letters_agree_with_the_verdicts() {
        const PLAYERS: usize = 9;
        let mut random = Pcg64Mcg::seed_from_u64(5);
        for share in [0.1, 0.3, 0.5, 0.8] {
            for _ in 0..50 {
                let chances: Vec<f64> =
                    (0..PLAYERS * PLAYERS).map(|_| uniform(&mut random)).collect();
                let is_different =
                    |a: usize, b: usize| chances[a.min(b) * PLAYERS + a.max(b)] < share;
                let shown = group_display(PLAYERS, is_different).unwrap();
                for a in 0..PLAYERS {
                    for b in a + 1..PLAYERS {
                        let shared = shown[a].chars().any(|c| shown[b].contains(c));
                        assert_eq!(shared, !is_different(a, b), "{a} {b} {shown:?}");
                    }
                }
                for letter in shown.iter().flat_map(|text| text.chars()) {
                    let has = |player: &usize| shown[*player].contains(letter);
                    let (group, others): (Vec<usize>, Vec<usize>) = (0..PLAYERS).partition(has);
                    let fits = |other: &usize| group.iter().all(|&e| !is_different(e, *other));
                    assert!(!others.iter().any(fits), "{letter} {shown:?}");
                }
            }
        }
    }
}
