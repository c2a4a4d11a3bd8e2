//! What takes seconds: sacrifices and developing moves that a search chooses, numbers and wings over all positions, and
//! the book of rules.

use std::collections::BTreeSet;

use engine_core::evaluation::Evaluation;
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::notation::uci_move;
use engine_core::options::{Configure, OptionKind};
use engine_core::params::Params;
use engine_core::random::RandomGames;
use engine_core::rule::Rule;
use engine_core::search::{Report, Search};
use engine_core::tables::transposition::Transposition;
use eval_compendium::book::{Kind, markdown, rules};
use eval_compendium::{Compendium, compendium};
use shakmaty::uci::UciMove;
use shakmaty::{Bitboard, CastlingMode, Chess, EnPassantMode, FromSetup, Position, Role};

use crate::verdicts::{DEVELOP, with};
use crate::{game, rows, worked};

const SACRIFICES: Rule = Rule::king("king-attack.sacrifices");

/// The result of the last of some consecutive searches, as in the turns of a game.
fn last_of(evaluator: Compendium, games: &[Game], limits: &Limits, params: Params) -> Report {
    let mut search = Search::new(evaluator, Transposition::with_bits(16));
    search.set_params(params);
    let mut outcomes = games.iter().map(|game| search.go(game, limits, |_| {}));
    let first = outcomes.next().unwrap();
    outcomes.last().unwrap_or(first)
}

/// The move that is played, and the one that it replaces.
fn played(outcome: &Report, rule: Rule) -> (String, Option<String>) {
    let chosen = outcome.chosen.map(|chosen| {
        assert_eq!(chosen.rule, rule);
        uci_move(chosen.over)
    });
    (uci_move(outcome.best().unwrap()), chosen)
}

/// The role of the piece that plays the move.
fn role(text: &str, mv: &str) -> Role {
    let uci: UciMove = mv.parse().unwrap();
    uci.to_move(game(text).position()).unwrap().role()
}

#[test]
fn a_minor_comes_out_where_a_pawn_push_is_better_by_no_more_than_the_bonus() {
    let after = |opening, options: &[(&str, &str)]| {
        let outcome = last_of(with(options), &[game(opening)], &Limits::nodes(12_000), Params::MICHNIEWSKI);
        assert_eq!(outcome.nodes, 12_000);
        (played(&outcome, DEVELOP), outcome.score)
    };
    let off = [("disable", "opening.develop-*")];
    let [none, dear] = ["-1", "2000"].map(|bonus| [("opening.develop-over-pawn-push", bonus)]);
    let mut pushes = 0;
    for [opening] in rows("openings") {
        let ((best, _), score) = after(opening, &off);
        // A move that is below the best by more than the bonus is not played.
        assert_eq!(after(opening, &none), ((best.clone(), None), score));
        let ((instead, over), least) = after(opening, &dear);
        // The choice is deterministic.
        if opening == "startpos" {
            assert_eq!(after(opening, &dear), ((instead.clone(), over.clone()), least));
        }
        let Some(over) = over else {
            continue;
        };
        pushes += 1;
        let [push, minor] = [&over, &instead].map(|mv| role(opening, mv));
        assert_eq!(push, Role::Pawn, "{opening}: {over}");
        let is_minor = matches!(minor, Role::Knight | Role::Bishop);
        assert!(is_minor, "{opening}: {instead}");
    }
    assert!(pushes > 1, "{pushes}");
}

/// White attacks the king and is ahead; ten plies later the attack has brought nothing.
const ATTACK: &str = "fen r3brk1/p2bqppp/1pp1p3/6N1/3BP1B1/2PQ3R/PP3PPP/R5K1 w - - 0 20";
const IN_VAIN: &str = "moves a1b1 a8b8 b1c1 b8c8 c1d1 c8d8 d1c1 d8c8 c1b1 c8b8";

