//! `evalarena serve` in a browser: positions looked at, and a run that grows.

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use super::browser::Reader;
use super::served::{Server, answer, sent};
use super::small_run;
use crate::common::*;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A server without a run, in a folder, and a reader of its page, if there is a browser.
fn explored() -> Option<(Folder, Server, Reader)> {
    let folder = Folder::new();
    let server = Server::started(arena(&folder, "serve --listen 0"));
    let reader = Reader::of(&server.url)?;
    Some((folder, server, reader))
}

/// The values on the page are those of `explain`, for every evaluator.
fn values_agree(reader: &Reader, folder: &Folder) {
    let text = reader.value("positionText()");
    let explained = json(folder, &format!("explain {}", text.as_str().unwrap()));
    let expected: Vec<&Value> = explained["evaluations"].as_array().unwrap().iter().map(|one| &one["total"]).collect();
    let shown = reader
        .value("[...document.querySelectorAll('#value-rows tr[data-total]')].map((row) => Number(row.dataset.total))");
    assert_eq!(shown, json!(expected), "{text}");
    assert!(shown.as_array().unwrap().len() >= 11);
    let written =
        reader.value("[...document.querySelectorAll('#value-rows .total')].map((cell) => Number(cell.textContent))");
    assert_eq!(written, shown);
}

/// Waits until the page shows this position whole.
fn shows(reader: &Reader, fen: &str) {
    reader.wait_until(&format!("document.body.dataset.shown?.startsWith({fen:?}) && currentFen().startsWith({fen:?})"));
}

/// The middle of a square of the board, which is brought into view.
fn middle(reader: &Reader, square: &str) -> (f64, f64) {
    let found = reader.value(&format!(
        "(() => {{ byId('board').scrollIntoView({{ block: 'center' }}); const box = document.querySelector('rect[data-square={square}]').getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
    ));
    (found[0].as_f64().unwrap(), found[1].as_f64().unwrap())
}

