//! What a user writes to have tokens: a source, and what it gives.

use core::fmt;
use core::future::Future;
use core::pin::Pin;
use core::time::Duration;
use std::sync::Arc;

use secrecy::SecretString;

use super::Payer;
use crate::error::BoxError;

/// Where a client's bearer token comes from, and comes from again when it has ended.
///
/// The client asks when it has no token, shortly before the token it has ends (the last tenth of
/// its life, at most 30 seconds), and after the vendor has refused it with a 401. It asks once for
/// all calls that wait, and never twice at the same time. The request that was refused is then sent
/// again, once, with the new token and a permit of its own.
///
/// What a source sends, it sends with the [`Payer`]: those requests pay like all others, and they
/// go before the calls that wait for the token. A source must not call the client that it serves,
/// which would wait for it. It may take its time, as a login in a browser does, but must end: while
/// it has not, and no token holds, calls wait for as long as their deadlines let them.
///
/// # Errors
///
/// A source that fails ends all calls that wait, with [`ErrorKind::Token`](crate::ErrorKind::Token)
/// and the source's error as its source; nothing is repeated for them. The next call asks again.
/// While a token has neither ended nor been refused, nobody waits: it is used until the next one is
/// there, and a failure is nobody's. An error must show no
/// secret: it stands in the texts of errors.
///
/// # Cancellation
///
/// It runs in a task of its own: dropping the call that needs the token does not end it. Only the
/// end of the runtime does in which that call ran; for those who wait in others it is asked anew.
///
/// ```
/// # use tollgate_testkit::{Reply, Vendor};
/// use std::time::Duration;
/// use tollgate::{BoxError, Method, Payer, Token, TokenSource};
///
/// #[tollgate::api(
///     base_url = "https://api.example.com",
///     auth = bearer,
///     bucket(main, ceiling(50 per minute)),
///     default_bucket = main,
/// )]
/// trait Shop {
///     #[get("/items/{id}")]
///     async fn item(&self, id: u64) -> u64;
/// }
///
/// #[derive(serde::Deserialize)]
/// struct Session {
///     token: String,
///     seconds: u64,
/// }
///
/// struct Login {
///     user: String,
/// }
///
/// impl TokenSource for Login {
///     async fn token(&self, payer: &Payer) -> Result<Token, BoxError> {
///         let login = payer.request::<Session>(Method::POST, "/sessions");
///         let session = login.json(&self.user).await?;
///         Ok(Token::new(session.token).expires_in(Duration::from_secs(session.seconds)))
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let vendor = Vendor::builder()
/// #     .route("POST /sessions", Reply::json_text(r#"{"token":"T1","seconds":600}"#))
/// #     .otherwise(Reply::json_text("7"))
/// #     .start()
/// #     .await;
/// # let url = vendor.url();
/// let login = Login { user: "ada".to_owned() };
/// let shop = Shop::builder().base_url(url).process().account("ada").token_source(login).build()?;
/// assert_eq!(shop.item(7).await?, 7);
/// // The login and the item.
/// assert_eq!(shop.meter().permits, 2);
/// # vendor.assert_request_lines(&["POST /sessions HTTP/1.1", "GET /items/7 HTTP/1.1"]);
/// # vendor.assert_paid_exactly(&shop.meter());
/// # Ok(())
/// # }
/// ```
pub trait TokenSource: Send + Sync + 'static {
    /// A token that the vendor takes now. Another one than before, where the vendor refused that.
    fn token(&self, payer: &Payer) -> impl Future<Output = Result<Token, BoxError>> + Send;

    /// The account whose budget the tokens spend, where the source knows it and the builder does
    /// not say it. It must be the same for all sources that spend from one budget, in every run of
    /// the program, and it is no secret: it appears in texts.
    ///
    /// Without it the builder needs [`account`](crate::Builder::account): tokens come and go, and a
    /// digest of one would be another account an hour later.
    fn account(&self) -> Option<String> {
        None
    }
}

impl<S: TokenSource> TokenSource for Arc<S> {
    fn token(&self, payer: &Payer) -> impl Future<Output = Result<Token, BoxError>> + Send {
        S::token(self, payer)
    }

    fn account(&self) -> Option<String> {
        S::account(self)
    }
}

/// A bearer token as a source gives it. Nothing gives it back.
#[must_use = "a token is used by the client that asked for it"]
pub struct Token {
    pub(super) secret: SecretString,
    pub(super) life: Option<Duration>,
}

impl Token {
    /// A token that is used until the vendor refuses it.
    pub fn new(token: impl Into<SecretString>) -> Self {
        Self {
            secret: token.into(),
            life: None,
        }
    }

    /// How long the vendor takes it from now on. The next one is fetched before this has passed: a
    /// tenth of it before, at most 30 seconds. Vendors that answer zero mean that they do not say.
    pub fn expires_in(mut self, life: Duration) -> Self {
        self.life = (!life.is_zero()).then_some(life);
        self
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// A source of whatever type.
pub(crate) trait Source: Send + Sync {
    fn token<'a>(&'a self, payer: &'a Payer) -> Answer<'a>;
    fn account(&self) -> Option<String>;
}

pub(super) type Answer<'a> = Pin<Box<dyn Future<Output = Result<Token, BoxError>> + Send + 'a>>;

impl<S: TokenSource> Source for S {
    fn token<'a>(&'a self, payer: &'a Payer) -> Answer<'a> {
        Box::pin(TokenSource::token(self, payer))
    }

    fn account(&self) -> Option<String> {
        TokenSource::account(self)
    }
}
