//! Answers whose type depends on their status: the other half of `#[derive(Answers)]`.

use core::fmt::Write as _;
use core::marker::PhantomData;

use bytes::Bytes;
use serde::de::DeserializeOwned;

use super::decode::{fault, json};
use super::kinds::{Answer, Raw, Text, sealed};
use crate::call::Reply;
use crate::error::Failure;

/// The answer is one of the variants of `T`, by its status.
///
/// `T` has [`#[derive(Answers)]`](macro@crate::Answers); a description says `-> Answers<T>`.
#[derive(Debug)]
pub struct Answers<T>(PhantomData<fn() -> T>);

/// An enum of answers. `#[derive(Answers)]` writes it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say which answer belongs to which status",
    note = "derive `tollgate::Answers` for it, and mark its variants with `#[status(200)]`"
)]
pub trait ByStatus: Sized + 'static {
    /// The least and the largest status of each variant, in order; some have several.
    const STATUSES: &'static [(usize, u16, u16)];
    /// What is asked for.
    const ACCEPT: Option<&'static str>;
    /// The enum's name, for errors.
    const NAME: &'static str;

    /// Reads the variant of this number.
    fn read(variant: usize, answer: Chosen) -> Result<Self, Refused>;
}

/// An answer whose variant is known.
#[doc(hidden)]
#[derive(Debug)]
pub struct Chosen(Reply);

/// An answer that could not be read.
#[doc(hidden)]
#[derive(Debug)]
pub struct Refused(Box<Failure>);

impl Chosen {
    /// The body as JSON.
    pub fn json<T: DeserializeOwned>(self) -> Result<T, Refused> {
        json(self.0).map_err(Refused)
    }

    /// The body as text.
    pub fn text(self) -> Result<String, Refused> {
        Text::read(self.0).map_err(Refused)
    }

    /// The body as it is.
    pub fn bytes(self) -> Result<Bytes, Refused> {
        Raw::read(self.0).map_err(Refused)
    }
}

impl<T> sealed::Sealed for Answers<T> {}
impl<T: ByStatus> Answer for Answers<T> {
    type Output = T;
    const ACCEPT: Option<&'static str> = T::ACCEPT;

    fn read(reply: Reply) -> Result<T, Box<Failure>> {
        match variant(T::STATUSES, reply.status.as_u16()) {
            Some(variant) => T::read(variant, Chosen(reply)).map_err(|Refused(failure)| failure),
            None => Err(unknown(reply, T::NAME, T::STATUSES)),
        }
    }
}

/// Which variant a status has: the narrowest that names it.
fn variant(statuses: &[(usize, u16, u16)], status: u16) -> Option<usize> {
    let named = statuses
        .iter()
        .filter(|(_, least, most)| (*least..=*most).contains(&status));
    let narrowest = named.min_by_key(|(_, least, most)| most - least);
    narrowest.map(|(variant, ..)| *variant)
}

fn unknown(reply: Reply, name: &str, statuses: &[(usize, u16, u16)]) -> Box<Failure> {
    let mut known = String::new();
    for (index, (_, least, most)) in statuses.iter().enumerate() {
        let joint = if index == 0 { "" } else { ", " };
        let _ = match least == most {
            true => write!(known, "{joint}{least}"),
            false => write!(known, "{joint}{}XX", least / 100),
        };
    }
    let reason = format!(
        "no variant of `{name}` is for the status {}; it has {known}",
        reply.status.as_u16()
    );
    let (reply, body) = reply.taken();
    fault(reply, body, String::new(), reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_goes_to_the_narrowest_variant() {
        let statuses = [(0, 200, 299), (1, 201, 201), (2, 202, 202), (2, 204, 204)];
        let table = [(200, 0), (201, 1), (202, 2), (204, 2), (299, 0)];
        for (status, expected) in table {
            assert_eq!(variant(&statuses, status), Some(expected), "{status}");
        }
        assert_eq!(variant(&statuses[1..], 200), None);
    }
}
