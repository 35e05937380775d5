//! Typed HTTP API clients whose every request on the wire pays a permit.
//!
//! An API is described by an attribute on a trait: where it is, what its vendor allows, what its
//! endpoints take and give. What stands under the trait's name afterwards is a client. Every
//! request that it can send, pages and raw calls too, takes a permit from the bucket of its
//! endpoint; a budget above the vendor's ceiling does not compile; and there is no way to an
//! HTTP client underneath.
//!
//! ```
//! use futures_util::TryStreamExt as _;
//! use serde::{Deserialize, Serialize};
//! # use tollgate_testkit::{Reply, Vendor};
//!
//! #[derive(Debug, Serialize, Deserialize)]
//! pub struct Spreadsheet {
//!     title: String,
//! }
//!
//! #[tollgate::api(
//!     base_url = "https://sheets.googleapis.com/v4",
//!     auth = bearer,
//!     bucket(read, ceiling(60 per minute, source = "https://developers.google.com/workspace/sheets/api/limits")),
//!     bucket(write, ceiling(60 per minute), budget(50 per minute, burst = 10)),
//!     default_bucket = read,
//! )]
//! pub trait Sheets {
//!     /// Reads a spreadsheet's properties.
//!     #[get("/spreadsheets/{id}")]
//!     async fn spreadsheet(&self, id: &str, #[query(rename = "includeGridData")] include_grid_data: Option<bool>) -> Spreadsheet;
//!
//!     /// Creates a spreadsheet.
//!     #[post("/spreadsheets", bucket = write)]
//!     async fn create(&self, #[json] sheet: &Spreadsheet) -> Spreadsheet;
//!
//!     /// Every file, page by page.
//!     #[get("/files")]
//!     #[paginate(link)]
//!     fn files(&self, q: Option<&str>) -> Pages<String>;
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let vendor = Vendor::builder()
//! #     .route("GET /files", Reply::json_text(r#"["a", "b"]"#))
//! #     .otherwise(Reply::json_text(r#"{"title":"Plan"}"#))
//! #     .start()
//! #     .await;
//! # let url = vendor.url();
//! // `base_url` is for tests: without it the client calls the described vendor.
//! let sheets = Sheets::builder().base_url(url).process().bearer("token").build()?;
//! let sheet = sheets.spreadsheet("1AbC").include_grid_data(true).await?;
//! sheets.create(&sheet).await?;
//! let files: Vec<String> = sheets.files().items().try_collect().await?;
//! assert_eq!((sheet.title.as_str(), files.len()), ("Plan", 2));
//! // Three requests, three permits.
//! assert_eq!(sheets.meter().permits, 3);
//! # vendor.assert_all_paid(&sheets.meter());
//! # Ok(())
//! # }
//! ```
//!
//! # A call
//!
//! A method returns an inert [`Call`]: nothing is sent until it is awaited, and its options hang
//! on it ([`deadline`](Call::deadline), [`attempt_timeout`](Call::attempt_timeout),
//! [`retry`](Call::retry), [`header`](Call::header)). When it is awaited it waits for its permit,
//! first come first served, and then sends one request. An empty bucket makes it wait; it fails at
//! once only when the earliest possible permit lies beyond its deadline, with the wait that was
//! needed ([`ErrorKind::LimiterWait`]).
//!
//! `.await` makes a call, inside a tokio runtime; where a future is asked for by type, as by
//! `tokio::spawn` and `join_all`, it is `call.into_future()`. An `Option` of a description is a setter
//! that takes the value without its `Option`; pass one of your own on with
//! `if let Some(q) = q { call = call.q(q) }`. Dropping the future drops its work at once; what was
//! sent stays paid.
//!
//! One call may take several requests. A fault that may pass is tried again, a redirect is
//! followed, and a token that has ended is replaced; each of these requests goes back to before its
//! permit, waits its turn and pays like the first one. What was sent, why, and from which bucket it
//! was paid is in the ledger of every answer and every error ([`Attempts`]). Nothing is repeated
//! that may have been carried out and must not be carried out twice, as a POST without a key; and
//! `retry = off` and `redirects = never` are settings of an API, an endpoint, a client or a call.
//!
//! A throttling answer blocks its bucket for the pause that it asks for: everybody who shares it
//! waits, and a call that has no time for the pause, or would wait for it longer than two minutes
//! ([`Retry::within`]), fails at once ([`ErrorKind::Blocked`]).
//!
//! The [`guide`] has a page for each of these, with what it costs; [`guide::defaults`] is the table
//! of what holds if you say nothing.
//!
//! # Who shares a budget
//!
//! The state of a bucket is found by API, bucket and account, for all processes of one user on one
//! machine, or, where that is asked for, for one process, or for all that name one Redis ([`guide::scope`]). The API is the vendor's
//! host, unless the description names an `id`; a client that is built with another
//! [`base_url`](Builder::base_url) calls another vendor. The account is a digest of the credential,
//! unless the builder names one ([`Builder::account`]). Clones, several clients with one credential
//! and several descriptions of one vendor share it; where their limits differ, all of them hold.
//!
//! # What it does not protect against
//!
//! A program that depends on an HTTP client directly can send what it likes. Types close this
//! client; a lint (`disallowed-types` of clippy) and a dependency check (`wrappers` of
//! cargo-deny) help with the rest.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `rustls` | yes | TLS by rustls, with the platform's roots |
//! | `native-tls` | no | TLS by the platform's library |
//! | `http2` | no | `Builder::http2`, for buckets with an `in_flight` ceiling |
//! | `metrics` | no | the numbers of this process for a recorder of the crate `metrics`, see [`guide::meters`] |
//! | `fleet` | no | `Builder::fleet`: one budget for many machines, by way of a Redis, see [`guide::scope`] |
//! | `fleet-tls` | no | the same, over TLS (`rediss://`) |
//! | `fleet-cluster` | no | the same, in a cluster |
//! | `jiff` | no | dates and moments in models, by the crate `jiff` |
//! | `coverage` | no | for tests of whole programs: marks requests to a vendor of the testkit that asks for it |
//! | `oauth2` | no | `oauth2::RefreshToken` and `oauth2::ClientCredentials`, sources of bearer tokens |

