//! A shared library with the interface of `evaluation.h`: all of this crate's unsafe code, the modules below included.
//!
//! The header states the duties of a library, and each unsafe call here relies on them. Nothing can enforce them:
//! foreign code can write anywhere. That is why an evaluation from outside has a process that does nothing else.
#![allow(unsafe_code)]

#[cfg(unix)]
mod allocator;
mod file_kind;
mod raw_position;

use std::error::Error;
use std::ffi::{CStr, CString, OsStr, c_char, c_void};
use std::path::Path;
use std::ptr::NonNull;

use engine_core::options::{OptionInfo, OptionKind};
use engine_core::position::Position;

use crate::term::{self, ExternalTerm, MAX_NAME, MAX_TERMS, no_name, of_different_names, too_many_names};
use crate::{ExternalError, quoted};
use raw_position::RawPosition;
pub(crate) use raw_position::fen;

/// The version of the interface: `EVALUATION_INTERFACE`.
pub const INTERFACE: u32 = 1;

const MAX_HELP: usize = 500;

/// `evaluation_option`.
#[repr(C)]
struct RawOption {
    name: *const c_char,
    help: *const c_char,
    kind: i32,
    value: i32,
    min: i32,
    max: i32,
}

type InterfaceFn = unsafe extern "C" fn() -> u32;
type NameFn = unsafe extern "C" fn() -> *const c_char;
type NewFn = unsafe extern "C" fn() -> *mut c_void;
type FreeFn = unsafe extern "C" fn(*mut c_void);
type ValueFn = unsafe extern "C" fn(*mut c_void, *const RawPosition) -> i32;
type TermFn = unsafe extern "C" fn(*mut c_void, *const c_char, f64, f64);
type TermsFn = unsafe extern "C" fn(*mut c_void, *const RawPosition, TermFn, *mut c_void);
type OptionsFn = unsafe extern "C" fn() -> *const RawOption;
type SetFn = unsafe extern "C" fn(*mut c_void, *const c_char, i32) -> i32;
type ScaleFn = unsafe extern "C" fn() -> f64;

/// A loaded library; it stays loaded until the process ends, because destructors of foreign code may run at any later
/// time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Library {
    name: NameFn,
    new: NewFn,
    free: FreeFn,
    value: ValueFn,
    terms: Option<TermsFn>,
    options: Option<(OptionsFn, SetFn)>,
    scale: Option<ScaleFn>,
}

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

impl Library {
    pub(crate) fn open(path: &Path) -> Result<Library, ExternalError> {
        // A bare name would be looked for in the system's folders.
        let failed = |reason| ExternalError(format!("the library cannot be loaded: {reason}"));
        let path = path.canonicalize().map_err(|error| failed(error.to_string()))?;
        let refused = |error| failed(file_kind::fault(&path).unwrap_or_else(|| reason(&error)));
        let library = load(path.as_os_str()).map_err(refused)?;
        let interface = function!(library, "evaluation_interface", InterfaceFn);
        let name = function!(library, "evaluation_name", NameFn);
        let new = function!(library, "evaluation_new", NewFn);
        let free = function!(library, "evaluation_free", FreeFn);
        let value = function!(library, "evaluation_value", ValueFn);
        let terms = function!(library, "evaluation_terms", TermsFn);
        let options = function!(library, "evaluation_options", OptionsFn);
        let set = function!(library, "evaluation_set", SetFn);
        let scale = function!(library, "evaluation_scale", ScaleFn);
        // Code of the library may run until the process ends: at exit, and in threads that it has started.
        std::mem::forget(library);
        let missing = [
            (interface.is_none(), "evaluation_interface"),
            (name.is_none(), "evaluation_name"),
            (new.is_none(), "evaluation_new"),
            (free.is_none(), "evaluation_free"),
            (value.is_none(), "evaluation_value"),
            (options.is_some() && set.is_none(), "evaluation_set"),
            (options.is_none() && set.is_some(), "evaluation_options"),
        ];
        let missing = missing.into_iter().filter_map(|(is_missing, name)| is_missing.then_some(name));
        let missing: Vec<&str> = missing.collect();
        let (Some(interface), Some(name), Some(new), Some(free), Some(value), []) =
            (interface, name, new, free, value, &missing[..])
        else {
            return Err(ExternalError(format!(
                "the library lacks {}; evaluation.h declares the functions that it needs, and in C++ they are extern \"C\"",
                missing.join(", ")
            )));
        };
        // SAFETY: the header gives the function this type; it takes nothing.
        let found = unsafe { interface() };
        if found != INTERFACE {
            return Err(ExternalError(format!(
                "the library has version {found} of the interface, and this program version {INTERFACE}; \
                 build it with this program's evaluation.h"
            )));
        }
        Ok(Library { name, new, free, value, terms, options: options.zip(set), scale })
    }

