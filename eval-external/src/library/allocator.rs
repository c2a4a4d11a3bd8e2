//! The allocator of the arena's program: where the system has no more memory, the process ends with a sentence and exit
//! status 2, from whichever thread, and not by a signal.
#![allow(unsafe_code, reason = "an allocator is an unsafe trait")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::{c_int, c_void};

const WORDS: &str = "error: there is no memory left; what was played is safe: allow more (`ulimit -v`), or play fewer games at a time, with smaller tables\n";

unsafe extern "C" {
    fn write(file: c_int, text: *const c_void, length: usize) -> isize;
    fn _exit(status: c_int) -> !;
}

struct Sentenced;

#[global_allocator]
static ALLOCATOR: Sentenced = Sentenced;

/// The pointer, if there is one.
#[inline]
fn expected(pointer: *mut u8) -> *mut u8 {
    if pointer.is_null() { end() } else { pointer }
}

#[cold]
fn end() -> ! {
    // SAFETY: the text is there and as long as that; the call takes no memory.
    unsafe { write(2, WORDS.as_ptr().cast(), WORDS.len()) };
    // SAFETY: it takes nothing, runs nothing else of this process, and does not return.
    unsafe { _exit(2) }
}

// SAFETY: each call is passed on as it is to the system's allocator, whose answer is changed in no way.
unsafe impl GlobalAlloc for Sentenced {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the rules of this trait, which are those of the call.
        expected(unsafe { System.alloc(layout) })
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as in `alloc`.
        unsafe { System.dealloc(pointer, layout) };
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as in `alloc`.
        expected(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as in `alloc`.
        expected(unsafe { System.realloc(pointer, layout, size) })
    }
}
