//! The markers of the ways to authenticate; a builder has the setter of its API's way only.

/// A public API.
#[derive(Debug)]
pub struct NoAuth;

/// A bearer token.
#[derive(Debug)]
pub struct Bearer;

/// User and password.
#[derive(Debug)]
pub struct Basic;

/// A key in a header.
#[derive(Debug)]
pub struct HeaderKey;

/// A key in the query.
#[derive(Debug)]
pub struct QueryKey;

/// A key in the path.
#[derive(Debug)]
pub struct PathKey;
