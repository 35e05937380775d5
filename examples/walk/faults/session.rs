//! Where the tokens come from that end in the middle of the walk.

use std::sync::Arc;

use serde::Deserialize;
use tollgate::{BoxError, Json, Method, Payer, Token, TokenSource, Whole};

use crate::book::Book;

/// Exchanges what the account has for a token, and enters what that took.
pub(crate) struct Session {
    login: String,
    book: Arc<Book>,
}

#[derive(Deserialize)]
struct Granted {
    access_token: String,
}

impl Session {
    pub(super) fn new(login: &str, book: &Arc<Book>) -> Self {
        Self {
            login: login.to_owned(),
            book: Arc::clone(book),
        }
    }
}

impl TokenSource for Session {
    async fn token(&self, payer: &Payer) -> Result<Token, BoxError> {
        let exchange = payer.request::<Granted>(Method::POST, "/token");
        let exchange = exchange.form(&[("refresh_token", &self.login)]);
        let granted = exchange.answer::<Whole<Json<Granted>>>().await;
        let granted = granted.inspect_err(|error| self.book.note_token(error.attempts()))?;
        self.book.note_token(granted.attempts());
        Ok(Token::new(granted.into_value().access_token))
    }
}
