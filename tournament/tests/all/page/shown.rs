//! The page shows the games that were played.

use serde_json::Value;
use shakmaty::CastlingMode;

use super::browser::{Reader, file_url, program, read};
use super::served::Server;
use super::*;
use crate::common::*;

/// Elo as the page writes it, from results.json.
fn elo_text(elo: &Value) -> String {
    match elo.as_f64() {
        Some(elo) if elo.abs() < 0.05 => "0.0".to_owned(),
        Some(elo) => format!("{elo:+.1}"),
        None => "-".to_owned(),
    }
}

#[test]
fn the_standings_are_those_of_results_json() {
    let played = small_run();
    let Some(reader) = read(&played) else { return };
    let results = results(&played.join("run"));
    for (index, engine) in results["engines"].as_array().unwrap().iter().enumerate() {
        let row = format!(".ranking tr[data-engine='{index}']");
        let cell = |class: &str| reader.text(&format!("{row} .{class}")).trim_end_matches('*').to_owned();
        assert_eq!(cell("name"), engine["name"].as_str().unwrap());
        assert_eq!(cell("elo"), elo_text(&engine["elo"]));
        assert_eq!(cell("points"), engine["points"].as_f64().unwrap().to_string());
        assert_eq!(cell("games"), engine["games"].to_string());
        let score = 100.0 * engine["score"].as_f64().unwrap();
        assert_eq!(cell("score"), format!("{score:.1}%"));
    }
    let endings = reader
        .value("[...document.querySelectorAll('.terminations tbody tr')].map((tr) => Number(tr.cells[1].textContent))");
    let counts: Vec<_> = results["terminations"].as_object().unwrap().values().cloned().collect();
    assert_eq!(endings, Value::from(counts));
    // Names do no harm.
    assert_eq!(reader.value("document.title"), "small - Evalarena");
    let openings = reader.value("list.openings");
    assert!(openings.as_array().unwrap().iter().any(|name| name == &hostile_opening()));
    assert_eq!(reader.value("list.engines")[2], HOSTILE);
    assert_eq!(reader.value("document.querySelectorAll('td script, td img, h3 img').length"), 0);
    reader.choose("engine", "2");
    let names = reader.value("[...document.querySelectorAll('#game-rows .name')].map((td) => td.textContent)");
    assert!(names.as_array().unwrap().iter().any(|name| name == HOSTILE));
    reader.was_quiet("file:");
}

#[test]
fn games_are_filtered_sorted_and_found() {
    let played = small_run();
    let Some(reader) = read(&played) else { return };
    let results = results(&played.join("run"));
    let rows = || reader.value("document.querySelectorAll('#game-rows tr').length").as_u64().unwrap();
    assert_eq!(rows(), results["games"].as_u64().unwrap());
    let otter = &results["engines"][2];
    reader.choose("engine", "2");
    assert_eq!(rows(), otter["games"].as_u64().unwrap());
    for (result, count) in [("won", "wins"), ("draw", "draws"), ("lost", "losses")] {
        reader.choose("result", result);
        assert_eq!(rows(), otter[count].as_u64().unwrap(), "{result}");
    }
    reader.choose("result", "");
    reader.choose("other", "0");
    assert_eq!(rows(), 4);
    reader.choose("engine", "");
    reader.choose("other", "");
    for (index, count) in results["terminations"].as_object().unwrap().values().enumerate() {
        let name =
            reader.value(&format!("document.querySelectorAll('.terminations tbody tr')[{index}].cells[0].textContent"));
        let at = reader.value(&format!("list.endings.indexOf({name})"));
        reader.choose("ending", &at.to_string());
        assert_eq!(rows(), count.as_u64().unwrap(), "{name}");
    }
    reader.choose("ending", "");
    reader.choose("order", "shortest");
    let moves =
        reader.value("[...document.querySelectorAll('#game-rows tr')].map((tr) => Number(tr.cells[4].textContent))");
    assert!(moves.as_array().unwrap().is_sorted_by_key(Value::as_u64), "{moves}");
    let opening = reader.value("list.openings[columns.opening[0]]");
    let same = reader.value("columns.opening.filter((o) => o === columns.opening[0]).length");
    reader.fill("#search", opening.as_str().unwrap());
    assert_eq!(rows(), same.as_u64().unwrap());
    assert_eq!(reader.text("#count"), format!("{same} of 12 games"));
    reader.was_quiet("file:");
}

