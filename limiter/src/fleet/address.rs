//! Where a store is, read from its URL.
//!
//! In comes the URL of a [`Fleet`], out goes what the protocol library connects to, or an error that
//! names the cure and no password. Connects to nothing.

use std::fmt;

use redis::{ConnectionInfo, IntoConnectionInfo};

use crate::{Fleet, StoreError, StoreErrorKind};

/// A store that can be connected to, as far as its URL tells.
#[derive(Clone)]
pub(super) struct Address(ConnectionInfo);

impl Address {
    /// The address in the URL of `fleet`.
    pub(super) fn read(fleet: &Fleet) -> Result<Self, StoreError> {
        let url = fleet.url();
        let Some((scheme, _)) = url.split_once("://") else {
            return Err(wrong(fleet, "it has no scheme"));
        };
        check_scheme(fleet, scheme)?;
        if url.contains('#') {
            return Err(wrong(
                fleet,
                "a `#` has no meaning in it; in a password, write `%23`",
            ));
        }
        match url.into_connection_info() {
            Ok(info) => Ok(Self(info)),
            // Its own words may repeat the password.
            Err(_) => Err(wrong(fleet, "host, port or database cannot be read")),
        }
    }

    pub(super) fn info(&self) -> &ConnectionInfo {
        &self.0
    }
}

/// Without anything that could be a password.
impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.addr())
    }
}

fn check_scheme(fleet: &Fleet, scheme: &str) -> Result<(), StoreError> {
    match scheme {
        "redis" | "valkey" => Ok(()),
        "redis+unix" | "valkey+unix" | "unix" if cfg!(unix) => Ok(()),
        "redis+unix" | "valkey+unix" | "unix" => {
            Err(wrong(fleet, "this platform has no such sockets"))
        }
        "rediss" | "valkeys" => Err(lacking(fleet, "TLS", "fleet-tls")),
        _ => Err(wrong(fleet, "its scheme is not known")),
    }
}

fn wrong(fleet: &Fleet, what: &str) -> StoreError {
    StoreError::new(
        StoreErrorKind::Store,
        format!(
            "{fleet}: {what}; a store is named as `redis://[user[:password]@]host[:port][/database]`, \
             with `rediss` for TLS, or as `redis+unix:///path/of/a/socket`, and in a password \
             everything but letters and digits is written as `%` and two hexadecimal digits"
        ),
    )
}

fn lacking(fleet: &Fleet, what: &str, feature: &str) -> StoreError {
    StoreError::new(
        StoreErrorKind::Store,
        format!("{fleet}: this program was built without {what}; add the feature `{feature}`"),
    )
}
