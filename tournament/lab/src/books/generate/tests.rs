use engine_core::limits::Limits;
use shakmaty::{Color, Position};

use super::*;
use config::{LimitKind, Selection};

fn engine(name: &str) -> EngineConfig {
    let words = [name.to_owned()];
    let selection = Selection {
        words: &words,
        file: None,
        limit: Some(LimitKind::Nodes(1)),
        nodes: 1,
        table: 12,
    };
    selection.engines(&["michniewski"]).unwrap().remove(0)
}

fn recipe() -> Recipe {
    Recipe {
        count: 40,
        plies: 5..=8,
        seed: 9,
        margin: 60,
        temperature: 25.0,
        balance: 40,
        search: Search {
            nodes: 600,
            moves: 6,
            judge_nodes: 1_000,
        },
    }
}

fn made(recipe: &Recipe, threads: usize) -> (Vec<Game>, usize) {
    let mut told = 0;
    let searches = Searches::in_memory(recipe.search);
    let engine = engine("michniewski");
    let games = generate(recipe, &engine, threads, &searches, || told += 1).unwrap();
    (games, told)
}

fn moves(games: &[Game]) -> Vec<Vec<shakmaty::Move>> {
    games.iter().map(|game| game.moves().to_vec()).collect()
}

#[test]
fn the_same_recipe_makes_the_same_book_on_any_number_of_threads() {
    let recipe = recipe();
    let (games, told) = made(&recipe, 1);
    assert_eq!((games.len(), told), (40, 40));
    assert_eq!(moves(&games), moves(&made(&recipe, 3).0));
    let other = Recipe { seed: 10, ..recipe };
    assert_ne!(moves(&games), moves(&made(&other, 2).0));
}

#[test]
fn lines_are_different_level_and_leave_a_way_to_castle() {
    let (games, _) = made(&recipe(), 2);
    let positions: HashSet<Key> = games.iter().map(|game| Key::of(game.position())).collect();
    assert_eq!(positions.len(), 40);
    let lengths: HashSet<usize> = games.iter().map(|game| game.moves().len()).collect();
    assert_eq!(lengths, HashSet::from([5, 6, 7, 8]));
    // An independent judge: another evaluator, a longer search, the game as it was played.
    let mut judge = engine_core::search::Search::new(
        eval_simplified::otter(),
        engine_core::tables::transposition::Transposition::with_bits(14),
    );
    for game in &games {
        judge.clear();
        let score = judge.go(game, &Limits::nodes(20_000), |_| {}).score;
        assert!(score.cp().unwrap().abs() < 200, "{:?}", game.position());
        for side in Color::ALL {
            let first = usize::from(side.is_black());
            let castled = game
                .moves()
                .iter()
                .skip(first)
                .step_by(2)
                .any(|m| m.is_castle());
            assert!(castled || game.position().castles().has_color(side));
        }
    }
}

#[test]
fn what_is_written_is_read_back_with_names() {
    let (games, _) = made(&recipe(), 2);
    let mut text = Vec::new();
    write_pgn(&games, &mut text).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.pgn");
    std::fs::write(&path, text).unwrap();
    let openings::Source::Book(book) =
        openings::open(&path, &openings::Reading::default()).unwrap()
    else {
        panic!("no book of games")
    };
    assert_eq!(book.len(), games.len());
    for (game, opening) in games.iter().zip(book.openings()) {
        let opening = opening.unwrap();
        assert_eq!(game.moves(), opening.moves);
        assert_eq!(opening.eco.len(), 3);
        assert!(!opening.name.is_empty());
    }
}

#[test]
fn too_many_openings_are_refused() {
    let recipe = Recipe {
        count: 500,
        plies: 1..=1,
        ..recipe()
    };
    let searches = Searches::in_memory(recipe.search);
    let engine = engine("michniewski");
    let error = generate(&recipe, &engine, 2, &searches, || {}).unwrap_err();
    assert!(error.to_string().contains("--plies"), "{error}");
    assert!(matches!(
        error,
        GenerateError::Exhausted {
            found: 1..=6,
            wanted: 500
        }
    ));
}
