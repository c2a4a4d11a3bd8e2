//! Positions, their moves and their keys, against shakmaty's along random games, and against known counts.

use engine_core::encoded_move::EncodedMove;
use engine_core::game::{mirrored, position_from_fen};
use engine_core::key::Key;
use engine_core::movegen::{Checks, Generator, perft};
use engine_core::node::Node;
use engine_core::notation::fen_of;
use engine_core::position::Position;
use engine_core::random::RandomGames;
use engine_core::see::see_at_least;
use engine_core::tables::transposition::PackedMove;
use shakmaty::{CastlingSide, Chess, Color, EnPassantMode, Move, Position as _, Role};

use crate::{TOY, game, rows};

/// Compares everything that the two return about a position.
fn compare_positions(ours: &Position, chess: &Chess) {
    assert_eq!(ours.board(), chess.board());
    assert_eq!(ours.turn(), chess.turn());
    assert_eq!(ours.us(), chess.us());
    assert_eq!(ours.them(), chess.them());
    assert_eq!(ours.halfmoves(), chess.halfmoves());
    assert_eq!(ours.checkers(), chess.checkers());
    assert_eq!(ours.is_check(), chess.is_check());
    assert_eq!(ours.en_passant(), chess.ep_square(EnPassantMode::PseudoLegal));
    assert_eq!(ours.legal_en_passant(), chess.ep_square(EnPassantMode::Legal));
    assert_eq!(ours.is_insufficient_material(), chess.is_insufficient_material(), "{chess:?}");
    let (castles, theirs) = (ours.castles(), chess.castles());
    assert_eq!(castles.rooks(), theirs.castling_rights());
    assert_eq!(castles.any(), theirs.any());
    for color in Color::ALL {
        assert_eq!(castles.has_color(color), theirs.has_color(color));
        for side in CastlingSide::ALL {
            assert_eq!(castles.has(color, side), theirs.has(color, side));
            assert_eq!(castles.rook(color, side), theirs.rook(color, side));
            if castles.has(color, side) {
                assert_eq!(castles.path(color, side), theirs.path(color, side));
            }
        }
    }
    // An en passant square that cannot be used is not kept.
    assert_eq!(fen_of(&ours.to_chess()), fen_of(chess));
    assert_eq!(Position::from(&ours.to_chess()), *ours);
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    let mut moves: Vec<String> = moves.into_iter().map(|mv| format!("{mv:?}")).collect();
    moves.sort();
    moves
}

/// Compares the generator with shakmaty's own; `strangers` are moves from other positions.
fn compare_moves(ours: &Position, chess: &Chess, strangers: &[Move]) {
    let generator = Generator::new(ours, ours.checkers());
    let oracle = chess.legal_moves();
    assert_eq!(sorted(generator.all()), sorted(oracle.clone()), "{chess:?}");
    assert_eq!(generator.has_legal_move(), !oracle.is_empty(), "{chess:?}");
    for &mv in strangers {
        assert_eq!(generator.is_legal(mv.into()), oracle.contains(&mv), "{mv:?}");
    }
    let mut noisy = Vec::new();
    generator.noisy(|mv| noisy.push(mv));
    assert!(noisy.iter().all(|mv| !mv.is_quiet()));
    let expected = oracle.iter().filter(|mv| mv.is_capture() || mv.is_promotion());
    assert_eq!(noisy.len(), expected.count());
    // Of some victims alone: without those of each kind.
    for role in Role::ALL {
        let victims = ours.them() & !ours.board().by_role(role);
        let mut against = Vec::new();
        generator.noisy_against(victims, |mv| against.push(mv));
        let wanted = noisy.iter().filter(|mv| mv.is_promotion() || mv.captured() != Some(role));
        assert!(against.iter().eq(wanted), "{role:?} in {chess:?}");
    }
    let checks = Checks::of(ours);
    generator.quiet(|mv| {
        let gives = chess.clone().play(mv.into()).unwrap().is_check();
        assert_eq!(checks.gives(mv), gives, "{mv:?} in {chess:?}");
    });
    for mv in oracle {
        compare_encoded(mv);
        let encoded: EncodedMove = mv.into();
        assert!(generator.is_legal(encoded));
        let packed = PackedMove::of(encoded);
        assert_eq!(packed.unpack(ours, &generator), Some(encoded), "{mv}");
        let noisy = mv.is_promotion() || mv.is_capture() && !mv.is_en_passant();
        assert_eq!(packed.is_capture_or_promotion(ours), noisy, "{mv}");
    }
}

