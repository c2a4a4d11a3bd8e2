//! Blockade, how pieces stand together, and gains of time.

pub(super) mod batteries;
mod blockade;
mod files;
mod tempo;

use super::Visitor;

/// The rules that read the position.
pub(super) fn visit(rules: &mut impl Visitor) {
    blockade::visit(rules);
    files::visit(rules);
    batteries::visit(rules);
    tempo::visit(rules);
}
