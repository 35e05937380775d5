//! The next page by a cursor.

use http::HeaderMap;
use serde_json::value::RawValue;

use super::super::position::{Position, Token, fits};
use super::super::seen::Seen;
use super::probe::find;
use super::value::{flag, is_empty, token};
use super::{Answered, Next, Stuck};
use crate::describe::{CursorPlace, CursorSource};

/// What a page says about the one after it.
#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    pub(super) given: Option<Token>,
    pub(super) more: Option<bool>,
    pub(super) is_empty: bool,
}

impl Page {
    /// The page, and the list of its items.
    pub(super) fn read<'a>(
        answered: &Answered<'a>,
        items: &str,
        source: CursorSource,
        more: Option<&str>,
    ) -> Result<(Self, Option<&'a RawValue>), Next> {
        let field = match source {
            CursorSource::Field(path) => Some(path),
            CursorSource::Header(_) => None,
        };
        let [given, goes_on, items] = find(answered.body, [field, more, Some(items)])?;
        let page = Self {
            given: match source {
                CursorSource::Field(path) => token(path, given)?,
                CursorSource::Header(name) => in_header(answered.headers, name)?,
            },
            more: flag(more, goes_on)?,
            is_empty: is_empty(items),
        };
        Ok((page, items))
    }

    pub(super) fn tells(&self) -> bool {
        self.given.is_some() || self.more.is_some()
    }
}

/// What comes after a page that `asked` was answered with.
///
/// An empty page in the middle is a page. The cursor that was asked for may come again, as the
/// handle of a search does: with items the walk goes on, without it has ended, unless the vendor
/// says that there is more. Any other cursor that comes a second time is a loop.
pub(super) fn next(
    page: Page,
    asked: &Position,
    stop_on_empty: bool,
    seen: &Seen,
) -> Result<Next, Stuck> {
    if page.more == Some(false) || (page.is_empty && stop_on_empty) {
        return Ok(Next::End);
    }
    let goes_on = page.more == Some(true);
    let Some(given) = page.given else {
        return if goes_on { Err(Stuck) } else { Ok(Next::End) };
    };
    let is_asked = matches!(asked, Position::Cursor(asked) if *asked == given);
    Ok(match is_asked {
        true if page.is_empty && !goes_on => Next::End,
        true if page.is_empty => Next::Loop(Some(given.text().to_owned())),
        false if seen.knows(given.text()) => Next::Loop(Some(given.text().to_owned())),
        _ => Next::Ask(Position::Cursor(given)),
    })
}

/// Refuses a cursor that cannot stand where the next request carries it.
pub(super) fn sendable(next: Next, place: CursorPlace, source: CursorSource) -> Result<Next, Next> {
    match &next {
        Next::Ask(Position::Cursor(token)) if !fits(token, place) => Err(Next::Unread {
            path: field(source).to_owned(),
            reason: "the next cursor holds a character that cannot stand in a header".to_owned(),
        }),
        _ => Ok(next),
    }
}

/// The path to the next cursor; empty where a header gives it.
pub(super) fn field(source: CursorSource) -> &'static str {
    match source {
        CursorSource::Field(path) => path,
        CursorSource::Header(_) => "",
    }
}

/// The cursor that a header holds.
fn in_header(headers: &HeaderMap, name: &'static str) -> Result<Option<Token>, Next> {
    let Some(value) = headers.get(name) else {
        return Ok(None);
    };
    match core::str::from_utf8(value.as_bytes()) {
        Ok(text) => {
            let text = Some(text.trim_matches([' ', '\t'])).filter(|text| !text.is_empty());
            Ok(text.map(|text| Token::Text(text.to_owned())))
        }
        Err(_) => Err(Next::Unread {
            path: String::new(),
            reason: format!("the cursor in the header `{name}` is not UTF-8"),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Token {
        Token::Text(text.to_owned())
    }

    fn number(text: &str) -> Token {
        Token::Number(text.to_owned())
    }

    /// After a page with this cursor, in a walk that has asked for `a`, `b` and now for `c`.
    fn after(page: Page, stop_on_empty: bool) -> Result<Next, Stuck> {
        let mut seen = Seen::default();
        for asked in ["a", "b", "c"] {
            seen.mark(asked);
        }
        next(page, &Position::Cursor(text("c")), stop_on_empty, &seen)
    }

    fn page(given: impl Into<Option<Token>>, more: Option<bool>, is_empty: bool) -> Page {
        Page {
            given: given.into(),
            more,
            is_empty,
        }
    }

    #[test]
    fn what_comes_after_a_page() {
        let ask = |token| Next::Ask(Position::Cursor(token));
        let back_at = |text: &str| Next::Loop(Some(text.to_owned()));
        let table = [
            (page(None, None, false), Next::End),
            (page(None, Some(false), false), Next::End),
            (page(text("d"), Some(false), false), Next::End),
            (page(text("d"), None, false), ask(text("d"))),
            (page(text("d"), Some(true), false), ask(text("d"))),
            (page(number("7"), None, false), ask(number("7"))),
            // An empty page in the middle.
            (page(text("d"), None, true), ask(text("d"))),
            // The cursor that was asked for.
            (page(text("c"), None, true), Next::End),
            (page(text("c"), None, false), ask(text("c"))),
            // Another that was asked for.
            (page(text("a"), None, false), back_at("a")),
            (page(text("b"), Some(true), true), back_at("b")),
        ];
        for (page, expected) in table {
            assert_eq!(after(page.clone(), false), Ok(expected), "{page:?}");
        }
    }

    #[test]
    fn more_is_never_a_silent_end() {
        for is_empty in [true, false] {
            assert_eq!(after(page(None, Some(true), is_empty), false), Err(Stuck));
        }
        let asked = page(text("c"), Some(true), true);
        assert_eq!(after(asked, false), Ok(Next::Loop(Some("c".to_owned()))));
    }

    #[test]
    fn an_empty_page_ends_where_the_description_says_so() {
        for given in [Some(text("d")), None] {
            assert_eq!(after(page(given, Some(true), true), true), Ok(Next::End));
        }
        let ask = Next::Ask(Position::Cursor(text("d")));
        assert_eq!(after(page(text("d"), None, false), true), Ok(ask));
    }

    #[test]
    fn a_cursor_that_breaks_a_header_is_the_vendors_mistake() {
        let next = after(page(text("d\r\nHost: evil"), None, false), false).expect("a way on");
        let source = CursorSource::Field("page.next");
        let broken = sendable(next, CursorPlace::Header("x-cursor"), source);
        assert!(
            matches!(&broken, Err(Next::Unread { path, .. }) if path == "page.next"),
            "{broken:?}"
        );
    }

    #[test]
    fn a_header_gives_a_cursor_or_none() {
        let headers = |bytes: &[u8]| {
            let value = http::HeaderValue::from_bytes(bytes).expect("a value");
            HeaderMap::from_iter([(http::HeaderName::from_static("x-next"), value)])
        };
        let given = |bytes| in_header(&headers(bytes), "x-next");
        assert_eq!(given(b"abc="), Ok(Some(text("abc="))));
        assert_eq!(given(b"7"), Ok(Some(text("7"))));
        assert_eq!(given(b""), Ok(None));
        assert_eq!(in_header(&HeaderMap::new(), "x-next"), Ok(None));
        assert!(given(b"\xff").is_err());
    }
}
