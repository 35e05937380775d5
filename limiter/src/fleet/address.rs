//! Where a store is, read from its URL.
//!
//! In comes the URL of a [`Fleet`], out goes what the protocol library connects to, or an error that
//! names the cure and no password. Connects to nothing.

use std::fmt;

use redis::{ConnectionInfo, IntoConnectionInfo};

use crate::{Fleet, StoreError, StoreErrorKind};

/// A store that can be connected to, as far as its URL tells.
#[derive(Clone)]
pub(super) enum Address {
    One(Box<ConnectionInfo>),
    /// Some servers of a cluster, by which the others are found.
    #[cfg(feature = "fleet-cluster")]
    Cluster(Vec<ConnectionInfo>),
}

impl Address {
    /// The address in the URL of `fleet`.
    pub(super) fn read(fleet: &Fleet) -> Result<Self, StoreError> {
        let url = fleet.url();
        let Some((scheme, rest)) = url.split_once("://") else {
            return Err(wrong(fleet, "it has no scheme"));
        };
        if url.contains('#') {
            return Err(wrong(
                fleet,
                "a `#` has no meaning in it; in a password, write `%23`",
            ));
        }
        check_query(fleet, rest, scheme.contains("unix"))?;
        match scheme {
            "redis" | "valkey" => one(fleet, url).map(|it| Self::One(Box::new(it))),
            "rediss" | "valkeys" if HAS_TLS => one(fleet, url).map(|it| Self::One(Box::new(it))),
            "redis+unix" | "valkey+unix" | "unix" if cfg!(unix) => {
                one(fleet, url).map(|it| Self::One(Box::new(it)))
            }
            "redis+unix" | "valkey+unix" | "unix" => {
                Err(wrong(fleet, "this platform has no such sockets"))
            }
            "rediss" | "valkeys" => Err(lacking(fleet, "TLS", "fleet-tls")),
            "rediss+cluster" if !HAS_TLS => Err(lacking(fleet, "TLS", "fleet-tls")),
            "redis+cluster" | "rediss+cluster" => cluster(fleet, scheme, rest),
            _ => Err(wrong(fleet, "its scheme is not known")),
        }
    }

    pub(super) const fn is_cluster(&self) -> bool {
        !matches!(self, Self::One(_))
    }
}

/// What the protocol library does not know it passes over in silence, a password too.
fn check_query(fleet: &Fleet, rest: &str, is_socket: bool) -> Result<(), StoreError> {
    let known: &[&str] = match is_socket {
        true => &["db", "user", "pass", "protocol"],
        false => &["protocol"],
    };
    let Some((_, query)) = rest.split_once('?') else {
        return Ok(());
    };
    let names = query
        .split('&')
        .map(|pair| pair.split('=').next().unwrap_or_default());
    match names.into_iter().all(|name| known.contains(&name)) {
        true => Ok(()),
        false => Err(wrong(
            fleet,
            "what stands behind the `?` in it is not known",
        )),
    }
}

const HAS_TLS: bool = cfg!(feature = "fleet-tls");

fn one(fleet: &Fleet, url: &str) -> Result<ConnectionInfo, StoreError> {
    // The words of the error may repeat the password.
    let read = url.into_connection_info();
    read.map_err(|_| wrong(fleet, "host, port or database cannot be read"))
}

/// `[user[:password]@]host[:port][,host[:port]]…`
#[cfg(feature = "fleet-cluster")]
fn cluster(fleet: &Fleet, scheme: &str, rest: &str) -> Result<Address, StoreError> {
    let scheme = scheme.trim_end_matches("+cluster");
    let (credentials, hosts) = match rest.rfind('@') {
        Some(at) => rest.split_at(at + 1),
        None => ("", rest),
    };
    let node = |host| match host {
        "" => Err(wrong(fleet, "a host is missing")),
        host => one(fleet, &format!("{scheme}://{credentials}{host}")),
    };
    let nodes: Result<_, _> = hosts.split(',').map(node).collect();
    nodes.map(Address::Cluster)
}

#[cfg(not(feature = "fleet-cluster"))]
fn cluster(fleet: &Fleet, _scheme: &str, _rest: &str) -> Result<Address, StoreError> {
    Err(lacking(fleet, "clusters", "fleet-cluster"))
}

/// Without anything that could be a password.
impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(info) => write!(f, "{}", info.addr()),
            #[cfg(feature = "fleet-cluster")]
            Self::Cluster(nodes) => f
                .debug_list()
                .entries(nodes.iter().map(|node| node.addr().to_string()))
                .finish(),
        }
    }
}

fn wrong(fleet: &Fleet, what: &str) -> StoreError {
    StoreError::new(
        StoreErrorKind::Store,
        format!(
            "{fleet}: {what}; a store is named as `redis://[user[:password]@]host[:port][/database]`, \
             with `rediss` for TLS, `redis+cluster://…host[:port][,host[:port]]` for a cluster, or as \
             `redis+unix:///path/of/a/socket`; in a password everything but letters and digits is \
             written as `%` and two hexadecimal digits"
        ),
    )
}

fn lacking(fleet: &Fleet, what: &str, feature: &str) -> StoreError {
    StoreError::new(
        StoreErrorKind::Store,
        format!("{fleet}: this program was built without {what}; add the feature `{feature}`"),
    )
}
