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
use engine_core::testkit::pieces::Turn;
use shakmaty::{CastlingSide, Chess, Color, EnPassantMode, Move, Position as _, Role};

use crate::{KIWIPETE, TOY, game};

/// Starts that bring about what random games from the first position rarely do: castling of every kind,
/// promotions that take rooks, captures en passant, few pieces.
const STARTS: [&str; 14] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    KIWIPETE,
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 3 9",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "8/8/3k4/8/3nb3/8/2BN4/3K4 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "bnrbkrnq/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRNQ w FCfc - 0 1",
    "6kr/pppppppp/8/8/8/8/PPPPPPPP/r5KR w Hh - 0 1",
    "1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1",
    "r1k1r2q/8/8/8/8/8/8/R1K1R2Q w EAea - 0 1",
    "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1",
];

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
    for fen in STARTS.iter().flat_map(|fen| vec![fen; games]) {
        let mut chess = position_from_fen(fen).unwrap();
        let (mut node, mut line) = Node::root(&TOY, &game(fen));
        for _ in 0..120 {
            compare_positions(node.position(), &chess);
            compare_moves(node.position(), &chess, &strangers);
            assert_eq!(node.key(), Key::of(&chess), "{chess:?}");
            let Some(turn) = Turn::pick(&mut random, &chess) else {
                break;
            };
            let after = turn.lead(&chess);
            let before = std::mem::replace(&mut chess, after);
            let Turn::Play(mv) = turn else {
                node = node.null_move(&TOY, &mut line).unwrap();
                continue;
            };
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

/// Leaves of the tree of legal moves, by depth, as the chess programming community knows them.
/// Source: <https://www.chessprogramming.org/Perft_Results>.
#[test]
fn known_counts() {
    for (fen, depth, leaves) in [
        (STARTS[0], 6, 119_060_324),
        (KIWIPETE, 5, 193_690_690),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
        ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 1, 218),
    ] {
        assert_eq!(perft(&(&position_from_fen(fen).unwrap()).into(), depth), leaves, "{fen}");
    }
}

/// Positions of the public Chess960 perft suite, and their leaves four plies deep.
/// Source: <https://www.chessprogramming.org/Chess960_Perft_Results>.
pub(crate) const CHESS960: [(&str, u64); 20] = [
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 326_672),
    ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 273_318),
    ("qnr1bkrb/pppp2pp/3np3/5p2/8/P2P2P1/NPP1PP1P/QN1RBKRB w GDg - 3 9", 713_420),
    ("nqnrb1kr/2pp1ppp/1p1bp3/p1B5/5P2/3N4/PPPPP1PP/NQ1R1BKR w HDhd - 0 9", 465_317),
    ("nqnrkrb1/pppppp2/7p/4b1p1/8/PN1NP3/1PPP1PPP/1Q1RKRBB w FDfd - 1 9", 473_911),
    ("bnnqrbkr/pp1p2p1/2p1p2p/5p2/1P5P/1R6/P1PPPPP1/BNNQRBK1 w Ehe - 0 9", 1_024_721),
    ("nnbqrkr1/pp1pp2p/2p2b2/5pp1/1P5P/4P1P1/P1PP1P2/NNBQRKRB w GEge - 1 9", 1_111_186),
    ("nbnqrkbr/p2ppp2/1p4p1/2p4p/3P3P/3N4/PPP1PPPR/NB1QRKB1 w Ehe - 0 9", 382_317),
    ("nnbrqk1b/pp2pprp/2pp2p1/8/3PP1P1/8/PPP2P1P/NNBRQRKB w d - 1 9", 706_784),
    ("n1rbbqkr/pp1pppp1/7p/P1p5/1n6/2PP4/1P2PPPP/NNRBBQKR w HChc - 0 9", 431_801),
    ("nnrqbkrb/pppp1pp1/7p/4p3/6P1/2N2B2/PPPPPP1P/NR1QBKR1 w Ggc - 2 9", 476_620),
    ("nn1qkbbr/pp2ppp1/2rp4/2p4p/P2P4/1N5P/1PP1PPP1/1NRQKBBR w HCh - 1 9", 586_009),
    ("nnrkbbqr/1p2pppp/p2p4/2p5/8/1N2P1P1/PPPP1P1P/1NKRBBQR w hc - 0 9", 477_801),
    ("n1rkbqrb/pp1ppp2/2n3p1/2p4p/P5PP/1P6/2PPPP2/NNRKBQRB w GCgc - 0 9", 684_001),
    ("bnnbrkr1/ppp2p1p/5q2/3pp1p1/4P3/1N4P1/PPPPRP1P/BN1B1KRQ w Gge - 0 9", 1_028_084),
    ("bn1rkbrq/1pppppp1/p6p/1n6/3P4/6PP/PPPRPP2/BNN1KBRQ w Ggd - 2 9", 455_476),
    ("nnbbrkrq/2pp1pp1/1p5p/pP2p3/7P/N7/P1PPPPP1/N1BBRKRQ w GEge - 0 9", 242_350),
    ("n1brkrqb/pppp3p/n3pp2/6p1/3P1P2/N1P5/PP2P1PP/N1BRKRQB w FDfd - 0 9", 471_729),
    ("n1rk1qbb/pppprpp1/2n4p/4p3/2PP3P/8/PP2PPP1/NNRKRQBB w ECc - 1 9", 425_247),
    ("1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9", 1_171_749),
];

#[test]
fn known_counts_of_chess960() {
    for (fen, leaves) in CHESS960 {
        let position = position_from_fen(fen).unwrap();
        let count = |position: &Chess, depth| perft(&position.into(), depth);
        assert_eq!(count(&position, 4), leaves, "{fen}");
        // The same by the other notation and by the other side.
        assert_eq!(position_from_fen(&fen_of(&position)).unwrap(), position, "{fen}");
        assert_eq!(count(&mirrored(&position), 3), count(&position, 3), "{fen}");
    }
}

#[test]
fn an_en_passant_square_counts_only_if_the_capture_is_legal() {
    for (one, other, same) in [
        // No pawn can capture on e3.
        ("startpos moves e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", true),
        // The pawn on d4 could, but it is pinned to its king; here it can.
        ("3k4/8/8/8/3p4/8/2P5/3RK3 w - - 0 1 moves c2c4", "3k4/8/8/8/2Pp4/8/8/3RK3 b - - 0 1", true),
        ("2k5/8/8/8/3p4/8/2P5/3RK3 w - - 0 1 moves c2c4", "2k5/8/8/8/2Pp4/8/8/3RK3 b - - 0 1", false),
    ] {
        let [one, other] = [one, other].map(|text| Key::of(game(text).position()));
        assert_eq!(one == other, same);
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
    let (p, n, r, q) = (100, 320, 500, 900);
    for (fen, uci, expected) in [
        // A free pawn.
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", p),
        // A defended pawn, with rooks and queens behind each other.
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", p - n),
        ("4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", p - r),
        ("4k3/8/3p4/4r3/8/8/8/4RK2 w - - 0 1", "e1e5", 0),
        // En passant, and the recapture.
        ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
        // A promotion that is taken, and one that is not.
        ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8q", -p),
        ("4k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8q", q - p),
        // The king may not recapture on a square that is still attacked.
        ("8/8/3k4/4p3/8/6B1/8/4RK2 w - - 0 1", "e1e5", p),
        ("8/8/3k4/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", p - r),
    ] {
        assert_eq!(exchange(fen, uci), expected, "{fen} {uci}");
    }
}
