//! Random positions.

use std::collections::BTreeMap;

use crate::random::RandomGames;

/// The FEN of both kings and up to `most` men of these letters, on random squares and sometimes with the right to
/// castle; it may well be illegal.
pub fn scattered(random: &mut RandomGames, letters: &[u8], most: usize) -> String {
    let mut men = BTreeMap::new();
    let mut rights = String::new();
    if random.below(3) == 0 {
        let corners = [(60, 'K'), (63, 'R'), (56, 'R'), (4, 'k'), (7, 'r'), (0, 'r')];
        men.extend(corners);
        rights.extend("KQkq".chars().filter(|_| random.below(3) > 0));
    } else {
        men.extend([(random.below(64), 'K'), (random.below(64), 'k')]);
    }
    for _ in 0..random.below(most + 1) {
        let letter = char::from(letters[random.below(letters.len())]);
        let at = match letter {
            'P' | 'p' => 8 + random.below(48),
            _ => random.below(64),
        };
        men.entry(at).or_insert(letter);
    }
    let man = |at: usize| men.get(&at).unwrap_or(&'1');
    let row = |row: usize| (8 * row..8 * row + 8).map(man).collect::<String>();
    let rows: Vec<String> = (0..8).map(row).collect();
    let turn = ["w", "b"][random.below(2)];
    let rights = if rights.is_empty() { "-" } else { &rights };
    let clock = [0, 7, 96, 100][random.below(4)];
    format!("{} {turn} {rights} - {clock} 1", rows.join("/"))
}
