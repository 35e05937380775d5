//! Path templates: as the document spells them, and as a description does.

use crate::operation::Operation;

/// A piece of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Ready to be sent.
    Text(String),
    /// The name between braces.
    Parameter(String),
}

/// Takes the path of an operation apart.
///
/// # Errors
///
/// What a description cannot say.
pub(super) fn path(operation: &Operation<'_>) -> Result<Vec<Piece>, String> {
    let pieces = pieces(sent(&operation.path))?;
    let mut names: Vec<&str> = Vec::new();
    let mut shown = String::new();
    for piece in &pieces {
        match piece {
            Piece::Text(text) => shown.push_str(text),
            Piece::Parameter(name) if names.contains(&name.as_str()) => {
                return Err(format!(
                    "`{{{name}}}` stands twice in the path, and one value goes to one place"
                ));
            }
            Piece::Parameter(name) if shown.contains('?') => {
                return Err(format!(
                    "`{{{name}}}` stands in a query that is part of the path"
                ));
            }
            Piece::Parameter(name) => {
                names.push(name);
                shown.push('x');
            }
        }
    }
    segments(shown.split('?').next().unwrap_or_default())?;
    Ok(pieces)
}

/// Without a fragment, which is never sent: some documents tell several operations of one path apart
/// by it.
fn sent(path: &str) -> &str {
    path.split('#').next().unwrap_or_default()
}

fn pieces(path: &str) -> Result<Vec<Piece>, String> {
    if !path.starts_with('/') {
        return Err("the path does not begin with a slash".to_owned());
    }
    let mut pieces = Vec::new();
    let mut rest = path;
    while let Some((text, after)) = rest.split_once('{') {
        let Some((name, behind)) = after.split_once('}') else {
            return Err("a brace in the path is not closed".to_owned());
        };
        if name.is_empty() || name.contains('{') {
            return Err(format!("`{{{name}}}` in the path is no parameter"));
        }
        pieces.push(Piece::Text(literal(text)));
        pieces.push(Piece::Parameter(name.to_owned()));
        rest = behind;
    }
    pieces.push(Piece::Text(literal(rest)));
    pieces.retain(|piece| *piece != Piece::Text(String::new()));
    Ok(pieces)
}

/// Text as it is sent: what no URL has is percent-encoded.
fn literal(text: &str) -> String {
    let mut literal = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter.is_ascii_graphic() && !"\"<>\\^`|}".contains(letter) {
            true => literal.push(letter),
            false => {
                let mut bytes = [0; 4];
                for byte in letter.encode_utf8(&mut bytes).bytes() {
                    literal.push_str(&format!("%{byte:02X}"));
                }
            }
        }
    }
    literal
}

/// The names of query parameters that are part of the path, and the same in every call.
pub(super) fn fixed(path: &[Piece]) -> Vec<String> {
    let texts = path.iter().filter_map(|piece| match piece {
        Piece::Text(text) => Some(text.as_str()),
        Piece::Parameter(_) => None,
    });
    let whole: String = texts.collect();
    let query = whole.split_once('?').map_or("", |(_, query)| query);
    let names = query.split('&').filter_map(|pair| pair.split('=').next());
    names
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Segments that URL parsers fold or servers drop.
fn segments(path: &str) -> Result<(), String> {
    let mut segments = path.split('/').skip(1).peekable();
    while let Some(segment) = segments.next() {
        let plain = segment.to_ascii_lowercase().replace("%2e", ".");
        if matches!(plain.as_str(), "." | "..") {
            return Err("the path holds a dot segment, which is folded away".to_owned());
        }
        if segment.is_empty() && segments.peek().is_some() {
            return Err("the path holds an empty segment, `//`".to_owned());
        }
    }
    Ok(())
}
