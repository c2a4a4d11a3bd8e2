//! The notation in which the rules of a file are written.

/// The rules of one file, in the document's order. The form of a rule is
/// ```text
/// /// The document's statement, paraphrased, each number by its name: earns {rank4} or {rank5}.
/// "id" as Aspect [lines of the document] (15 Elo) Span when gate { rank4: 40, rank5: 60 } kind
/// |view, n| n.rank4 * count(..) + n.rank5 * count(..);
/// ```
/// `(15 Elo)` is the document's claim in brackets behind the rule, if any. `Span` is one of
/// [`Span`](crate::board::phase::Span)'s. `when gate` is optional: a condition on the [`Context`], the
/// same for both sides, without which the rule is silent; after the file's heading it holds for all its
/// rules. `kind` is left out for a term, and otherwise `reads_score`, `verdict` (the reading returns a
/// [`Finding`]), `after_verdict` or `definition`. In place of kind and reading `shows [ids]` names rules
/// that a definition restates, and `root` means that the rule chooses between moves ([`crate::root`]).
/// `"Heading" as Aspect;` between two rules is the document's next heading.
/// [`Aspect`](engine_core::rule::Aspect) is the default for the rules that follow; a rule on another
/// aspect has its own.
macro_rules! rules {
    ($section:literal as $aspect:ident $(when $gate:path)?; $($rules:tt)*) => {
        $crate::rule::rules! { @next visitor at P [$section $aspect] [$($gate)?] [] {} $($rules)* }
    };
    (
        @next $visitor:ident $at:ident $pass:ident $before:tt $file:tt [$($infos:tt)*] { $($visits:tt)* }
        $section:literal as $aspect:ident;
        $($rest:tt)*
    ) => {
        $crate::rule::rules! {
            @next $visitor $at $pass [$section $aspect] $file [$($infos)*] { $($visits)* } $($rest)*
        }
    };
    (
        @next $visitor:ident $at:ident $pass:ident $heading:tt $file:tt [$($infos:tt)*] { $($visits:tt)* }
        $(#[doc = $doc:literal])*
        $id:literal $(as $aspect:ident)? [$($lines:tt)*] $(($claim:literal Elo))? $span:ident $(when $gate:path)?
        { $($name:ident: $value:literal),* $(,)? } $($kind:ident)?
        |$view:pat_param, $n:pat_param| $body:expr;
        $($rest:tt)*
    ) => {
        $crate::rule::rules! {
            @next $visitor $at $pass $heading $file
            [$($infos)* $crate::rule::info!(
                $heading [$($aspect)?], $id, [$($lines)*], [$($claim)?], $span, { $($name: $value),* },
                $crate::rule::kind!($($kind)?), concat!($($doc),*)
            ),]
            {
                $($visits)*
                if $crate::rule::pass!($pass $($kind)?) {
                    let gate = $crate::rule::gate!($($gate)?);
                    #[allow(dead_code)]
                    #[derive(Clone, Copy)]
                    struct Named { $($name: i32),* }
                    $crate::rule::visit!(
                        $visitor, $at, $span, gate,
                        |view: &$crate::view::View<'_>, numbers: &$crate::rule::Numbers| {
                            let reading = |$view: &$crate::view::View<'_>, $n: Named| $body;
                            let [$($name,)* ..] = *numbers;
                            reading(view, Named { $($name),* }).into()
                        }, $($kind)?
                    );
                }
                let $at = $at + 1;
            }
            $($rest)*
        }
    };
    (
        @next $visitor:ident $at:ident $pass:ident $heading:tt $file:tt [$($infos:tt)*] { $($visits:tt)* }
        $(#[doc = $doc:literal])*
        $id:literal $(as $aspect:ident)? [$($lines:tt)*] $span:ident { $($name:ident: $value:literal),* $(,)? } root;
        $($rest:tt)*
    ) => {
        $crate::rule::rules! {
            @next $visitor $at $pass $heading $file
            [$($infos)* $crate::rule::info!(
                $heading [$($aspect)?], $id, [$($lines)*], [], $span, { $($name: $value),* },
                $crate::rule::Kind::Root, concat!($($doc),*)
            ),]
            { $($visits)* let $at = $at + 1; }
            $($rest)*
        }
    };
    (
        @next $visitor:ident $at:ident $pass:ident $heading:tt $file:tt [$($infos:tt)*] { $($visits:tt)* }
        $(#[doc = $doc:literal])*
        $id:literal $(as $aspect:ident)? [$($lines:tt)*] $span:ident { $($name:ident: $value:literal),* $(,)? } shows [$($shown:literal),*];
        $($rest:tt)*
    ) => {
        $crate::rule::rules! {
            @next $visitor $at $pass $heading $file
            [$($infos)* $crate::rule::info!(
                $heading [$($aspect)?], $id, [$($lines)*], [], $span, { $($name: $value),* },
                $crate::rule::Kind::Shows(&[$($shown),*]), concat!($($doc),*)
            ),]
            { $($visits)* let $at = $at + 1; }
            $($rest)*
        }
    };
    (@next $visitor:ident $at:ident $pass:ident $heading:tt [$($gate:path)?] [$($infos:tt)*] { $($visits:tt)* }) => {
        /// The descriptions of these rules, in the document's order.
        pub(crate) const RULES: &[$crate::rule::RuleInfo] = &[$($infos)*];

        /// Passes the rules of this file that belong to the pass to the visitor; `first` is the place of the
        /// first of them among all rules.
        #[inline(always)]
        pub(crate) fn visit<$pass: $crate::rule::Pass>(
            $visitor: &mut impl $crate::rule::Visitor,
            first: usize,
        ) {
            if !$visitor.wants_some_of(first..first + RULES.len()) {
                return;
            }
            $(if !$visitor.wants($gate) {
                return;
            })?
            let $at = first;
            $($visits)*
            let _ = $at;
        }
    };
}

/// The [`RuleInfo`] of a rule.
macro_rules! info {
    ([$section:literal $of_heading:ident] [], $($rest:tt)*) => {
        $crate::rule::info!([$section $of_heading] [$of_heading], $($rest)*)
    };
    (
        [$section:literal $of_heading:ident] [$aspect:ident], $id:literal, [$($lines:tt)*], [$($claim:literal)?], $span:ident,
        { $($name:ident: $value:literal),* }, $kind:expr, $statement:expr
    ) => {
        $crate::rule::RuleInfo {
            id: $id,
            section: $section,
            lines: stringify!($($lines)*),
            claim: $crate::rule::claim!($($claim)?),
            span: $crate::board::phase::Span::$span,
            kind: $kind,
            aspect: engine_core::rule::Aspect::$aspect,
            numbers: &[$($crate::rule::Number {
                name: stringify!($name),
                full_name: concat!($id, ".", stringify!($name)),
                tenths: $crate::rule::tenths(stringify!($value)),
            }),*],
            statement: $statement,
        }
    };
}

/// The Elo that the document claims for a rule.
macro_rules! claim {
    () => {
        None
    };
    ($elo:literal) => {
        Some($elo)
    };
}

/// The [`Kind`] for a rule's keyword.
macro_rules! kind {
    () => {
        $crate::rule::Kind::Term
    };
    (definition) => {
        $crate::rule::Kind::Definition
    };
    (reads_score) => {
        $crate::rule::Kind::ReadsScore
    };
    (verdict) => {
        $crate::rule::Kind::Verdict
    };
    (after_verdict) => {
        $crate::rule::Kind::AfterVerdict
    };
}

/// True if a pass visits the rules of a kind.
macro_rules! pass {
    ($pass:ident) => {
        $pass::TERMS
    };
    ($pass:ident definition) => {
        $pass::TERMS
    };
    ($pass:ident reads_score) => {
        $pass::SCORE_READERS
    };
    ($pass:ident verdict) => {
        $pass::VERDICTS
    };
    ($pass:ident after_verdict) => {
        $pass::AFTER_VERDICT
    };
}

/// A rule's condition; always true if none is given.
macro_rules! gate {
    () => {
        |_: &$crate::board::context::Context<'_>| true
    };
    ($gate:path) => {
        $gate
    };
}

/// Passes one rule to the visitor.
macro_rules! visit {
    ($visitor:ident, $at:ident, $span:ident, $gate:ident, $reading:expr, verdict) => {
        $visitor.verdict($at, $gate, $reading)
    };
    ($visitor:ident, $at:ident, $span:ident, $gate:ident, $reading:expr, $($kind:ident)?) => {
        $visitor.term($at, $crate::board::phase::Span::$span, $gate, $reading)
    };
}

pub(crate) use {claim, gate, info, kind, pass, rules, visit};