/// The move chosen with piece values alone, and with some of the rule's numbers changed.
fn sacrificed(options: &[(&str, &str)], games: &[Game]) -> (String, Option<String>) {
    let ids = rules().map(|rule| rule.id);
    let others: Vec<_> = ids.filter(|id| !["intro.piece-values", SACRIFICES.name].contains(id)).collect();
    let mut evaluator = with(&[("disable", &others.join(", "))]);
    // No rule values the attack.
    for (name, value) in [&[("ahead", "0"), ("attack", "0")], options].concat() {
        let name = format!("{}.{name}", SACRIFICES.name);
        evaluator.set(&name, value).unwrap();
    }
    let outcome = last_of(evaluator, games, &Limits::depth(6), in_full());
    played(&outcome, SACRIFICES)
}

/// Numbers by which the search leaves out next to nothing: the rule counts here, and not what is pruned.
fn in_full() -> Params {
    let mut params = Params::MICHNIEWSKI.uncorrected();
    params.reverse_futility.max_depth = 0;
    params.razoring.max_depth = 0;
    params.null_move.base = 10;
    params.prob_cut.min_depth = 100;
    params.lmp.base = 50;
    params.history_pruning.max_depth = -100;
    params.see_pruning.max_depth = -100;
    params.lmr.min_depth = 100;
    params
}

#[test]
fn an_attack_that_brings_nothing_is_helped_by_a_sacrifice() {
    let games = [ATTACK.to_owned(), format!("{ATTACK} {IN_VAIN}")].map(|text| game(&text));
    let sacrifice = |options: &[(&str, &str)]| sacrificed(options, &games).1;
    // A rook takes on h7, which in the end costs nothing.
    let document = sacrificed(&[], &games);
    assert_eq!(document, ("h3h7".to_owned(), Some("g5h7".to_owned())));
    assert_eq!(sacrifice(&[("loss", "-1")]), None, "it gains nothing");
    assert_eq!(sacrifice(&[("plies", "0")]), None, "nothing counts less");
    let full = [("queen", "900"), ("rook", "450"), ("minor", "300")];
    assert_eq!(sacrifice(&full), None, "attackers count in full");
    assert_eq!(sacrifice(&[("gain", "-500")]), None, "it has gained more");
    assert_eq!(sacrifice(&[("wait", "12")]), None, "no search was so long ago");
    assert_eq!(sacrifice(&[("attack", "1")]), None, "the attack is worth nothing");
    assert_eq!(sacrificed(&[], &games[1..]).1, None, "no search came before");
}

/// True if the option is a number of a rule that chooses between moves and has no reading of a position.
fn is_of_the_root(option: &str) -> bool {
    let mut rules = rules().filter(|rule| rule.kind == Kind::Root);
    rules.any(|rule| option.starts_with(rule.id))
}

/// A number that is never read is a slip in a rule, or a number that the catalogue gives twice.
#[test]
fn every_number_changes_a_reading_somewhere() {
    let worked = worked();
    let readings = |evaluator: &Compendium, game: &Game, score| {
        let readings = evaluator.raw(game, score).expect("there are raw readings");
        // Numbers of the endgame show only in posted terms.
        let posted = Evaluation::of(evaluator, game).breakdown;
        ([readings.terms(), posted.terms()].concat(), [readings.meta(), posted.meta()].concat())
    };
    let document = compendium();
    let of_the_document: Vec<_> = worked
        .iter()
        .map(|case| {
            let game = game(case.position);
            let found = readings(&document, &game, case.score);
            (case, game, found)
        })
        .collect();
    let mut idle = Vec::new();
    let options = document.options().into_iter();
    for option in options.filter(|option| !is_of_the_root(option.name)) {
        let other = match option.kind {
            OptionKind::Number { default, .. } => (default + 1).to_string(),
            OptionKind::Tenths { default, .. } => format!("{:.1}", f64::from(default + 10) / 10.0),
            _ => continue,
        };
        let mut changed = compendium();
        changed.set(option.name, &other).unwrap();
        // A number mostly shows in the positions of its own rule: those come first.
        let (own, others): (Vec<_>, Vec<_>) =
            of_the_document.iter().partition(|(case, ..)| option.name.starts_with(case.rule));
        let changes =
            own.into_iter().chain(others).any(|(case, game, found)| readings(&changed, game, case.score) != *found);
        let excused = rows("options without effect").iter().any(|[name, _]| *name == option.name);
        if changes == excused {
            idle.push(option.name);
        }
    }
    assert!(idle.is_empty(), "without effect, or excused in vain: {idle:?}");
}

