//! Games are replayed as they were played: the page's moves and positions against those of games.pgn.

use std::fs;

use pgn_reader::{RawTag, Reader as PgnReader, SanPlus, Skip, Visitor};
use serde_json::json;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};
use std::ops::ControlFlow;

use crate::browser::Reader;
use crate::common::{Contents, json as json_of};
use crate::played::Played;

/// A game of a PGN: its moves in SAN, and the board at its end.
struct Games(CastlingMode);

impl Visitor for Games {
    type Tags = Chess;
    type Movetext = (Chess, Vec<String>);
    type Output = (Vec<String>, String);

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(Chess::default())
    }

    fn tag(
        &mut self,
        tags: &mut Chess,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        if name == b"FEN" {
            let fen: Fen = value.decode_utf8().unwrap().parse().unwrap();
            *tags = fen.into_position(self.0).unwrap();
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Chess) -> ControlFlow<Self::Output, Self::Movetext> {
        ControlFlow::Continue((start, Vec::new()))
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(
        &mut self,
        (position, moves): &mut Self::Movetext,
        san: SanPlus,
    ) -> ControlFlow<Self::Output> {
        let mv = san.san.to_move(position).unwrap();
        position.play_unchecked(mv);
        moves.push(san.to_string());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (position, moves): Self::Movetext) -> Self::Output {
        let fen = Fen::from_position(&position, EnPassantMode::PseudoLegal).to_string();
        (moves, fen)
    }
}

/// Every game of the page has the moves and the last position of games.pgn; castling rights too if `rights`.
fn is_that_of_the_pgn(played: &Played, mode: CastlingMode) -> Option<Reader> {
    let reader = played.read()?;
    let pgn = fs::read(played.run().join("games.pgn")).unwrap();
    let mut pgn = PgnReader::new(&pgn[..]);
    let mut row = 0;
    while let Some((moves, fen)) = pgn.read_game(&mut Games(mode)).unwrap() {
        let shown = reader.value(&format!(
            "await (async () => {{ await openGame({row}, 0); return [current.positions.slice(1).map((p) => p.san), \
             toFen(current.positions.at(-1))]; }})()"
        ));
        assert_eq!(shown, json!([moves, fen]), "game {}", row + 1);
        row += 1;
    }
    assert_eq!(reader.value("columns.game.length"), row);
    Some(reader)
}

#[test]
fn every_game_is_that_of_games_pgn() {
    let played = Played::small();
    if let Some(reader) = is_that_of_the_pgn(&played, CastlingMode::Standard) {
        reader.was_quiet("file:");
    }
}

#[test]
fn chess960_is_replayed_too() {
    let config = "run = { name = '960', format = 'match', pairs = 4, seed = 3 }\nlimits = { nodes = 300 }\n\
        openings = { variant = 'chess960' }\nadjudication = { max_moves = 80 }\n\
        engine = [{ evaluator = 'michniewski' }, { evaluator = 'otter' }]";
    let played = Played::of(config);
    if let Some(reader) = is_that_of_the_pgn(&played, CastlingMode::Chess960) {
        let castled =
            reader.value("(await Promise.all(columns.game.map((_, row) => gameOf(row)))).length");
        assert_eq!(castled, 8);
        reader.was_quiet("file:");
    }
}

#[test]
fn special_moves_are_played_as_the_rules_have_them() {
    let config = "run = { name = 'one', format = 'match', pairs = 1 }\nlimits = { nodes = 20 }\n\
        adjudication = { max_moves = 10 }\nengine = [{ evaluator = 'material' }, { evaluator = 'otter' }]";
    let played = Played::of(config);
    let Some(reader) = played.read() else { return };
    for (fen, uci) in [
        (
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
            "e5d6",
        ),
        ("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1", "b7a8q"),
        ("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1", "b7b8n"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 4 9", "e8c8"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1h8"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "a8b8"),
        ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4"),
        ("4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e2e4"),
        ("4k3/4p3/8/3P4/8/8/8/4K3 b - - 7 30", "e7e5"),
    ] {
        let start: Fen = fen.parse().unwrap();
        let position: Chess = start.into_position(CastlingMode::Standard).unwrap();
        let mv = uci.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        let san = SanPlus::from_move(position.clone(), mv).san.to_string();
        let after = position.play(mv).unwrap();
        let after = Fen::from_position(&after, EnPassantMode::PseudoLegal).to_string();
        let shown = reader.value(&format!(
            "[play(fromFen({fen:?}), {uci:?}, 'a')].map((p) => [p.san, toFen(p)])[0]"
        ));
        assert_eq!(shown, json!([san, after]), "{fen} {uci}");
    }
}

#[test]
fn a_click_replays_a_game_and_arrows_step_through_it() {
    let played = Played::small();
    let Some(reader) = played.read() else { return };
    reader.click("#game-rows button");
    reader.wait_until("!byId('game').hidden && current.row !== null");
    let row = reader.value("current.row");
    assert_eq!(row, reader.value("order[0]"));
    assert_eq!(
        reader.value("current.ply"),
        reader.value(&format!("columns.turn[{row}]")),
        "it opens where it turned"
    );
    reader.press("Home");
    assert_eq!(reader.value("current.ply"), 0);
    reader.press("ArrowRight");
    reader.press("ArrowRight");
    reader.press("ArrowLeft");
    assert_eq!(reader.value("current.ply"), 1);
    let fen = reader.value("byId('fen').value");
    assert_eq!(fen, reader.value("toFen(current.positions[1])"));
    assert!(reader.text("#move-text").ends_with("(book)"));
    let men = reader.value("document.querySelectorAll('#board use').length");
    assert_eq!(men, 32);
    reader.press("End");
    assert_eq!(
        reader.value("current.ply"),
        reader.value(&format!("columns.plies[{row}]"))
    );
    // The engine's output stands there as in games.pgn.
    let text = reader.text("#move-text");
    text.must_have(&["depth ", " nodes"]);
    let pgn = reader.value("byId('pgn').value");
    let mut read = PgnReader::new(pgn.as_str().unwrap().as_bytes());
    let (moves, _) = read
        .read_game(&mut Games(CastlingMode::Standard))
        .unwrap()
        .unwrap();
    assert_eq!(
        json!(moves),
        reader.value("current.positions.slice(1).map((p) => p.san)")
    );
    let address = reader.value("location.hash");
    assert_eq!(
        address,
        format!(
            "#game={}&ply={}",
            reader.value(&format!("columns.game[{row}]")),
            moves.len()
        )
    );
    reader.was_quiet("file:");
}

#[test]
fn terms_are_those_of_explain() {
    let played = Played::small();
    let Some(reader) = played.read() else { return };
    reader.value("await openGame(0)");
    reader.wait_until("document.querySelectorAll('#terms .term').length > 0");
    let moves = reader.value("current.moves.slice(0, current.ply).join(' ')");
    let position = format!("startpos moves {}", moves.as_str().unwrap());
    let explain = format!("explain '{position}' --evaluator michniewski");
    let explained = json_of(played.folder(), &explain);
    let explained = &explained["evaluations"][0];
    let shown = reader.value(
        "reasons[0].find((r) => r.ply === current.ply).evaluations.find(([engine]) => engine === 1)",
    );
    assert_eq!(shown[1], explained["total"]);
    let terms = explained["terms"].as_object().unwrap();
    assert_eq!(shown[2].as_array().unwrap().len(), terms.len());
    for term in shown[2].as_array().unwrap() {
        let sides = &terms[term[0].as_str().unwrap()];
        for side in 0..2 {
            assert_eq!(term[side + 1].as_f64(), sides[side].as_f64(), "{term}");
        }
    }
    // Largest difference first, and as many bars as terms.
    let differences = reader.value("reasons[0].find((r) => r.ply === current.ply).evaluations[1][2].map(([, w, b]) => -Math.abs(w - b))");
    assert!(
        differences
            .as_array()
            .unwrap()
            .is_sorted_by_key(|d| (10.0 * d.as_f64().unwrap()) as i64),
        "{differences}"
    );
    reader.was_quiet("file:");
}

#[test]
fn where_the_engines_part_leads_to_both_games() {
    let played = Played::small();
    let Some(reader) = played.read() else { return };
    let found = reader.value("deviations");
    assert!(!found.as_array().unwrap().is_empty());
    for parting in found.as_array().unwrap() {
        let ply = parting["ply"].as_u64().unwrap();
        let side = |side: &str| {
            let game = &parting[side][1];
            reader.value(&format!(
                "await (async () => {{ await openGame(rowOfGame.get({game}), {ply}); \
                 return [current.moves.slice(0, {ply}), current.positions[{ply} + 1].san, engineOf({ply} + 1)]; }})()"
            ))
        };
        let (a, b) = (side("a"), side("b"));
        assert_eq!(a[0], b[0], "the same position");
        assert_ne!(a[1], b[1], "another move");
        assert_eq!((&a[1], &b[1]), (&parting["a"][2], &parting["b"][2]));
        let name = |side: &str| reader.value(&format!("list.engines[{}]", parting[side][0]));
        assert_eq!((&a[2], &b[2]), (&name("a"), &name("b")));
    }
    reader.was_quiet("file:");
}
