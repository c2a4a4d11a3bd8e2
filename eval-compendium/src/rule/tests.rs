use super::*;

#[test]
fn numbers_are_read_as_printed() {
    assert_eq!(["4.5", "-30", "0", "-0.5"].map(tenths), [45, -300, 0, -5]);
}
