use super::*;

/// A knight in the corner for a bishop: tables and values pull apart.
fn evaluations() -> Vec<Evaluation> {
    let game = Game::parse("k7/8/8/8/8/8/8/K5Nb w - - 0 1").unwrap();
    let names = ["material", "michniewski", "otter"];
    compared(&names, &game).evaluations
}

fn compared(names: &[&str], game: &Game) -> Comparison {
    let evaluators = names.iter();
    let evaluators: Vec<_> =
        evaluators.map(|name| evaluators::registry::evaluator(name).unwrap()).collect();
    compare(&evaluators, game, &Measurements::default()).unwrap()
}

#[test]
fn the_widest_gap_is_explained_by_its_terms() {
    let comparison = Comparison::of(evaluations(), vec![1.0; 3]);
    assert_eq!(comparison.michniewski_totals, [-10, -30, -20]);
    let widest = comparison.disagreement.unwrap();
    assert_eq!((widest.high, widest.low, widest.gap), ("material", "michniewski", 20));
    assert_eq!(widest.terms[0], ("pst_knight", 40.0));
    let sum: f64 = widest.terms.iter().map(|(_, change)| change).sum();
    assert_eq!(sum, 20.0);
    // Knight 40 and bishop -20 are both pieces.
    assert_eq!(widest.aspects, [(Aspect::Pieces, 20.0)]);
}

#[test]
fn who_disagrees_is_told_in_michniewskis_centipawns() {
    // Where two of the second and a quarter of the third are worth one of Michniewski's, the totals
    // are -10, -15 and -80.
    let comparison = Comparison::of(evaluations(), vec![1.0, 2.0, 0.25]);
    assert_eq!(comparison.michniewski_totals, [-10, -15, -80]);
    let widest = comparison.disagreement.as_ref().unwrap();
    assert_eq!((widest.high, widest.low, widest.gap), ("material", "otter", 70));
    let sum: f64 = widest.terms.iter().map(|(_, change)| change).sum();
    assert_eq!(sum, 70.0);
    let text = comparison.document(98).to_string();
    assert!(
        text.contains("material likes White's position 70 Michniewski centipawns better"),
        "{text}"
    );
}

/// A knight is worth 10 less than a bishop, to Otter the same; both tables take 40 for the knight in its corner
/// and 20 for the bishop.
#[test]
fn terms_are_lined_up_by_what_they_look_at() {
    let comparison = Comparison::of(evaluations(), vec![1.0, 2.0, 0.25]);
    let of = |aspect| {
        let mut rows = comparison.aspects.iter();
        let row = rows.find(|row| row.aspect == aspect).unwrap();
        (row.centipawns.clone(), row.michniewski.clone())
    };
    let (material, by_scale) = of(Aspect::Material);
    assert_eq!((material[1], by_scale[1]), (-10.0, -5.0));
    let (pieces, by_scale) = of(Aspect::Pieces);
    assert_eq!((pieces[1], by_scale[1], by_scale[2]), (-20.0, -10.0, 4.0 * pieces[2]));
    for (at, evaluation) in comparison.evaluations.iter().enumerate() {
        let sum: f64 = comparison.aspects.iter().map(|row| row.centipawns[at]).sum();
        assert_eq!(sum, f64::from(evaluation.total));
    }
    let text = comparison.document(98).to_string();
    let row = |start: &str| -> Vec<&str> {
        let line = text.lines().rfind(|line| line.starts_with(start));
        line.unwrap_or_else(|| panic!("{start} in {text}")).split_whitespace().collect()
    };
    assert_eq!(row("PIECES")[1..], ["0", "-20", "-20"]);
    assert_eq!(row("  pst_knight")[1..], ["-", "-40", "-40"]);
    assert_eq!(row("pieces")[1..], ["0", "-10", "-80"]);
    assert_eq!(row("total")[1..], ["-10", "-15", "-80"]);
}

#[test]
fn a_narrow_table_has_fewer_columns_and_all_evaluators() {
    let comparison = Comparison::of(evaluations(), vec![1.0; 3]);
    let text = comparison.document(40).to_string();
    let side_by_side = text.split_once("White less Black").unwrap().1;
    assert!(side_by_side.contains("\nWhite less Black"), "{text}");
    let tables = side_by_side.rsplit_once("\n\n").unwrap().0;
    assert!(tables.lines().all(|line| line.chars().count() <= 40), "{text}");
    for name in ["michniewski", "otter"] {
        // Once above its terms, and once above their worth.
        assert_eq!(tables.matches(&format!(" {name}")).count(), 2, "{text}");
    }
}

#[test]
fn equal_totals_are_no_disagreement() {
    let names = ["material", "michniewski"];
    let comparison = compared(&names, &Game::default());
    assert!(comparison.disagreement.is_none());
    assert!(comparison.document(98).to_string().contains("All agree."));
}

#[test]
fn every_evaluators_terms_add_up_by_aspects() {
    let game = "startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 d2d3 f8c5 e1g1 d7d6 c2c3 a7a6";
    let game = Game::parse(game).unwrap();
    let comparison = compared(evaluators::registry::NAMES, &game);
    let json = serde_json::to_value(&comparison).unwrap();
    for (at, evaluation) in comparison.evaluations.iter().enumerate() {
        let of_aspects = comparison.aspects.iter().map(|row| row.centipawns[at]);
        let parts: Vec<f64> = of_aspects.collect();
        let sum = (10.0 * parts.iter().sum::<f64>()).round() as i32;
        assert_eq!(engine_core::explain::rounded(sum), evaluation.total);
        let written = json["evaluations"][at]["aspects"].as_object().unwrap();
        let written: Vec<f64> = written.values().map(|part| part.as_f64().unwrap()).collect();
        assert_eq!(written, parts, "{}", evaluation.evaluator);
    }
    // An evaluator that counts material alone has 0 here.
    assert_eq!(comparison.aspects[1].centipawns[0], 0.0);
    for (aspect, least) in [("pawns", 5), ("pieces", 5), ("king", 4)] {
        let row = comparison.aspects.iter().find(|row| row.aspect.name() == aspect);
        let shown = row.unwrap().centipawns.iter().filter(|&&c| c != 0.0).count();
        assert!(shown >= least, "{aspect}: {shown}");
    }
}
