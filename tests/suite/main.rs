//! What a server saw: every test counts at the far side.

mod accounts;
mod answers;
mod answers_by_status;
mod blocks;
mod bodies;
mod breaker;
mod build;
mod cancel;
#[cfg(any(feature = "rustls", feature = "native-tls"))]
mod connect_origins;
mod cookies;
mod coverage;
mod deadlines;
mod declared;
mod desk;
mod encoding;
#[cfg(feature = "fleet")]
mod fleet;
mod foreign;
mod hidden_door;
mod hostile;
mod hostile_answers;
mod hostile_walks;
#[cfg(all(feature = "http2", any(feature = "rustls", feature = "native-tls")))]
mod http2;
mod imported;
mod in_flight;
mod meters;
#[cfg(feature = "metrics")]
mod metrics;
mod model;
mod nginx_judge;
#[cfg(feature = "oauth2")]
mod oauth2;
mod pages;
mod pages_by_hand;
mod pages_cancel;
mod pages_count;
mod pages_cursor;
mod pages_endless;
mod pages_exchange;
mod pages_left_out;
mod pages_prefetch;
mod pages_resume;
mod pages_url;
mod raw;
mod redirects;
mod reports;
mod retries;
mod scopes;
mod secrets;
mod shop;
mod signing;
mod slow_connect;
mod styles;
mod templates;
#[cfg(any(feature = "rustls", feature = "native-tls"))]
mod tls;
mod tokens;
mod unpolled;
mod verdicts;
mod wire;
