//! What a request of a walk asks for.

use http::HeaderValue;
use serde_json::Value;
use serde_json::value::RawValue;
use tollgate_signals::{NextPage, next_address};
use url::Url;

use super::Cursor;
use super::key::Key;
use crate::call::{Draft, Ready};
use crate::describe::{CursorPlace, Turn};
use crate::error::Failure;

/// Where in a walk a request is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Position {
    /// The first request, which says nothing about pages.
    Start,
    /// At an address that the vendor gave.
    Address(Url),
    /// At a cursor that the vendor gave.
    Cursor(Token),
    /// At the number of a page, or after this many items.
    Count(u64),
}

/// A cursor as the vendor's JSON has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Text(String),
    /// With all its digits.
    Number(String),
}

impl Token {
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Number(text) => text,
        }
    }

    fn json(&self) -> String {
        match self {
            Self::Text(text) => Value::from(text.as_str()).to_string(),
            Self::Number(number) => number.clone(),
        }
    }
}

impl Position {
    /// Where a walk begins.
    pub(super) fn first(turn: &Turn) -> Self {
        match turn {
            Turn::Link | Turn::NextUrl(_) | Turn::Cursor { .. } => Self::Start,
            Turn::Page { first, .. } => Self::Count(*first),
            Turn::Offset { .. } => Self::Count(0),
        }
    }

    /// Where a walk goes on that stopped before this position; `None` at its start.
    pub(super) fn cursor(&self, turn: &Turn, key: &Key) -> Option<Cursor> {
        Some(match self {
            Self::Start => return None,
            Self::Address(url) => Cursor::new('u', &key.removed(url)),
            Self::Cursor(Token::Text(text)) => Cursor::new('c', text),
            Self::Cursor(Token::Number(number)) => Cursor::new('n', number),
            Self::Count(count) => match turn {
                Turn::Page { .. } => Cursor::new('p', &count.to_string()),
                _ => Cursor::new('o', &count.to_string()),
            },
        })
    }

    /// The position that a stored cursor means to a walk that turns like this and whose API is at
    /// `home`, or why it means none.
    pub(super) fn resumed(
        cursor: &Cursor,
        turn: &Turn,
        home: &Url,
        key: &Key,
    ) -> Result<Self, String> {
        let of_another = || {
            "the cursor is of a walk that turns its pages in another way; resume with one that a page of this endpoint gave (`Page::cursor`)".to_owned()
        };
        let (kind, value) = cursor.parts().ok_or_else(of_another)?;
        let count = || value.parse().map(Self::Count).map_err(|_| of_another());
        match (turn, kind) {
            (Turn::Link | Turn::NextUrl(_), "u") => {
                match next_address(&key.restored(value), home) {
                    NextPage::Page(url) => Ok(Self::Address(url)),
                    NextPage::Foreign(target) => Err(foreign(&target, home)),
                    NextPage::End => Err(of_another()),
                }
            }
            (Turn::Cursor { .. }, "c") if !value.is_empty() => {
                Ok(Self::Cursor(Token::Text(value.to_owned())))
            }
            (Turn::Cursor { .. }, "n") if is_number(value) => {
                Ok(Self::Cursor(Token::Number(value.to_owned())))
            }
            (Turn::Page { .. }, "p") | (Turn::Offset { .. }, "o") => count(),
            _ => Err(of_another()),
        }
    }

    /// The request of a walk that is here.
    pub(super) fn request(&self, draft: &Draft, turn: &Turn) -> Result<Ready, Box<Failure>> {
        match self {
            Self::Start => draft.again()?.checked(),
            Self::Address(url) => draft.follow(url.clone()),
            Self::Cursor(token) => placed(draft, turn, token)?.checked(),
            Self::Count(count) => placed(draft, turn, &Token::Number(count.to_string()))?.checked(),
        }
    }
}

/// The draft with what says which page is meant.
fn placed(draft: &Draft, turn: &Turn, token: &Token) -> Result<Draft, Box<Failure>> {
    let mut draft = draft.again()?;
    match place(turn) {
        Some(CursorPlace::Query(name)) => draft.replace_query(name, token.text()),
        Some(CursorPlace::Header(name)) => draft.header(name, &token.text()),
        Some(CursorPlace::Body(path)) => draft.replace_in_body(path, &token.json()),
        None => {}
    }
    Ok(draft)
}

/// Where a request says which page is meant; `None` where it does so by its whole URL.
fn place(turn: &Turn) -> Option<CursorPlace> {
    match turn {
        Turn::Link | Turn::NextUrl(_) => None,
        Turn::Cursor { place, .. } => Some(*place),
        Turn::Page { query, .. } | Turn::Offset { query, .. } => Some(CursorPlace::Query(query)),
    }
}

