//! Results of any PGN files, and their pairs.

use match_stats::Meeting;
use openings::pgn::{PgnOpening, PgnResult};
use report::pgn_results::{Collector, Merge};

/// The names that games of these players, one after the other against Zed, count for.
fn merged(merges: &[&str], names: &[&str]) -> Result<Vec<String>, String> {
    let merges = merges.iter().map(|text| Merge::parse(text)).collect::<Result<_, _>>()?;
    let mut collector = Collector::new(merges);
    for name in names {
        let (white, black) = ((*name).to_owned(), "Zed".to_owned());
        assert!(collector.add(PgnResult { white, black, ..PgnResult::default() }));
    }
    let data = collector.finish().map_err(|error| error.to_string())?;
    Ok(data.players.into_iter().filter(|name| name != "Zed").collect())
}

#[test]
fn names_lead_to_names_and_may_have_signs_in_them() {
    for (merges, names, expected) in [
        (&["B=A"][..], &["A", "B", "C"][..], &["A", "C"][..]),
        (&["C=B", "B=A"], &["C", "B"], &["A"]),
        (&["\"A=B\"=C"], &["A=B", "A"], &["C", "A"]),
        (&["\"A\"=\"B=C\""], &["A", "A=B"], &["B=C", "A=B"]),
        (&["A=\"B=C\""], &["A", "A=B"], &["B=C", "A=B"]),
        (&["The \"Ace\" A = Ace"], &["The \"Ace\" A"], &["Ace"]),
    ] {
        assert_eq!(merged(merges, names).unwrap(), expected, "{merges:?}");
    }
}

#[test]
fn an_unknown_name_is_an_error() {
    let nearest = "--merge Nobody=A: no player is called \"Nobody\"; the nearest are \"Zed\", \"A\"";
    for (merges, names, expected) in [
        (&["Nobody=A"][..], &["A"][..], nearest),
        (&["Oter=A"], &["A", "Otter", "Other"], "\"Otter\", \"Other\", "),
        (&["A=B=C"], &["A", "A=B"], "with quotes around names that contain"),
        (&["A=B", "A=C"], &["A"], "--merge A=C: \"A\" is merged twice"),
        (&["A=B", "B=A"], &["A"], "the names lead back to A"),
        (&["A"], &["A"], "expected a name before and after"),
        (&["=A"], &["A"], "expected a name before and after"),
        (&["\"A=B"], &["A"], "expected a name before and after"),
    ] {
        let error = merged(merges, names).unwrap_err();
        assert!(error.contains(expected), "{merges:?}: {error}");
    }
}

fn game(round: Option<&str>, opening: Option<PgnOpening>) -> PgnResult {
    PgnResult { round: round.map(str::to_owned), opening, ..PgnResult::default() }
}

fn position(fen: &str) -> Option<PgnOpening> {
    Some(PgnOpening::Position(fen.to_owned()))
}

fn name(name: &str) -> Option<PgnOpening> {
    Some(PgnOpening::Name(name.to_owned()))
}

/// The meetings of these games, each with its players' numbers.
fn meetings(games: &[(PgnResult, usize, usize)]) -> Vec<Meeting> {
    let mut collector = Collector::new(Vec::new());
    for (game, white, black) in games {
        let [white, black] = [white, black].map(ToString::to_string);
        assert!(collector.add(PgnResult { white, black, ..game.clone() }));
    }
    collector.finish().unwrap().meetings
}

/// The pairs and single games among these.
fn counted(games: &[(PgnResult, usize, usize)]) -> (u64, u64) {
    let meetings = meetings(games);
    let pairs = meetings.iter().map(|m| m.penta().pairs()).sum();
    let singles = meetings.iter().flat_map(|m| m.singles).flatten().sum();
    (pairs, singles)
}

/// Fifty pairs, in orders unrelated to them, and all games of one colour first.
#[test]
fn pairs_are_found_wherever_their_games_are() {
    let mut games = Vec::new();
    for pair in 0..50 {
        let round = pair.to_string();
        let of = || game(Some(&round), position(&format!("fen {pair}")));
        games.push((of(), 0, 1));
        games.push((of(), 1, 0));
    }
    assert_eq!(counted(&games), (50, 0));
    for step in [7, 37] {
        let shuffled: Vec<_> = (0..100).map(|at| games[at * step % 100].clone()).collect();
        assert_eq!(counted(&shuffled), (50, 0), "{step}");
    }
    let mut late = games.clone();
    late.sort_by_key(|(_, white, _)| *white);
    assert_eq!(counted(&late), (50, 0));
}

#[test]
fn a_round_or_a_position_is_enough_and_a_name_is_not() {
    let (one, two, sicilian) = (Some("1"), Some("2"), || name("Sicilian"));
    for (first, second, pairs) in [
        (game(one, None), game(one, None), 1),
        (game(one, None), game(two, None), 0),
        (game(one, position("x")), game(two, position("x")), 1),
        (game(one, position("x")), game(one, position("y")), 0),
        (game(one, position("x")), game(one, None), 1),
        (game(None, sicilian()), game(None, sicilian()), 0),
    ] {
        let games = [(first, 0, 1), (game(None, None), 2, 3), (second, 1, 0)];
        assert_eq!(counted(&games).0, pairs, "{games:?}");
    }
    let together = [(game(None, sicilian()), 0, 1), (game(None, sicilian()), 1, 0)];
    assert_eq!(counted(&together), (1, 0));
    // Games with the same colours are not a pair, nor are those of other players.
    let of = |white, black| (game(one, position("x")), white, black);
    assert_eq!(counted(&[of(0, 1), of(0, 1)]), (0, 2));
    assert_eq!(counted(&[of(0, 1), of(2, 0)]), (0, 2));
}

/// All rounds are 1: the position determines the pairs.
#[test]
fn the_surest_bond_comes_first() {
    let game = |(fen, white, points)| {
        let game = game(Some("1"), position(fen));
        (PgnResult { white_half_points: points, ..game }, white, 1 - white)
    };
    let games = [("x", 0, 2), ("y", 0, 0), ("y", 1, 0), ("x", 1, 2)].map(game);
    let [meeting] = meetings(&games)[..] else { panic!("one meeting") };
    // In x White won both games, in y Black: a point each.
    assert_eq!(meeting.penta().0, [0, 0, 2, 0, 0]);
}
