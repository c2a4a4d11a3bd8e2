//! FEN and EPD: positions of UCI, of books, of suites and of collections.

use std::path::Path;

use engine_core::evaluation::Evaluation;
use engine_core::evaluator::Evaluator;
use engine_core::game::{Game, mirrored, position_from_fen};
use engine_core::key::Key;
use engine_core::node::Node;
use engine_core::notation::{fen_of, uci_move};
use engine_core::options::Configure;
use lab::positions;
use lab::suite::add::{NewLine, add};
use lab::suite::{self, Goal};
use openings::epd::EpdRecord;
use evaluators::registry::{self, Visitor};
use shakmaty::{Chess, Position};

/// Positions of an input that are checked in full.
const CLOSELY: usize = 4;

/// Reads the input with every reader of positions.
pub fn check(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let games = text.lines().filter_map(|line| Game::parse(line).ok());
    games.take(CLOSELY).for_each(|game| of_uci(&game));
    for line in text.lines() {
        of_epd(line);
    }
    let path = crate::scratch::file("positions.epd", input);
    of_a_book(&path);
    of_a_suite(&path);
    of_additions(&path);
    of_a_collection(&path);
}

/// A game is written and read again as the same; its position can be evaluated.
fn of_uci(game: &Game) {
    let position = game.position();
    let again = read(&fen_of(position));
    assert_eq!(Key::of(again.position()), Key::of(position));
    assert_eq!(fen_of(again.position()), fen_of(position));
    let moves: Vec<String> = game.moves().iter().map(|&mv| uci_move(mv)).collect();
    let whole = format!("fen {} moves {}", fen_of(game.start()), moves.join(" "));
    assert_eq!(fen_of(read(&whole).position()), fen_of(position));
    let own = game.legal_moves();
    let known = position.legal_moves();
    assert_eq!(own.len(), known.len(), "{}", fen_of(position));
    assert!(own.iter().all(|mv| known.contains(mv)), "{}", fen_of(position));
    assert_eq!(&mirrored(&mirrored(position)), position);
    for name in registry::NAMES {
        registry::with(name, Evaluate(game)).expect("a name of the registry");
    }
}

fn read(text: &str) -> Game {
    Game::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The search's value is that of the explanation.
struct Evaluate<'g>(&'g Game);

impl Visitor for Evaluate<'_> {
    type Output = ();

    fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) {
        let (node, _) = Node::root(&evaluator, self.0);
        let explained = Evaluation::of(&evaluator, self.0);
        let clamped = explained.relative.clamp(-30_000, 30_000);
        assert_eq!(evaluator.evaluate(&node).cp(), clamped, "{}", explained.fen);
        assert!(explained.table(60).contains(&explained.fen));
    }
}

/// Records that are read can be written again.
fn of_epd(line: &str) {
    let Ok(record) = EpdRecord::read(line) else {
        return;
    };
    let Ok(position) = position_from_fen(&record.fen) else {
        return;
    };
    let mut written = fen_of(&position);
    for (code, operand) in &record.operations {
        written += &format!(" {code} {operand};");
    }
    // An open quote has no end to write after.
    if written.matches('"').count() % 2 == 1 {
        return;
    }
    let again = EpdRecord::read(&written).unwrap_or_else(|fault| panic!("{written}: {fault}"));
    assert_eq!(again.operations, record.operations, "{written}");
    let again = position_from_fen(&again.fen).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(fen_of(&again), fen_of(&position), "{written}");
}

/// Every opening can be played from, and read twice.
fn of_a_book(path: &Path) {
    if let Ok(openings::Source::Book(book)) =
        openings::open(path, &openings::ReadOptions::default())
    {
        for number in 0..book.len() {
            if let Ok(opening) = book.opening(number) {
                assert_eq!(opening.already_over(), None);
                assert_eq!(book.opening(number).ok(), Some(opening));
            }
        }
    }
}

/// A goal can be reached, and its text has the same meaning.
fn of_a_suite(path: &Path) {
    for test in suite::read(&[path], |_| {}).unwrap_or_default() {
        let Goal { best, avoid, mate, points } = &test.goal;
        let legal = test.position().legal_moves();
        let moves = best.iter().chain(avoid).chain(points.iter().map(|(mv, _)| mv));
        assert!(moves.into_iter().all(|mv| legal.contains(mv)));
        if best.is_empty() && avoid.is_empty() && mate.is_none() {
            continue;
        }
        let shown = test.goal.text(test.position()).replace(", ", "; ");
        let line = format!("{} {shown};", fen_of(test.position()));
        let record = EpdRecord::read(&line).unwrap_or_else(|fault| panic!("{line}: {fault}"));
        let again = Goal::read(&record, test.position());
        let without_points = Goal { points: Vec::new(), ..test.goal.clone() };
        assert_eq!(again, Ok(without_points), "{line}");
    }
}

/// A position that is added to a suite is known from then on, and the lines before it stay.
fn of_additions(path: &Path) {
    let Ok(tests) = suite::read(&[path], |_| {}) else {
        return;
    };
    let before = std::fs::read(path).expect("it has just been read");
    let solvable = |test: &&suite::TestPosition| {
        !test.goal.best.is_empty() || !test.goal.avoid.is_empty()
    };
    for test in tests.iter().filter(solvable).take(CLOSELY) {
        let Goal { best, avoid, .. } = test.goal.clone();
        let position = test.position().clone();
        let note = "a note: \"so; so\"".to_owned();
        let line = NewLine { position, best, avoid, id: test.id.clone(), note };
        if add(path, std::slice::from_ref(&line)).is_ok() {
            assert_eq!(add(path, &[line]).ok(), Some(0));
        }
    }
    let after = std::fs::read(path).expect("it has just been written");
    assert!(after.starts_with(&before));
}

/// A collection is written and read again as the same.
fn of_a_collection(path: &Path) {
    let Ok(read) = positions::read(path, |_| {}) else {
        return;
    };
    let mut text = Vec::new();
    for position in &read {
        let format = positions::Format::Epd { history: true };
        positions::write(position, format, &mut text).expect("memory can be written");
    }
    let path = crate::scratch::file("again.epd", &text);
    let again = positions::read(&path, |_| {}).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read.len(), again.len());
    for (one, other) in read.iter().zip(&again) {
        assert_eq!(fen_of(one.game.position()), fen_of(other.game.position()));
        assert_eq!(one.game.moves(), other.game.moves());
        assert_eq!((one.number, one.white_half_points), (other.number, other.white_half_points));
    }
}
