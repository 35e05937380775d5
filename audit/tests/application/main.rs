//! A whole application with three ways past its client, and without them: what the audit says about its
//! source, and what the vendor says about its requests.

#![cfg(target_os = "linux")]

mod caught;
mod page;
mod sample;
mod scenes;
