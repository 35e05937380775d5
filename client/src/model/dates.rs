//! Dates and moments, as RFC 3339 writes them.

use core::fmt::Display;
use core::str::FromStr;

use jiff::Timestamp;
use jiff::civil::Date;

use super::{Reader, Wire, Writer};

fn parsed<T: FromStr>(reader: &mut Reader<'_>, blank: T, what: &dyn Display) -> T {
    let text: String = reader.value();
    text.parse().unwrap_or_else(|_| {
        reader.fault(format_args!("expected {what}, found `{text}`"));
        blank
    })
}

/// A moment, such as `2026-11-30T19:44:48Z`.
impl Wire for Timestamp {
    fn read(reader: &mut Reader<'_>) -> Self {
        parsed(reader, Self::UNIX_EPOCH, &"a moment of RFC 3339")
    }

    fn write(&self, writer: &mut Writer<'_>) {
        writer.text(&self.to_string());
    }
}

/// A day, such as `2026-11-30`.
impl Wire for Date {
    fn read(reader: &mut Reader<'_>) -> Self {
        parsed(reader, Self::ZERO, &"a date of RFC 3339")
    }

    fn write(&self, writer: &mut Writer<'_>) {
        writer.text(&self.to_string());
    }
}
