//! The decisions against a naive log of all grants.

mod drift;
mod naive;
mod queueing;
mod rules;
mod states;
