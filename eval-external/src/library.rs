//! A shared library with the interface of `evaluation.h`: all of this crate's unsafe code, the modules below included.
//!
//! The header states the duties of a library, and each unsafe call here relies on them. Nothing can enforce them:
//! foreign code can write anywhere. That is why an evaluation from outside has a process that does nothing else.
#![allow(unsafe_code)]

#[cfg(unix)]
mod allocator;
mod file_kind;
pub(crate) mod state;

use std::error::Error;
use std::ffi::{CStr, CString, OsStr, c_char, c_void};
use std::path::Path;
use std::ptr::{self, NonNull};
use std::sync::Arc;

use engine_core::game::Game;
use engine_core::notation::did_you_mean;
use engine_core::options::{OptionInfo, OptionKind};
use engine_core::position::Position;

use crate::interface::{INTERFACE, MAX_STATE, OF_STATE, RawEvaluation, RawMove, RawOption, RawPosition, TermsFn, fen};
use crate::term::{self, ExternalTerm, MAX_NAME, MAX_TERMS, no_name, of_different_names, too_many_names};
use crate::{ExternalError, quoted};
use state::Place;

const MAX_HELP: usize = 2000;

type InterfaceFn = unsafe extern "C" fn() -> u32;
type EvaluationsFn = unsafe extern "C" fn() -> *const *const RawEvaluation;
// Of interface 1, whose functions of these names are symbols of the library, but for those of `RawEvaluation`.
type NameFn = unsafe extern "C" fn() -> *const c_char;
type OptionsFn = unsafe extern "C" fn() -> *const RawOption;
type ScaleFn = unsafe extern "C" fn() -> f64;
type NewFn = unsafe extern "C" fn() -> *mut c_void;
type FreeFn = unsafe extern "C" fn(*mut c_void);
type ValueFn = unsafe extern "C" fn(*mut c_void, *const RawPosition) -> i32;
type SetFn = unsafe extern "C" fn(*mut c_void, *const c_char, i32) -> i32;

/// An evaluation of a loaded library, which stays loaded until the process ends, because destructors of foreign code may
/// run at any later time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Library {
    raw: RawEvaluation,
    /// Where the library has it.
    place: *const RawEvaluation,
    /// The way to an instance of interface 1, which has no place.
    new: Option<NewFn>,
}

// SAFETY: it is not changed, and what it points to stays where it is and does not change either, by the header.
unsafe impl Send for Library {}
// SAFETY: as above.
unsafe impl Sync for Library {}

/// The function of a library with this name and of this type, if there is one.
macro_rules! function {
    ($library:expr, $name:literal, $type:ty) => {
        // SAFETY: the type is that of the header's declaration, and a library that defines a name of the header declares
        // it so. The pointer is copied out of the borrow, and it stays valid: the library is never unloaded.
        unsafe { $library.get::<$type>($name) }.ok().map(|symbol| *symbol)
    };
}

/// The loader's own words, which the error keeps as its source.
fn reason(error: &dyn Error) -> String {
    error.source().map_or_else(|| error.to_string(), reason)
}

/// Loads the library with all its symbols resolved, so that one that lacks a function of another library fails now and
/// not within a game.
fn load(path: &OsStr) -> Result<libloading::Library, libloading::Error> {
    #[cfg(unix)]
    {
        use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
        // SAFETY: the library's initialisers run. They are the user's own choice, and the process is theirs.
        unsafe { Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) }.map(Into::into)
    }
    #[cfg(not(unix))]
    // SAFETY: the library's initialisers run. They are the user's own choice, and the process is theirs.
    unsafe {
        libloading::Library::new(path)
    }
}

