//! The speed of the doors: nodes a second of the bench with Michniewski's evaluation, built in and as a library in C,
//! and positions a second of a program that answers at once.
//!
//!     cargo run --release -p eval-external --example speed
//!
//! With the words of a command it measures only that program, such as
//!
//!     cargo run --release -p eval-external --example speed -- python3 eval-external/tests/michniewski.py

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::position::Position;
use engine_core::random::RandomGames;
use engine_core::search::Search;
use engine_core::tables::transposition::Transposition;
use eval_external::{ExternalEvaluator, Spec, Start};
use eval_simplified::michniewski;

const POSITIONS: [&str; 6] = [
    "startpos",
    "startpos moves e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6 c1g5",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    "2k5/5pp1/p6p/1p2P3/1P3P2/P2K3P/6P1/8 w - - 0 34",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];
const ROUNDS: usize = 5;

/// The best of some rounds with this many nodes a position, in nodes a second.
fn nodes_a_second<E: Evaluator + Clone>(evaluator: &E, limit: u64) -> f64 {
    let round = |_| {
        let mut search = Search::new(evaluator.clone(), Transposition::with_bits(16));
        let started = Instant::now();
        let mut nodes = 0;
        for text in POSITIONS {
            search.clear();
            let game = Game::parse(text).expect("a legal position");
            nodes += search.go(&game, &Limits::nodes(limit), |_| {}).nodes;
        }
        nodes as f64 / started.elapsed().as_secs_f64()
    };
    (0..ROUNDS).map(round).fold(0.0, f64::max)
}

/// Builds a file of the tests with the C compiler.
fn build(file: &str, flags: &[&str]) -> std::io::Result<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target =
        std::env::temp_dir().join(format!("eval-external-{}-{file}.out", std::process::id()));
    let mut compiler = Command::new("cc");
    compiler.arg("-O2").args(flags).arg("-I").arg(folder.join("include"));
    compiler.arg("-o").arg(&target).arg(folder.join("tests").join(file));
    let failed = || std::io::Error::other("cc failed");
    compiler.status()?.success().then(|| target.display().to_string()).ok_or_else(failed)
}

fn positions(count: usize) -> Vec<Position> {
    let mut random = RandomGames::new(1);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut game = Game::default();
        while let Some(mv) = random.pick(&game).filter(|_| game.moves().len() < 120) {
            game.play(mv);
            positions.push(Position::from(game.position()));
        }
    }
    positions
}

/// Prints the speed of a program over a pipe.
fn measure(spec: &Spec, positions: &[Position]) -> Result<(), Box<dyn std::error::Error>> {
    let program = ExternalEvaluator::open(spec, Start::default())?;
    let a_second = |started: Instant| positions.len() as f64 / started.elapsed().as_secs_f64();
    let started = Instant::now();
    program.try_values(positions)?;
    let ahead = a_second(started);
    let started = Instant::now();
    positions.iter().try_for_each(|position| program.try_value(position).map(|_| ()))?;
    let one_by_one = a_second(started);
    println!("pipe {ahead:.0} positions/s sent ahead, {one_by_one:.0} one by one");
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if !words.is_empty() {
        return measure(&Spec::Pipe(words), &positions(20_000));
    }
    let own = nodes_a_second(&michniewski(), 500_000);
    let library = build("michniewski.c", &["-shared", "-fPIC"])?;
    let spec: Spec = library.parse()?;
    let external = ExternalEvaluator::open(&spec, Start::default())?;
    let theirs = nodes_a_second(&external, 500_000);
    println!(
        "built in {own:.0} nodes/s, library {theirs:.0} nodes/s: {:.0} %",
        100.0 * theirs / own
    );

    let program = build("answers.c", &[])?;
    let spec = Spec::Pipe(vec![program.clone()]);
    measure(&spec, &positions(100_000))?;
    let external = ExternalEvaluator::open(&spec, Start::default())?;
    println!("pipe {:.0} nodes/s in a search", nodes_a_second(&external, 20_000));
    std::fs::remove_file(program)?;
    Ok(std::fs::remove_file(library)?)
}
