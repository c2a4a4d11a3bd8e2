//! Ledgers: the same formula summed for the search or itemised for people.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

use crate::rule::{Aspect, Rule};

/// A fact that an explanation lists beside the terms.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Meta {
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(i32),
    /// One flag for White and one for Black.
    Sides(bool, bool),
    /// A word, or none.
    Word(Option<&'static str>),
}

/// A ledger counts in tenths of a centipawn.
pub const CENTIPAWN: i32 = 10;

/// A receiver of an evaluator's terms, in tenths of a centipawn.
pub trait Ledger {
    /// True if it distinguishes rules; to one that does not, an evaluator may post several as one.
    const ITEMISED: bool = true;

    /// Adds what `rule` is worth to White and to Black, each from its owner's side: a penalty is negative.
    fn post(&mut self, rule: Rule, white: i32, black: i32);

    /// The same in whole centipawns.
    #[inline(always)]
    fn post_centipawns(&mut self, rule: Rule, [white, black]: [i32; 2]) {
        self.post(rule, CENTIPAWN * white, CENTIPAWN * black);
    }

    /// The sum so far, from White's side.
    fn total(&self) -> i32;

    /// Multiplies the sum so far by `sixteenths`/16, on the word of `rule`; fractions of a tenth are dropped.
    fn scale(&mut self, rule: Rule, sixteenths: i32);

    /// Adds a fact, which only an explanation keeps.
    fn note(&mut self, _name: &'static str, _value: impl FnOnce() -> Meta) {}
}

/// The ledger of the search: it compiles to additions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum(i32);

impl Ledger for Sum {
    const ITEMISED: bool = false;

    #[inline(always)]
    fn post(&mut self, _rule: Rule, white: i32, black: i32) {
        self.0 += white - black;
    }

    #[inline(always)]
    fn total(&self) -> i32 {
        self.0
    }

    #[inline(always)]
    fn scale(&mut self, _rule: Rule, sixteenths: i32) {
        self.0 = scaled(self.0, sixteenths);
    }
}

fn scaled(tenths: i32, sixteenths: i32) -> i32 {
    tenths * sixteenths / 16
}

/// Tenths of a centipawn as centipawns, rounded half away from zero.
#[inline]
pub fn rounded(tenths: i32) -> i32 {
    (tenths + 5 * tenths.signum()) / 10
}

/// Tenths of a centipawn as centipawns, with a decimal only where there is one.
pub fn centipawns(tenths: i32) -> String {
    if tenths % 10 == 0 { (tenths / 10).to_string() } else { format!("{:.1}", f64::from(tenths) / 10.0) }
}

/// One call of a [`Ledger`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LedgerCall {
    /// [`Ledger::post`]: tenths of a centipawn to White and to Black, each from its owner's side.
    Post(Rule, i32, i32),
    /// [`Ledger::scale`]: the sum becomes this many sixteenths of itself.
    Scale(Rule, i32),
    /// [`Ledger::note`].
    Note(&'static str, Meta),
}

/// The ledger that writes down every call in order, for others to be made of.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// The calls, in order.
    pub calls: Vec<LedgerCall>,
    sum: Sum,
}

impl Recording {
    /// Makes the same calls of another ledger.
    pub fn replay(&self, ledger: &mut impl Ledger) {
        for &call in &self.calls {
            match call {
                LedgerCall::Post(rule, white, black) => ledger.post(rule, white, black),
                LedgerCall::Scale(rule, sixteenths) => ledger.scale(rule, sixteenths),
                LedgerCall::Note(name, value) => ledger.note(name, || value),
            }
        }
    }
}

impl Ledger for Recording {
    fn post(&mut self, rule: Rule, white: i32, black: i32) {
        self.sum.post(rule, white, black);
        self.calls.push(LedgerCall::Post(rule, white, black));
    }

    fn total(&self) -> i32 {
        self.sum.total()
    }

    fn scale(&mut self, rule: Rule, sixteenths: i32) {
        self.sum.scale(rule, sixteenths);
        self.calls.push(LedgerCall::Scale(rule, sixteenths));
    }

    fn note(&mut self, name: &'static str, value: impl FnOnce() -> Meta) {
        self.calls.push(LedgerCall::Note(name, value()));
    }
}

/// The amounts of a rule for either side, in tenths of a centipawn from its owner's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The rule.
    pub rule: Rule,
    /// To White.
    pub white: i32,
    /// To Black.
    pub black: i32,
}

