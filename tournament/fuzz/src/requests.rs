//! Requests of browsers, and of anything else that finds the port: a head is read, refused or awaited, nothing else.

use web::{Head, NoHead};

/// The longest head, in bytes.
const LONGEST: usize = 16 << 10;

/// Reads the head of a request as it comes, in pieces of any length.
pub fn check(input: &[u8]) {
    let whole = Head::parse(input);
    if input.len() >= LONGEST {
        assert_ne!(whole, Ok(None), "a head without an end");
    }
    if let Ok(Some(head)) = &whole {
        let texts = [&head.method, &head.target, &head.host];
        assert!(texts.iter().all(|text| text.len() <= input.len() * 3));
        assert!(!head.target.contains(['\r', '\n', ' ']));
    }
    // Once the result is known, later bytes do not change it.
    let mut known: Option<Result<Option<Head>, NoHead>> = None;
    for length in (0..=input.len().min(LONGEST - 1)).step_by(1 + input.len() / 64) {
        let part = Head::parse(&input[..length]);
        if let Some(known) = &known {
            assert_eq!(&part, known, "{length}");
        }
        if part != Ok(None) {
            known = Some(part);
        }
    }
}
