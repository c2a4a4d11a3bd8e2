//! Plays a great many games in one run and records their use of memory, games a second and size of the store.
//!
//! ```text
//! cargo build --release -p tournament && cargo run --release -p tournament --example soak -- FOLDER [GAMES]
//! ```
//!
//! The run, the records (`soak.csv`) and a plot of them (`soak.svg`) are written to FOLDER, which must not be
//! there yet. A million games take some 3 GB of disk. The exit status is 1 if the run did not end well.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use plotters::prelude::*;
use runner::store::{DATABASE, Store};

/// The default number of games.
const GAMES: u64 = 1_000_000;
/// The engines, with each of [`MARGIN_SCALES`]: enough pairings that the built-in book suffices for all games,
/// since none repeats an opening.
const EVALUATORS: [&str; 4] = ["material", "michniewski", "otter", "slate-atkin"];
const MARGIN_SCALES: [f64; 3] = [0.8, 1.0, 1.25];
/// The time between two looks.
const PAUSE: Duration = Duration::from_secs(5);
/// The columns of the file.
const COLUMNS: &str = "seconds,games,memory_mb,store_mb";
const SIZE: (u32, u32) = (900, 700);
const MEGABYTE: f64 = 1e6;

/// The measurements of one look.
#[derive(Debug, Clone, Copy, Default)]
struct Look {
    seconds: f64,
    games: f64,
    /// Memory of the arena that is resident, in megabytes.
    memory: f64,
    /// The database and its journal, in megabytes.
    store: f64,
}

fn main() -> anyhow::Result<ExitCode> {
    let mut arguments = env::args().skip(1);
    let folder = PathBuf::from(arguments.next().context("say to which FOLDER")?);
    let games = arguments.next().map_or(Ok(GAMES), |games| games.parse())?;
    fs::create_dir(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let (status, looks) = play(&folder, games)?;
    fs::write(folder.join("soak.csv"), table(&looks))?;
    draw(&folder.join("soak.svg"), &looks)?;
    let last = looks.last().copied().unwrap_or_default();
    println!(
        "{} games in {:.0} s, memory at most {:.0} MB, store {:.0} MB, {status}",
        last.games,
        last.seconds,
        looks.iter().fold(0.0, |most, look| look.memory.max(most)),
        last.store,
    );
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Plays at least this many games, and measures meanwhile.
fn play(folder: &Path, games: u64) -> anyhow::Result<(ExitStatus, Vec<Look>)> {
    let own = env::current_exe()?;
    // This program is in target/release/examples.
    let target = own.parent().and_then(Path::parent).context("no folder")?;
    let arena = target.join("evalarena");
    ensure!(arena.exists(), "{} is needed; build it", arena.display());
    fs::write(folder.join("soak.toml"), configuration(games))?;
    let begun = Instant::now();
    let mut child = Command::new(arena)
        .args(["run", "soak.toml", "--quiet", "--out", "run"])
        .current_dir(folder)
        .stdout(Stdio::null())
        .spawn()?;
    let mut looks = Vec::new();
    let status = loop {
        let status = child.try_wait()?;
        let look = look(&folder.join("run"), child.id(), begun);
        println!(
            "{:.0} s: {} games, memory {:.0} MB, store {:.0} MB",
            look.seconds, look.games, look.memory, look.store
        );
        looks.push(look);
        match status {
            Some(status) => break status,
            None => sleep(PAUSE),
        }
    };
    Ok((status, looks))
}

fn look(run: &Path, pid: u32, begun: Instant) -> Look {
    let store = Store::open_read_only(run).and_then(|store| store.count());
    let files = ["", "-wal"].map(|end| fs::metadata(run.join(format!("{DATABASE}{end}"))));
    let bytes: u64 = files.into_iter().flatten().map(|file| file.len()).sum();
    Look {
        seconds: begun.elapsed().as_secs_f64(),
        games: store.unwrap_or(0) as f64,
        memory: resident(pid).unwrap_or(0.0),
        store: bytes as f64 / MEGABYTE,
    }
}

/// In megabytes; `None` of a process that has ended.
fn resident(pid: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes * 1024.0 / MEGABYTE)
}

fn table(looks: &[Look]) -> String {
    let mut text = format!("{COLUMNS}\n");
    for look in looks {
        let Look { seconds, games, memory, store } = look;
        writeln!(text, "{seconds:.1},{games},{memory:.1},{store:.1}").ok();
    }
    text
}

/// Three panels, one below the other: memory, games a second and size of the store over the games played.
fn draw(path: &Path, looks: &[Look]) -> anyhow::Result<()> {
    let speed = |pair: &[Look]| {
        let games = pair[1].games - pair[0].games;
        (pair[1].games, games / (pair[1].seconds - pair[0].seconds))
    };
    // The last look is at a process that has ended.
    let alive = looks.split_last().map_or(looks, |(_, alive)| alive);
    let panels: [(&str, Vec<(f64, f64)>); 3] = [
        ("Memory, MB", alive.iter().map(|look| (look.games, look.memory)).collect()),
        ("Games a second", alive.windows(2).map(speed).collect()),
        ("Store, MB", alive.iter().map(|look| (look.games, look.store)).collect()),
    ];
    let page = SVGBackend::new(path, SIZE).into_drawing_area();
    page.fill(&WHITE)?;
    let last = alive.last().map_or(1.0, |look| look.games.max(1.0));
    for (area, (title, points)) in page.split_evenly((3, 1)).iter().zip(panels) {
        let most = points.iter().fold(1.0, |most, point| point.1.max(most));
        let mut chart = ChartBuilder::on(area)
            .caption(title, ("sans-serif", 18))
            .margin(8)
            .margin_right(32)
            .x_label_area_size(28)
            .y_label_area_size(64)
            .build_cartesian_2d(0.0..last, 0.0..1.1 * most)?;
        chart
            .configure_mesh()
            .x_desc("games")
            .x_label_formatter(&|games| format!("{games:.0}"))
            .y_label_formatter(&|value| format!("{value:.0}"))
            .light_line_style(TRANSPARENT)
            .draw()?;
        chart.draw_series(LineSeries::new(points, BLUE.stroke_width(2)))?;
    }
    page.present()?;
    Ok(())
}

/// Short games, so that what is stored and counted has its share of the time.
fn configuration(games: u64) -> String {
    let players = (EVALUATORS.len() * MARGIN_SCALES.len()) as u64;
    let pairs = games.div_ceil(players * (players - 1));
    let mut text = format!(
        "[run]\nname = \"soak\"\nformat = \"round-robin\"\npairs = {pairs}\n\
         [limits]\nnodes = 50\n\
         [adjudication]\ndraw = {{ after = 40, moves = 8, score = 10 }}\n\
         resign = {{ moves = 4, score = 900, both = true }}\nmax_moves = 100\n"
    );
    for scale in MARGIN_SCALES {
        for evaluator in EVALUATORS {
            writeln!(
                text,
                "[[engine]]\nname = \"{evaluator} {scale}\"\nevaluator = \"{evaluator}\"\nmargin_scale = {scale}"
            )
            .ok();
        }
    }
    text
}
