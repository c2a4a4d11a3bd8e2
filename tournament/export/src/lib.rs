//! The evaluations of this workspace for any search: a shared library with the interface of `evaluation.h`.
//!
//! All unsafe code is here and in `state`: a caller that keeps to the header is relied on. What a position or a state that
//! is not legal brings about is a value of 0, and no panic leaves a function.
#![allow(unsafe_code)]

mod state;

use std::any::TypeId;
use std::ffi::{CStr, CString, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::OnceLock;

use engine_core::evaluator::{EvalScale, Evaluator, MarginScale};
use engine_core::game::Game;
use engine_core::options::{Configure, OptionKind};
use engine_core::position::Position;
use engine_core::rule::Aspect;
use eval_classics::Classic;
use eval_external::interface::{
    INTERFACE, LIGHT, MAX_STATE, OF_STATE, RawEvaluation, RawMove, RawOption, RawPosition, TermFn,
};
use eval_simplified::Simplified;
use evaluators::registry::{self, NAMES, Visitor};
use state::{Kept, Place};

/// An evaluation as the interface has it, and the evaluator of which its instances are copies.
#[repr(C)]
struct Exported<E> {
    raw: RawEvaluation,
    evaluator: E,
}

/// A text that stays.
fn text(text: &str) -> *const c_char {
    CString::new(text).unwrap_or_default().into_raw()
}

/// The options that are flags or whole numbers: the interface has no others.
fn options<E: Configure>(evaluator: &E) -> *const RawOption {
    let option = |name, help, kind, [value, min, max]: [i32; 3]| RawOption { name, help, kind, value, min, max };
    let options = evaluator.options();
    let options = options.iter().filter_map(|info| {
        let (kind, numbers) = match info.kind {
            OptionKind::Flag { default } => (0, [default.into(), 0, 1]),
            OptionKind::Number { default, min, max } => (1, [default, min, max]),
            _ => return None,
        };
        Some(option(text(info.name), text(info.help), kind, numbers))
    });
    let end = option(ptr::null(), ptr::null(), 0, [0; 3]);
    Vec::leak(options.chain([end]).collect()).as_ptr()
}

/// An evaluation, made for as long as the process.
fn exported<E, P>(evaluator: E) -> *const RawEvaluation
where
    E: Evaluator + Configure + Clone,
    P: Place,
{
    const { assert!(size_of::<Kept<E, P>>() <= MAX_STATE && align_of::<Kept<E, P>>() <= 8) };
    let info = evaluator.info();
    let of_state = evaluator.value_of_state(&evaluator.root(&Game::default())).is_some();
    let EvalScale { centipawns: scale, .. } = info.eval_scale;
    let MarginScale { ratio: margin_scale, .. } = info.margin_scale;
    let raw = RawEvaluation {
        name: text(info.name),
        create: Some(create::<E>),
        destroy: Some(destroy::<E>),
        value: Some(value::<E, P>),
        terms: Some(terms::<E, P>),
        options: options(&evaluator),
        set: Some(set::<E>),
        scale,
        margin_scale,
        state_size: size_of::<Kept<E, P>>(),
        start: Some(start::<E, P>),
        play: Some(play::<E, P>),
        light: if of_state {
            OF_STATE
        } else if E::IS_COSTLY {
            0
        } else {
            LIGHT
        },
    };
    ptr::from_mut(Box::leak(Box::new(Exported { raw, evaluator }))).cast()
}

struct Export;

impl Visitor for Export {
    type Output = *const RawEvaluation;

    fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) -> *const RawEvaluation {
        // The states of these follow from moves alone; others look at the positions before and after.
        if [TypeId::of::<Simplified>(), TypeId::of::<Classic>()].contains(&TypeId::of::<E>()) {
            exported::<E, ()>(evaluator)
        } else {
            exported::<E, Position>(evaluator)
        }
    }
}

/// The evaluations, and NULL behind the last of them.
struct List(Vec<*const RawEvaluation>);

// SAFETY: what the pointers lead to is not changed, and stays until the process ends.
unsafe impl Send for List {}
// SAFETY: as above.
unsafe impl Sync for List {}

/// The version of the interface.
// SAFETY: no other library of the process is linked to this one: the name is the interface's.
#[unsafe(no_mangle)]
pub extern "C" fn evaluation_interface() -> u32 {
    INTERFACE
}

/// The evaluations, by the order of tables, behind the last of them NULL.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn evaluations() -> *const *const RawEvaluation {
    static LIST: OnceLock<List> = OnceLock::new();
    let all = || NAMES.iter().filter_map(|name| registry::with(name, Export));
    LIST.get_or_init(|| List(all().chain([ptr::null()]).collect())).0.as_ptr()
}

/// The result, or `otherwise` after a panic: what is not legal may lead to one, and it may not leave the library.
#[inline(always)]
fn guarded<T>(otherwise: T, run: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or(otherwise)
}

