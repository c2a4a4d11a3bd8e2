//! The source of a line, and a line as it can be shown.

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum LineSource {
    /// We, to the program.
    #[default]
    Arena,
    /// The program, on its standard output.
    Program,
    /// The program, on its standard error.
    Complaint,
}

impl LineSource {
    /// The character that stands for it before a line.
    pub(crate) fn mark(self) -> char {
        match self {
            LineSource::Arena => '>',
            LineSource::Program => '<',
            LineSource::Complaint => '!',
        }
    }
}

/// Text as it is, everything else in hexadecimal.
pub(crate) fn printable(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                c if c.is_control() => text.extend(c.escape_default()),
                c => text.push(c),
            }
        }
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
        }
    }
    text
}
