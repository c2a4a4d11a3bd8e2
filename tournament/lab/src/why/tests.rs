use super::reasons::Reason;
use super::*;
use crate::suite::moves::read;
use evaluators::registry;

fn ask(position: &str, moves: &[&str], nodes: u64) -> Why {
    let game = Game::parse(position).unwrap();
    let moves: Vec<Move> = moves.iter().map(|text| read(text, game.position()).unwrap()).collect();
    why(&*registry::michniewski(), &game, &moves, nodes, None, &Measurements::default()).unwrap()
}

/// After one ply nothing is left to search: the reasons are the tables' numbers, which are Michniewski's.
#[test]
fn the_reasons_are_the_terms_that_differ() {
    let start = "fen 4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1";
    let mut why = ask(start, &["d2d4", "e2e3"], 400);
    for considered in &mut why.moves {
        // The static values after the move alone.
        let mut game = Game::parse(start).unwrap();
        game.play_uci(if considered.san == "d4" { "d2d4" } else { "e2e3" }).unwrap();
        considered.end = registry::michniewski().explain(&game).unwrap();
    }
    why.moves.sort_by_key(|considered| considered.san != "d4");
    // Pawns: d2 -20, d4 +20, e2 -20, e3 0.
    let reasons = why.reasons(&why.moves[1]);
    assert_eq!(reasons, [Reason { term: "pst_pawn", gain: 200 }]);
    let text = why.document(98).to_string();
    assert!(text.contains("michniewski, 400 nodes a move; White is to move in"), "{text}");
    let row = |name: &str| text.lines().find(|l| l.starts_with(name)).unwrap().to_owned();
    assert_eq!(row("pst_pawn").split_whitespace().collect::<Vec<_>>()[1..], ["0", "-20"]);
}

#[test]
fn black_sees_it_from_the_other_side_and_mates_are_told() {
    let why = ask("fen 6k1/8/8/8/8/8/r4PPP/6K1 b - - 0 1", &["a2a1", "a2a8"], 2000);
    assert_eq!((why.side, why.moves[0].san.as_str()), ("Black", "Ra1#"));
    assert_eq!(why.moves[0].mate, Some(1));
    assert_eq!(why.moves[1].san, "Ra8");
    assert!(why.moves[1].score.unwrap() > 100, "a rook for three pawns");
    assert!(
        why.document(98).to_string().contains("Ra1# is preferred to Ra8: mate in 1"),
        "{}",
        why.document(98).to_string()
    );
}

#[test]
fn one_move_is_compared_with_the_evaluators_own() {
    let why = ask("fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", &["h2h3"], 5000);
    let moves: Vec<&str> = why.moves.iter().map(|c| c.san.as_str()).collect();
    assert_eq!(moves, ["Ra8#", "h3"]);
    // Its own move is compared with nothing.
    let alone = ask("fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", &["a1a8"], 5000);
    assert_eq!(alone.moves.len(), 1);
}
