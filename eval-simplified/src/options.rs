//! Every number of the documents as an option, and the reading of when the endgame begins.

use engine_core::options::{Configure, OptionInfo, OptionKind};

use crate::params::NUMBERS;
use crate::worth::Worth;
use crate::{EndgameRule, Simplified};

const ENDGAME_RULE: &str = "endgame_rule";

impl Configure for Simplified {
    fn options(&self) -> Vec<OptionInfo> {
        let mut options = Vec::new();
        if self.has_endgame() {
            options.push(OptionInfo {
                name: ENDGAME_RULE,
                kind: OptionKind::Choice {
                    default: "either",
                    choices: &["either", "no_queens"],
                },
                help: "When kings change to their endgame table: under either of the document's two \
                       conditions, or only without queens.",
            });
        }
        let numbers = NUMBERS.options(self.document);
        options.extend(numbers.filter(|number| self.tables.have(number.name)));
        options
    }

    fn apply(&mut self, option: &OptionInfo, value: &str) {
        if option.name == ENDGAME_RULE {
            self.endgame_rule = match value {
                "no_queens" => EndgameRule::NoQueens,
                _ => EndgameRule::Either,
            };
        } else if NUMBERS.set(&mut self.params, option.name, value) {
            self.worth = Worth::new(&self.params, self.tables);
        }
    }
}
