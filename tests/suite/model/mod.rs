//! Types with `#[derive(Model)]`: what is read and what is written.

#[cfg(feature = "jiff")]
mod dates;
mod objects;
mod refusals;
mod twins;
mod unions;
mod words;
