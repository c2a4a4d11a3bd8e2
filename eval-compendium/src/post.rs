//! Posting: the weights of phases and headings, switches, the one rounding, and the verdict at the
//! end.

use engine_core::explain::{Ledger, Meta, Rule, Sum};

use crate::board::context::Context;
use crate::board::phase::{Span, Weights};
use crate::counting::{Places, words};
use crate::proportion::Proportion;
use crate::rule::{Amount, Numbers, Pass, Visitor};
use crate::rules::{COUNT, HEADING_OF, RULES, visit};
use crate::settings::Settings;
use crate::verdict::{Finding, Foreseen, Judgement, UNSCALED};
use crate::view::View;

/// The rules that read the position.
pub(crate) struct Terms;
/// The rules that read the score of the ones before ([`View::score`]).
pub(crate) struct ScoreReaders;
/// The verdicts on the whole score.
pub(crate) struct Verdicts;
/// The rules that are added to what a verdict has left of the score.
pub(crate) struct AfterVerdict;

impl Pass for Terms {
    const TERMS: bool = true;
}

impl Pass for ScoreReaders {
    const SCORE_READERS: bool = true;
}

impl Pass for Verdicts {
    const VERDICTS: bool = true;
}

impl Pass for AfterVerdict {
    const AFTER_VERDICT: bool = true;
}

/// Posts every rule that counts.
#[inline]
pub(crate) fn post<L: Ledger>(contexts: &[Context; 2], settings: &Settings, ledger: &mut L) {
    let mut poster = Poster::new(contexts, settings, ledger);
    poster.before_verdicts();
    visit::<Verdicts>(&mut poster);
    poster.judge();
    visit::<AfterVerdict>(&mut poster);
    poster.settle();
}

/// The score that rules read, in tenths from White's side: before them, and before verdicts.
pub(crate) fn provisional(contexts: &[Context; 2], settings: &Settings) -> [i32; 2] {
    Poster::new(contexts, settings, &mut Sum::default()).before_verdicts()
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
    white: Tally<'a>,
    black: Tally<'a>,
    proportion: Proportion,
    counting: Places<{ words(COUNT) }>,
    settings: &'a Settings,
    judgement: Judgement,
    ledger: &'a mut L,
}

impl<'a, L: Ledger> Poster<'a, L> {
    #[inline(always)]
    fn new(contexts: &'a [Context; 2], settings: &'a Settings, ledger: &'a mut L) -> Poster<'a, L> {
        let [white, black] = contexts
            .each_ref()
            .map(|context| Tally::of(View::new(context, settings.interplay())));
        let weights = contexts[0].weights;
        Poster {
            white,
            black,
            proportion: Proportion::of(weights, settings.weights()),
            counting: settings.counting().with(weights),
            settings,
            judgement: Judgement::default(),
            ledger,
        }
    }

    /// Posts what comes before the verdicts; the scores before and after the rules that read one.
    #[inline(always)]
    fn before_verdicts(&mut self) -> [i32; 2] {
        visit::<Terms>(self);
        let before_readers = self.read_score();
        visit::<ScoreReaders>(self);
        [before_readers, self.read_score()]
    }

    /// Shows the rules that follow the score so far, which it returns from White's side.
    fn read_score(&mut self) -> i32 {
        self.settle();
        let score = self.ledger.total();
        self.white.view.score = score;
        self.black.view.score = -score;
        score
    }

    /// Posts what `place` is worth to either side, exactly.
    #[inline(always)]
    fn post(&mut self, place: usize, white: i32, black: i32) {
        if !L::ITEMISED {
            self.white.exact += white;
            self.black.exact += black;
        } else if white != 0 || black != 0 {
            let (white, black) = (self.white.take(white), self.black.take(black));
            self.ledger.post(NAMES[place], white, black);
        }
    }

    /// Posts the sum of what has gathered since the last time; where rules are told apart, that is
    /// nothing.
    fn settle(&mut self) {
        if !L::ITEMISED {
            let (white, black) = (self.white.take(0), self.black.take(0));
            self.ledger.post(NAMES[0], white, black);
        }
    }

    /// Carries out the verdict.
    fn judge(&mut self) {
        let Some((index, finding, white)) = self.judgement.heard else {
            self.note(UNSCALED, None);
            return;
        };
        let rule = NAMES[index];
        let for_side = |tenths| if white { (tenths, 0) } else { (0, tenths) };
        match finding.outcome {
            Foreseen::Scaled(sixteenths) => self.ledger.scale(rule, sixteenths),
            Foreseen::Wins(least) => {
                let total = self.ledger.total();
                let score = if white { total } else { -total };
                let (white, black) = for_side(least.max(least - score));
                self.ledger.post(rule, white, black);
                self.note(UNSCALED, Some(rule.name));
            }
            Foreseen::Stands | Foreseen::Silent => self.note(UNSCALED, Some(rule.name)),
        }
        if finding.beside != 0 {
            let (white, black) = for_side(finding.beside);
            self.ledger.post(rule, white, black);
        }
    }

    fn note(&mut self, sixteenths: i32, rule: Option<&'static str>) {
        self.ledger.note("scale16", || Meta::Number(sixteenths));
        self.ledger.note("scale_rule", || Meta::Word(rule));
    }
}

/// What one side has had so far. The ledger takes tenths, weighted terms are fractions: what the
/// rounding of one term leaves over is carried to the next, so that the sum of all terms is
/// rounded once.
struct Tally<'a> {
    view: View<'a>,
    /// The exact sum, times the whole weight.
    exact: i32,
    /// The sum of what has been posted, in tenths.
    posted: i32,
}

