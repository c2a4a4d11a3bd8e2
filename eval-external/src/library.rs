//! A shared library with the interface of `evaluation.h`: all of this crate's unsafe code.
//!
//! The header states the duties of a library, and each unsafe call here relies on them. Nothing can enforce them:
//! foreign code can write anywhere. That is why an evaluation from outside has a process that does nothing else.
#![allow(unsafe_code)]

use std::error::Error;
use std::ffi::{CStr, CString, OsStr, c_char, c_void};
use std::path::Path;
use std::ptr::{self, NonNull};

use engine_core::options::{OptionInfo, OptionKind};
use engine_core::position::Position;
use shakmaty::fen::{Fen, LossyFenError};
use shakmaty::{Bitboard, Board, Color, Role, Setup, Square};

use crate::failure::{ExternalError, quoted};
use crate::names;
use crate::position::fen;
use crate::term::{ExternalTerm, MOST_TERMS};

/// The version of the interface: `EVALUATION_INTERFACE`.
pub const INTERFACE: u32 = 1;

/// The longest help of an option.
const LONGEST_HELP: usize = 500;

/// `evaluation_position`.
#[repr(C)]
struct RawPosition {
    men: [[u64; 6]; 2],
    castling_rooks: u64,
    side_to_move: i32,
    en_passant: i32,
    halfmove_clock: i32,
    fullmove_number: i32,
    fen: unsafe extern "C" fn(*const RawPosition, *mut c_char, usize) -> usize,
}

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

/// The functions of a library by name.
struct Symbols {
    library: libloading::Library,
    missing: Vec<&'static str>,
}

impl Symbols {
    /// The function of this name, whose type is `F`; one that is missing is remembered.
    ///
    /// # Safety
    /// The function has the type `F`, a function pointer.
    unsafe fn required<F: Copy>(&mut self, name: &'static str) -> Option<F> {
        // SAFETY: as this function's.
        let function = unsafe { self.optional(name) };
        if function.is_none() {
            self.missing.push(name);
        }
        function
    }

    /// The function of this name, whose type is `F`, if there is one.
    ///
    /// # Safety
    /// The function has the type `F`, a function pointer.
    unsafe fn optional<F: Copy>(&self, name: &'static str) -> Option<F> {
        // SAFETY: the symbol has the type `F` by this function's contract. The pointer is copied out of the borrow, and
        // it stays valid: the library is never unloaded.
        unsafe { self.library.get::<F>(name) }
            .ok()
            .map(|symbol| *symbol)
    }
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
    /// Loads the library of this path.
    pub(crate) fn open(path: &Path) -> Result<Library, ExternalError> {
        // A bare name would be looked for in the system's folders.
        let path = path.canonicalize();
        let path = path.map_err(|error| ExternalError::Load(error.to_string()))?;
        let library = load(path.as_os_str());
        let library = library.map_err(|error| ExternalError::Load(reason(&error)))?;
        let mut symbols = Symbols {
            library,
            missing: Vec::new(),
        };
        let found = Library::of(&mut symbols);
        // Code of the library may run until the process ends: at exit, and in threads that it has started.
        std::mem::forget(symbols.library);
        match found {
            Some((interface, library)) => {
                // SAFETY: the header gives the function this type; it takes nothing.
                let found = unsafe { interface() };
                let expected = INTERFACE;
                if found == expected {
                    Ok(library)
                } else {
                    Err(ExternalError::Interface { found, expected })
                }
            }
            None => Err(ExternalError::Missing(symbols.missing)),
        }
    }

    /// The functions of a library; `None` if one that every library has is missing.
    fn of(symbols: &mut Symbols) -> Option<(InterfaceFn, Library)> {
        // SAFETY, of all ten: each type is that of the header's declaration, and a library that defines a name of the
        // header declares it so.
        // SAFETY: see above.
        let interface = unsafe { symbols.required::<InterfaceFn>("evaluation_interface") };
        // SAFETY: see above.
        let name = unsafe { symbols.required::<NameFn>("evaluation_name") };
        // SAFETY: see above.
        let new = unsafe { symbols.required::<NewFn>("evaluation_new") };
        // SAFETY: see above.
        let free = unsafe { symbols.required::<FreeFn>("evaluation_free") };
        // SAFETY: see above.
        let value = unsafe { symbols.required::<ValueFn>("evaluation_value") };
        // SAFETY: see above.
        let terms = unsafe { symbols.optional::<TermsFn>("evaluation_terms") };
        // SAFETY: see above.
        let options = unsafe { symbols.optional::<OptionsFn>("evaluation_options") };
        // SAFETY: see above.
        let set = unsafe { symbols.optional::<SetFn>("evaluation_set") };
        // SAFETY: see above.
        let scale = unsafe { symbols.optional::<ScaleFn>("evaluation_scale") };
        match (options, set) {
            (Some(_), None) => symbols.missing.push("evaluation_set"),
            (None, Some(_)) => symbols.missing.push("evaluation_options"),
            _ => {}
        }
        if !symbols.missing.is_empty() {
            return None;
        }
        let library = Library {
            name: name?,
            new: new?,
            free: free?,
            value: value?,
            terms,
            options: options.zip(set),
            scale,
        };
        Some((interface?, library))
    }