/// The ledger that itemises: an evaluation term by term.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Breakdown {
    #[serde(serialize_with = "serialize_terms")]
    terms: Vec<Term>,
    #[serde(serialize_with = "serialize_meta")]
    meta: Vec<(&'static str, Meta)>,
    #[serde(skip)]
    total: i32,
}

type Facts = [(&'static str, Meta)];

fn serialize_meta<S: Serializer>(meta: &Facts, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(meta.iter().copied())
}

fn serialize_terms<S: Serializer>(terms: &[Term], serializer: S) -> Result<S::Ok, S::Error> {
    let sides = |(name, term): (Cow<'static, str>, &Term)| (name, [number(term.white), number(term.black)]);
    serializer.collect_map(posted(terms).map(sides))
}

/// Those that are not zero, each with the name by which it is told from the others ([`Rule::name_among`]).
fn posted(terms: &[Term]) -> impl Iterator<Item = (Cow<'static, str>, &Term)> {
    let shown = terms.iter().filter(|term| (term.white, term.black) != (0, 0));
    shown.map(|term| (term.rule.name_among(terms.iter().map(|term| term.rule)), term))
}

/// Tenths of a centipawn as a JSON number of centipawns that is whole where it can be.
pub(crate) fn number(tenths: i32) -> serde_json::Number {
    if tenths % 10 == 0 {
        return (tenths / 10).into();
    }
    serde_json::Number::from_f64(f64::from(tenths) / 10.0).unwrap_or(0.into())
}

/// The rules under which a [`Breakdown`] shows what is done to a sum.
pub mod sums {
    use crate::rule::Statement;

    crate::rules! {
        /// What the verdict on an ending takes from the sum of the others, or gives to it.
        SCALE: other("scale");
        /// The difference between the value, a whole number of centipawns, and the sum of the others.
        ROUNDING: other("rounding");
    }

    /// The rule of this name in words, if it is one of these.
    pub fn stated(rule: &str) -> Option<Statement> {
        ALL.iter().find(|own| own.name == rule).and_then(|own| statement(own.name))
    }
}

impl Breakdown {
    /// The terms in the order in which they were first posted.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Those that are not zero, each with the name by which it is told from the others ([`Rule::name_among`]).
    pub fn posted(&self) -> impl Iterator<Item = (Cow<'static, str>, &Term)> {
        posted(&self.terms)
    }

    /// The facts beside the terms, in order.
    pub fn meta(&self) -> &[(&'static str, Meta)] {
        &self.meta
    }

    /// The whole evaluation in centipawns from White's side, rounded once.
    pub fn centipawns(&self) -> i32 {
        rounded(self.total)
    }

    /// The same with what rounding changes as a term of its own, so that the terms add up to the whole evaluation.
    #[must_use]
    pub fn settled(mut self) -> Breakdown {
        let change = CENTIPAWN * self.centipawns() - self.total;
        if change != 0 {
            self.post(sums::ROUNDING, change.max(0), (-change).max(0));
        }
        self
    }

    /// The sum of the rules of one aspect, in tenths of a centipawn from White's side; those of
    /// all aspects add up to the whole evaluation.
    pub fn of_aspect(&self, aspect: Aspect) -> i32 {
        let terms = self.terms.iter();
        let of_it = terms.filter(|term| term.rule.aspect == aspect);
        of_it.map(|term| term.white - term.black).sum()
    }
}

impl From<&Recording> for Breakdown {
    fn from(recording: &Recording) -> Breakdown {
        let mut breakdown = Breakdown::default();
        recording.replay(&mut breakdown);
        breakdown
    }
}

impl Ledger for Breakdown {
    fn post(&mut self, rule: Rule, white: i32, black: i32) {
        match (self.terms.iter_mut()).find(|term| term.rule == rule) {
            Some(term) => {
                term.white += white;
                term.black += black;
            }
            None => self.terms.push(Term { rule, white, black }),
        }
        self.total += white - black;
    }

    fn total(&self) -> i32 {
        self.total
    }

    fn scale(&mut self, rule: Rule, sixteenths: i32) {
        let change = scaled(self.total, sixteenths) - self.total;
        // It takes from the side that is ahead, or gives to it.
        if self.total >= 0 {
            self.post(sums::SCALE, change, 0);
        } else {
            self.post(sums::SCALE, 0, -change);
        }
        self.meta.push(("scale16", Meta::Number(sixteenths)));
        self.meta.push(("scale_rule", Meta::Word(Some(rule.name))));
    }

    fn note(&mut self, name: &'static str, value: impl FnOnce() -> Meta) {
        self.meta.push((name, value()));
    }
}
