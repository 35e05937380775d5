//! The next page by an address: in the `Link` field, or in the body.
//!
//! The address is the vendor's and is followed byte for byte: nothing is added, and nothing of the
//! first request is repeated. It must be of the origin that was answered and of the API's own; the
//! two differ after a redirect, and credentials stay at home.

use tollgate_signals::{NextPage, next_address, next_link};

use super::super::position::Position;
use super::probe::find;
use super::value::text;
use super::{Answered, Known, Next};

/// What the `Link` field says.
pub(super) fn of_link(answered: &Answered<'_>, known: &Known<'_>) -> Next {
    judged(next_link(answered.headers, answered.url), known)
}

/// What the address at `path` of the body says.
pub(super) fn of_body(
    path: &str,
    answered: &Answered<'_>,
    known: &Known<'_>,
) -> Result<Next, Next> {
    let [target] = find(answered.body, [Some(path)])?;
    Ok(match text(path, target)? {
        Some(target) => of_text(&target, answered, known),
        None => Next::End,
    })
}

fn of_text(target: &str, answered: &Answered<'_>, known: &Known<'_>) -> Next {
    judged(next_address(target, answered.url), known)
}

fn judged(next: NextPage, known: &Known<'_>) -> Next {
    let at_home = match next {
        NextPage::Page(url) => next_address(url.as_str(), known.home),
        next => next,
    };
    match at_home {
        NextPage::End => Next::End,
        NextPage::Foreign(target) => Next::Foreign(target),
        NextPage::Page(url) if known.seen.knows(&known.key.removed(&url)) => Next::Loop(None),
        NextPage::Page(url) => Next::Ask(Position::Address(url)),
    }
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, HeaderValue};
    use url::Url;

    use super::super::super::key::Key;
    use super::super::super::seen::Seen;
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).expect("a URL")
    }

    /// What follows an address in an answer from `answered` of the API at `https://api.x/v1`, of
    /// which `https://api.x/v1/items` has been read.
    fn next(target: &str, answered: &str, key: &Key) -> Next {
        let mut seen = Seen::default();
        seen.mark("https://api.x/v1/items");
        let home = url("https://api.x/v1");
        let known = Known {
            seen: &seen,
            key,
            home: &home,
        };
        let link = HeaderValue::from_str(&format!("<{target}>; rel=next")).expect("a value");
        let body = serde_json::json!({ "page": { "next": target } }).to_string();
        let headers = HeaderMap::from_iter([(http::header::LINK, link)]);
        let answered = Answered {
            asked: &Position::Start,
            url: &url(answered),
            headers: &headers,
            body: body.as_bytes(),
        };
        let next = of_link(&answered, &known);
        let in_body = of_body("page.next", &answered, &known).unwrap_or_else(|unread| unread);
        match target {
            "" => assert_eq!(in_body, Next::End),
            _ => assert_eq!(in_body, next, "{target}"),
        }
        next
    }

    #[test]
    fn an_address_is_followed_as_it_is_or_not_at_all() {
        let here = "https://api.x/v1/items";
        let ask = |text: &str| Next::Ask(Position::Address(url(text)));
        let foreign = |name: &str| Next::Foreign(name.to_owned());
        let table = [
            (
                "?after=a%2Fb+c%20&x",
                ask("https://api.x/v1/items?after=a%2Fb+c%20&x"),
            ),
            ("https://api.x/admin", ask("https://api.x/admin")),
            ("https://api.x/v1/items", Next::Loop(None)),
            ("", Next::Loop(None)),
            ("#2", Next::Loop(None)),
            ("https://other/p2", foreign("https://other")),
            ("http://api.x/v1/p2", foreign("http://api.x")),
            ("https://api.x:444/v1/p2", foreign("https://api.x:444")),
            ("https://api.x@other/p2", foreign("https://other")),
            ("//other/p2", foreign("https://other")),
            ("https://api.x.other/p2", foreign("https://api.x.other")),
        ];
        for (target, expected) in table {
            assert_eq!(next(target, here, &Key::Elsewhere), expected, "{target}");
        }
    }

    #[test]
    fn an_answer_from_elsewhere_leads_home_or_nowhere() {
        let moved = "https://other.x/v1/items";
        let next = |target| next(target, moved, &Key::Elsewhere);
        assert_eq!(next("?page=2"), Next::Foreign("https://other.x".to_owned()));
        assert_eq!(
            next("https://api.x/2"),
            Next::Foreign("https://api.x".to_owned())
        );
    }

    #[test]
    fn a_loop_is_seen_through_the_credential() {
        let here = "https://api.x/v1/items";
        let itself = "https://api.x/v1/items?key=S3CR3T";
        assert_eq!(next(itself, here, &Key::Query("key")), Next::Loop(None));
        assert_eq!(
            next(itself, here, &Key::Elsewhere),
            Next::Ask(Position::Address(url(itself)))
        );
    }
}
