//! The kind of a file that the system's loader has refused, by its first bytes: the loader's own words mislead. (System V
//! Application Binary Interface, chapters 4 and 5; the magic numbers of the others are those of `file`.)

use std::env::consts::{ARCH, OS};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The first bytes of files that are no ELF files, and what they are.
const MAGIC: [(&[u8], &str); 8] = [
    (b"MZ", "a library or program for Windows"),
    (b"\xcf\xfa\xed\xfe", "a library or program for macOS"),
    (b"\xca\xfe\xba\xbe", "a library or program for macOS"),
    (b"!<arch>\n", "a static archive"),
    (b"\x1f\x8b", "packed with gzip"),
    (b"PK\x03\x04", "a zip archive"),
    (b"#!", "a script, which runs as `eval:COMMAND`"),
    (b"\x7fELF", "a library for Linux or another Unix"),
];

/// The machines of ELF files of 32 and of 64 bits, as [`ARCH`] names them.
const MACHINES: [(usize, [&str; 2]); 7] = [
    (3, ["x86", "x86"]),
    (21, ["powerpc64", "powerpc64"]),
    (22, ["s390", "s390x"]),
    (40, ["arm", "arm"]),
    (62, ["x86_64 with pointers of 32 bits", "x86_64"]),
    (183, ["aarch64 with pointers of 32 bits", "aarch64"]),
    (243, ["riscv32", "riscv64"]),
];

/// The reason that the file is no library for this program, and the remedy; `None` if nothing is to be seen.
pub(super) fn fault(path: &Path) -> Option<String> {
    let mut head = Vec::new();
    // Program headers are among these bytes.
    File::open(path).ok()?.take(4096).read_to_end(&mut head).ok()?;
    if head.starts_with(b"\x7fELF") && cfg!(all(unix, not(target_vendor = "apple"))) {
        return fault_of_elf(&head);
    }
    let known = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)).map(|(_, what)| *what);
    let is_cut = |error: std::str::Utf8Error| error.error_len().is_none();
    let is_text = std::str::from_utf8(&head).map_or_else(is_cut, |_| true) && !head.contains(&0);
    let what = if head.is_empty() { Some("empty") } else { known.or(is_text.then_some("a text file")) };
    Some(format!("it is {}; a shared library for {ARCH} and {OS} is needed, as `cc -shared` makes it", what?))
}

fn fault_of_elf(head: &[u8]) -> Option<String> {
    let (is_wide, is_big) = (*head.get(4)? == 2, *head.get(5)? == 2);
    let number = |at: usize, length: usize| -> Option<usize> {
        let bytes = head.get(at..at + length)?.iter().enumerate();
        Some(bytes.map(|(at, &byte)| usize::from(byte) << (8 * if is_big { length - 1 - at } else { at })).sum())
    };
    let (kind, machine) = (number(16, 2)?, number(18, 2)?);
    let known = MACHINES.iter().find(|(number, _)| *number == machine);
    let name =
        known.map_or_else(|| format!("machine {machine} of ELF"), |(_, names)| names[usize::from(is_wide)].to_owned());
    if name != ARCH || is_big != cfg!(target_endian = "big") {
        let order = if is_big { "big" } else { "little" };
        return Some(format!(
            "it is for {name} ({order} endian), and this program for {ARCH}: build it for this machine"
        ));
    }
    let [table, size, count] = if is_wide { [(32, 8), (54, 2), (56, 2)] } else { [(28, 4), (42, 2), (44, 2)] };
    let (table, size, count) = (number(table.0, table.1)?, number(size.0, size.1)?, number(count.0, count.1)?);
    // Programs have a header with the path of the loader.
    let is_program = kind == 2 || kind == 3 && (0..count).any(|at| number(table + at * size, 4) == Some(3));
    let what = match kind {
        1 => "an object file: link it with -shared",
        _ if is_program => "a program: build it with -shared, or call it as `eval:COMMAND`",
        _ => return None,
    };
    Some(format!("it is {what}"))
}