    /// The name of the evaluation.
    pub(crate) fn name(&self) -> Result<&'static str, ExternalError> {
        // SAFETY: the header gives the function this type; it takes nothing.
        let name = unsafe { (self.name)() };
        kept(names::LONGEST, "the result of evaluation_name", name)
    }

    /// Its own measurement of the worth of its values, if it has one.
    pub(crate) fn scale(&self) -> Result<Option<f64>, ExternalError> {
        let Some(scale) = self.scale else {
            return Ok(None);
        };
        // SAFETY: the header gives the function this type; it takes nothing.
        let scale = unsafe { scale() };
        if scale.is_finite() && scale > 0.0 {
            Ok(Some(scale))
        } else {
            Err(ExternalError::Scale(scale.to_string()))
        }
    }

    /// Its options.
    pub(crate) fn options(&self) -> Result<Vec<OptionInfo>, ExternalError> {
        /// More than any evaluation has: a table without an end is read no further.
        const MOST: usize = 4096;
        let mut options = Vec::new();
        let Some((table, _)) = self.options else {
            return Ok(options);
        };
        // SAFETY: the header gives the function this type; it takes nothing.
        let table = unsafe { table() };
        if table.is_null() {
            return Ok(options);
        }
        for index in 0..MOST {
            // SAFETY: the table has an entry without a name behind its last option, so that this one is still in it.
            let entry = unsafe { table.add(index) };
            // SAFETY: the pointer is one to an entry of the table, which stays where it is and does not change.
            let entry = unsafe { &*entry };
            if entry.name.is_null() {
                return Ok(options);
            }
            options.push(option(entry)?);
        }
        Err(ExternalError::TooManyNames(MOST))
    }

    /// A new instance.
    pub(crate) fn instance(&self) -> Result<LibraryInstance, ExternalError> {
        // SAFETY: the header gives the function this type; it takes nothing, and any thread may call it.
        let instance = unsafe { (self.new)() };
        let instance = NonNull::new(instance).ok_or(ExternalError::NoInstance)?;
        Ok(LibraryInstance {
            library: *self,
            instance,
        })
    }
}

/// The option of an entry of the library's table.
fn option(entry: &RawOption) -> Result<OptionInfo, ExternalError> {
    let name = kept(names::LONGEST, "an option's name", entry.name)?;
    let help = if entry.help.is_null() {
        "An option of the library."
    } else {
        kept(LONGEST_HELP, "an option's help", entry.help)?
    };
    let RawOption {
        kind,
        value: default,
        min,
        max,
        ..
    } = *entry;
    let fault = |fault: String| {
        let name = name.to_owned();
        Err(ExternalError::Option { name, fault })
    };
    let kind = match kind {
        0 => OptionKind::Flag {
            default: default != 0,
        },
        1 if (min..=max).contains(&default) => OptionKind::Number { default, min, max },
        1 => {
            return fault(format!(
                "has the default {default}, outside its range from {min} to {max}"
            ));
        }
        other => {
            return fault(format!(
                "is of kind {other}, and there are 0 (flag) and 1 (number)"
            ));
        }
    };
    Ok(OptionInfo { name, kind, help })
}

/// The text that a library gives as a name, of at most `most` characters.
fn kept(
    most: usize,
    what: &'static str,
    text: *const c_char,
) -> Result<&'static str, ExternalError> {
    let fault = |found: &str| ExternalError::Name {
        what,
        most,
        found: found.to_owned(),
    };
    if text.is_null() {
        return Err(fault("NULL"));
    }
    // SAFETY: it is not null, and the header has texts end with 0 and stay where they are: it is read only here.
    let text = unsafe { CStr::from_ptr(text) };
    let text = text.to_str();
    let text = text.map_err(|error| fault(&quoted(&error.to_string())))?;
    names::kept_up_to(most, what, text)
}

