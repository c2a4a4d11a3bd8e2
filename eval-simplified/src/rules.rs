//! The rules: what each counts, its name, what it looks at, and the options that are its numbers.

use engine_core::rule::Statement;

use crate::params::Tables;

engine_core::rules! {
    /// The value of each man; the kings' cancel out.
    MATERIAL: material("material") ["value"];
    /// Each pawn by its square.
    PST_PAWN: pawns("pst_pawn") ["pst_pawn"];
    /// Each knight by its square.
    PST_KNIGHT: pieces("pst_knight") ["pst_knight"];
    /// Each bishop by its square.
    PST_BISHOP: pieces("pst_bishop") ["pst_bishop"];
    /// Each rook by its square.
    PST_ROOK: pieces("pst_rook") ["pst_rook"];
    /// Each queen by its square.
    PST_QUEEN: pieces("pst_queen") ["pst_queen"];
    /// The king by its square, and by another table in the endgame, to which both kings change at once: if each side has no
    /// queen, or one queen and beside it no rook and at most one minor piece. The option `endgame_rule` can take the
    /// absence of queens alone.
    PST_KING: king("pst_king") ["pst_king", "pst_king_endgame"];
}

/// The rule of this name in words, for an evaluation with these tables.
pub(crate) fn statement_with(tables: Tables, rule: &str) -> Option<Statement> {
    let statement = statement(rule)?;
    Some(match tables {
        Tables::None if rule != MATERIAL.name => Statement::new("Squares do not count here.", &[]),
        Tables::OneKing if rule == PST_KING.name => Statement::new(
            "The king by its square, by the same table before and in the endgame.",
            &["pst_king"],
        ),
        _ => statement,
    })
}