#[test]
fn it_is_read_on_a_phone_and_in_the_dark() {
    let played = small_run();
    let Some(reader) = read(&played) else { return };
    reader.click("#game-rows button");
    reader.wait_until("!byId('game').hidden");
    for width in [360, 400] {
        reader.widen(width);
        assert_eq!(reader.value("document.documentElement.scrollWidth"), u64::from(width));
        let outside = reader.value(
            "[...document.querySelectorAll('main *')].filter((e) => !e.closest('.wide, svg') && e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 80))",
        );
        assert_eq!(outside, Value::from(Vec::<String>::new()), "{width}");
    }
    // The standings are seen at once: on a phone the name, the games, the rating and its interval, on a laptop all.
    for (width, columns) in [(390, 5), (1366, 12)] {
        reader.widen(width);
        let hidden = "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.ranking').parentElement)";
        assert_eq!(reader.value(hidden), 0, "{width}");
        let seen = "[...document.querySelectorAll('.ranking th')].filter((th) => th.checkVisibility()).length";
        assert_eq!(reader.value(seen), columns, "{width}");
    }
    reader.widen(400);
    let board = reader.value("byId('board').getBoundingClientRect().width");
    assert!((300.0..400.0).contains(&board.as_f64().unwrap()), "{board}");
    let ground = || reader.value("getComputedStyle(document.body).backgroundColor");
    let [light, dark] = ["light", "dark"].map(|theme| {
        reader.prefer(theme);
        let contrast = reader.value(CONTRAST).as_f64().unwrap();
        assert!(contrast >= 4.5, "{theme}: {contrast}");
        ground()
    });
    assert_ne!(light, dark);
    let without = reader.value("[...document.querySelectorAll('th:not([scope])')].map((th) => th.textContent)");
    assert_eq!(without, Value::from(Vec::<String>::new()), "heads of tables without a scope");
    let unnamed = "[...document.querySelectorAll('button, input, select, textarea, svg[role=img]')]\
        .filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length)).map((e) => e.outerHTML)";
    assert_eq!(reader.value(unnamed), Value::Array(Vec::new()), "elements without a name for screen readers");
    reader.was_quiet("file:");
}

#[test]
fn a_match_with_a_test_shows_its_state() {
    let config = "run = { name = 'test', format = 'match', pairs = 8 }\nlimits = { nodes = 200 }\n\
        adjudication = { max_moves = 60 }\nsprt = { elo0 = 0, elo1 = 50 }\n\
        engine = [{ evaluator = 'michniewski' }, { evaluator = 'otter' }]";
    let played = run_of(config, "");
    // Made from the store alone: it keeps the test that the configuration's canonical text leaves out.
    success(&played, "report run --out again.html --plots plots");
    let page = played.join("again.html");
    let Some(reader) = Reader::of(&file_url(&page)) else { return };
    let results = results(&played.join("run"));
    let standings = reader.text("#standings");
    let llr = results["match"]["llr"].as_f64().unwrap();
    standings.must_have(&[&format!("LLR {llr:.2} ")]);
    let is_open = results["match"]["decision"] == "continue";
    let elo = elo_text(&results["match"][if is_open { "elo" } else { "sprt_elo" }]);
    assert!(reader.text("#match-elo").starts_with(&elo), "{standings}");
    assert!(reader.text("#about").contains("evalarena run run.toml --out run"));
    played.read("plots/ratings.svg").must_have(&["michniewski", "#FFFFFF"]);
    reader.was_quiet("file:");
}

#[test]
fn elo_by_nodes_is_shown_and_is_a_file() {
    let limits =
        [100, 200, 400].map(|nodes| format!("[[time_control]]\nname = 'T{nodes}'\nlimits = {{ nodes = {nodes} }}\n"));
    let config = format!(
        "run = {{ name = 'nodes', format = 'round-robin', pairs = 3 }}\nadjudication = {{ max_moves = 60 }}\n\
        engine = [{{ evaluator = 'michniewski' }}, {{ evaluator = 'material' }}, {{ evaluator = 'otter' }}]\n{}",
        limits.concat()
    );
    let played = run_of(&config, "");
    success(&played, "report run --plots plots");
    played.read("plots/nodes.svg").must_have(&["michniewski", "Nodes a move", ">200<", "#FFFFFF"]);
    let Some(reader) = read(&played) else { return };
    let shown = reader.value("document.querySelectorAll('svg[aria-label^=\"Elo by nodes a move\"]').length");
    assert_eq!(shown, 1);
    let scaling = &results(&played.join("run"))["node_scaling"];
    let crossings = scaling["crossings"].as_array().unwrap().len();
    assert_eq!(reader.value("document.querySelectorAll('.crossings tbody tr').length"), crossings);
    reader.text("#standings").must_have(&["Crossings", "(9 comparisons, "]);
    reader.widen(360);
    let width = reader.value("document.documentElement.scrollWidth");
    assert!(width.as_u64().unwrap() <= 360, "{width}");
    // Limits of one size, or of another kind, have none.
    let played = run_of(&config.replace("nodes = 400", "depth = 2"), "");
    assert_eq!(results(&played.join("run")).get("node_scaling"), None);
    played.read("run/report.html").must_lack(&["Elo by nodes", "Crossings"]);
    reader.was_quiet("file:");
}

