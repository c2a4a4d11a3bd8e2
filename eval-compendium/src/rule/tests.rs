use super::*;

#[test]
fn numbers_are_read_as_printed() {
    assert_eq!(["4.5", "-30", "0", "-0.5"].map(tenths), [45, -300, 0, -5]);
}

/// By the heading's aspect, by one of the rule's own, by that of a heading further down its file, and, for
/// verdicts, by being one.
#[test]
fn rules_say_what_they_look_at() {
    use crate::rules::{RULES, place_of};
    let aspect = |id| RULES[place_of(id)].rule().aspect;
    for (id, expected) in [
        ("intro.piece-values", Aspect::Material),
        ("opening.bishop-pair", Aspect::Material),
        ("opening.focal-center-pawn-control", Aspect::Pawns),
        ("middlegame.isolated-pawn", Aspect::Pawns),
        ("middlegame.piece-mobility", Aspect::Pieces),
        ("middlegame.pawn-mobility", Aspect::Pawns),
        ("king-security.king-advanced", Aspect::King),
        ("king-attack.pawn-storm", Aspect::King),
        ("rook-two-minors.attack", Aspect::King),
        ("pins.bishop-pins-knight", Aspect::Pieces),
        ("endgame.king.fifth-rank", Aspect::King),
        ("endgame.config.rook-three-central", Aspect::Other),
        ("endgame.config.queen-bishop-two-knights", Aspect::Material),
    ] {
        assert_eq!(aspect(id), expected, "{id}");
    }
    for rule in &RULES {
        let judges = matches!(rule.kind, Kind::Verdict | Kind::AfterVerdict);
        assert!(
            !judges || rule.rule().aspect == Aspect::Other,
            "{}",
            rule.id
        );
        assert_eq!(rule.rule().name, rule.id);
    }
}
