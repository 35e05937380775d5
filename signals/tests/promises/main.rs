//! What the crate promises, by the tables of the wire: each vector is a test of its name.

mod bounded;
mod field_cases;
mod left;
mod legacy;
mod link;
mod presets;
mod rate_limit;
mod retry_after;
mod said;
mod throttled;
