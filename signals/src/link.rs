//! Where the next page is: by the `Link` field (RFC 8288, read by the algorithm of its appendix B),
//! or by an address that stood somewhere else in the answer.
//!
//! In: the field lines or the address, and the URL that was answered. Out: where the next page is,
//! or why it must not be followed. Nothing here knows which pages have been read before.

use http::HeaderMap;
use http::header::LINK;
use url::Url;

/// Where the next page is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextPage {
    /// There is none.
    End,
    /// At the origin that was answered: the same scheme, host and port, without user information.
    /// The fragment is gone: it is never sent, and two pages that differ in it alone are one.
    Page(Url),
    /// At another origin, by another scheme, or at no address at all. It is named without path,
    /// query and user information, in which secrets may stand.
    Foreign(String),
}

/// The next page by the `Link` field of an answer from `answered`.
///
/// It is the target of the first link whose relations hold `next`, in any case, and whose context
/// (`anchor`) is the answered page. Rubbish between links is skipped, an open quote ends with its
/// line, and of a repeated parameter the first counts.
///
/// ```
/// use http::{HeaderMap, HeaderValue};
/// use tollgate_signals::{NextPage, next_link};
/// use url::Url;
///
/// let answered = Url::parse("https://api.example.com/items?page=1")?;
/// let mut headers = HeaderMap::new();
/// headers.insert("link", HeaderValue::from_static(r#"<?page=2>; rel="next""#));
/// let second = Url::parse("https://api.example.com/items?page=2")?;
/// assert_eq!(next_link(&headers, &answered), NextPage::Page(second));
/// # Ok::<_, url::ParseError>(())
/// ```
#[must_use]
pub fn next_link(headers: &HeaderMap, answered: &Url) -> NextPage {
    for line in headers.get_all(LINK) {
        let line = ascii(line.as_bytes());
        if let Some(target) = next_target(&line, answered) {
            return next_address(target, answered);
        }
    }
    NextPage::End
}

/// The line with every byte beyond ASCII percent-encoded. An address of UTF-8 is sent so anyway, and
/// one of another charset stays what it is.
fn ascii(line: &[u8]) -> String {
    let mut text = String::with_capacity(line.len());
    for &byte in line {
        match byte.is_ascii() {
            true => text.push(char::from(byte)),
            false => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

/// The page at `address`, which an answer from `answered` gave, absolute or relative to `answered`.
///
/// ```
/// use tollgate_signals::{NextPage, next_address};
/// use url::Url;
///
/// let answered = Url::parse("https://api.example.com/v1/items")?;
/// let second = Url::parse("https://api.example.com/v1/items?after=a%2Fb")?;
/// assert_eq!(next_address("items?after=a%2Fb", &answered), NextPage::Page(second));
///
/// let elsewhere = next_address("//other.example/items?key=secret", &answered);
/// assert_eq!(elsewhere, NextPage::Foreign("https://other.example".to_owned()));
/// # Ok::<_, url::ParseError>(())
/// ```
#[must_use]
pub fn next_address(address: &str, answered: &Url) -> NextPage {
    let Ok(mut url) = answered.join(address) else {
        return NextPage::Foreign("an address that is not a URL".to_owned());
    };
    let same = url.scheme() == answered.scheme()
        && url.host_str() == answered.host_str()
        && url.port_or_known_default() == answered.port_or_known_default();
    if !same {
        return NextPage::Foreign(origin(&url));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return NextPage::Foreign("an address with user information".to_owned());
    }
    url.set_fragment(None);
    NextPage::Page(url)
}

/// Scheme, host and port, in words that hold nothing else of the URL.
fn origin(url: &Url) -> String {
    match (url.host_str(), url.port()) {
        (Some(host), Some(port)) => format!("{}://{host}:{port}", url.scheme()),
        (Some(host), None) => format!("{}://{host}", url.scheme()),
        (None, _) => format!("the scheme `{}:`", url.scheme()),
    }
}

/// The target of the first link of a field line whose relation is `next` and whose context is
/// the answered page.
fn next_target<'l>(line: &'l str, answered: &Url) -> Option<&'l str> {
    let mut rest = line;
    loop {
        rest = rest.trim_start_matches([' ', '\t', ',']);
        let (target, after) = rest.strip_prefix('<')?.split_once('>')?;
        let (parameters, after) = parameters(after);
        if parameters.is_next(answered) {
            return Some(target);
        }
        rest = after;
    }
}

/// The two parameters that decide; of each the first occurrence counts.
#[derive(Default)]
struct Parameters {
    relation: Option<String>,
    anchor: Option<String>,
}

impl Parameters {
    fn is_next(&self, answered: &Url) -> bool {
        let relation = self.relation.as_deref().unwrap_or_default();
        let next = relation
            .split_ascii_whitespace()
            .any(|name| name.eq_ignore_ascii_case("next"));
        // A link whose context is another resource says nothing about this page's successor.
        let here = self
            .anchor
            .as_ref()
            .is_none_or(|anchor| answered.join(anchor).is_ok_and(|url| url == *answered));
        next && here
    }

    fn set(&mut self, name: &str, value: String) {
        if name.eq_ignore_ascii_case("rel") {
            self.relation.get_or_insert(value);
        } else if name.eq_ignore_ascii_case("anchor") {
            self.anchor.get_or_insert(value);
        }
    }
}

/// The parameters of one link, and what follows them.
fn parameters(line: &str) -> (Parameters, &str) {
    let mut found = Parameters::default();
    let mut rest = line;
    loop {
        rest = rest.trim_start_matches([' ', '\t']);
        let Some(after) = rest.strip_prefix(';') else {
            // Up to the comma that ends this link; rubbish before it is skipped.
            return (found, rest.find(',').map_or("", |comma| &rest[comma..]));
        };
        let end = after.find(['=', ';', ',']).unwrap_or(after.len());
        let (name, after) = after.split_at(end);
        match after.strip_prefix('=') {
            Some(after) => {
                let (text, after) = value(after.trim_start_matches([' ', '\t']));
                found.set(name.trim(), text);
                rest = after;
            }
            None => rest = after,
        }
    }
}

/// A token or a quoted string, and what follows. An open quote ends with the line.
fn value(line: &str) -> (String, &str) {
    let Some(quoted) = line.strip_prefix('"') else {
        let end = line.find([';', ',']).unwrap_or(line.len());
        let (token, after) = line.split_at(end);
        return (token.trim_end_matches([' ', '\t']).to_owned(), after);
    };
    let mut text = String::new();
    let mut characters = quoted.char_indices();
    while let Some((index, character)) = characters.next() {
        match character {
            '"' => return (text, &quoted[index + 1..]),
            '\\' => text.extend(characters.next().map(|(_, escaped)| escaped)),
            _ => text.push(character),
        }
    }
    (text, "")
}
