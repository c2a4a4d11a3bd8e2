//! Small versions of the tables keep the promises: shares with the scatter of few trials.

use super::*;

fn effort(trials: usize) -> Effort {
    Effort { seed: 1, trials }
}

fn number(cell: &str) -> f64 {
    let number = cell.trim_end_matches(" %").trim_start_matches('+');
    number.parse().unwrap()
}

/// Openings of a pairing's own keep the promise that shared ones break.
#[test]
fn luck_with_an_opening_is_shared_by_no_pairings() {
    for row in &ratings::openings(effort(1200)).rows {
        let (covered, wrong) = (number(&row[5]), number(&row[6]));
        match (row[1].as_str(), row[0].as_str()) {
            ("of all", "100") => assert!(covered < 92.5 && wrong > 8.0, "{row:?}"),
            ("of each pairing", _) => assert!(covered > 93.0 && wrong < 9.0, "{row:?}"),
            _ => {}
        }
    }
}

#[test]
fn intervals_tests_and_ratings_keep_their_promises() {
    let matches = matches::intervals(effort(1000));
    for row in &matches.rows {
        // Fishtest's interval of normalised Elo is one for small advantages.
        let far = number(&row[1]) > 50.0;
        for (place, cell) in row.iter().enumerate().filter(|(i, _)| *i > 3 && !(far && *i == 6)) {
            // Few pairs have few outcomes: an interval may hold the truth in all but the rarest
            // of them. Neither fishtest's formula nor single games are for so few.
            let few = number(&row[3]) < 50.0;
            // Of strong favourites the upper end is a wide one.
            let (least, most) = match (few || far, place) {
                (true, 6) => (70.0, 100.0),
                (true, 7) => (87.0, 100.0),
                (true, _) => (91.5, 100.0),
                (false, _) => (91.0, 97.5),
            };
            assert!((least..=most).contains(&number(cell)), "{row:?}");
        }
    }
    let few = effort(100);
    for row in &matches::tests(few).rows {
        assert!(number(&row[4]) <= 14.0, "{row:?}");
        assert!(number(&row[8]) >= 86.0, "{row:?}");
    }
    let field = ratings::table(few);
    for (column, least, most) in [(3, 94.0, 96.5), (5, 93.5, 97.5)] {
        let held = field.rows.iter().map(|row| number(&row[column]));
        let mean = held.sum::<f64>() / field.rows.len() as f64;
        assert!((least..=most).contains(&mean), "{column}: {mean}");
    }
    for row in &field.rows {
        for cell in &row[3..] {
            assert!((84.0..=100.0).contains(&number(cell)), "{row:?}");
        }
        // Five ratings of fifty tournaments.
        assert!(number(&row[4]) >= 91.0, "{row:?}");
    }
    for row in &matches::races(few).rows {
        // A wrong verdict: a difference where there is none, or the wrong sign.
        let wrong = match number(&row[1]) {
            0.0 => number(&row[3]) + number(&row[4]),
            truth if truth > 0.0 => number(&row[4]),
            _ => number(&row[3]),
        };
        assert!(wrong <= 14.0 && number(&row[8]) >= 86.0, "{row:?}");
    }
    assert_eq!(matches.markdown(), matches::intervals(effort(1000)).markdown());
}

#[test]
fn chances_are_those_that_are_played() {
    let world = WORLDS[2];
    let chances = world.pentanomial(50.0);
    assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let (mut counts, mut spun) = ([0.0; 5], [0.0; 5]);
    let wheel = Wheel::new(chances);
    for _ in 0..100_000 {
        let (first, second) = world.play_pair(50.0, &mut random);
        counts[usize::from(first + 2 - second)] += 1e-5;
        spun[wheel.spin(&mut random)] += 1e-5;
    }
    for (count, chance) in counts.iter().chain(&spun).zip(chances.iter().cycle()) {
        let error: f64 = count - chance;
        assert!(error.abs() < 0.006, "{counts:?} {spun:?} {chances:?}");
    }
    let score: f64 = chances.iter().zip(0..).map(|(p, i)| p * f64::from(i) / 4.0).sum();
    let elo = elo_from_score(score).unwrap();
    assert!((elo - world.elo_of_pairs(50.0)).abs() < 1e-9);
}
