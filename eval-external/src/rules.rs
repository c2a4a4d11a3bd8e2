//! The rules of an evaluation from outside, which does not declare them.

use engine_core::game::Game;
use engine_core::position::Position;
use engine_core::random::RandomGames;
use engine_core::rule::Rule;

use crate::failure::ExternalError;
use crate::term::ExternalTerm;

/// Plies of random moves from each sample.
const PLIES: usize = 40;
/// Plies between two positions.
const EVERY: usize = 4;
/// The seed of the random moves.
const SEED: u64 = 1;

/// The rules of the terms of some hundred positions of all kinds, in the order in which they appear.
pub(crate) fn seen(
    mut terms: impl FnMut(&Position) -> Result<Vec<ExternalTerm>, ExternalError>,
) -> Result<Vec<Rule>, ExternalError> {
    let mut rules: Vec<Rule> = Vec::new();
    let mut random = RandomGames::new(SEED);
    for text in SAMPLES {
        let mut game = Game::parse(text).expect("the samples are legal");
        for ply in 0..PLIES {
            if ply % EVERY == 0 {
                for term in terms(&game.position().into())? {
                    if !rules.contains(&term.rule) {
                        rules.push(term.rule);
                    }
                }
            }
            let Some(mv) = random.pick(&game) else { break };
            game.play(mv);
        }
    }
    Ok(rules)
}

/// Positions in which rules show themselves: openings, middlegames, endgames, for either side.
const SAMPLES: [&str; 12] = [
    "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1",
    "startpos",
    "startpos moves d2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4 d7d6 g1f3 e8g8 f1e2 e7e5",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp3ppp/2n1pn2/3p4/1bPP4/2NBPN2/PP3PPP/R1BQ1RK1 b - - 0 8",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    "3r1rk1/p4ppp/1p2b3/2p1P3/2P2P2/1P1q4/P2Q2PP/R4RK1 w - - 0 24",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "2k5/5pp1/p6p/1p2P3/1P3P2/P2K3P/6P1/8 w - - 0 34",
    "5k2/1R4p1/4pp1p/r7/4P3/5P1P/6PK/8 w - - 2 41",
    "8/8/1p1kp1p1/p1pr1n1p/P6P/1R1P2P1/2P2KB1/8 w - - 0 33",
    "6k1/5p1p/4p1p1/3b4/1P1B4/5P2/6PP/6K1 b - - 0 36",
];
