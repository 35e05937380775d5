//! An API, a group of its endpoints, and what is left of either when it is not valid.

use proc_macro2::Ident;
use syn::{Attribute, Path, Type, Visibility};

use super::{Bucket, Endpoint, Exchange, Face, Length};

/// What stands under the trait's name afterwards.
pub(crate) struct Client {
    pub(crate) name: Ident,
    pub(crate) visibility: Visibility,
    /// The user's documentation, `cfg`s and lint levels.
    pub(crate) attributes: Vec<Attribute>,
    /// The path of the client crate: `::tollgate`, or what `crate = …` says.
    pub(crate) root: Path,
}

/// Where the credential goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Auth {
    None,
    Bearer,
    Basic,
    Header(String),
    Query(String),
    Path(String),
}

/// Who shares what is used of an account.
#[derive(Clone, Copy)]
pub(crate) enum Sharing {
    Process,
    Machine,
}

/// An API.
pub(crate) struct Api {
    pub(crate) client: Client,
    pub(crate) base_url: String,
    pub(crate) id: Option<String>,
    pub(crate) auth: Auth,
    /// The typed body of an error; `None` is any JSON.
    pub(crate) error: Option<Type>,
    pub(crate) buckets: Vec<Bucket>,
    pub(crate) default_bucket: Option<usize>,
    /// The header in which an answer names the vendor's own bucket.
    pub(crate) bucket_header: Option<String>,
    /// The header of idempotency keys, where it is not the usual one.
    pub(crate) key_header: Option<String>,
    pub(crate) sharing: Option<Sharing>,
    /// How often the counters are reported.
    pub(crate) report_every: Option<Length>,
    pub(crate) exchange: Exchange,
    pub(crate) endpoints: Vec<Endpoint>,
}

/// Endpoints that share the client of an API.
pub(crate) struct Group {
    pub(crate) client: Client,
    /// The API's client.
    pub(crate) of: Path,
    /// The method of the API's client that gives this group.
    pub(crate) accessor: Ident,
    pub(crate) error: Option<Type>,
    pub(crate) endpoints: Vec<Endpoint>,
}

/// What could be read of a description with mistakes: enough to keep its names usable.
pub(crate) struct Sketch {
    pub(crate) client: Client,
    pub(crate) of: Described,
    pub(crate) error: Option<Type>,
    pub(crate) faces: Vec<Face>,
}

/// What a sketch was meant to be.
pub(crate) enum Described {
    Api {
        auth: Auth,
        /// The names of the buckets, so that groups find them.
        buckets: Vec<Ident>,
    },
    Group {
        of: Option<Path>,
        accessor: Ident,
    },
}
