//! Credentials: given once, put on each request after its permit, never given back.

mod credential;
mod given;
#[cfg(feature = "oauth2")]
pub mod oauth2;
pub(crate) mod scheme;
mod sign;
mod token;

pub(crate) use self::credential::Credential;
#[cfg(feature = "oauth2")]
use self::credential::digest;
pub(crate) use self::given::Given;
pub use self::sign::{Signature, Signer, Unsigned};
pub(crate) use self::token::{
    After, Generation, Held, RefreshFailed, Tokens, after_401, paying_bucket, serve, serving,
};
pub use self::token::{Payer, Token, TokenSource};