#[test]
fn a_position_is_pasted_and_a_piece_is_dragged() {
    let Some((folder, server, reader)) = explored() else { return };
    values_agree(&reader, &folder);
    reader.value("byId('text').value = ''");
    reader.fill("#text", KIWIPETE);
    reader.click("#open-form button");
    shows(&reader, KIWIPETE);
    values_agree(&reader, &folder);
    // Castling by the king's own square, and by the rook's.
    reader.drag(middle(&reader, "e1"), middle(&reader, "g1"));
    shows(&reader, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1 b");
    values_agree(&reader, &folder);
    reader.drag(middle(&reader, "e8"), middle(&reader, "a8"));
    shows(&reader, "2kr3r/");
    values_agree(&reader, &folder);
    assert_eq!(reader.value("line.steps.map((step) => step.san)"), json!(["O-O", "O-O-O"]));
    // An illegal move changes nothing.
    reader.drag(middle(&reader, "a2"), middle(&reader, "a5"));
    assert_eq!(reader.value("line.steps.length"), 2);
    // The address leads to the same place.
    let address = reader.value("location.href");
    reader.leave();
    reader.open(address.as_str().unwrap());
    assert_eq!(reader.value("line.steps.map((step) => step.san)"), json!(["O-O", "O-O-O"]));
    reader.was_quiet(&server.url);
}

#[test]
fn en_passant_promotion_and_chess960() {
    let Some((folder, server, reader)) = explored() else { return };
    reader.open(&format!("{}#fen=4k3/P7/8/8/3p4/8/4P3/4K3_w_-_-_0_1", server.url));
    shows(&reader, "4k3/P7/8/8/3p4/8/4P3/4K3 w");
    reader.drag(middle(&reader, "e2"), middle(&reader, "e4"));
    shows(&reader, "4k3/P7/8/8/3pP3/8/8/4K3 b - e3");
    reader.drag(middle(&reader, "d4"), middle(&reader, "e3"));
    shows(&reader, "4k3/P7/8/8/8/4p3/8/4K3 w");
    // A click lifts the pawn, another puts it down; the piece is chosen.
    reader.click("use[data-square=a7]");
    reader.click("rect[data-square=a8]");
    reader.wait_until("byId('promotion').open");
    reader.click("#promotion [data-piece=n]");
    shows(&reader, "N3k3/8/8/8/8/4p3/8/4K3 b");
    values_agree(&reader, &folder);
    reader.leave();
    reader.open(&format!("{}#fen=4k3/8/8/8/8/8/8/5K1R_w_H_-_0_1", server.url));
    shows(&reader, "4k3/8/8/8/8/8/8/5K1R w");
    reader.drag(middle(&reader, "f1"), middle(&reader, "h1"));
    shows(&reader, "4k3/8/8/8/8/8/8/5RK1 b");
    values_agree(&reader, &folder);
    reader.was_quiet(&server.url);
}

#[test]
fn a_position_is_set_up_and_faults_are_named() {
    let Some((folder, _server, reader)) = explored() else { return };
    reader.click("#edit");
    reader.click("#setup-empty");
    for (man, square) in [("K", "g1"), ("k", "g8"), ("Q", "d1")] {
        reader.click(&format!("#palette [data-man={man}]"));
        reader.click(&format!("rect[data-square={square}]"));
    }
    shows(&reader, "6k1/8/8/8/8/8/8/3Q2K1 w - -");
    assert_eq!(reader.value("byId('problem').hidden"), true);
    values_agree(&reader, &folder);
    // A pawn on the last rank; it is dragged off the board again.
    reader.click("#palette [data-man=P]");
    reader.click("rect[data-square=a8]");
    reader.wait_until("byId('problem').textContent.includes('a pawn stands on the first or last rank')");
    reader.click("#palette [data-man=P]");
    let (x, y) = middle(&reader, "a8");
    reader.drag((x, y), (x, y - 60.0));
    shows(&reader, "6k1/8/8/8/8/8/8/3Q2K1 w - -");
    reader.click("#setup-done");
    // What is wrong with a text.
    for (text, words) in [("8/8/8/8/8/8/8/K7 w - - 0 1", "a king is missing"), ("nonsense", "neither a FEN nor a game")]
    {
        reader.value("byId('text').value = ''");
        reader.fill("#text", text);
        reader.click("#open-form button");
        reader.wait_until(&format!("byId('problem').textContent.includes({words:?})"));
    }
    // The refusals are the console's business, and nothing else is.
}

#[test]
fn the_keyboard_is_enough() {
    let Some((folder, server, reader)) = explored() else { return };
    reader.value("byId('board').focus()");
    // The cursor is on e2.
    for key in ["Enter", "ArrowUp", "ArrowUp", "Enter"] {
        reader.press(key);
    }
    shows(&reader, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b");
    reader.value("byId('move').focus()");
    reader.type_text("c5");
    reader.submit("#move-form");
    shows(&reader, "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w");
    values_agree(&reader, &folder);
    reader.value("byId('to-start').focus()");
    reader.press("ArrowLeft");
    shows(&reader, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b");
    reader.value("byId('tab-values').focus()");
    reader.press("ArrowRight");
    assert_eq!(reader.value("byId('searches').hidden"), false);
    let unnamed = "[...document.querySelectorAll('button, input, select, textarea, [role=application]')]\
        .filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length)).map((e) => e.outerHTML)";
    assert_eq!(reader.value(unnamed), json!([]));
    reader.was_quiet(&server.url);
}

#[test]
fn moves_are_asked_for_compared_and_played() {
    let Some((_folder, server, reader)) = explored() else { return };
    reader.open(&format!("{}#fen=6k1/5ppp/8/8/8/8/5PPP/3R2K1_w_-_-_0_1", server.url));
    shows(&reader, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w");
    reader.click("#tab-searches");
    reader.choose("ask-nodes", "1000");
    reader.click("#ask");
    reader.wait_until("document.querySelectorAll('#answer-rows .best').length >= 11");
    assert_eq!(reader.text("#answer-rows tr:nth-child(2) .best"), "Rd8#");
    reader.choose("why-first", "Kf1");
    reader.choose("why-second", "h3");
    reader.choose("why-nodes", "1000");
    reader.click("#why-form button");
    reader.wait_until("byId('why').textContent.includes(\"in Michniewski's centipawns\")");
    reader.click("#tab-heat");
    reader.click("use[data-square=d1]");
    reader.wait_until("byId('heat-text').textContent.includes('The white rook on d1')");
    assert!(reader.value("Object.values(view.heat.changes).filter((c) => c !== null).length").as_u64() > Some(20));
    reader.click("#tab-play");
    reader.click("#fresh");
    shows(&reader, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w");
    reader.choose("play-nodes", "100");
    reader.click("#play-start");
    for (ply, mv) in ["a3", "b3", "c3", "d3", "h3"].iter().enumerate() {
        reader.wait_until(&format!("line.steps.length === {} && !game.thinking && choices().length > 0", 2 * ply));
        reader.value(&format!("await typedMove({mv:?})"));
    }
    reader.wait_until("line.steps.length === 10 && !game.thinking");
    assert_eq!(reader.value("document.querySelectorAll('#play-reasons .reason').length"), 5);
    reader.was_quiet(&server.url);
}

#[test]
fn a_file_of_500_games_is_opened() {
    let folder = Folder::new();
    let game = |number: usize| {
        let first = if number == 432 { "1. e4 e5" } else { "1. d4 d5" };
        let players = format!("[White \"Player {number}\"]\n[Black \"Other\"]");
        format!("{players}\n[Result \"1-0\"]\n\n{first} 2. Nf3 Nc6 3. Nc3 Nf6 1-0\n\n")
    };
    let text: String = (1..=500).map(game).collect();
    folder.write("games.pgn", &text);
    let server = Server::started(arena(&folder, "serve games.pgn --listen 0"));
    let Some(reader) = Reader::of(&server.url) else { return };
    assert_eq!(reader.text("#games-count"), "500 of 500 games");
    reader.fill("#games-search", "player 432");
    reader.click("#games-rows button");
    reader.wait_until("line.steps[0]?.san === 'e4' && line.place !== null");
    reader.click("#to-end");
    shows(&reader, "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w");
    values_agree(&reader, &folder);
    // The same as a text.
    reader.value(&format!("await openText({text:?})"));
    assert_eq!(reader.value("list.games.length"), 500);
    reader.was_quiet(&server.url);
}

#[test]
fn it_is_read_on_a_phone_and_rules_have_words() {
    let Some((_folder, server, reader)) = explored() else { return };
    let at = reader.value("evaluators.findIndex((one) => one.name === 'compendium')");
    reader.click(&format!("#value-rows tr[data-evaluator='{at}'] button"));
    reader.click("[data-term='intro.piece-values']");
    reader.wait_until("document.querySelector('.rule') !== null");
    reader.text(".rule").must_have(&["A pawn is worth 100, a knight 300", "lines 13 of the document"]);
    let at = reader.value("evaluators.findIndex((one) => one.name === 'chessbin')");
    reader.click(&format!("#value-rows tr[data-evaluator='{at}'] button"));
    reader.click("[data-term='material']");
    reader.wait_until("document.querySelectorAll('.rule').length === 1");
    reader.text(".rule").must_have(&[
        "The value of each piece.",
        "A bishop: 325",
        "Chess Board Evaluation, Adam Berent",
    ]);
    for tab in ["values", "searches", "heat", "play"] {
        reader.click(&format!("#tab-{tab}"));
        for width in [400, 360] {
            reader.widen(width);
            let wide = reader.value("document.documentElement.scrollWidth");
            assert!(wide.as_u64().unwrap() <= u64::from(width), "{tab}: {wide}");
        }
    }
    reader.was_quiet(&server.url);
}

/// A program that ends at its sixth position.
#[cfg(unix)]
const MORTAL: &str = "echo evaluation 1; n=0\n\
    while read -r fen; do n=$((n + 1)); [ $n -gt 5 ] && exit 3; echo 12; done\n";

#[cfg(unix)]
#[test]
fn a_failed_evaluation_is_named_and_comes_back() {
    let folder = Folder::new();
    folder.write("mortal.sh", MORTAL);
    folder.write(
        "my.toml",
        "limits = { nodes = 10 }\n[[engine]]\nevaluation = 'eval:sh mortal.sh'\n[[engine]]\nevaluator = 'otter'\n",
    );
    let server = Server::started(arena(&folder, "serve my.toml --listen 0"));
    let Some(reader) = Reader::of(&server.url) else { return };
    reader.widen(400);
    let again = |then: &str| {
        reader.wait_until(&format!("(await openLine(START, []), latest.evaluators.at(-1).{then})"));
    };
    again("error?.includes('the program ended')");
    reader.text("#value-rows tr:last-child").must_have(&["the program ended"]);
    // All words of it can be read on a phone.
    let cut = reader.value("[...document.querySelectorAll('#value-rows td')].filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length");
    assert_eq!(cut, 0);
    again("total === 12");
}

#[test]
fn games_that_are_played_meanwhile_appear() {
    let played = small_run();
    let server = Server::of(&played);
    let Some(reader) = Reader::of(&server.url) else { return };
    assert_eq!(reader.value("columns.game.length"), 12);
    // A game is sent as it stands in games.pgn.
    reader.value("await openGame(3)");
    reader.wait_until("byId('pgn').value !== ''");
    assert!(!reader.value("byId('copy-pgn').hidden").as_bool().unwrap());
    assert_eq!(reader.value("byId('pgn').value"), server.asked("GET", "/pgn?game=4", server.host()).1);
    // A position for which a file would have no terms.
    reader.value("await openGame(0, 1)");
    reader.wait_until("document.querySelectorAll('#terms .term').length > 0");
    success(&played, "run run.toml --out run --set run.pairs=3");
    reader.wait_until("columns.game.length === 18");
    // The list is drawn after its columns have come.
    reader.wait_until("document.querySelector('#count').textContent === '18 of 18 games'");
    assert!(reader.text("#state").starts_with("18 of 18 games"));
    reader.was_quiet(&server.url);
}

#[test]
fn the_token_leaves_the_address() {
    let folder = Folder::new();
    let server = Server::started(arena(&folder, "serve --listen 0.0.0.0:0"));
    let Some(reader) = Reader::of(&server.url) else { return };
    assert_eq!(reader.value("evaluators.length > 10 && location.search"), "");
    reader.was_quiet(&format!("http://{}/", server.host()));
}

#[test]
fn questions_are_limited_in_length_and_searches_in_number() {
    let folder = Folder::new();
    let server = Server::started(arena(&folder, "serve --listen 0"));
    let own = server.host();
    let post = |length: &str| format!("POST /explore/read HTTP/1.1\r\nHost: {own}\r\nContent-Length: {length}\r\n\r\n");
    let status = |request: &str| answer(sent(&server, request.as_bytes()));
    assert_eq!(status(&post("1000000000000")), "HTTP/1.1 413 Content Too Large");
    assert_eq!(status(&post("x")), "HTTP/1.1 411 Length Required");
    assert_eq!(server.asked("GET", "/explore/games", own).0, 405);
    assert_eq!(server.asked("GET", "/explore/readings", own).0, 200);
    assert_eq!(server.sent("POST", "/explore/nothing", own, "{}").0, 404);
    let (malformed, words) = server.sent("POST", "/explore/values", own, "{");
    assert_eq!(malformed, 400);
    assert!(words.contains("malformed"), "{words}");
    // A hundred clients search at the same time: ten are answered or wait, the others are refused at once.
    let question = r#"{"position": "startpos", "evaluator": 1, "nodes": 200000}"#;
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let asked: Vec<_> =
            (0..100).map(|_| scope.spawn(|| server.sent("POST", "/explore/best", own, question).0)).collect();
        asked.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let answered = statuses.iter().filter(|&&status| status == 200).count();
    let refused = statuses.iter().filter(|&&status| status == 503).count();
    assert!(answered >= 2 && refused >= 50 && answered + refused == 100, "{statuses:?}");
    assert_eq!(server.sent("POST", "/explore/games", own, "{}").0, 200);
}

#[test]
fn an_evaluation_that_hangs_holds_no_other() {
    let folder = folder_of("hangs.sh", "echo evaluation 1; exec sleep 1000");
    let server = Server::started(arena(&folder, "serve --listen 0 --engine 'eval:sh hangs.sh'"));
    let ask = || {
        let (status, answer) = server.sent("POST", "/explore/values", server.host(), r#"{"position": "startpos"}"#);
        assert_eq!(status, 200);
        let answer: Value = serde_json::from_str(&answer).unwrap();
        let (hangs, others) = answer["evaluators"].as_array().unwrap().split_last().unwrap();
        assert!(others.len() > 10 && others.iter().all(|one| one["total"].is_i64()), "{answer}");
        hangs["error"].as_str().unwrap().to_owned()
    };
    let errors: Vec<String> = std::thread::scope(|scope| {
        let asked: Vec<_> = (0..50).map(|_| scope.spawn(ask)).collect();
        asked.into_iter().map(|asked| asked.join().unwrap()).collect()
    });
    // One waits for it, and has its failure.
    let (late, yet) = (" did not come within 2 s", "no answer yet");
    assert!(errors.iter().all(|error| error.contains(late) || error.contains(yet)), "{errors:?}");
    assert!(errors.iter().any(|error| error.contains(late)) && errors.iter().any(|error| error.contains(yet)));
}

#[test]
fn games_at_fixed_nodes_are_the_same_while_others_explore() {
    let alone = small_run();
    let more = "run run.toml --out run --set run.pairs=3";
    success(&alone, more);
    let played = small_run();
    let server = Server::of(&played);
    let own = server.host();
    let position = "startpos moves e2e4 e7e5";
    let questions = [
        ("values", json!({ "position": position })),
        ("best", json!({ "position": position, "evaluator": 1, "nodes": 20_000 })),
        ("best", json!({ "position": position, "evaluator": 2, "nodes": 20_000 })),
        ("heat", json!({ "position": position, "evaluator": 1, "square": "g1" })),
    ];
    let is_over = AtomicBool::new(false);
    let answered: Vec<usize> = std::thread::scope(|scope| {
        let clients = questions.map(|(question, about)| {
            let (server, is_over) = (&server, &is_over);
            scope.spawn(move || {
                let mut answered = 0;
                while !is_over.load(Ordering::Relaxed) {
                    let path = format!("/explore/{question}");
                    let (status, _) = server.sent("POST", &path, own, &about.to_string());
                    answered += usize::from(status == 200);
                }
                answered
            })
        });
        success(&played, more);
        is_over.store(true, Ordering::Relaxed);
        let answered = clients.into_iter().map(|client| client.join().unwrap());
        answered.collect()
    });
    assert!(answered.iter().all(|&answers| answers > 0), "{answered:?}");
    assert_eq!(timeless(&played.join("run")), timeless(&alone.join("run")));
}