impl<'a> Tally<'a> {
    fn of(view: View<'a>) -> Tally<'a> {
        Tally {
            view,
            exact: 0,
            posted: 0,
        }
    }

    /// Takes an exact amount and says what to post for it, in tenths.
    #[inline(always)]
    fn take(&mut self, exact: i32) -> i32 {
        self.exact += exact;
        // Half away from zero.
        let one = Weights::WHOLE;
        let rounded = (2 * self.exact + one * self.exact.signum()) / (2 * one);
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
        gate: impl Fn(&Context) -> bool,
        reading: impl Fn(&View<'_>, &Numbers) -> Amount,
    ) {
        if !self.counting.has(place) || !self.wants(gate) {
            return;
        }
        let weight = self.proportion.under(HEADING_OF[place]).of_span(span);
        let numbers = self.settings.numbers(place);
        // Not by an array's `map`, which costs a call for each rule where it is not inlined.
        let exact = |tally: &Tally<'_>| {
            let amount = reading(&tally.view, numbers);
            amount.middlegame * weight.middlegame + amount.endgame * weight.endgame
        };
        let (white, black) = (exact(&self.white), exact(&self.black));
        self.post(place, white, black);
    }

    #[inline(always)]
    fn verdict(
        &mut self,
        place: usize,
        gate: impl Fn(&Context) -> bool,
        reading: impl Fn(&View<'_>, &Numbers) -> Finding,
    ) {
        if !self.counting.has(place) || !self.wants(gate) {
            return;
        }
        let numbers = self.settings.numbers(place);
        let (white, black) = (&self.white.view, &self.black.view);
        self.judgement.hear(place, reading(white, numbers), true);
        self.judgement.hear(place, reading(black, numbers), false);
    }

    #[inline(always)]
    fn wants(&self, gate: impl Fn(&Context) -> bool) -> bool {
        gate(self.white.view.context)
    }
}

#[cfg(test)]
mod tests {
    use engine_core::explain::Aspect;

    use super::*;
    use crate::rule::Kind;
    use crate::rules::place_of;

    /// By the heading's aspect, by one of the rule's own, by that of a heading further down its file, and, for
    /// verdicts, by being one.
    #[test]
    fn rules_say_what_they_look_at() {
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
