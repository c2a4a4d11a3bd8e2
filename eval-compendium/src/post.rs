//! Posting: the weights of phases and headings, switches, the single rounding, and the verdict at the end.

use std::ops::Range;

use engine_core::explain::{Ledger, Meta, Sum};
use engine_core::position::Position;
use engine_core::rule::Rule;
use shakmaty::ByColor;

use crate::board::context::{Context, with_contexts};
use crate::board::past::Past;
use crate::board::phase::{Places, Span, Weights, words};
use crate::rule::{AFTER_VERDICT, Amount, Numbers, SCORE_READERS, TERMS, VERDICTS, Visitor, bounded};
use crate::rules::{COUNT, HEADING_OF, RULES, visit};
use crate::settings::{Proportion, Settings};
use crate::verdict::{Finding, Judgement, Outcome, UNSCALED};
use crate::view::{OtherRules, View};

/// Posts every rule that counts in `position`.
///
/// All data that rules read is built in this function's frame, into which the rest is inlined: so its
/// addresses are known to the compiler.
pub(crate) fn post<L: Ledger>(position: &Position, past: &ByColor<Past>, settings: &Settings, ledger: &mut L) {
    with_contexts(
        position,
        past,
        #[inline(always)]
        |contexts| {
            let others = OtherRules::counting(&settings.interplay, contexts[0].weights);
            let (mut tally, mut judgement) = (Tally::default(), Judgement::default());
            let accounts = (&mut tally, &mut judgement);
            let mut poster = Poster::new(contexts, &others, settings, accounts, ledger);
            poster.before_verdicts();
            visit::<VERDICTS>(&mut poster);
            poster.judge();
            visit::<AFTER_VERDICT>(&mut poster);
            poster.settle();
        },
    );
}

/// The scores that rules read, in tenths from White's side: before these rules, and before verdicts.
pub(crate) fn provisional(contexts: &[Context<'_>; 2], settings: &Settings) -> [i64; 2] {
    let others = OtherRules::counting(&settings.interplay, contexts[0].weights);
    let (mut tally, mut judgement) = (Tally::default(), Judgement::default());
    let accounts = (&mut tally, &mut judgement);
    Poster::new(contexts, &others, settings, accounts, &mut Sum::default()).before_verdicts()
}

/// The names under which rules are posted, by their place.
pub(crate) static NAMES: [Rule; COUNT] = names();

const fn names() -> [Rule; COUNT] {
    let mut names = [Rule::other(""); COUNT];
    let mut at = 0;
    while at < COUNT {
        names[at] = RULES[at].rule();
        at += 1;
    }
    names
}

struct Poster<'a, L> {
    contexts: &'a [Context<'a>; 2],
    others: &'a OtherRules<'a>,
    /// The sum so far that rules may read, from White's side; in tenths.
    score: i64,
    tally: &'a mut Tally,
    proportion: Proportion,
    counting: Places<{ words(COUNT) }>,
    settings: &'a Settings,
    judgement: &'a mut Judgement,
    ledger: &'a mut L,
}

impl<'a, L: Ledger> Poster<'a, L> {
    #[inline(always)]
    fn new(
        contexts: &'a [Context<'a>; 2],
        others: &'a OtherRules<'a>,
        settings: &'a Settings,
        (tally, judgement): (&'a mut Tally, &'a mut Judgement),
        ledger: &'a mut L,
    ) -> Poster<'a, L> {
        let weights = contexts[0].weights;
        Poster {
            contexts,
            others,
            score: 0,
            tally,
            proportion: Proportion::of(weights, &settings.weights),
            counting: settings.counting.with(weights),
            settings,
            judgement,
            ledger,
        }
    }

    /// Posts the rules before the verdicts; returns the scores before and after the rules that read one.
    #[inline(always)]
    fn before_verdicts(&mut self) -> [i64; 2] {
        visit::<TERMS>(self);
        let before_readers = self.read_score();
        visit::<SCORE_READERS>(self);
        [before_readers, self.read_score()]
    }

    /// Makes the score so far visible to the rules that follow, and returns it, from White's side.
    #[inline(always)]
    fn read_score(&mut self) -> i64 {
        self.settle();
        self.score = self.ledger.total().into();
        self.score
    }

    /// The position from White's and from Black's point of view.
    #[inline(always)]
    fn views(&self) -> [View<'a>; 2] {
        let [white, black] = self.contexts;
        [View::new(white, self.others, self.score), View::new(black, self.others, -self.score)]
    }

    /// Posts the exact worth of `place` to either side.
    #[inline(always)]
    fn post(&mut self, place: usize, white: i64, black: i64) {
        if !L::ITEMISED {
            self.tally.white.exact += white;
            self.tally.black.exact += black;
        } else if white != 0 || black != 0 {
            let [white, black] = self.tally.take([white, black]);
            self.ledger.post(NAMES[place], white, black);
        }
    }

    /// Posts the sum accumulated since the last call; an itemised ledger has none.
    #[inline(always)]
    fn settle(&mut self) {
        if !L::ITEMISED {
            let [white, black] = self.tally.take([0, 0]);
            self.ledger.post(NAMES[0], white, black);
        }
    }

    /// Applies the verdict.
    #[inline(always)]
    fn judge(&mut self) {
        let Some((index, finding, white)) = self.judgement.applied else {
            self.note(UNSCALED, None);
            return;
        };
        let rule = NAMES[index];
        let for_side = |tenths| if white { (bounded(tenths), 0) } else { (0, bounded(tenths)) };
        match finding.outcome {
            Outcome::Scaled(sixteenths) => self.ledger.scale(rule, sixteenths),
            Outcome::Wins(least) => {
                let total = i64::from(self.ledger.total());
                let score = if white { total } else { -total };
                let (white, black) = for_side(least.max(least - score));
                self.ledger.post(rule, white, black);
                self.note(UNSCALED, Some(rule.name));
            }
            Outcome::Stands | Outcome::Silent => self.note(UNSCALED, Some(rule.name)),
        }
        if finding.beside != 0 {
            let (white, black) = for_side(finding.beside);
            self.ledger.post(rule, white, black);
        }
    }

    #[inline(always)]
    fn note(&mut self, sixteenths: i32, rule: Option<&'static str>) {
        self.ledger.note("scale16", || Meta::Number(sixteenths));
        self.ledger.note("scale_rule", || Meta::Word(rule));
    }
}

