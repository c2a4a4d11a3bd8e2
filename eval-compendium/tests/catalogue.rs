//! The table of rules and the data of the rules are the same.

mod common;

use common::data;
use eval_compendium::catalogue::{Kind, Span, rules};

fn phases(span: Span) -> &'static [&'static str] {
    match span {
        Span::Opening => &["opening"],
        Span::Middlegame => &["opening", "middlegame"],
        Span::AfterOpening => &["middlegame", "endgame"],
        Span::Endgame => &["endgame"],
        Span::All => &["opening", "middlegame", "endgame"],
    }
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Static => "static",
        Kind::History => "history",
        Kind::Move => "move",
        Kind::Search => "search",
        Kind::DrawScale => "draw-scale",
    }
}

#[test]
fn no_rule_is_missing_in_the_table_or_in_the_data() {
    let (table, data): (Vec<_>, Vec<_>) = (rules().collect(), data());
    let ids = |ids: &mut dyn Iterator<Item = &str>| ids.map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(
        ids(&mut table.iter().map(|rule| rule.id)),
        ids(&mut data.iter().map(|rule| rule.id.as_str()))
    );
    assert_eq!(table.len(), 376);
}

#[test]
fn the_table_says_what_the_data_say() {
    for (table, data) in rules().zip(data()) {
        let id = table.id;
        assert_eq!(table.section, data.section, "{id}");
        assert_eq!(kind(table.kind), data.kind, "{id}");
        assert_eq!(phases(table.span), data.phases, "{id}");
        assert_eq!(table.adds_to_score, data.adds_to_score, "{id}");
        let statement = data.statement.replace('`', "");
        assert_eq!(table.statement.replace('`', "").trim(), statement, "{id}");
        let mut ours: Vec<(String, i32)> = table
            .numbers
            .iter()
            .map(|number| (number.name.to_owned(), number.tenths))
            .collect();
        let mut theirs = data.numbers;
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs, "{id}");
    }
}
