//! The code blocks of the workspace's documents, compiled and run as doctests.
//!
//! The programs are in the folders beside `src`.

/// `README.md`.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;

/// `CONTRIBUTING.md`.
#[cfg(doctest)]
#[doc = include_str!("../../CONTRIBUTING.md")]
pub struct Contributing;

/// `docs/design.md`.
#[cfg(doctest)]
#[doc = include_str!("../../docs/design.md")]
pub struct Design;

/// `docs/architecture.md`.
#[cfg(doctest)]
#[doc = include_str!("../../docs/architecture.md")]
pub struct Architecture;