/// The sums of both sides so far. The ledger takes tenths, weighted terms are fractions: the remainder
/// of rounding one term is carried to the next, so that the sum of all terms is rounded once.
#[derive(Default)]
struct Tally {
    white: SideTally,
    black: SideTally,
}

#[derive(Default)]
struct SideTally {
    /// The exact sum, in units of 1 / [`Weights::WHOLE`].
    exact: i64,
    /// The sum of what has been posted, in tenths.
    posted: i32,
}

impl Tally {
    /// Adds exact amounts and returns the tenths to post for them.
    ///
    /// As it is not inlined, the sums stay in memory, where a rule adds to them by one instruction each;
    /// in registers they compete with all the sets.
    #[inline(never)]
    fn take(&mut self, [white, black]: [i64; 2]) -> [i32; 2] {
        [self.white.take(white), self.black.take(black)]
    }
}

impl SideTally {
    fn take(&mut self, exact: i64) -> i32 {
        self.exact += exact;
        // Halves round away from zero.
        let one = i64::from(Weights::WHOLE);
        let rounded = bounded((2 * self.exact + one * self.exact.signum()) / (2 * one));
        let post = rounded - self.posted;
        self.posted = rounded;
        post
    }
}

impl<L: Ledger> Visitor for Poster<'_, L> {
    #[inline(always)]
    fn term(
        &mut self,
        place: usize,
        span: Span,
        gate: impl Fn(&Context<'_>) -> bool,
        reading: impl Fn(&View<'_>, &Numbers) -> Amount,
    ) {
        if !self.counting.has(place) || !self.wants(gate) {
            return;
        }
        let weight = self.proportion.of_heading(HEADING_OF[place]).of_span(span);
        let numbers = self.settings.numbers(place);
        // Not an array's `map`, which costs a call for each rule where it is not inlined.
        let exact = |view: &View<'_>| {
            let amount = reading(view, numbers);
            amount.middlegame * i64::from(weight.middlegame) + amount.endgame * i64::from(weight.endgame)
        };
        let [white, black] = self.views();
        let (white, black) = (exact(&white), exact(&black));
        self.post(place, white, black);
    }

    #[inline(always)]
    fn verdict(
        &mut self,
        place: usize,
        gate: impl Fn(&Context<'_>) -> bool,
        reading: impl Fn(&View<'_>, &Numbers) -> Finding,
    ) {
        if !self.counting.has(place) || !self.wants(gate) {
            return;
        }
        let numbers = self.settings.numbers(place);
        let [white, black] = self.views();
        self.judgement.consider(place, reading(&white, numbers), true);
        self.judgement.consider(place, reading(&black, numbers), false);
    }

    #[inline(always)]
    fn wants_any(&self, places: Range<usize>) -> bool {
        self.counting.has_any(places)
    }

    #[inline(always)]
    fn wants(&self, gate: impl Fn(&Context<'_>) -> bool) -> bool {
        gate(&self.contexts[0])
    }
}

#[cfg(test)]
mod tests {
    use engine_core::rule::Aspect;

    use super::*;
    use crate::rule::Kind;
    use crate::rules::place_of;

    /// The aspect comes from the heading, from the rule itself, from a heading further down its file, and,
    /// for verdicts, from their kind.
    #[test]
    fn rules_have_the_aspect_of_their_subject() {
        for (id, expected) in [
            ("intro.piece-values", Aspect::Material),
            ("opening.bishop-pair", Aspect::Material),
            ("opening.focal-center-pawn-control", Aspect::Pawns),
            ("middlegame.isolated-pawn", Aspect::Pawns),
            ("middlegame.piece-mobility", Aspect::Pieces),
            ("middlegame.pawn-mobility", Aspect::Pawns),
            ("king-security.king-advanced", Aspect::King),
            ("king-attack.pawn-storm", Aspect::King),
            ("rook-two-minors.attack", Aspect::King),
            ("pins.bishop-pins-knight", Aspect::Pieces),
            ("endgame.king.fifth-rank", Aspect::King),
            ("endgame.config.rook-three-central", Aspect::Other),
            ("endgame.config.queen-bishop-two-knights", Aspect::Material),
        ] {
            assert_eq!(NAMES[place_of(id)].aspect, expected, "{id}");
        }
        for (rule, name) in RULES.iter().zip(&NAMES) {
            let judges = matches!(rule.kind, Kind::Verdict | Kind::AfterVerdict);
            assert!(!judges || name.aspect == Aspect::Other, "{}", rule.id);
            assert_eq!(name.name, rule.id);
        }
    }
}