/// Whether a request can say that it means this cursor.
pub(super) fn fits(token: &Token, place: CursorPlace) -> bool {
    match place {
        CursorPlace::Header(_) => HeaderValue::from_str(token.text()).is_ok(),
        CursorPlace::Query(_) | CursorPlace::Body(_) => true,
    }
}

/// It is put into a body as it is.
fn is_number(text: &str) -> bool {
    let begins = text.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    begins && serde_json::from_str::<&RawValue>(text).is_ok_and(|raw| raw.get() == text)
}

fn foreign(target: &str, home: &Url) -> String {
    let host = home.authority();
    format!(
        "the cursor leads to {target}, and this client calls {host}; resume with a cursor of its own walks"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::describe::CursorSource;

    const CURSOR: Turn = Turn::Cursor {
        place: CursorPlace::Query("c"),
        next: CursorSource::Field("next"),
        more: None,
        stop_on_empty: false,
    };
    const PAGE: Turn = Turn::Page {
        query: "page",
        first: 1,
        more: None,
        total: None,
    };
    const OFFSET: Turn = Turn::Offset {
        query: "offset",
        scanned: None,
        more: None,
        total: None,
    };

    fn resumed(text: &str, turn: &Turn) -> Result<Position, String> {
        let home = Url::parse("https://api.x/v1").expect("a URL");
        let Ok(cursor) = text.parse();
        Position::resumed(&cursor, turn, &home, &Key::Elsewhere)
    }

    #[test]
    fn a_cursor_that_a_walk_gave_leads_back_to_its_position() {
        let url = Url::parse("https://api.x/v1/items?after=a%2Fb+c").expect("a URL");
        let table = [
            (Turn::Link, Position::Address(url.clone())),
            (Turn::NextUrl("next"), Position::Address(url)),
            (
                CURSOR,
                Position::Cursor(Token::Text("a:b \u{e9}".to_owned())),
            ),
            (
                CURSOR,
                Position::Cursor(Token::Number("18446744073709551617".to_owned())),
            ),
            (PAGE, Position::Count(7)),
            (OFFSET, Position::Count(u64::MAX)),
        ];
        for (turn, position) in table {
            let cursor = position.cursor(&turn, &Key::Elsewhere).expect("a cursor");
            let again = resumed(&cursor.to_string(), &turn);
            assert_eq!(again.as_ref(), Ok(&position), "{cursor}");
        }
        assert_eq!(Position::Start.cursor(&CURSOR, &Key::Elsewhere), None);
    }

    #[test]
    fn a_cursor_of_another_kind_of_walk_is_refused_with_the_cure() {
        let table = [
            ("c:a", Turn::Link),
            ("p:1", CURSOR),
            ("o:1", PAGE),
            ("p:1", OFFSET),
            ("u:https://api.x/v1", CURSOR),
            ("p:-1", PAGE),
            ("p:99999999999999999999", PAGE),
            ("c:", CURSOR),
            ("n:", CURSOR),
            ("n:1,\"admin\":true", CURSOR),
            ("n:true", CURSOR),
            ("n: 1", CURSOR),
            ("", CURSOR),
            ("a", PAGE),
        ];
        for (text, turn) in table {
            let refusal = resumed(text, &turn).expect_err(text);
            assert!(refusal.contains("`Page::cursor`"), "{text}: {refusal}");
        }
    }

    #[test]
    fn a_cursor_that_leads_elsewhere_is_refused_and_named_without_secrets() {
        for text in [
            "u:https://evil.example/v1?key=S3CR3T",
            "u:http://api.x/v1",
            "u:https://api.x:444/v1",
            "u://evil.example/v1",
            "u:https://S3CR3T@api.x/v1",
            "u:javascript:alert(1)",
            "u:http://[::1",
        ] {
            let refusal = resumed(text, &Turn::Link).expect_err(text);
            assert!(refusal.contains("this client calls api.x"), "{refusal}");
            assert!(!refusal.contains("S3CR3T"), "{refusal}");
        }
    }

    #[test]
    fn a_header_takes_a_cursor_that_can_stand_in_it() {
        let token = |text: &str| Token::Text(text.to_owned());
        assert!(fits(&token("abc="), CursorPlace::Header("x")));
        assert!(!fits(&token("a\r\nHost: b"), CursorPlace::Header("x")));
        assert!(fits(&token("a\r\n"), CursorPlace::Query("x")));
    }
}
