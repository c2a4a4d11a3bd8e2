//! Writes the book of rules, in Markdown, to standard output.
//!
//! `cargo run -p eval-compendium --example rules > eval-compendium/RULES.md` after a change of a
//! rule or of a worked position; a test fails if it is out of date.

fn main() -> Result<(), eval_compendium::book::MalformedLine> {
    print!("{}", eval_compendium::book::markdown()?);
    Ok(())
}