/// An instance of a library, for one thread at a time.
#[derive(Debug)]
pub(crate) struct LibraryInstance {
    library: Library,
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
    pub(crate) fn terms(
        &mut self,
        position: &Position,
    ) -> Result<Vec<ExternalTerm>, ExternalError> {
        let Some(terms) = self.library.terms else {
            return Ok(Vec::new());
        };
        let raw = RawPosition::from(position);
        let mut receiver = Receiver {
            position,
            terms: Vec::new(),
            failure: None,
        };
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
        if self.terms.len() >= MOST_TERMS {
            return Err(ExternalError::TooManyNames(MOST_TERMS));
        }
        let name = kept(names::LONGEST, "a term's name", name)?;
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

impl From<&Position> for RawPosition {
    #[inline]
    fn from(position: &Position) -> RawPosition {
        let board = position.board();
        let men = [Color::White, Color::Black].map(|color| {
            let own = board.by_color(color);
            Role::ALL.map(|role| (own & board.by_role(role)).0)
        });
        RawPosition {
            men,
            castling_rooks: position.castles().rooks().0,
            side_to_move: position.turn().fold_wb(0, 1),
            en_passant: position
                .legal_en_passant()
                .map_or(-1, |square| square as i32),
            halfmove_clock: i32::try_from(position.halfmoves()).unwrap_or(i32::MAX),
            fullmove_number: i32::try_from(position.fullmoves()).unwrap_or(i32::MAX),
            fen: write_fen,
        }
    }
}

impl RawPosition {
    /// The FEN of whatever the fields are: a library may have a copy and change it.
    fn fen(&self) -> String {
        let mut board = Board::empty();
        for (color, men) in [Color::White, Color::Black].into_iter().zip(self.men) {
            for (role, men) in Role::ALL.into_iter().zip(men) {
                for square in Bitboard(men) {
                    board.set_piece_at(square, role.of(color));
                }
            }
        }
        let mut setup = Setup::empty();
        setup.board = board;
        setup.turn = Color::from_white(self.side_to_move == 0);
        setup.castling_rights = Bitboard(self.castling_rooks);
        setup.ep_square = u32::try_from(self.en_passant)
            .ok()
            .and_then(|square| Square::try_from(square).ok());
        setup.halfmoves = u32::try_from(self.halfmove_clock).unwrap_or(0);
        let fullmoves = u32::try_from(self.fullmove_number).unwrap_or(1);
        setup.fullmoves = fullmoves.try_into().unwrap_or(setup.fullmoves);
        let fen = Fen::try_from_setup(setup).unwrap_or_else(LossyFenError::ignore);
        fen.to_string()
    }
}

/// The member `fen` of `evaluation_position`.
///
/// # Safety
/// `position` is null or points to an `evaluation_position`; `text` is null or points to `size` bytes that may be
/// written.
unsafe extern "C" fn write_fen(
    position: *const RawPosition,
    text: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: null, or the pointer to a position, of which every bit pattern in the fields that are read is a value.
    let Some(position) = (unsafe { position.as_ref() }) else {
        return 0;
    };
    let fen = position.fen();
    let Some(most) = size.checked_sub(1).filter(|_| !text.is_null()) else {
        return fen.len();
    };
    let length = fen.len().min(most);
    // SAFETY: `text` has `size` bytes, and `length` is less; the FEN is this function's own, so that they do not overlap.
    unsafe { ptr::copy_nonoverlapping(fen.as_ptr(), text.cast::<u8>(), length) };
    // SAFETY: `length` is less than `size`.
    let end = unsafe { text.add(length) };
    // SAFETY: the end is within the `size` bytes.
    unsafe { end.write(0) };
    fen.len()
}

#[cfg(test)]
mod tests {
    use engine_core::game::Game;

    use super::*;

    const CAPTURE: &str = "4k3/8/8/8/2pP4/8/8/4K2R b K d3 3 17";

    fn raw(fen: &str) -> RawPosition {
        RawPosition::from(&Position::from(Game::parse(fen).unwrap().position()))
    }

    #[test]
    fn a_position_has_the_fields_of_the_header() {
        let raw = raw(CAPTURE);
        assert_eq!(raw.men[0], [1 << 27, 0, 0, 1 << 7, 0, 1 << 4]);
        assert_eq!(raw.men[1], [1 << 26, 0, 0, 0, 0, 1 << 60]);
        assert_eq!(
            (raw.castling_rooks, raw.side_to_move, raw.en_passant),
            (1 << 7, 1, 19)
        );
        assert_eq!((raw.halfmove_clock, raw.fullmove_number), (3, 17));
        assert_eq!(raw.fen(), CAPTURE);
    }

    #[test]
    fn a_fen_is_cut_to_its_room() {
        let raw = raw(CAPTURE);
        let mut room = [1_u8; 8];
        for (size, expected) in [
            (7, "4k3/8/\0!"),
            (2, "4\0!!!!!!"),
            (1, "\0!!!!!!!"),
            (0, "!!!!!!!!"),
        ] {
            room.fill(b'!');
            // SAFETY: the position is whole, and the room has more bytes than `size`.
            let length = unsafe { (raw.fen)(&raw const raw, room.as_mut_ptr().cast(), size) };
            assert_eq!(length, CAPTURE.len());
            assert_eq!(str::from_utf8(&room).unwrap(), expected);
        }
        // SAFETY: null is taken.
        assert_eq!(unsafe { (raw.fen)(ptr::null(), ptr::null_mut(), 8) }, 0);
    }

    #[test]
    fn a_fen_of_a_damaged_position_is_still_a_text() {
        let mut damaged = raw(CAPTURE);
        damaged.men = [[u64::MAX; 6]; 2];
        (
            damaged.en_passant,
            damaged.fullmove_number,
            damaged.side_to_move,
        ) = (77, -3, 9);
        damaged.castling_rooks = u64::MAX;
        assert!(damaged.fen().contains(" b "), "{}", damaged.fen());
    }
}