#[test]
fn the_first_screen_tells_what_came_out_and_opens_the_game_that_turned() {
    let played = small_run();
    let Some(reader) = read(&played) else { return };
    let engines = results(&played.join("run"))["engines"].clone();
    let names = engines.as_array().unwrap().iter();
    let outcome = reader.text(".outcome");
    assert!(
        outcome.contains("After") || names.clone().any(|e| outcome.contains(e["name"].as_str().unwrap())),
        "{outcome}"
    );
    let swings = reader.value("columns.swing.slice(0, list.replays)");
    let swings: Vec<u64> = serde_json::from_value(swings).unwrap();
    let most = swings.iter().max().unwrap();
    let wanted = reader.value("document.querySelector('.turned a').getAttribute('href')");
    let wanted = wanted.as_str().unwrap().to_owned();
    let game: usize = wanted[6..].split('&').next().unwrap().parse().unwrap();
    let row = reader.value(&format!("rowOfGame.get({game})")).as_u64().unwrap();
    assert_eq!(swings[row as usize], *most);
    reader.click(".turned a");
    reader.wait_until("!byId('game').hidden");
    assert!(reader.text("#game-title").starts_with(&format!("Game {game}:")));
    // The board that stands still shows the pieces of the one that moves.
    let pieces = |board: &str| {
        let uses = format!("[...document.querySelectorAll('{board} use')]");
        reader.value(&format!(
            "{uses}.map((m) => [m.getAttribute('href'), m.getAttribute('x'), m.getAttribute('y'), m.getAttribute('fill')].join()).sort()"
        ))
    };
    assert_eq!(pieces(".turned"), pieces("#board"));
    reader.was_quiet("file:");
}

/// The least contrast of a text with the page's ground, by WCAG 2.
const CONTRAST: &str = "(() => {
  const light = (color) => { const [r, g, b] = color.match(/[\\d.]+/g).map((v) => v / 255).map((v) => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
  const ground = light(getComputedStyle(document.body).backgroundColor);
  const texts = [...document.querySelectorAll('a, p, td, th, dt, dd, summary, figcaption, label, h1, h2, h3')].filter((e) => e.checkVisibility());
  return Math.min(...texts.map((e) => light(getComputedStyle(e).color)).map((l) => (Math.max(l, ground) + .05) / (Math.min(l, ground) + .05)));
})()";

#[test]
fn games_in_play_are_watched_on_a_phone_and_on_a_laptop() {
    if program().is_none() {
        return;
    }
    let config = format!(
        "run = {{ name = 'watched', format = 'match', pairs = 4 }}\nlimits = {{ tc = '60+1' }}\n\
        engine = [{{ evaluator = 'michniewski' }}, {{ name = '\'\'{HOSTILE}\'\'', evaluator = 'otter' }}]"
    );
    let folder = folder_of("run.toml", config);
    let server = Server::of_run(&folder, "run run.toml --out run --threads 2 --serve=0");
    let reader = Reader::of(&server.url).unwrap();
    let plies = "[...seats.values()].reduce((all, seat) => all + seat.plies, 0)";
    for width in [390, 1366] {
        reader.widen(width);
        reader.wait_until("seats.size === 2 && byId('live').checkVisibility()");
        let before = reader.value(plies);
        reader.wait_until(&format!("{plies} > {before} + 3"));
        assert_eq!(reader.value("document.documentElement.scrollWidth <= innerWidth"), true, "{width}");
    }
    let names = "[...new Set([...document.querySelectorAll('.player b')].map((b) => b.textContent))].sort()";
    assert_eq!(reader.value(names), Value::from(vec![HOSTILE, "michniewski"]));
    let all = |what: &str, pattern: &str| {
        reader.wait_until(&format!(
            "[...document.querySelectorAll('{what}')].every((e) => /{pattern}/.test(e.textContent))"
        ));
    };
    all(".clock", "^([01]:\\d\\d|\\d+\\.\\d)$");
    all(".player .score", "^[+-]?[\\d.#M]+ d\\d+$");
    all(".line", "^\\d+\\.+ [A-Za-z]");
    reader.wait_until("[...document.querySelectorAll('.seat svg')].every((svg) => svg.querySelectorAll('[fill=\"var(--mark)\"]').length === 2)");
    let (status, pgn) = server.asked("GET", "/live.pgn", server.host());
    assert_eq!((status, games(pgn.as_bytes(), CastlingMode::Standard).len()), (200, 2), "{pgn}");
    // A line may be broken before a word and after it.
    pgn.replace('\n', " ").must_have(&["[Result \"*\"]", " pv "]);
    reader.was_quiet(&server.url);
    // Who watches from elsewhere sees the same, and nothing of a run that was killed.
    let games = |server: Server| -> Value {
        let state: Value = serde_json::from_str(&server.asked("GET", "/state", server.host()).1).unwrap();
        state["games"].clone()
    };
    assert_eq!(games(Server::of(&folder)).as_array().unwrap().len(), 2);
    drop(server);
    assert_eq!(games(Server::of(&folder)), Value::Array(Vec::new()));
    assert!(folder.join("run/live.pgn").exists());
}
