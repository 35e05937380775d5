//! What a server saw: every test counts at the far side.

mod accounts;
mod answers;
mod bodies;
mod build;
mod cancel;
mod deadlines;
mod encoding;
mod hidden_door;
#[cfg(feature = "http2")]
mod http2;
mod in_flight;
mod nginx_judge;
mod pages;
mod raw;
mod secrets;
mod shop;
mod slow_connect;
#[cfg(feature = "rustls")]
mod tls;
mod wire;