/// Compares the properties of a move, encoded and not.
fn compare_encoded(mv: Move) {
    let encoded: EncodedMove = mv.into();
    assert_eq!(Into::<Move>::into(encoded), mv);
    assert_eq!(Some(encoded.from()), mv.from());
    assert_eq!(encoded.to(), mv.to());
    assert_eq!(encoded.role(), mv.role());
    assert_eq!(encoded.captured(), mv.capture());
    assert_eq!(encoded.promotion(), mv.promotion());
    assert_eq!(encoded.is_capture(), mv.is_capture());
    assert_eq!(encoded.is_promotion(), mv.is_promotion());
    assert_eq!(encoded.is_quiet(), !mv.is_capture() && !mv.is_promotion(), "{mv:?}");
    assert_eq!(encoded.is_castling(), mv.is_castle());
    assert_eq!(encoded.is_zeroing(), mv.is_zeroing());
    assert_eq!(encoded.is_en_passant(), mv.is_en_passant());
}

type MovePredicate = fn(Move) -> bool;

/// A random move, with more castlings, captures and promotions than random moves have; `None` if the turn is passed.
fn pick(random: &mut RandomGames, moves: &[Move], is_check: bool) -> Option<Move> {
    if !is_check && random.below(10) == 0 {
        return None;
    }
    let rare: [(MovePredicate, usize); 4] =
        [(Move::is_castle, 2), (Move::is_promotion, 2), (Move::is_en_passant, 2), (Move::is_capture, 4)];
    for (is_rare, one_in) in rare {
        let some: Vec<Move> = moves.iter().filter(|mv| is_rare(**mv)).copied().collect();
        if !some.is_empty() && random.below(one_in) == 0 {
            return Some(some[random.below(some.len())]);
        }
    }
    Some(moves[random.below(moves.len())])
}

/// Moves that have been played, by kind.
#[derive(Debug, Default)]
struct MoveCounts {
    moves: usize,
    castlings: usize,
    promotions: usize,
    en_passants: usize,
    /// Moves after which the key was not the one known before: castling rights or en passant changed it.
    surprises: usize,
}

/// Plays this many random games from each start, with more special moves than random ones have, and null moves, and compares at each position.
fn compare_games(games: usize) -> MoveCounts {
    let mut random = RandomGames::new(29);
    let mut seen = MoveCounts::default();
    let mut strangers: Vec<Move> = Vec::new();
    for [fen] in rows("random games begin here").into_iter().flat_map(|start| vec![start; games]) {
        let mut chess = position_from_fen(fen).unwrap();
        let (mut node, mut line) = Node::root(&TOY, &game(fen));
        for _ in 0..120 {
            compare_positions(node.position(), &chess);
            compare_moves(node.position(), &chess, &strangers);
            assert_eq!(node.key(), Key::of(&chess), "{chess:?}");
            let moves = chess.legal_moves();
            if moves.is_empty() || chess.is_insufficient_material() {
                break;
            }
            let before = chess.clone();
            let Some(mv) = pick(&mut random, &moves, chess.is_check()) else {
                chess = chess.swap_turn().unwrap();
                node = node.null_move(&TOY, &mut line).unwrap();
                continue;
            };
            chess.play_unchecked(mv);
            seen.moves += 1;
            seen.castlings += usize::from(mv.is_castle());
            seen.promotions += usize::from(mv.is_promotion());
            seen.en_passants += usize::from(mv.is_en_passant());
            // The entry prefetched before a move is played is the one then looked up, but for a few moves.
            if node.key().moved(before.turn(), mv.into()) != Key::of(&chess) {
                let [rights, after] = [&before, &chess].map(|chess| chess.castles().castling_rights());
                let squares = [&before, &chess].map(Chess::maybe_ep_square);
                assert!(rights != after || squares != [None; 2], "{mv}");
                seen.surprises += 1;
            }
            node = node.play(&TOY, mv, &mut line);
            strangers.push(mv);
            if strangers.len() > 60 {
                strangers.swap_remove(random.below(60));
            }
        }
    }
    seen
}