/// The evaluation of a library with interface 1: each of its functions is a symbol.
fn of_symbols(library: &libloading::Library) -> Result<Library, ExternalError> {
    let name = function!(library, "evaluation_name", NameFn);
    let new = function!(library, "evaluation_new", NewFn);
    let destroy = function!(library, "evaluation_free", FreeFn);
    let value = function!(library, "evaluation_value", ValueFn);
    let terms = function!(library, "evaluation_terms", TermsFn);
    let options = function!(library, "evaluation_options", OptionsFn);
    let set = function!(library, "evaluation_set", SetFn);
    let scale = function!(library, "evaluation_scale", ScaleFn);
    let missing = [
        (name.is_none(), "evaluation_name"),
        (new.is_none(), "evaluation_new"),
        (destroy.is_none(), "evaluation_free"),
        (value.is_none(), "evaluation_value"),
        (options.is_some() && set.is_none(), "evaluation_set"),
        (options.is_none() && set.is_some(), "evaluation_options"),
    ];
    all_there("the library", &missing)?;
    // SAFETY: interface 1 gives the function this type; it takes nothing.
    let name = name.map_or(ptr::null(), |name| unsafe { name() });
    // SAFETY: as above.
    let options = options.map_or(ptr::null(), |options| unsafe { options() });
    // SAFETY: as above.
    let scale = scale.map_or(0.0, |scale| unsafe { scale() });
    let set = set.filter(|_| !options.is_null());
    let (create, margin_scale, state_size, start, play, light) = (None, 0.0, 0, None, None, 0);
    let raw = RawEvaluation {
        name,
        create,
        destroy,
        value,
        terms,
        options,
        set,
        scale,
        margin_scale,
        state_size,
        start,
        play,
        light,
    };
    Ok(Library { raw, place: ptr::null(), new })
}

