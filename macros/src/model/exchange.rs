//! What an API says about exchanges beside their limits: the vendor's ways, further addresses,
//! tokens, failures.

use syn::Path;

use super::{Length, Number, Settings};

/// What governs the exchanges of an API.
pub(crate) struct Exchange {
    /// What is known about the vendor, by name.
    pub(crate) preset: Option<String>,
    /// The function that judges answers.
    pub(crate) classify: Option<Path>,
    pub(crate) hosts: Vec<Host>,
    pub(crate) token: Option<Token>,
    pub(crate) breaker: Option<Breaker>,
    pub(crate) settings: Settings,
}

/// An address whose requests are paid from a bucket of their own.
pub(crate) struct Host {
    pub(crate) url: String,
    /// The index of the bucket.
    pub(crate) bucket: usize,
}

/// Where tokens are had.
pub(crate) struct Token {
    pub(crate) url: Option<String>,
    /// The index of the bucket that pays.
    pub(crate) bucket: usize,
}

/// When calls are refused.
pub(crate) struct Breaker {
    pub(crate) failures: Number,
    pub(crate) open: Length,
    pub(crate) per_bucket: bool,
}
