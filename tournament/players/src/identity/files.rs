//! Digests of files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

/// Bytes that are read at a time.
const BLOCK: usize = 1 << 16;

/// The SHA-256 of a file, as `sha256sum` prints it.
pub fn sha256(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut digest = Sha256::new();
    let mut block = vec![0; BLOCK];
    loop {
        match file.read(&mut block)? {
            0 => break,
            read => digest.update(&block[..read]),
        }
    }
    let bytes = digest.finalize();
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
