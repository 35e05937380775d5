//! From settings and a credential to a client.

mod account;
mod base;
mod builder;
mod credential;
mod report;
mod scope;

pub use self::builder::Builder;
