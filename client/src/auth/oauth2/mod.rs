//! Tokens by OAuth 2.0: the two grants that need nobody in front of a screen.
//!
//! [`RefreshToken`] is the grant of RFC 6749 section 6, [`ClientCredentials`] that of section 4.4.
//! Both are [`TokenSource`](crate::TokenSource)s, given to
//! [`token_source`](crate::Builder::token_source); how the first refresh token was had is not
//! their business.
//!
//! ```
//! # use tollgate_testkit::{Reply, Vendor};
//! use std::sync::{Arc, Mutex};
//! use tollgate::oauth2::RefreshToken;
//!
//! #[tollgate::api(
//!     base_url = "https://api.example.com",
//!     auth = bearer,
//!     bucket(main, ceiling(50 per minute)),
//!     bucket(tokens, ceiling(10 per minute)),
//!     default_bucket = main,
//!     token(url = "https://accounts.example.com/token", bucket = tokens),
//! )]
//! trait Shop {
//!     #[get("/items/{id}")]
//!     async fn item(&self, id: u64) -> u64;
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let granted = r#"{"access_token":"A1","token_type":"bearer","expires_in":3600,"refresh_token":"R1"}"#;
//! # let vendor = Vendor::builder()
//! #     .route("POST /token", Reply::json_text(granted))
//! #     .otherwise(Reply::json_text("7"))
//! #     .start()
//! #     .await;
//! # let url = vendor.url();
//! let saved = Arc::new(Mutex::new(String::from("R0")));
//! let save = saved.clone();
//! let source = RefreshToken::new("my-program", "R0")
//!     .client_secret("its secret")
//!     // In a test, beside `base_url`: the described place is the real one.
//!     .token_url("/token")
//!     .on_rotation(move |refresh_token| *save.lock().unwrap() = refresh_token.to_owned());
//! let shop = Shop::builder().base_url(url).process().token_source(source).build()?;
//! assert_eq!(shop.item(7).await?, 7);
//! assert_eq!(shop.bucket_meters()["tokens"].permits, 1);
//! assert_eq!(*saved.lock().unwrap(), "R1");
//! # vendor.assert_request_lines(&["POST /token HTTP/1.1", "GET /items/7 HTTP/1.1"]);
//! # vendor.assert_paid_exactly(&shop.meter());
//! # Ok(())
//! # }
//! ```
//!
//! # When it fails
//!
//! A refusal is a [`GrantFailed`] with the code of RFC 6749 section 5.2. What the vendor means by
//! `invalid_grant` no repetition cures: the user has to log in again. Anything else (a 503, a
//! timeout, an answer that makes no sense) leaves the credentials as they are, and the next call
//! that needs a token tries again.
//!
//! A grant is a POST, and is repeated within one refresh only where it was surely not acted on: no
//! connection was made, or the vendor answered 429, or 503 with `Retry-After`.
//!
//! # How it is built
//!
//! Requests are written and answers are read by the `oauth2` crate, without the HTTP clients that
//! it can bring: it is handed our one door, through which every request pays. The next refresh
//! token is taken out of an answer before the crate sees it, since it is lenient about nothing, and
//! a refresh token that was spent for an answer that is then refused is gone. Whether it was spent
//! is known only when the next one gives a token: until then both are kept. Its errors hold the
//! answer, so none of them leaves this module.

// Must not know: HTTP below the payer's calls, and which token is in use.

mod answer;
mod client_credentials;
mod exchange;
mod failed;
mod party;
mod refresh_token;

pub use self::client_credentials::ClientCredentials;
pub use self::failed::GrantFailed;
pub use self::party::ClientAuth;
pub use self::refresh_token::RefreshToken;
