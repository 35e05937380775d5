//! Reports as tables, against a naive reading of them, and against a vendor with other clients.

mod naive;
mod tables;
mod vendor;
