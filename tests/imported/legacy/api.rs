// Yours: `tollgate import` wrote this file once, and leaves it alone from now on.

//! Where the API is, how its requests are authenticated, and what its vendor allows.

/// Legacy.
#[tollgate::api(
    base_url = "http://legacy.invalid",
    auth = none,
    bucket(
        all,
        ceiling(10_000 per second),
    ),
    default_bucket = all,
)]
pub trait Legacy {}