/// # Safety
/// `this` is one of [`evaluations`] whose evaluator is of this type.
unsafe extern "C" fn create<E: Clone>(this: *const RawEvaluation) -> *mut c_void {
    // SAFETY: the description of an evaluation is the first member of an `Exported`.
    let this = unsafe { &*this.cast::<Exported<E>>() };
    guarded(ptr::null_mut(), || Box::into_raw(Box::new(this.evaluator.clone())).cast())
}

/// # Safety
/// `instance` was made by [`create`] and is not used any more.
unsafe extern "C" fn destroy<E>(instance: *mut c_void) {
    // SAFETY: `create` made it by `into_raw`, and it comes here once.
    guarded((), || drop(unsafe { Box::from_raw(instance.cast::<E>()) }));
}

/// # Safety
/// `instance` is one of [`create`], and `position` is an `evaluation_position` whose state is NULL or was made with the
/// instance.
unsafe extern "C" fn value<E: Evaluator, P: Place>(instance: *mut c_void, position: *const RawPosition) -> i32 {
    // SAFETY: the caller's duty.
    let evaluator = unsafe { &*instance.cast::<E>() };
    // SAFETY: the caller's duty.
    let position = unsafe { &*position };
    if let Some(white) = Kept::<E, P>::value(evaluator, position) {
        return if position.side_to_move == 0 { white.cp() } else { -white.cp() };
    }
    guarded(0, || Kept::<E, P>::node(evaluator, position).map_or(0, |node| evaluator.evaluate(&node).cp()))
}

/// # Safety
/// As that of [`value`]; `receiver` is what `term` takes.
unsafe extern "C" fn terms<E: Evaluator, P: Place>(
    instance: *mut c_void,
    position: *const RawPosition,
    term: TermFn,
    receiver: *mut c_void,
) {
    // SAFETY: the caller's duty.
    let evaluator = unsafe { &*instance.cast::<E>() };
    // SAFETY: the caller's duty.
    let position = unsafe { &*position };
    let breakdown = || Kept::<E, P>::node(evaluator, position).map(|node| evaluator.explain(&node).settled());
    let Some(breakdown) = guarded(None, breakdown) else {
        return;
    };
    for posted in breakdown.terms().iter().filter(|term| (term.white, term.black) != (0, 0)) {
        let (aspect, name) = (posted.rule.aspect, posted.rule.name);
        let name = if aspect == Aspect::Other { name.to_owned() } else { format!("{}/{name}", aspect.name()) };
        let name = CString::new(name).unwrap_or_default();
        let [white, black] = [posted.white, posted.black].map(|tenths| f64::from(tenths) / 10.0);
        // SAFETY: the caller's function, with the caller's receiver and a name that lives until it returns.
        unsafe { term(receiver, name.as_ptr(), white, black) };
    }
}

/// # Safety
/// `instance` is one of [`create`] that nothing else uses meanwhile; `name` is a text that ends with 0.
unsafe extern "C" fn set<E: Configure>(instance: *mut c_void, name: *const c_char, value: i32) -> i32 {
    // SAFETY: the caller's duty.
    let evaluator = unsafe { &mut *instance.cast::<E>() };
    // SAFETY: the caller's duty.
    let name = unsafe { CStr::from_ptr(name) }.to_str().unwrap_or_default();
    guarded(0, || {
        let options = evaluator.options();
        let is_flag =
            options.iter().any(|option| option.name == name && matches!(option.kind, OptionKind::Flag { .. }));
        let value = if is_flag { (value != 0).to_string() } else { value.to_string() };
        evaluator.set(name, &value).is_ok().into()
    })
}

/// # Safety
/// As that of [`value`]; `state` has as many bytes as the evaluation's `state_size`, and is aligned to 8.
unsafe extern "C" fn start<E: Evaluator, P: Place>(
    instance: *const c_void,
    position: *const RawPosition,
    state: *mut c_void,
) {
    // SAFETY: the caller's duty.
    let evaluator = unsafe { &*instance.cast::<E>() };
    // SAFETY: the caller's duty.
    let position = unsafe { &*position };
    if let Some(kept) = guarded(None, || Kept::<E, P>::start(evaluator, position)) {
        // SAFETY: there is room for it.
        unsafe { state.cast::<Kept<E, P>>().write(kept) };
    }
}

/// # Safety
/// `state` was made by [`start`] with `instance`; `mv` is an `evaluation_move`.
unsafe extern "C" fn play<E: Evaluator, P: Place>(instance: *const c_void, mv: *const RawMove, state: *mut c_void) {
    // SAFETY: the caller's duty.
    let evaluator = unsafe { &*instance.cast::<E>() };
    // SAFETY: the caller's duty.
    let mv = unsafe { &*mv };
    // SAFETY: the caller's duty; nothing else uses the state meanwhile.
    let kept = unsafe { &mut *state.cast::<Kept<E, P>>() };
    if size_of::<P>() == 0 {
        // Nothing there can panic, and a guard is not inlined.
        kept.play(evaluator, mv);
    } else {
        guarded((), || kept.play(evaluator, mv));
    }
}
