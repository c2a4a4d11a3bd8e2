use super::*;

#[test]
fn numbers_with_a_decimal() {
    let cases = [
        ("4.5", Some(45)),
        ("-0.5", Some(-5)),
        ("12", Some(120)),
        ("-30", Some(-300)),
        ("4.25", None),
        ("4.-5", None),
        ("-.5", None),
        ("much", None),
        ("", None),
    ];
    for (text, expected) in cases {
        assert_eq!(tenths(text), expected, "{text}");
    }
}

#[test]
fn patterns_match_any_text_at_a_star() {
    let cases = [
        ("a.b", "a.b", true),
        ("a.b", "a.bc", false),
        ("a.*", "a.bc", true),
        ("*", "", true),
        ("*.b*", "a.bc", true),
        ("a*c*", "abd", false),
        ("*a*b*a", "aba", true),
        ("a*a", "a", false),
    ];
    for (pattern, name, expected) in cases {
        assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
    }
}

struct Plain;

/// Four options, three of them a family.
struct Families;

impl Configure for Families {
    fn options(&self) -> Vec<OptionInfo> {
        let names = ["tempo", "value.pawn", "value.knight", "value.queen"];
        let option =
            |name| OptionInfo { name, kind: OptionKind::Flag { default: false }, help: "" };
        names.map(option).to_vec()
    }

    fn apply(&mut self, _option: &OptionInfo, _value: &str) {}
}

#[test]
fn an_unknown_option_is_refused_with_the_nearest_and_the_families() {
    let error = |name| Families.set(name, "true").unwrap_err().to_string();
    assert_eq!(
        error("value.quen"),
        "there is no option \"value.quen\" (did you mean \"value.queen\"?); this evaluator has tempo, value.*"
    );
    assert!(error("x").ends_with("\"x\"; this evaluator has tempo, value.*"));
    let error = Plain.set("x", "1").unwrap_err().to_string();
    assert!(error.ends_with("this evaluator has none"), "{error}");
}

impl Configure for Plain {
    fn options(&self) -> Vec<OptionInfo> {
        Vec::new()
    }

    fn apply(&mut self, _option: &OptionInfo, _value: &str) {}
}

#[test]
fn an_evaluator_without_rules_can_switch_off_none() {
    assert_eq!(Plain.disable(&[]), Ok(()));
    assert_eq!(Plain.disable(&["a.*"]), Err(OptionError::NoRules));
    assert!(Plain.raw(&Game::default(), None).is_none());
}
