//! What an expansion says about an API: plain data in constants.
//!
//! The attribute macro writes these values, the engine reads them. They grant nothing: whoever
//! writes them by hand has described an API, and every request to it pays like any other.

mod endpoint;
mod numbers;
mod paging;
mod settings;
mod style;

pub use self::endpoint::{
    AuthScheme, BreakerDescription, BucketDescription, Description, Endpoint, HostDescription,
    Repeat, Sharing, TokenDescription, Verb,
};
pub use self::numbers::{
    DEFAULT_SKEW_NANOS, assert_budget, assert_cost, bucket_index, budget, cost,
    default_bucket_index, in_flight, token_bucket, window,
};
pub use self::paging::{CursorPlace, CursorSource, Paging, Turn};
pub use self::settings::{Redirects, Retry, Settings};
pub use self::style::{Explode, PathStyle, QueryStyle};
pub(crate) use self::style::{PathShape, QueryShape, Separator};
