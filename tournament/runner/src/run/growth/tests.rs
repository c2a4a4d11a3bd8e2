use super::*;

const TWO: &str = "{ evaluator = \"otter\" }, { evaluator = \"material\" }";
const THREE: &str =
    "{ evaluator = \"chessbin\" }, { evaluator = \"material\" }, { evaluator = \"otter\" }";
const TIME_CONTROLS: &str = "time_control = [{ name = \"a\", limits = { nodes = 5 } }, \
    { name = \"b\", limits = { nodes = 6 } }]";

fn config(run: &str, engines: &str, time_controls: &str) -> Config {
    let limits = match time_controls {
        "" => "limits = { nodes = 5 }",
        _ => "",
    };
    let text =
        format!("run = {{ name = \"x\", {run} }}\n{limits}\n{time_controls}\nengine = [{engines}]");
    let names = ["otter", "material", "chessbin"];
    Config::parse("x.toml", &text, &[], &names).unwrap()
}

fn robin(rest: &str, engines: &str, time_controls: &str) -> Config {
    config(&format!("format = \"round-robin\", {rest}"), engines, time_controls)
}

fn growth(old: &Config, new: &Config) -> Option<Growth> {
    let began = RunInfo {
        configuration: old.text(),
        openings: String::new(),
        software: String::new(),
        versions: Default::default(),
        identities: Default::default(),
    };
    Growth::of(&began, new, &Default::default())
}

fn grows(old: &Config, new: &Config) -> bool {
    growth(old, new).is_some()
}

#[test]
fn more_of_the_same_is_growth() {
    for time_controls in ["", TIME_CONTROLS] {
        let robin = |rest: &str| robin(rest, TWO, time_controls);
        let swiss = |rest: &str| config(&format!("format = \"swiss\", {rest}"), TWO, time_controls);
        let old = robin("pairs = 4, cycles = 2");
        assert!(grows(&old, &robin("pairs = 5, cycles = 2")));
        assert!(grows(&old, &robin("pairs = 4, cycles = 3")));
        // A cycle is nothing but more openings.
        assert!(grows(&old, &robin("pairs = 9, cycles = 1")));
        assert!(grows(&old, &robin("pairs = 8, cycles = 1")));
        assert!(!grows(&old, &old));
        assert!(!grows(&old, &robin("pairs = 3, cycles = 2")));
        assert!(!grows(&old, &robin("pairs = 5, cycles = 2, seed = 2")));
        assert!(!grows(&old, &swiss("pairs = 8, rounds = 2")));
        let old = swiss("pairs = 2, rounds = 3");
        assert!(grows(&old, &swiss("pairs = 2, rounds = 4")));
        assert!(!grows(&old, &swiss("pairs = 3, rounds = 3")));
        assert!(!grows(&old, &swiss("pairs = 2, rounds = 2")));
    }
}

#[test]
fn engines_and_time_controls_come_and_go_but_do_not_change() {
    let two = robin("pairs = 4", TWO, "");
    let three = robin("pairs = 4", THREE, "");
    assert!(grows(&two, &three) && grows(&three, &two));
    assert!(grows(&three, &robin("pairs = 4, anchor = \"otter\"", THREE, "")));
    assert!(!grows(&three, &robin("pairs = 3", TWO, "")));
    let other = TWO.replace(
        "{ evaluator = \"otter\"",
        "{ disable = [], margin_scale = 1.5, evaluator = \"otter\"",
    );
    assert!(!grows(&three, &robin("pairs = 4", &other, "")));
    let nothing_kept = TWO.replace("{ ", "{ name = \"new\", ").replacen("new", "newer", 1);
    assert!(!grows(&two, &robin("pairs = 4", &nothing_kept, "")));
    let slower = config("format = \"match\", pairs = 4", TWO, "limits = { nodes = 6 }");
    assert!(!grows(&two, &slower));

    let both = robin("pairs = 4", TWO, TIME_CONTROLS);
    let second = "time_control = [{ name = \"b\", limits = { nodes = 6 } }]";
    assert!(grows(&both, &robin("pairs = 4", THREE, second)));
    assert!(!grows(&both, &robin("pairs = 4", THREE, &second.replace('6', "7"))));
    assert!(!grows(&both, &robin("pairs = 4", TWO, &second.replace("\"b\"", "\"c\""))));
    assert!(!grows(&both, &two) && !grows(&two, &both));
}

#[test]
fn every_game_goes_where_the_same_engines_play_the_same_opening() {
    let before = robin("pairs = 2", TWO, TIME_CONTROLS);
    let after = robin(
        "pairs = 3",
        THREE,
        "time_control = [{ name = \"c\", limits = { nodes = 9 } }, { name = \"b\", limits = { nodes = 6 } }]",
    );
    let growth = growth(&before, &after).unwrap();
    let (old, new) = (Schedule::new(&before), Schedule::new(&after));
    for game in (0..old.len()).filter_map(|index| old.game(index)) {
        let Some(now) = growth.place_of(game.index) else {
            assert_eq!(game.time_control, 0);
            continue;
        };
        assert_eq!(new.game(now.index), Some(now));
        assert_eq!((game.time_control, now.time_control), (1, 1));
        assert_eq!(now.opening, game.opening);
        let name = |config: &Config, engine: usize| config.engines[engine].name.clone();
        assert_eq!(name(&after, now.white), name(&before, game.white));
        assert_eq!(name(&after, now.black), name(&before, game.black));
        let again = growth.place_between(&growth.players_of(game.index), game.opening);
        assert_eq!(again, Some(now));
    }
}

#[test]
fn rounds_of_a_later_time_control_move_behind_those_of_an_earlier_one() {
    let swiss = |rounds: u32| {
        let run = format!("format = \"swiss\", pairs = 1, rounds = {rounds}");
        config(&run, TWO, TIME_CONTROLS)
    };
    let mut growth = growth(&swiss(1), &swiss(3)).unwrap();
    for _ in 0..2 {
        growth.old.draw(&[1, 1]);
    }
    let places: Vec<_> = (0..4).map(|game| growth.place_of(game).unwrap().index).collect();
    assert_eq!(places, [0, 1, 6, 7]);
}

#[test]
fn a_measured_speed_moves_the_games_at_equal_time_alone_and_a_year_none() {
    let list = |speed: &str, year: &str| {
        let engines = format!(
            "{{ evaluator = \"otter\", speed = {speed}, year = {year} }}, {{ evaluator = \"material\", speed = 5000 }}"
        );
        let time_controls = "time_control = [{ name = \"a\", limits = { nodes = 5 } }, \
            { name = \"b\", limits = { ms_at_speed = 1 } }]";
        robin("pairs = 2", &engines, time_controls)
    };
    let old = list("6000", "1999");
    let kept = |new: &Config| {
        let growth = growth(&old, new).unwrap();
        let games = 0..growth.old.len();
        games.filter(|&index| growth.place_of(index).is_some()).count()
    };
    assert_eq!(kept(&list("6000", "2000")), 8);
    assert_eq!(kept(&list("7000", "1999")), 4);
}
