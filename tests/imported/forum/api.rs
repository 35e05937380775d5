// Yours: `tollgate import` wrote this file once, and leaves it alone from now on.

//! Where the API is, how its requests are authenticated, and what its vendor allows.

/// Forum API.
#[tollgate::api(
    base_url = "http://forum.invalid/v1",
    auth = header("X-Key"),
    bucket(
        read,
        ceiling(10_000 per second, source = "https://example.com/limits"),
    ),
    bucket(
        write,
        ceiling(5_000 per second),
    ),
    default_bucket = read,
)]
pub trait Forum {}
