//! The move generator against shakmaty's own and against known counts.

use engine_core::game::{Game, position_from_fen};
use engine_core::movegen::{Checks, Generator, perft};
use engine_core::position::Position;
use engine_core::random::RandomGames;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Move, Position as _, Role};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Counts known to the chess programming community.
/// Source: <https://www.chessprogramming.org/Perft_Results>.
#[test]
fn known_counts() {
    assert_eq!(perft(&(&Chess::default()).into(), 6), 119_060_324);
    let cases = [
        (KIWIPETE, 5, 193_690_690),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
    ];
    for (fen, depth, leaves) in cases {
        assert_eq!(perft(&(&position_from_fen(fen).unwrap()).into(), depth), leaves, "{fen}");
    }
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    let mut moves: Vec<String> = moves.into_iter().map(|mv| format!("{mv:?}")).collect();
    moves.sort();
    moves
}

fn compare(position: &Chess) {
    let tree = Position::from(position);
    let generator = Generator::new(&tree, tree.checkers());
    let oracle = position.legal_moves();
    let moves = generator.all();
    assert_eq!(sorted(moves.clone()), sorted(oracle.clone()), "{position:?}");
    assert_eq!(generator.has_legal_move(), !oracle.is_empty(), "{position:?}");
    let mut noisy = Vec::new();
    generator.noisy(|mv| noisy.push(mv));
    assert!(noisy.iter().all(|mv| !mv.is_quiet()));
    assert_eq!(
        noisy.len(),
        oracle.iter().filter(|mv| mv.is_capture() || mv.is_promotion()).count()
    );
    // Of some victims alone: without those of each kind.
    for role in Role::ALL {
        let victims = tree.them() & !tree.board().by_role(role);
        let mut against = Vec::new();
        generator.noisy_against(victims, |mv| against.push(mv));
        let wanted = noisy.iter().filter(|mv| mv.is_promotion() || mv.captured() != Some(role));
        assert!(against.iter().eq(wanted), "{role:?} in {position:?}");
    }
    assert!(moves.iter().all(|&mv| generator.is_legal(mv.into())));
    let checks = Checks::of(&tree);
    generator.quiet(|mv| {
        let gives = position.clone().play(mv.into()).unwrap().is_check();
        assert_eq!(checks.gives(mv), gives, "{mv:?} in {position:?}");
    });
}

#[test]
fn every_position_of_random_games() {
    let mut random = RandomGames::new(7);
    let mut strangers: Vec<Move> = Vec::new();
    for _ in 0..400 {
        let mut game = Game::default();
        for _ in 0..250 {
            let Some(mv) = random.pick(&game) else { break };
            compare(game.position());
            // Moves from other positions are legal exactly if the oracle has them.
            let tree = Position::from(game.position());
            let generator = Generator::new(&tree, tree.checkers());
            let oracle = game.position().legal_moves();
            for &stranger in &strangers {
                assert_eq!(
                    generator.is_legal(stranger.into()),
                    oracle.contains(&stranger),
                    "{stranger:?}"
                );
            }
            strangers.push(mv);
            if strangers.len() > 60 {
                strangers.swap_remove(random.below(60));
            }
            game.play(mv);
        }
        compare(game.position());
    }
}

#[test]
fn chess960_castling_too() {
    let mut random = RandomGames::new(3);
    let starts = [
        "bnrbkrnq/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRNQ w FCfc - 0 1",
        "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1",
        "6kr/pppppppp/8/8/8/8/PPPPPPPP/r5KR w Hh - 0 1",
        "1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1",
        "r1k1r2q/8/8/8/8/8/8/R1K1R2Q w EAea - 0 1",
    ];
    for fen in starts {
        for _ in 0..60 {
            let mut position: Chess =
                fen.parse::<Fen>().unwrap().into_position(CastlingMode::Chess960).unwrap();
            for _ in 0..60 {
                compare(&position);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[random.below(moves.len())]);
            }
        }
    }
}

#[test]
fn two_hundred_and_eighteen_moves() {
    let position =
        position_from_fen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1").unwrap();
    assert_eq!(perft(&(&position).into(), 1), 218);
}
