use shakmaty::Chess;

use engine_core::testkit::Contents;

use super::*;

/// The twenty openings of one move, as UCI.
fn twenty() -> Vec<String> {
    let moves = Chess::default().legal_moves();
    let line = |mv| Opening { moves: vec![mv], ..Opening::start_position() };
    moves.into_iter().map(|mv| line(mv).uci_moves().join(" ")).collect()
}

fn book(lines: &[String]) -> Source {
    let text = Text::unpacked(lines.join("\n").as_bytes()).unwrap();
    Source::from(Book::new("x", text, Format::Lines, None, Variant::Standard).unwrap())
}

const REQUEST: DrawRequest = DrawRequest {
    needed: 5,
    order: Order::Random,
    seed: 1,
    start: 1,
    plies: None,
    skip_bad: false,
    wrap: false,
};

/// The first `needed` openings, in their order.
fn first(needed: usize) -> DrawRequest {
    DrawRequest { needed, order: Order::Sequential, ..REQUEST }
}

fn refused(lines: &[String], request: DrawRequest) -> String {
    draw(&book(lines), &request).unwrap_err().to_string()
}

fn drawn(lines: &[String], request: DrawRequest) -> OpeningSequence {
    draw(&book(lines), &request).unwrap()
}

fn firsts(drawn: &OpeningSequence) -> Vec<String> {
    (0..drawn.len()).map(|index| drawn.opening(index).unwrap().uci_moves().join(" ")).collect()
}

fn random(needed: usize, seed: u64, start: usize) -> Vec<String> {
    let request = DrawRequest { needed, seed, start, ..REQUEST };
    firsts(&drawn(&twenty(), request))
}

#[test]
fn sequential_takes_the_first_or_those_from_start_on() {
    let request = |start| DrawRequest { start, ..first(5) };
    assert_eq!(firsts(&drawn(&twenty(), request(1))), twenty()[..5]);
    assert_eq!(firsts(&drawn(&twenty(), request(16))), twenty()[15..]);
    refused(&twenty(), request(17)).must_have(&["only 4 from number 17 on"]);
}

#[test]
fn random_is_a_stable_function_of_the_seed() {
    let five = random(5, 1, 1);
    assert_eq!(five, ["b1c3", "d2d3", "c2c4", "h2h4", "b2b4"]);
    assert_eq!(random(10, 1, 1)[..5], five);
    assert_ne!(random(5, 2, 1), five);
    let mut all = random(20, 3, 1);
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 20);
    // A later start continues where the first draw ended.
    assert_eq!(random(10, 1, 6), random(15, 1, 1)[5..]);
}

#[test]
fn every_opening_has_the_same_chance() {
    let mut counts = [0_u32; 5];
    for seed in 0..5000 {
        counts[Shuffle::new(5, seed).next()] += 1;
    }
    // Five standard deviations of a binomial count: sqrt(5000 * 0.2 * 0.8) = 28.
    assert!(counts.iter().all(|&c| (860..=1140).contains(&c)), "{counts:?}");
}

#[test]
fn a_shuffle_has_every_number_once_and_keeps_few() {
    let mut shuffle = Shuffle::new(1000, 7);
    let mut numbers: Vec<usize> = (0..1000).map(|_| shuffle.next()).collect();
    assert!(shuffle.moved.len() <= 1);
    numbers.sort_unstable();
    assert_eq!(numbers, (0..1000).collect::<Vec<_>>());
    let mut huge = Shuffle::new(1 << 40, 7);
    for _ in 0..100 {
        huge.next();
    }
    assert!(huge.moved.len() <= 100);
}

#[test]
fn duplicates_are_dropped_and_counted() {
    let mut lines = twenty();
    // The same positions by other ways.
    lines.insert(5, lines[3].clone());
    lines.push("g1f3 g8f6 f3g1 f6g8 ".to_owned() + &lines[0]);
    let all = drawn(&lines, first(20));
    assert_eq!((firsts(&all), all.duplicates()), (twenty(), 1));
    let random = DrawRequest { needed: 21, ..REQUEST };
    let few = "21 different openings are needed and there are only 20 (2 more";
    refused(&lines, random).must_have(&[few, "run.pairs to 20"]);
}

#[test]
fn fingerprints_depend_on_moves_and_order() {
    let print = |lines: &[String]| drawn(lines, first(lines.len())).fingerprint();
    let all = twenty();
    assert_eq!(print(&all), print(&twenty()));
    assert_ne!(print(&all), print(&all[1..]));
    let mut swapped = all.clone();
    swapped.swap(0, 1);
    assert_ne!(print(&all), print(&swapped));
}

#[test]
fn drawn_openings_are_read_strictly() {
    let mut lines = twenty();
    lines[7] = "e2e5".to_owned();
    assert_eq!(drawn(&lines, first(7)).len(), 7);
    refused(&lines, first(8)).must_have(&["x:8: \"e2e5\" is not a move"]);
}

#[test]
fn bad_openings_are_skipped_only_on_request() {
    let mut lines = twenty();
    lines[3] = "e2e5".to_owned();
    lines[7] = "oops".to_owned();
    let mut request = first(18);
    refused(&lines, request).must_have(&["x:4: \"e2e5\" is not a move", "skip_bad"]);
    request.skip_bad = true;
    let drawn = drawn(&lines, request);
    let counts = (drawn.len(), drawn.skipped(), drawn.duplicates());
    assert_eq!(counts, (18, 2, 0));
}

#[test]
fn a_book_that_is_started_over_has_the_same_order_again() {
    let mut request = DrawRequest { needed: 50, start: 11, wrap: true, ..REQUEST };
    let wrapped = drawn(&twenty(), request);
    assert_eq!((wrapped.len(), wrapped.different()), (50, 10));
    let (all, ten) = (firsts(&wrapped), random(10, 1, 11));
    assert!(all.chunks(10).all(|round| round == ten), "{all:?}");
    // It is the same draw as one that does not need to.
    request.needed = 10;
    let once = drawn(&twenty(), request);
    assert_eq!(once.fingerprint(), wrapped.fingerprint());
    // An empty book is not repeated.
    request.start = 21;
    refused(&twenty(), request);
}
