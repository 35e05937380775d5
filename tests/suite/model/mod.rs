//! Types with `#[derive(Model)]`: what is read and what is written.

mod objects;
mod refusals;
mod twins;
mod unions;
mod words;
