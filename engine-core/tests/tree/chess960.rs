//! Chess960: castling from anywhere on the first rank.

use engine_core::game::{Game, mirrored, position_from_fen};
use engine_core::limits::Limits;
use engine_core::movegen::perft;
use engine_core::node::Node;
use engine_core::notation::fen_of;
use engine_core::random::RandomGames;
use shakmaty::Position;

use crate::toy::{Toy, game, search};

/// Positions of the public Chess960 perft suite, and their leaves four plies deep.
/// Source: <https://www.chessprogramming.org/Chess960_Perft_Results>.
const SUITE: [(&str, u64); 20] = [
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
fn known_counts() {
    for (fen, leaves) in SUITE {
        let position = position_from_fen(fen).unwrap();
        assert_eq!(perft(&(&position).into(), 4), leaves, "{fen}");
        // The same by the other notation and by the other side.
        let again = position_from_fen(&fen_of(&position)).unwrap();
        assert_eq!(again, position, "{fen}");
        assert_eq!(
            perft(&(&mirrored(&position)).into(), 3),
            perft(&(&position).into(), 3),
            "{fen}"
        );
    }
}

/// Games in which kings walk and castle over and beside their rooks.
#[test]
fn searches_along_random_games_are_sound() {
    let mut random = RandomGames::new(960);
    let mut castled = 0;
    for (fen, _) in SUITE {
        let mut game = game(fen);
        for ply in 0..40 {
            let castling = game.legal_moves().into_iter().find(|mv| mv.is_castle());
            let Some(mv) = castling.or_else(|| random.pick(&game)) else {
                break;
            };
            castled += usize::from(mv.is_castle());
            let (before, _) = Node::root(&Toy, &game);
            game.play(mv);
            let (mut line, after) = (Node::root(&Toy, &game).1, Node::root(&Toy, &game).0);
            assert_eq!(before.play(&Toy, mv, &mut line).key(), after.key(), "{fen}");
            if ply % 8 == 0 {
                let outcome = search().go(&game, &Limits::nodes(400), |_| {});
                assert_eq!(outcome.best.is_some(), !game.legal_moves().is_empty());
                assert!(plays(&game, &outcome.line), "{fen}: {:?}", outcome.line);
            }
        }
    }
    assert!(castled >= 20, "{castled}");
}

fn plays(game: &Game, line: &[shakmaty::Move]) -> bool {
    let mut position = game.position().clone();
    line.iter().all(|&mv| {
        let legal = position.is_legal(mv);
        if legal {
            position.play_unchecked(mv);
        }
        legal
    })
}
