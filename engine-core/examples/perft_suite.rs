//! Checks an EPD perft suite (`FEN; D1 20; D2 400; ...`): each position to the greatest depth
//! with at most a million leaves, or the second argument's number.
//!
//! `cargo run --release -p engine-core --example perft_suite -- FILE.epd [LEAVES]`

use std::process::ExitCode;

use engine_core::game::position_from_fen;
use engine_core::movegen::perft;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(path) = arguments.next() else {
        eprintln!("error: name the EPD file to check");
        return ExitCode::from(2);
    };
    let most = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("error: cannot read {path}: {error}");
            return ExitCode::from(2);
        }
    };
    let (mut positions, mut wrong) = (0, 0);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        positions += 1;
        if let Err(error) = check(line, most) {
            wrong += 1;
            println!("{line}: {error}");
        }
    }
    println!("{positions} positions, {wrong} wrong");
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

fn check(line: &str, most: u64) -> Result<(), String> {
    let mut fields = line.split(';').map(str::trim);
    let fen = fields.next().unwrap_or_default();
    let position = position_from_fen(fen).map_err(|error| error.to_string())?;
    let counts = fields.filter_map(|field| {
        let (depth, leaves) = field.strip_prefix('D')?.split_once(' ')?;
        Some((depth.parse::<u32>().ok()?, leaves.trim().parse::<u64>().ok()?))
    });
    let deepest = counts.filter(|&(_, leaves)| leaves <= most).max();
    let Some((depth, leaves)) = deepest else {
        return Err("no count small enough".to_owned());
    };
    match perft(&(&position).into(), depth) {
        found if found == leaves => Ok(()),
        found => Err(format!("depth {depth} has {found} leaves, not {leaves}")),
    }
}