#[cfg(target_family = "wasm")]
compile_error!(
    "tollgate cannot run in a browser: it follows redirects on its own, which no permit pays for"
);

#[macro_use]
mod options;

mod answer;
mod api;
mod auth;
mod build;
mod call;
mod classify;
mod config;
mod describe;
mod encode;
mod error;
pub mod guide;
mod ledger;
mod meter;
pub mod model;
mod pages;
mod redirect;
mod retry;
mod shared;
mod wire;

pub use bytes::Bytes;
pub use http::{HeaderMap, HeaderValue, Method, StatusCode};
pub use tollgate_limiter::Meter;
#[cfg(feature = "fleet")]
pub use tollgate_limiter::{Fleet, StoreFault, Without};
pub use tollgate_macros::{Answers, Model, Parts, api, group};
pub use tollgate_signals::{Scope, Verdict};

pub use crate::answer::{
    Answer, Answers, ByteStream, Empty, Json, Maybe, Raw, Response, Stream, Text, Whole,
};
#[cfg(feature = "oauth2")]
pub use crate::auth::oauth2;
pub use crate::auth::{Payer, Signature, Signer, Token, TokenSource, Unsigned};
pub use crate::build::Builder;
pub use crate::call::{Call, CallFuture};
pub use crate::classify::{Answered, Classify};
pub use crate::config::{Certificate, Identity, Pool, Proxy, Timeouts};
pub use crate::describe::{Redirects, Retry};
pub use crate::encode::{Body, Multipart, Part};
pub use crate::error::{BoxError, BuildError, BuildErrorKind, Error, ErrorKind, RedirectRefusal};
pub use crate::ledger::{Attempt, Attempts, Cause, GaveUp};
pub use crate::pages::{Cursor, ItemStream, Page, PageStream, Pages};
pub use crate::retry::RetryQuota;

#[doc(hidden)]
pub mod __private {
    //! What expansions name. Whatever is here a user can call too, so everything here pays.

    pub use serde;
    pub use serde::de::DeserializeOwned;
    pub use serde_json::Value;
    pub use tollgate_limiter::{Budget, Ceiling, Cost};

    pub use crate::answer::{ByStatus, Chosen, Refused};
    pub use crate::api::Api;
    pub use crate::auth::scheme::{Basic, Bearer, HeaderKey, NoAuth, PathKey, QueryKey};
    pub use crate::describe::{
        AuthScheme, BreakerDescription, BucketDescription, CursorPlace, CursorSource,
        DEFAULT_SKEW_NANOS, Description, Endpoint, Explode, HostDescription, Paging, PathStyle,
        QueryStyle, Repeat, Settings, Sharing, TokenDescription, Turn, Verb, assert_budget,
        assert_cost, bucket_index, budget, cost, default_bucket_index, in_flight, token_bucket,
        window,
    };
    pub use crate::encode::{AsParts, Form};
    pub use crate::shared::Core;
    pub use crate::{
        __tollgate_awaited as awaited, __tollgate_call_options as call_options,
        __tollgate_walk_options as walk_options,
    };
    pub use tollgate_signals::preset;
}