/// Fails if something that is needed is missing.
fn all_there(where_: &str, missing: &[(bool, &str)]) -> Result<(), ExternalError> {
    let missing: Vec<&str> = missing.iter().filter_map(|&(is_missing, name)| is_missing.then_some(name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let missing = missing.join(", ");
    let remedy = "evaluation.h declares what it needs, and in C++ its functions are extern \"C\"";
    Err(ExternalError(format!("{where_} lacks {missing}; {remedy}")))
}

/// The evaluations that a library has, by their names.
fn evaluations(list: EvaluationsFn) -> Result<Vec<(&'static str, Library)>, ExternalError> {
    /// More than any library has: a list without an end is read no further.
    const MAX_EVALUATIONS: usize = 1000;
    let mut all = Vec::new();
    // SAFETY: the header gives the function this type; it takes nothing.
    let list = unsafe { list() };
    while !list.is_null() && all.len() < MAX_EVALUATIONS {
        // SAFETY: the list ends with NULL, so that this one is still in it.
        let evaluation = unsafe { list.add(all.len()) };
        // SAFETY: it is in the list, which stays where it is.
        let place = unsafe { *evaluation };
        // SAFETY: null, or the pointer to an evaluation, which stays where it is and does not change.
        let Some(&raw) = (unsafe { place.as_ref() }) else {
            break;
        };
        all.push((kept(MAX_NAME, "the name of an evaluation", raw.name)?, Library { raw, place, new: None }));
    }
    Ok(all)
}

/// The evaluation of this name; without a name the only one.
fn chosen(all: &[(&'static str, Library)], name: Option<&str>) -> Result<Library, ExternalError> {
    let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
    let have = || format!("it has {}", names.join(", "));
    match (name, all) {
        (_, []) => Err(ExternalError("the library has no evaluation: `evaluations` returned an empty list".to_owned())),
        (None, [(_, only)]) => Ok(*only),
        (None, _) => {
            let (count, first) = (all.len(), names[0]);
            Err(ExternalError(format!(
                "the library has {count} evaluations: add one's name, as in ./mine.so:{first}; {}",
                have()
            )))
        }
        (Some(name), _) => {
            let found = all.iter().find(|(known, _)| *known == name);
            let meant = did_you_mean(name, &names);
            found.map(|(_, evaluation)| *evaluation).ok_or_else(|| {
                ExternalError(format!("the library has no evaluation {}{meant}; {}", quoted(name), have()))
            })
        }
    }
}

impl Library {
    /// Loads the library and takes its evaluation of this name; without a name its only one.
    pub(crate) fn open(path: &Path, name: Option<&str>) -> Result<Library, ExternalError> {
        // A bare name would be looked for in the system's folders.
        let failed = |reason| ExternalError(format!("the library cannot be loaded: {reason}"));
        let path = path.canonicalize().map_err(|error| failed(error.to_string()))?;
        let refused = |error| failed(file_kind::fault(&path).unwrap_or_else(|| reason(&error)));
        let library = load(path.as_os_str()).map_err(refused)?;
        let found = Library::of(&library, name);
        // Code of the library may run until the process ends: at exit, and in threads that it has started.
        std::mem::forget(library);
        found
    }

    fn of(library: &libloading::Library, name: Option<&str>) -> Result<Library, ExternalError> {
        let interface = function!(library, "evaluation_interface", InterfaceFn);
        let list = function!(library, "evaluations", EvaluationsFn);
        // SAFETY: the header gives the function this type; it takes nothing.
        let version = interface.map(|interface| unsafe { interface() });
        let found = match (version, list) {
            (Some(1), _) => {
                let only = of_symbols(library)?;
                let own = kept(MAX_NAME, "the name of an evaluation", only.raw.name)?;
                chosen(&[(own, only)], name)?
            }
            (Some(INTERFACE), Some(list)) => chosen(&evaluations(list)?, name)?,
            (Some(version), _) if version != INTERFACE => {
                return Err(ExternalError(format!(
                    "the library has version {version} of the interface, and this program versions 1 and {INTERFACE}; \
                     build it with this program's evaluation.h"
                )));
            }
            _ => {
                let missing = [(interface.is_none(), "evaluation_interface"), (list.is_none(), "evaluations")];
                return Err(all_there("the library", &missing).expect_err("one of them is missing"));
            }
        };
        let raw = &found.raw;
        let missing = [
            (raw.create.is_none() && found.new.is_none(), "create"),
            (raw.destroy.is_none(), "destroy"),
            (raw.value.is_none(), "value"),
            (!raw.options.is_null() && raw.set.is_none(), "set"),
            (raw.options.is_null() && raw.set.is_some(), "options"),
            (raw.state_size > 0 && raw.start.is_none(), "start"),
            (raw.state_size > 0 && raw.play.is_none(), "move"),
            (raw.state_size == 0 && (raw.start.is_some() || raw.play.is_some()), "state_size"),
        ];
        all_there("the evaluation", &missing)?;
        if raw.state_size > MAX_STATE || !raw.state_size.is_multiple_of(8) {
            let size = raw.state_size;
            let reason = format!("state_size is {size}, and a state has a multiple of 8 bytes, at most {MAX_STATE}");
            return Err(ExternalError(reason));
        }
        Ok(found)
    }

    /// The name of the evaluation.
    pub(crate) fn name(&self) -> Result<&'static str, ExternalError> {
        kept(MAX_NAME, "the name of an evaluation", self.raw.name)
    }

    /// Its own measurements of the worth of its values and of its margin scale, if it has any.
    pub(crate) fn scales(&self) -> Result<[Option<f64>; 2], ExternalError> {
        let RawEvaluation { scale, margin_scale, .. } = self.raw;
        for (name, scale) in [("scale", scale), ("margin_scale", margin_scale)] {
            if !scale.is_finite() || scale < 0.0 {
                return Err(ExternalError(format!(
                    "{name} is {scale}, and a scale is above 0, or 0 if it is not known"
                )));
            }
        }
        Ok([scale, margin_scale].map(|scale| Some(scale).filter(|scale| *scale > 0.0)))
    }

    pub(crate) fn options(&self) -> Result<Vec<OptionInfo>, ExternalError> {
        /// More than any evaluation has: a table without an end is read no further.
        const MAX_OPTIONS: usize = 4096;
        let mut options = Vec::new();
        let table = self.raw.options;
        if table.is_null() {
            return Ok(options);
        }
        for index in 0..MAX_OPTIONS {
            // SAFETY: the table has an entry without a name behind its last option, so that this one is still in it.
            let entry = unsafe { table.add(index) };
            // SAFETY: the pointer is one to an entry of the table, which stays where it is and does not change.
            let entry = unsafe { &*entry };
            if entry.name.is_null() {
                return of_different_names(options);
            }
            options.push(option(entry)?);
        }
        Err(too_many_names(MAX_OPTIONS))
    }

    /// The bytes of a state; 0 if none is kept.
    pub(crate) fn state_size(&self) -> usize {
        self.raw.state_size
    }

    /// A new instance.
    pub(crate) fn instance(&self) -> Result<LibraryInstance, ExternalError> {
        // SAFETY: interface 1 gives the function this type; it takes nothing, and any thread may call it.
        let first = self.new.map(|new| unsafe { new() });
        // SAFETY: the header gives the function this type, and any thread may call it; the place is the evaluation's.
        let second = self.raw.create.map(|create| unsafe { create(self.place) });
        let instance = first.or(second).and_then(NonNull::new);
        let instance = instance.ok_or(ExternalError(
            "no instance was made: `create` (`evaluation_new` of interface 1) returned NULL".to_owned(),
        ))?;
        Ok(LibraryInstance(Arc::new(Handle { library: *self, instance })))
    }
}

/// The option of an entry of the library's table.
fn option(entry: &RawOption) -> Result<OptionInfo, ExternalError> {
    let name = kept(MAX_NAME, "an option's name", entry.name)?;
    let help = if entry.help.is_null() {
        "An option of the library."
    } else {
        kept(MAX_HELP, "an option's help", entry.help)?
    };
    let RawOption { kind, value: default, min, max, .. } = *entry;
    let fault = match kind {
        0 => {
            let kind = OptionKind::Flag { default: default != 0 };
            return Ok(OptionInfo { name, kind, help });
        }
        1 if (min..=max).contains(&default) => {
            let kind = OptionKind::Number { default, min, max };
            return Ok(OptionInfo { name, kind, help });
        }
        1 => format!("has the default {default}, outside its range from {min} to {max}"),
        other => format!("is of kind {other}, and there are 0 (flag) and 1 (number)"),
    };
    Err(ExternalError::of_option(name, fault))
}

/// The text that a library gives as a name, of at most `most` characters.
fn kept(most: usize, what: &'static str, text: *const c_char) -> Result<&'static str, ExternalError> {
    if text.is_null() {
        return Err(no_name(most, what, "NULL"));
    }
    // SAFETY: it is not null, and the header has texts end with 0 and stay where they are: it is read only here.
    let text = unsafe { CStr::from_ptr(text) };
    let text = text.to_str();
    let text = text.map_err(|error| no_name(most, what, &quoted(&error.to_string())))?;
    term::kept(most, what, text)
}

/// An instance and what may be asked of it by any thread at any time: states, and values if the evaluation is light.
#[derive(Debug)]
pub(crate) struct Handle {
    library: Library,
    instance: NonNull<c_void>,
}

// SAFETY: the header has any thread use an instance. What is `unsafe` or private below is called by one at a time.
unsafe impl Send for Handle {}
// SAFETY: as above.
unsafe impl Sync for Handle {}

/// A position with its state, for a library.
#[inline]
fn raw(at: Place<'_>) -> RawPosition {
    let state = if at.state.is_empty() { ptr::null() } else { at.state.as_ptr().cast() };
    RawPosition { state, ..RawPosition::from(at.position) }
}

impl Handle {
    /// What `value` looks at, as the header has it.
    pub(crate) fn light(&self) -> i32 {
        self.library.raw.light
    }

    /// Writes the state of the game's position, which has as many words as the library said.
    pub(crate) fn root(&self, game: &Game, state: &mut [u64]) {
        let Some(start) = self.library.raw.start else {
            return;
        };
        // Whoever has a state here has it from an evaluator that has made room for it.
        assert!(self.has_room(state), "a state without room");
        let mut position = Position::from(game.start());
        let raw = RawPosition::from(&position);
        // SAFETY: the instance is not freed, and a start may be made with it at any time. The position lives until the call
        // returns, and the state has room.
        unsafe { start(self.instance.as_ptr(), &raw const raw, state.as_mut_ptr().cast()) };
        for &mv in game.moves() {
            let mv = mv.into();
            self.play(state, &RawMove::of(position.turn(), mv));
            position.play(mv);
        }
    }

    /// Brings the parent's state up to date with a move.
    #[inline(always)]
    pub(crate) fn play(&self, state: &mut [u64], mv: &RawMove) {
        debug_assert!(self.has_room(state));
        if let Some(play) = self.library.raw.play {
            // SAFETY: as in `root`.
            unsafe { play(self.instance.as_ptr(), ptr::from_ref(mv), state.as_mut_ptr().cast()) };
        }
    }

    fn has_room(&self, state: &[u64]) -> bool {
        8 * state.len() >= self.library.raw.state_size
    }

    /// The value of a light evaluation in centipawns from the side to move; 0 of any other.
    #[inline(always)]
    pub(crate) fn light_value(&self, at: Place<'_>) -> i32 {
        match self.light() {
            0 => 0,
            OF_STATE if !at.state.is_empty() => self.value(&RawPosition::of_state(at.position.turn(), at.state)),
            _ => self.value(&raw(at)),
        }
    }

    #[inline(always)]
    fn value(&self, raw: &RawPosition) -> i32 {
        // SAFETY: the instance was made by the same library and is not freed. It is light, or no other call with it runs,
        // by `&mut LibraryInstance`. The position and the state live until the call returns.
        self.library.raw.value.map_or(0, |value| unsafe { value(self.instance.as_ptr(), ptr::from_ref(raw)) })
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: it was made by `create` of the same library, and this is its owner: it is not used after this.
        self.library.raw.destroy.into_iter().for_each(|destroy| unsafe { destroy(self.instance.as_ptr()) });
    }
}

/// An instance of a library, for one thread at a time.
#[derive(Debug)]
pub(crate) struct LibraryInstance(Arc<Handle>);

impl LibraryInstance {
    /// The part of it that any thread may use.
    pub(crate) fn handle(&self) -> &Arc<Handle> {
        &self.0
    }

    pub(crate) fn library(&self) -> Library {
        self.0.library
    }

    /// The value in centipawns from the side to move.
    #[inline]
    pub(crate) fn value(&mut self, at: Place<'_>) -> i32 {
        self.0.value(&raw(at))
    }

    /// The terms; none if the library has none.
    pub(crate) fn terms(&mut self, at: Place<'_>) -> Result<Vec<ExternalTerm>, ExternalError> {
        let Some(terms) = self.0.library.raw.terms else {
            return Ok(Vec::new());
        };
        let raw = raw(at);
        let mut receiver = Receiver { position: at.position, terms: Vec::new(), failure: None };
        let to = (&raw mut receiver).cast::<c_void>();
        // SAFETY: the instance as in `value`. The position and the receiver live until the call returns, and the header
        // has the library call back before that, from this thread.
        unsafe { terms(self.0.instance.as_ptr(), &raw const raw, receive, to) };
        receiver.failure.map_or(Ok(receiver.terms), Err)
    }

    /// Sets an option; false if the library does not take the value. No state is made meanwhile.
    pub(crate) fn set(&mut self, option: &str, value: i32) -> bool {
        let (Some(set), Ok(option)) = (self.0.library.raw.set, CString::new(option)) else {
            return false;
        };
        // SAFETY: the instance as in `value`. The name ends with 0 and lives until the call returns.
        unsafe { set(self.0.instance.as_ptr(), option.as_ptr(), value) != 0 }
    }
}

/// The receiver of the terms of a position.
struct Receiver<'p> {
    position: &'p Position,
    terms: Vec<ExternalTerm>,
    failure: Option<ExternalError>,
}

impl Receiver<'_> {
    fn add(&mut self, name: *const c_char, amounts: [f64; 2]) -> Result<(), ExternalError> {
        if self.terms.len() >= MAX_TERMS {
            return Err(too_many_names(MAX_TERMS));
        }
        let name = kept(MAX_NAME, "a term's name", name)?;
        let term = ExternalTerm::new(name, amounts, || fen(self.position))?;
        self.terms.push(term);
        Ok(())
    }
}

/// `evaluation_term`.
///
/// # Safety
/// `receiver` is the one that the library was given, whose call has not returned; `name` is null or a text that ends
/// with 0.
unsafe extern "C" fn receive(receiver: *mut c_void, name: *const c_char, white: f64, black: f64) {
    let receiver = receiver.cast::<Receiver<'_>>();
    // SAFETY: null, or the pointer to a receiver that lives until the library's call returns, and that nothing else uses
    // until then.
    let Some(receiver) = (unsafe { receiver.as_mut() }) else {
        return;
    };
    if receiver.failure.is_none() {
        receiver.failure = receiver.add(name, [white, black]).err();
    }
}
