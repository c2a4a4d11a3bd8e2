//! The numbers of the search by name, so that others can be tried: in matches, and by tuning.

use thiserror::Error;

use super::Params;

/// A number of the search that can be set by name. Its name is the way to it in [`Params`], such as
/// `reverse_futility.margin`.
#[derive(Clone, Copy, Debug)]
pub struct Tunable {
    /// The name.
    pub name: &'static str,
    /// The least that makes sense.
    pub min: f64,
    /// The greatest that makes sense.
    pub max: f64,
    /// True if it is a whole number.
    pub whole: bool,
    get: fn(&Params) -> f64,
    set: fn(&mut Params, f64),
}

/// The reason that a number of the search cannot be set.
#[derive(Clone, Debug, PartialEq, Error)]
#[allow(missing_docs, reason = "the messages describe the fields")]
pub enum TunableError {
    /// There is none of this name.
    #[error("the search has no number {name:?}; it has: {}", names())]
    Unknown { name: String },
    /// It cannot be that.
    #[error("{name} cannot be {given}; choose {} from {min} to {max}", if *whole { "a whole number" } else { "a number" })]
    Range { name: &'static str, given: f64, whole: bool, min: f64, max: f64 },
}

fn names() -> String {
    let names: Vec<&str> = TUNABLE.iter().map(|tunable| tunable.name).collect();
    names.join(", ")
}

macro_rules! tunable {
    ($kind:ident $group:ident $(. $field:ident)*, $min:literal, $max:literal) => {
        Tunable {
            name: concat!(stringify!($group) $(, ".", stringify!($field))*),
            min: $min as f64,
            max: $max as f64,
            whole: tunable!(@whole $kind),
            get: |params| params.$group $(.$field)* as f64,
            set: |params, value| params.$group $(.$field)* = value as tunable!(@type $kind),
        }
    };
    (@whole whole) => { true };
    (@whole size) => { true };
    (@whole byte) => { true };
    (@whole real) => { false };
    (@type whole) => { i32 };
    (@type size) => { usize };
    (@type byte) => { u8 };
    (@type real) => { f64 };
}

/// Every number of [`Params`], in its order. Margins are in Michniewski's centipawns, before they are
/// scaled.
// One macro serves whole numbers, counts and decimals.
#[allow(clippy::unnecessary_cast, clippy::cast_lossless)]
pub const TUNABLE: &[Tunable] = &[
    tunable!(whole aspiration.min_depth, 1, 20),
    tunable!(whole aspiration.window, 1, 1000),
    tunable!(whole correction.weight, 0, 300),
    tunable!(whole reverse_futility.max_depth, 0, 20),
    tunable!(whole reverse_futility.margin, 1, 1000),
    tunable!(whole razoring.max_depth, 0, 20),
    tunable!(whole razoring.margin, 1, 2000),
    tunable!(whole null_move.base, 1, 10),
    tunable!(whole null_move.depth_divisor, 1, 20),
    tunable!(whole null_move.surplus, 1, 2000),
    tunable!(whole null_move.surplus_max, 0, 10),
    tunable!(whole null_move.margin, 0, 2000),
    tunable!(whole null_move.margin_per_ply, 0, 1000),
    tunable!(whole prob_cut.min_depth, 2, 100),
    tunable!(whole prob_cut.reduction, 1, 10),
    tunable!(whole prob_cut.margin, 1, 1000),
    tunable!(size lmp.base, 1, 50),
    tunable!(whole history_pruning.max_depth, 0, 20),
    tunable!(whole history_pruning.per_ply, 100, 20_000),
    tunable!(whole see_pruning.max_depth, 0, 20),
    tunable!(whole see_pruning.per_ply, 0, 1000),
    tunable!(whole singular.min_depth, 4, 100),
    tunable!(whole singular.table_depth, 0, 10),
    tunable!(whole singular.margin, 0, 100),
    tunable!(byte singular.most_doubles, 0, 100),
    tunable!(whole lmr.min_depth, 2, 20),
    tunable!(real lmr.base, 0.0, 5.0),
    tunable!(real lmr.divisor, 0.5, 10.0),
    tunable!(whole lmr.history, 500, 30_000),
    tunable!(whole lmr.cut, 0, 5),
    tunable!(whole iir.min_depth_pv, 2, 100),
    tunable!(whole iir.min_depth_cut, 2, 100),
    tunable!(whole quiescence.delta, 0, 2000),
    tunable!(size quiescence.quiet_evasions, 1, 100),
    tunable!(whole longest_line, 1, 4),
    tunable!(whole mop_up, 1, 100),
];

/// The number of this name.
///
/// # Errors
/// If there is none.
pub fn tunable(name: &str) -> Result<&'static Tunable, TunableError> {
    let found = TUNABLE.iter().find(|tunable| tunable.name == name);
    found.ok_or_else(|| TunableError::Unknown { name: name.to_owned() })
}

impl Tunable {
    /// Its field of `params`.
    pub fn get(&self, params: &Params) -> f64 {
        (self.get)(params)
    }

    /// Sets it in `params`.
    ///
    /// # Errors
    /// If it is out of range, or has decimals and is a whole number.
    pub fn set(&self, params: &mut Params, value: f64) -> Result<(), TunableError> {
        let Self { name, min, max, whole, .. } = *self;
        // A value that is not a number is in no range.
        if !(min..=max).contains(&value) || whole && value.fract() != 0.0 {
            return Err(TunableError::Range { name, given: value, whole, min, max });
        }
        (self.set)(params, value);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_sets_its_own_number_and_no_other() {
        for tunable in TUNABLE {
            let before = Params::MICHNIEWSKI;
            let value = if tunable.get(&before) == tunable.max { tunable.min } else { tunable.max };
            let mut after = before;
            tunable.set(&mut after, value).unwrap();
            for other in TUNABLE {
                let changed = other.get(&after) != other.get(&before);
                assert_eq!(changed, other.name == tunable.name, "{}", other.name);
            }
            let debug = format!("{after:#?}");
            let field = tunable.name.rsplit('.').next().unwrap();
            assert!(debug.contains(&format!("{field}: {value}")), "{debug}");
        }
    }

    #[test]
    fn no_number_is_left_out() {
        // Each leaf of the structure prints as one line `name: number,`.
        let debug = format!("{:#?}", Params::MICHNIEWSKI);
        let leaves = debug.lines().filter(|line| line.ends_with(','));
        let leaves = leaves.filter(|line| line.contains(": ")).count();
        assert_eq!(leaves, TUNABLE.len());
    }

    #[test]
    fn values_out_of_range_are_refused() {
        let mut params = Params::MICHNIEWSKI;
        let mut error = |name: &str, value| {
            let set = tunable(name).and_then(|tunable| tunable.set(&mut params, value));
            set.unwrap_err().to_string()
        };
        assert!(error("futility", 1.0).contains("it has: aspiration.min_depth, "));
        let message = "null_move.depth_divisor cannot be 0; choose a whole number from 1 to 20";
        assert_eq!(error("null_move.depth_divisor", 0.0), message);
        assert!(error("null_move.base", 2.5).contains("a whole number from 1 to 10"));
        assert!(error("lmr.base", f64::NAN).contains("cannot be NaN; choose a number from 0 to 5"));
        assert_eq!(params, Params::MICHNIEWSKI);
    }

    #[test]
    fn margins_are_scaled_after_they_are_set() {
        let mut params = Params::MICHNIEWSKI;
        tunable("prob_cut.margin").unwrap().set(&mut params, 40.0).unwrap();
        assert_eq!(params.scaled(2.0).prob_cut.margin, 80);
    }
}
