//! Credentials: given once, put on each request after its permit, never given back.

mod credential;
mod given;
pub(crate) mod scheme;

pub(crate) use self::credential::Credential;
pub(crate) use self::given::Given;
