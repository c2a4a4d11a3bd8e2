//! The numbers of the document, and those that it leaves open, as options.

use engine_core::options::{Configure, OptionInfo};

use crate::SlateAtkin;
use crate::params::{DOCUMENT, NUMBERS};
use crate::tables::Tables;

impl Configure for SlateAtkin {
    fn options(&self) -> Vec<OptionInfo> {
        NUMBERS.options(&DOCUMENT).collect()
    }

    fn apply(&mut self, option: &OptionInfo, value: &str) {
        if NUMBERS.set(&mut self.params, option.name, value) {
            self.tables = Tables::new(&self.params);
        }
    }
}

#[cfg(test)]
mod tests {
    use engine_core::options::OptionKind;

    use super::*;

    #[test]
    fn defaults_of_options_are_the_numbers_of_the_document() {
        let mut document = crate::slate_atkin();
        for option in document.options() {
            let text = match option.kind {
                OptionKind::Number { default, .. } => default.to_string(),
                OptionKind::Tenths { default, .. } => format!("{:.1}", f64::from(default) / 10.0),
                other => panic!("{other:?}"),
            };
            document.set(option.name, &text).unwrap();
            assert_eq!(document.params, DOCUMENT, "{}", option.name);
        }
    }
}