    /// The name of the evaluation.
    pub(crate) fn name(&self) -> Result<&'static str, ExternalError> {
        // SAFETY: the header gives the function this type; it takes nothing.
        let name = unsafe { (self.name)() };
        kept(MAX_NAME, "the result of evaluation_name", name)
    }

    /// Its own measurement of the worth of its values, if it has one.
    pub(crate) fn scale(&self) -> Result<Option<f64>, ExternalError> {
        // SAFETY: the header gives the function this type; it takes nothing.
        let scale = self.scale.map(|scale| unsafe { scale() });
        if let Some(scale) = scale.filter(|scale| !scale.is_finite() || *scale <= 0.0) {
            let reason = format!("evaluation_scale returned {scale}, and a scale is above 0");
            return Err(ExternalError(reason));
        }
        Ok(scale)
    }

    pub(crate) fn options(&self) -> Result<Vec<OptionInfo>, ExternalError> {
        /// More than any evaluation has: a table without an end is read no further.
        const MAX_OPTIONS: usize = 4096;
        let mut options = Vec::new();
        let Some((table, _)) = self.options else {
            return Ok(options);
        };
        // SAFETY: the header gives the function this type; it takes nothing.
        let table = unsafe { table() };
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

    /// A new instance.
    pub(crate) fn instance(&self) -> Result<LibraryInstance, ExternalError> {
        // SAFETY: the header gives the function this type; it takes nothing, and any thread may call it.
        let instance = unsafe { (self.new)() };
        let instance = NonNull::new(instance);
        let instance = instance.ok_or(ExternalError("evaluation_new returned NULL".to_owned()))?;
        Ok(LibraryInstance { library: *self, instance })
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

/// An instance of a library, for one thread at a time.
#[derive(Debug)]
pub(crate) struct LibraryInstance {
    pub(crate) library: Library,
    instance: NonNull<c_void>,
}

// SAFETY: the header has one thread after the other use an instance, and `&mut self` below is one at a time.
unsafe impl Send for LibraryInstance {}

impl LibraryInstance {
    /// The value in centipawns from the side to move.
    #[inline]
    pub(crate) fn value(&mut self, position: &Position) -> i32 {
        let raw = RawPosition::from(position);
        // SAFETY: the instance was made by `new` of the same library and is not freed yet; no other call with it runs,
        // by `&mut self`. The position lives until the call returns.
        unsafe { (self.library.value)(self.instance.as_ptr(), &raw const raw) }
    }

    /// The terms; none if the library has none.
    pub(crate) fn terms(&mut self, position: &Position) -> Result<Vec<ExternalTerm>, ExternalError> {
        let Some(terms) = self.library.terms else {
            return Ok(Vec::new());
        };
        let raw = RawPosition::from(position);
        let mut receiver = Receiver { position, terms: Vec::new(), failure: None };
        let to = (&raw mut receiver).cast::<c_void>();
        // SAFETY: the instance as in `value`. The position and the receiver live until the call returns, and the header
        // has the library call back before that, from this thread.
        unsafe { terms(self.instance.as_ptr(), &raw const raw, receive, to) };
        receiver.failure.map_or(Ok(receiver.terms), Err)
    }

    /// Sets an option; false if the library does not take the value.
    pub(crate) fn set(&mut self, option: &str, value: i32) -> bool {
        let (Some((_, set)), Ok(option)) = (self.library.options, CString::new(option)) else {
            return false;
        };
        // SAFETY: the instance as in `value`. The name ends with 0 and lives until the call returns.
        unsafe { set(self.instance.as_ptr(), option.as_ptr(), value) != 0 }
    }
}

impl Drop for LibraryInstance {
    fn drop(&mut self) {
        // SAFETY: it was made by `new` of the same library, and this is its owner: it is not used after this.
        unsafe { (self.library.free)(self.instance.as_ptr()) };
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
