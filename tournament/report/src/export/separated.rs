//! Comma-separated values: a heading, and one line per row.

use std::fmt::Write as _;
use std::io::Write;

use super::ExportError;
use super::columns::{ExportColumn, Read};
use crate::csv_text;

/// A file of comma-separated values.
pub(super) struct Separated<'c, R, W: Write> {
    columns: Vec<ExportColumn<'c, R>>,
    lines: csv::Writer<W>,
    cell: String,
}

impl<'c, R, W: Write> Separated<'c, R, W> {
    /// A file with its heading.
    pub(super) fn new(columns: Vec<ExportColumn<'c, R>>, to: W) -> Result<Self, ExportError> {
        let mut lines = csv::Writer::from_writer(to);
        lines.write_record(columns.iter().map(|column| column.name))?;
        Ok(Self { columns, lines, cell: String::new() })
    }

    /// Writes a row.
    pub(super) fn row(&mut self, row: &R) -> Result<(), ExportError> {
        for column in &self.columns {
            let cell = &mut self.cell;
            cell.clear();
            // Texts are written as they are; missing values are empty. Reals keep their point: 1.0.
            let written = match &column.read {
                Read::Integer(read) => write!(cell, "{}", read(row)),
                Read::OptionalInteger(read) => read(row).map_or(Ok(()), |v| write!(cell, "{v}")),
                Read::Real(read) => write!(cell, "{:?}", read(row)),
                Read::OptionalReal(read) => read(row).map_or(Ok(()), |v| write!(cell, "{v:?}")),
                Read::Flag(read) => write!(cell, "{}", read(row)),
                Read::Text(read) => write!(cell, "{}", read(row)),
            };
            written.map_err(std::io::Error::other)?;
            match &column.read {
                Read::Text(_) => self.lines.write_field(csv_text(cell).as_bytes())?,
                _ => self.lines.write_field(&*cell)?,
            }
        }
        Ok(self.lines.write_record(None::<&[u8]>)?)
    }

    /// Writes the rest.
    pub(super) fn end(mut self) -> Result<(), ExportError> {
        Ok(self.lines.flush()?)
    }
}
