//! A file of openings as bytes that can be read from any place, packed or not.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, PoisonError};

use tempfile::SpooledTempFile;

/// What is unpacked stays in memory up to this size, in bytes, and goes to a temporary file beyond.
const IN_MEMORY: usize = 16 << 20;

/// The bytes. Threads may read at the same time.
#[derive(Debug)]
pub(super) struct Text(Mutex<Bytes>);

#[derive(Debug)]
enum Bytes {
    /// A file as it is.
    Plain(File),
    /// Something unpacked, or made.
    Own(SpooledTempFile),
}

impl Text {
    /// A file that is not packed.
    pub(super) fn plain(file: File) -> Self {
        Self(Mutex::new(Bytes::Plain(file)))
    }

    /// All that `from` has.
    pub(super) fn unpacked(mut from: impl Read) -> io::Result<Self> {
        Self::written(|to| io::copy(&mut from, to).map(|_| ()))
    }

    /// What `write` writes.
    pub(super) fn written<E: From<io::Error>>(
        write: impl FnOnce(&mut SpooledTempFile) -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut own = SpooledTempFile::new(IN_MEMORY);
        write(&mut own)?;
        own.flush()?;
        Ok(Self(Mutex::new(Bytes::Own(own))))
    }

    /// The length in bytes.
    pub(super) fn len(&self) -> io::Result<u64> {
        match &mut *self.lock() {
            Bytes::Plain(file) => file.seek(SeekFrom::End(0)),
            Bytes::Own(file) => file.seek(SeekFrom::End(0)),
        }
    }

    /// Reads from `offset` on.
    pub(super) fn reader(&self, offset: u64) -> BufReader<Reading<'_>> {
        BufReader::new(Reading { text: self, offset })
    }

    /// Fills `to` from `offset` on.
    pub(super) fn read_exact(&self, offset: u64, to: &mut [u8]) -> io::Result<()> {
        Reading { text: self, offset }.read_exact(to)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Bytes> {
        // A panic cannot leave half a state: every reader seeks first.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A reader with a place of its own.
pub(super) struct Reading<'t> {
    text: &'t Text,
    offset: u64,
}

impl Read for Reading<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = match &mut *self.text.lock() {
            Bytes::Plain(file) => read_at(file, self.offset, to),
            Bytes::Own(file) => read_at(file, self.offset, to),
        }?;
        self.offset += read as u64;
        Ok(read)
    }
}

fn read_at(file: &mut (impl Read + Seek), offset: u64, to: &mut [u8]) -> io::Result<usize> {
    file.seek(SeekFrom::Start(offset))?;
    file.read(to)
}
