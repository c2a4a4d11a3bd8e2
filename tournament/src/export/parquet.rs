//! Apache Parquet: rows are gathered, and written a group at a time, column by column.

use std::io::Write;
use std::mem::take;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};

use super::columns::{Column, Read, Reader};
use super::{ExportError, Table};

/// Rows of a group: some ten megabytes of moves, whatever the number of games.
const GROUP: usize = 50_000;

/// A Parquet file.
pub(super) struct Parquet<'c, R, W: Write + Send> {
    columns: Vec<Gathered<'c, R>>,
    rows: usize,
    file: SerializedFileWriter<W>,
}

impl<'c, R, W: Write + Send> Parquet<'c, R, W> {
    /// One without rows.
    pub(super) fn new(
        columns: Vec<Column<'c, R>>,
        to: W,
    ) -> std::result::Result<Self, ExportError> {
        let fields: Result<Vec<TypePtr>> = columns.iter().map(field).collect();
        let schema = Type::group_type_builder("schema").with_fields(fields?);
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY);
        Ok(Self {
            columns: columns.into_iter().map(Gathered::new).collect(),
            rows: 0,
            file: SerializedFileWriter::new(
                to,
                Arc::new(schema.build()?),
                Arc::new(properties.build()),
            )?,
        })
    }

    fn write_group(&mut self) -> Result<()> {
        if take(&mut self.rows) == 0 {
            return Ok(());
        }
        let mut group = self.file.next_row_group()?;
        for column in &mut self.columns {
            if let Some(mut writer) = group.next_column()? {
                column.write(&mut writer)?;
                writer.close()?;
            }
        }
        group.close()?;
        Ok(())
    }
}

impl<R, W: Write + Send> Table<R> for Parquet<'_, R, W> {
    fn row(&mut self, row: &R) -> std::result::Result<(), ExportError> {
        for column in &mut self.columns {
            column.gather(row);
        }
        self.rows += 1;
        if self.rows == GROUP {
            self.write_group()?;
        }
        Ok(())
    }

    fn end(mut self: Box<Self>) -> std::result::Result<(), ExportError> {
        self.write_group()?;
        self.file.close()?;
        Ok(())
    }
}

/// A column as the file's schema has it.
fn field<R>(column: &Column<'_, R>) -> Result<TypePtr> {
    const OPTIONAL: Repetition = Repetition::OPTIONAL;
    const REQUIRED: Repetition = Repetition::REQUIRED;
    let (physical, repetition) = match column.read {
        Read::Integer(_) => (Physical::INT64, REQUIRED),
        Read::OptionalInteger(_) => (Physical::INT64, OPTIONAL),
        Read::Real(_) => (Physical::DOUBLE, REQUIRED),
        Read::OptionalReal(_) => (Physical::DOUBLE, OPTIONAL),
        Read::Flag(_) => (Physical::BOOLEAN, REQUIRED),
        Read::Text(_) => (Physical::BYTE_ARRAY, REQUIRED),
    };
    let text = matches!(column.read, Read::Text(_)).then_some(LogicalType::String);
    let field = Type::primitive_type_builder(column.name, physical)
        .with_repetition(repetition)
        .with_logical_type(text);
    Ok(Arc::new(field.build()?))
}

/// A column with the values of the rows that have gathered; `levels` are 1 where an optional one is there.
enum Gathered<'c, R> {
    Integer(Reader<'c, R, i64>, Vec<i64>),
    OptionalInteger(Reader<'c, R, Option<i64>>, Vec<i64>, Vec<i16>),
    Real(Reader<'c, R, f64>, Vec<f64>),
    OptionalReal(Reader<'c, R, Option<f64>>, Vec<f64>, Vec<i16>),
    Flag(Reader<'c, R, bool>, Vec<bool>),
    Text(Reader<'c, R, String>, Vec<ByteArray>),
}

impl<'c, R> Gathered<'c, R> {
    fn new(column: Column<'c, R>) -> Self {
        match column.read {
            Read::Integer(read) => Self::Integer(read, Vec::new()),
            Read::OptionalInteger(read) => Self::OptionalInteger(read, Vec::new(), Vec::new()),
            Read::Real(read) => Self::Real(read, Vec::new()),
            Read::OptionalReal(read) => Self::OptionalReal(read, Vec::new(), Vec::new()),
            Read::Flag(read) => Self::Flag(read, Vec::new()),
            Read::Text(read) => Self::Text(read, Vec::new()),
        }
    }

    fn gather(&mut self, row: &R) {
        match self {
            Self::Integer(read, values) => values.push(read(row)),
            Self::OptionalInteger(read, values, levels) => optional(read(row), values, levels),
            Self::Real(read, values) => values.push(read(row)),
            Self::OptionalReal(read, values, levels) => optional(read(row), values, levels),
            Self::Flag(read, values) => values.push(read(row)),
            Self::Text(read, values) => values.push(read(row).into_bytes().into()),
        }
    }

    /// Writes what has gathered, and begins anew.
    fn write(&mut self, writer: &mut SerializedColumnWriter<'_>) -> Result<()> {
        match self {
            Self::Integer(_, values) => {
                writer
                    .typed::<Int64Type>()
                    .write_batch(&take(values), None, None)?
            }
            Self::OptionalInteger(_, values, levels) => {
                let levels = take(levels);
                let writer = writer.typed::<Int64Type>();
                writer.write_batch(&take(values), Some(&levels), None)?
            }
            Self::Real(_, values) => {
                writer
                    .typed::<DoubleType>()
                    .write_batch(&take(values), None, None)?
            }
            Self::OptionalReal(_, values, levels) => {
                let levels = take(levels);
                let writer = writer.typed::<DoubleType>();
                writer.write_batch(&take(values), Some(&levels), None)?
            }
            Self::Flag(_, values) => {
                writer
                    .typed::<BoolType>()
                    .write_batch(&take(values), None, None)?
            }
            Self::Text(_, values) => {
                writer
                    .typed::<ByteArrayType>()
                    .write_batch(&take(values), None, None)?
            }
        };
        Ok(())
    }
}

fn optional<T>(value: Option<T>, values: &mut Vec<T>, levels: &mut Vec<i16>) {
    levels.push(i16::from(value.is_some()));
    values.extend(value);
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    use super::*;

    /// Two groups and a row: none is lost between them, and what is not there stays nothing.
    #[test]
    fn groups_follow_each_other() {
        let rows = 2 * GROUP as u64 + 1;
        let columns = || -> Vec<Column<'_, u64>> {
            let half = |row: &u64| row.is_multiple_of(2).then_some(*row as f64 / 4.0);
            vec![
                Column {
                    name: "row",
                    read: Read::Integer(Box::new(|row| *row as i64)),
                },
                Column {
                    name: "half",
                    read: Read::OptionalReal(Box::new(half)),
                },
            ]
        };
        let mut file = tempfile::tempfile().unwrap();
        let mut table = Box::new(Parquet::new(columns(), &mut file).unwrap());
        for row in 0..rows {
            table.row(&row).unwrap();
        }
        table.end().unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        assert_eq!(reader.num_row_groups(), 3);
        let mut count = 0;
        for (at, row) in reader.get_row_iter(None).unwrap().enumerate() {
            let row = row.unwrap();
            assert_eq!(row.get_long(0).unwrap(), at as i64);
            let half = row.get_double(1).ok();
            assert_eq!(half, at.is_multiple_of(2).then_some(at as f64 / 4.0));
            count += 1;
        }
        assert_eq!(count, rows);
    }
}