#[test]
fn every_position_of_random_games_is_shakmatys() {
    let seen = compare_games(60);
    assert!(seen.moves > 50_000, "{seen:?}");
    assert!(seen.castlings.min(seen.promotions).min(seen.en_passants) > 80, "{seen:?}");
    assert!(seen.surprises > 0 && 20 * seen.surprises < seen.moves, "{seen:?}");
}

/// `cargo test --release -p engine-core --test tree a_million -- --ignored`
#[test]
#[ignore = "a minute"]
fn a_million_positions_are_shakmatys() {
    assert!(compare_games(1_000).moves > 1_000_000);
}

/// Leaves of the tree of legal moves, by depth.
#[test]
fn known_counts() {
    for [fen, depth, leaves] in rows("leaves by depth") {
        let found = perft(&(&position_from_fen(fen).unwrap()).into(), depth.parse().unwrap());
        assert_eq!(found.to_string(), leaves, "{fen}");
    }
}

#[test]
fn known_counts_of_chess960() {
    for [fen, leaves] in rows("leaves of Chess960") {
        let position = position_from_fen(fen).unwrap();
        let count = |position: &Chess, depth| perft(&position.into(), depth);
        assert_eq!(count(&position, 4).to_string(), leaves, "{fen}");
        // The same by the other notation and by the other side.
        assert_eq!(position_from_fen(&fen_of(&position)).unwrap(), position, "{fen}");
        assert_eq!(count(&mirrored(&position), 3), count(&position, 3), "{fen}");
    }
}

#[test]
fn an_en_passant_square_counts_only_if_the_capture_is_legal() {
    for [one, other, same] in rows("keys with en passant squares") {
        let keys = [one, other].map(|text| Key::of(game(text).position()));
        assert_eq!(keys[0] == keys[1], same == "same", "{one}");
    }
}

#[test]
fn occurrences_are_counted_over_the_whole_game() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8";
    let (mut node, mut line) = Node::root(&TOY, &game(&format!("startpos moves {shuffle} {shuffle}")));
    assert_eq!((node.occurrences(), node.is_repetition()), (3, true));
    let twice = game(&format!("startpos moves {shuffle}"));
    let (root, _) = Node::root(&TOY, &twice);
    assert_eq!(root.occurrences(), 2);
    assert!(!root.is_repetition(), "the first time was before the root");
    for mv in twice.moves() {
        node = node.play(&TOY, *mv, &mut line);
    }
    assert_eq!(node.occurrences(), 4);
}

/// The greatest threshold that the move reaches.
fn exchange(fen: &str, uci: &str) -> i32 {
    let mut after = game(fen);
    let position = Position::from(after.position());
    after.play_uci(uci).unwrap();
    let mv = after.moves()[0].into();
    (-2000..=2000).rev().find(|&threshold| see_at_least(&position, mv, threshold)).unwrap()
}

#[test]
fn exchanges() {
    for [fen, uci, expected] in rows("exchanges") {
        assert_eq!(exchange(fen, uci).to_string(), expected, "{fen} {uci}");
    }
}