/// The score for rules that read it, in centipawns from White's side: the real one depends on rules
/// of one wing. White is well behind and Black well ahead.
const SCORE: i32 = -200;

/// The position without its past and without castling rights, as it is and with files reversed;
/// `None` where something cannot be reversed.
fn both_ways(game: &Game) -> Option<[Game; 2]> {
    let mut setup = game.position().to_setup(EnPassantMode::Always);
    setup.castling_rights = Bitboard::EMPTY;
    setup.ep_square = None;
    let mut reversed = setup.clone();
    reversed.board.flip_horizontal();
    let game = |setup| {
        let position = Chess::from_setup(setup, CastlingMode::Standard).ok()?;
        Some(Game::new(position))
    };
    Some([game(setup)?, game(reversed)?])
}

#[test]
fn reversed_files_change_only_rules_of_one_wing() {
    let evaluator = compendium();
    let mut differing = BTreeSet::new();
    let mut random = RandomGames::new(17);
    let mut compared = 0;
    let mut look = |start: &Game| {
        let mut game = start.clone();
        for _ in 0..6 {
            if let Some([here, there]) = both_ways(&game) {
                let raw = |game: &Game| evaluator.raw(game, Some(SCORE)).unwrap();
                let (here, there) = (raw(&here), raw(&there));
                compared += 1;
                for (a, b) in here.terms().iter().zip(there.terms()) {
                    assert_eq!(a.rule, b.rule);
                    if (a.white, a.black) != (b.white, b.black) {
                        differing.insert(a.rule.name);
                    }
                }
            }
            let Some(mv) = random.pick(&game) else { return };
            game.play(mv);
        }
    };
    for case in worked() {
        look(&game(case.position));
    }
    assert!(compared > 1000);
    let expected: BTreeSet<&str> = rows("rules of one wing").into_iter().map(|[rule, _]| rule).collect();
    assert_eq!(differing, expected);
}

/// With `WRITE_RULES` set it is written first.
#[test]
fn the_book_of_rules_is_the_one_that_is_kept() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/RULES.md");
    let now = markdown().unwrap_or_else(|error| panic!("{error}"));
    if std::env::var_os("WRITE_RULES").is_some() {
        std::fs::write(path, &now).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap();
    let differing = kept.lines().zip(now.lines()).find(|(kept, now)| kept != now);
    assert!(kept == now, "RULES.md is out of date ({differing:?}): CONTRIBUTING.md says how to write it");
}

/// A rule whose reading asks whether another one is in force has it among its relations: some worked position shows it.
#[test]
fn what_a_reading_asks_for_is_among_its_relations() {
    let source = |file: &str| std::fs::read_to_string(format!("{}/src/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let interplay = source("interplay.rs");
    let names = interplay.lines().filter_map(|line| line.trim().split_once(" = \""));
    let names: Vec<(&str, &str)> = names.filter_map(|(name, rest)| Some((name, rest.split('"').next()?))).collect();
    let book = markdown().unwrap();
    let tables = worked().into_iter().map(|case| case.place.split('.').next().unwrap_or_default().to_owned());
    let files: BTreeSet<String> = tables.collect();
    let (mut asked, mut missing) = (0, Vec::new());
    for text in files.iter().map(|file| source(&format!("rules/{file}.rs"))) {
        for rule in rules() {
            let Some(at) = text.find(&format!("    \"{}\"", rule.id)) else { continue };
            let body = text[at..].split("\n    ///").next().unwrap().split("\n}").next().unwrap();
            let section = book.split(&format!("### {}\n", rule.id)).nth(1).unwrap();
            let section = section.split("\n### ").next().unwrap();
            for (name, id) in &names {
                let asks = ["applies", "replaced_by", "numbers_in_force"].map(|asks| format!("{asks}({name})"));
                if *id != rule.id && asks.iter().any(|asks| body.contains(asks)) {
                    asked += 1;
                    missing.extend((!section.contains(&format!("`{id}`"))).then_some([rule.id, *id]));
                }
            }
        }
    }
    assert!(asked > 60, "{asked}");
    assert_eq!(missing, rows("relations that no position shows"));
}
