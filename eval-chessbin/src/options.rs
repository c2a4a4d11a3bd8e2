//! The document's numbers as options, and the slip that can be mended.

use engine_core::options::{Configure, OptionInfo, OptionKind};

use crate::ChessBin;
use crate::params::{DOCUMENT, NUMBERS};
use crate::worth::Worth;

const A_FILE_FIX: &str = "a_file_fix";

impl Configure for ChessBin {
    fn options(&self) -> Vec<OptionInfo> {
        let mut options = vec![OptionInfo {
            name: A_FILE_FIX,
            kind: OptionKind::Flag { default: false },
            help: "White's passed a-file is held against Black's a-file, not, as the document's \
                   slip has it, against the b-file.",
        }];
        options.extend(NUMBERS.options(&DOCUMENT));
        options
    }

    fn apply(&mut self, option: &OptionInfo, value: &str) {
        if option.name == A_FILE_FIX {
            self.a_file_fix = value == "true";
        } else if NUMBERS.set(&mut self.params, option.name, value) {
            self.worth = Worth::new(&self.params);
        }
    }
}
