//! Typed HTTP API clients whose every request pays a permit.

#[cfg(target_family = "wasm")]
compile_error!(
    "tollgate cannot run in a browser: it follows redirects on its own, which no permit pays for"
);

mod answer;
mod api;
mod auth;
mod build;
mod call;
mod config;
mod describe;
mod encode;
mod error;
mod ledger;
mod pages;
mod shared;
mod wire;

pub use bytes::Bytes;
pub use http::{HeaderMap, Method, StatusCode};
pub use tollgate_limiter::Meter;

pub use crate::answer::{
    Answer, ByteStream, Empty, Json, Maybe, Raw, Response, Stream, Text, Whole,
};
pub use crate::build::Builder;
pub use crate::call::{Call, CallFuture};
pub use crate::config::{Certificate, Identity, Pool, Proxy, Timeouts};
pub use crate::encode::{Body, Multipart, Part};
pub use crate::error::{BoxError, BuildError, BuildErrorKind, Error, ErrorKind};
pub use crate::ledger::{Attempt, Attempts};
pub use crate::pages::{ItemStream, Page, PageStream, Pages};

#[doc(hidden)]
pub mod __private {
    //! What expansions name. Whatever is here a user can call too, so everything here pays.

    pub use serde::de::DeserializeOwned;
    pub use serde_json::Value;
    pub use tollgate_limiter::{Budget, Ceiling, Cost};

    pub use crate::api::Api;
    pub use crate::auth::scheme::{Basic, Bearer, HeaderKey, NoAuth, PathKey, QueryKey};
    pub use crate::describe::{
        AuthScheme, BucketDescription, DEFAULT_SKEW_NANOS, Description, Endpoint, Verb,
        assert_budget, assert_cost, bucket_index, budget, cost, default_bucket_index, in_flight,
        token_bucket, window,
    };
    pub use crate::shared::Core;
}
