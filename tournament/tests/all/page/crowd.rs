//! `evalarena serve` with many clients at a time: questions are limited, and games stay the same.

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;

use super::served::{Server, answer, sent};
use super::small_run;
use crate::common::{Folder, arena, success, timeless};

#[test]
fn questions_are_limited_in_length_and_searches_in_number() {
    let folder = Folder::new();
    let server = Server::started(arena(&folder, "serve --port 0"));
    let own = server.host();
    let post = |length: &str| {
        format!("POST /explore/read HTTP/1.1\r\nHost: {own}\r\nContent-Length: {length}\r\n\r\n")
    };
    let status = |request: &str| answer(sent(&server, request.as_bytes()));
    assert_eq!(status(&post("1000000000000")), "HTTP/1.1 413 Content Too Large");
    assert_eq!(status(&post("x")), "HTTP/1.1 411 Length Required");
    assert_eq!(server.asked("GET", "/explore/games", own).0, 405);
    assert_eq!(server.sent("POST", "/explore/nothing", own, "{}").0, 404);
    let (malformed, words) = server.sent("POST", "/explore/values", own, "{");
    assert_eq!(malformed, 400);
    assert!(words.contains("malformed"), "{words}");
    // A hundred clients search at the same time: ten are answered or wait, the others are refused at once.
    let question = r#"{"position": "startpos", "evaluator": 5, "nodes": 80000}"#;
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let asked: Vec<_> = (0..100)
            .map(|_| scope.spawn(|| server.sent("POST", "/explore/best", own, question).0))
            .collect();
        asked.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let answered = statuses.iter().filter(|&&status| status == 200).count();
    let refused = statuses.iter().filter(|&&status| status == 503).count();
    assert!(answered >= 2 && refused >= 50 && answered + refused == 100, "{statuses:?}");
    assert_eq!(server.sent("POST", "/explore/games", own, "{}").0, 200);
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
