//! Which characters stand for themselves, and which are percent-encoded.

use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};

/// Everything but the unreserved characters of RFC 3986 section 2.3.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// What is encoded where reserved characters are allowed: what no query holds, `#`, which ends it,
/// `&` and `+`, which servers take for the end of the pair and for a blank, and `%`, so that what looks
/// encoded arrives as it is. `=` stays: a pair is split at its first one.
const BREAKS_A_QUERY: &AsciiSet = &RESERVED
    .remove(b':')
    .remove(b'/')
    .remove(b'?')
    .remove(b'[')
    .remove(b']')
    .remove(b'@')
    .remove(b'!')
    .remove(b'$')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b',')
    .remove(b';')
    .remove(b'=');

const BREAKS_A_LIST: &AsciiSet = &BREAKS_A_QUERY.add(b',');

/// What RFC 6265 section 4.1.1 keeps out of a cookie, and `%`.
const BREAKS_A_COOKIE: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b',')
    .add(b';')
    .add(b'\\')
    .add(b'%');

/// What is percent-encoded.
#[derive(Clone, Copy)]
pub(super) enum Letters {
    /// All that is reserved.
    Reserved,
    /// What would end or split a pair.
    Pair,
    /// What would end or split a list with commas.
    List,
    /// What a cookie cannot hold.
    Cookie,
}

/// Appends `text` to `into`.
pub(super) fn put(into: &mut String, text: &str, encoded: Letters) {
    let set = match encoded {
        Letters::Reserved => RESERVED,
        Letters::Pair => BREAKS_A_QUERY,
        Letters::List => BREAKS_A_LIST,
        Letters::Cookie => BREAKS_A_COOKIE,
    };
    into.extend(utf8_percent_encode(text, set));
}
