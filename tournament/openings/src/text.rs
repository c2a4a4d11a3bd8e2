//! A file of openings as bytes that can be read from any offset, compressed or not.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, PoisonError};

use tempfile::SpooledTempFile;

/// Unpacked text of up to this size, in bytes, stays in memory; more goes to a temporary file.
const IN_MEMORY: usize = 16 << 20;

/// The most bytes that are unpacked: a small file may hold any number of them.
const MAX_UNPACKED: u64 = 8 << 30;

/// The bytes. Threads may read at the same time.
#[derive(Debug)]
pub(super) struct Text(Mutex<Bytes>);

#[derive(Debug)]
enum Bytes {
    Plain(File),
    Own(SpooledTempFile),
}

impl Text {
    pub(super) fn plain(file: File) -> Self {
        Self(Mutex::new(Bytes::Plain(file)))
    }

    /// The whole content of `from`, which may be much more than its compressed size.
    pub(super) fn unpacked(from: impl Read) -> io::Result<Self> {
        Self::unpacked_within(from, MAX_UNPACKED)
    }

    fn unpacked_within(from: impl Read, most: u64) -> io::Result<Self> {
        let mut own = SpooledTempFile::new(IN_MEMORY);
        if io::copy(&mut from.take(most + 1), &mut own)? > most {
            let message = format!("it unpacks to more than {} MiB", most >> 20);
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
        }
        own.flush()?;
        Ok(Self(Mutex::new(Bytes::Own(own))))
    }

    pub(super) fn len(&self) -> io::Result<u64> {
        match &mut *self.lock() {
            Bytes::Plain(file) => file.seek(SeekFrom::End(0)),
            Bytes::Own(file) => file.seek(SeekFrom::End(0)),
        }
    }

    pub(super) fn reader(&self, offset: u64) -> BufReader<TextReader<'_>> {
        BufReader::new(TextReader { text: self, offset })
    }

    pub(super) fn read_exact(&self, offset: u64, to: &mut [u8]) -> io::Result<()> {
        TextReader { text: self, offset }.read_exact(to)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Bytes> {
        // A panic cannot leave half a state: every reader seeks first.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) struct TextReader<'t> {
    text: &'t Text,
    offset: u64,
}

impl Read for TextReader<'_> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_archives_are_refused() {
        let unpacked = |bytes: u64| Text::unpacked_within(io::repeat(0).take(bytes), 5 << 20);
        assert_eq!(unpacked(5 << 20).unwrap().len().unwrap(), 5 << 20);
        let error = unpacked(u64::MAX).unwrap_err().to_string();
        assert_eq!(error, "it unpacks to more than 5 MiB");
    }
}
