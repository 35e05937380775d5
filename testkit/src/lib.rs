//! A vendor on the loopback, for testing clients whose every request pays.
//!
//! [`Vendor::start`] opens a real HTTP/1.1 server on a free port of 127.0.0.1, on a thread of its
//! own, and closes it when the value is dropped. It
//!
//! - **enforces ceilings** exactly, with code that shares nothing with the limiter, and answers
//!   429 beyond them ([`Builder::ceiling`], [`Gate`], [`Throttle`]);
//! - **records** every request as it came: the raw request line, headers in their order and case,
//!   body bytes, connection, instant of arrival ([`Request`]);
//! - **answers by script**: fixed replies, sequences, closures, pages with a `Link` header
//!   ([`Script`], [`Reply`], [`Pages`]);
//! - **misbehaves on command**: delays, resets, short bodies, an unasked 101, rubbish
//!   (the second half of [`Reply`]);
//! - **counts against the client's meter**: how many of the requests it saw were paid for
//!   ([`Vendor::coverage`]);
//! - **finds what went past the client**: in a whole program, in all its processes, which requests
//!   carry no mark of the client's door ([`Builder::marked`], [`assert_all_paid`]).
//!
//! # A test of an application
//!
//! ```
//! # use futures_util::TryStreamExt as _;
//! use std::time::Duration;
//! use tollgate_testkit::{Gate, Vendor};
//!
//! #[derive(serde::Deserialize)]
//! struct Item {
//!     id: u64,
//! }
//!
//! #[tollgate::api(
//!     base_url = "https://api.example.com/v1",
//!     auth = none,
//!     bucket(read, ceiling(50 per 10 s, source = "https://example.com/limits")),
//!     default_bucket = read,
//! )]
//! trait Shop {
//!     #[get("/items")]
//!     #[paginate(link)]
//!     fn items(&self) -> Pages<Item>;
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let vendor = Vendor::builder()
//!     .ceiling(Gate::window(50, Duration::from_secs(10)))
//!     .pages("/v1/items", 90, 30)
//!     .start()
//!     .await;
//! let shop = Shop::builder().base_url(format!("{}/v1", vendor.url())).process().build()?;
//!
//! let items: Vec<Item> = shop.items().items().try_collect().await?;
//!
//! assert_eq!(items.last().map(|item| item.id), Some(90));
//! vendor.assert_targets(&["/v1/items", "/v1/items?page=2", "/v1/items?page=3"]);
//! vendor.assert_none_throttled();
//! vendor.assert_paid_exactly(&shop.meter());
//! # Ok(())
//! # }
//! ```
//!
//! # A test of any other client
//!
//! The vendor does not know who asks. Here it is a bare socket, which pays nothing and asks
//! twice where once is allowed:
//!
//! ```
//! use std::time::Duration;
//! use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
//! use tollgate_testkit::{Gate, Reply, Vendor};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> std::io::Result<()> {
//! let vendor = Vendor::builder()
//!     .ceiling(Gate::window(1, Duration::from_secs(10)))
//!     .route("GET /items/{id}", Reply::text("found"))
//!     .start()
//!     .await;
//!
//! let mut socket = tokio::net::TcpStream::connect(vendor.addr()).await?;
//! socket.write_all(b"GET /items/7 HTTP/1.1\r\n\r\n").await?;
//! socket.write_all(b"GET /items/8 HTTP/1.1\r\nConnection: close\r\n\r\n").await?;
//! let mut answers = String::new();
//! socket.read_to_string(&mut answers).await?;
//!
//! assert!(answers.starts_with("HTTP/1.1 200 OK\r\n"));
//! assert_eq!(vendor.request_lines(), ["GET /items/7 HTTP/1.1", "GET /items/8 HTTP/1.1"]);
//! assert_eq!(vendor.throttled(), 1);
//! # Ok(())
//! # }
//! ```
//!
//! # Time
//!
//! The server has its own thread and its own runtime: neither a busy test runtime nor a paused
//! one changes what it records. A request *arrives* when the last byte of its head is read; that
//! instant decides about ceilings. A stretch of time is half-open: two requests exactly `W` apart
//! are never in the same window of length `W`.

mod assert;
mod builder;
mod coverage;
mod gate;
mod log;
mod marks;
mod pages;
mod query;
mod reply;
mod request;
mod route;
mod script;
mod server;
mod throttle;
mod vendor;

pub use crate::builder::Builder;
pub use crate::coverage::Coverage;
pub use crate::gate::Gate;
pub use crate::marks::{Caller, Marks, Payment, Process, Unpaid, assert_all_paid};
pub use crate::pages::{LinkForm, Pages};
pub use crate::reply::Reply;
pub use crate::request::Request;
pub use crate::script::Script;
pub use crate::throttle::{RetryAfter, Throttle};
pub use crate::vendor::Vendor;
pub use tollgate_limits::{Ceiling, Period, Rate};
