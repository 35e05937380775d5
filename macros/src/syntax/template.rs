//! A path template in pieces: text and `{parameters}`, several of both inside one segment.

/// A piece of a template.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Text that is sent as it stands.
    Text(String),
    /// The name between braces.
    Parameter(String),
}

/// Takes a template apart.
///
/// # Errors
///
/// What is wrong with the braces, and the cure.
pub(crate) fn pieces(template: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut rest = template;
    while let Some(brace) = rest.find(['{', '}']) {
        if brace > 0 {
            pieces.push(Piece::Text(rest[..brace].to_owned()));
        }
        let after = &rest[brace..];
        let (name, behind) = parameter(after)?;
        pieces.push(Piece::Parameter(name.to_owned()));
        rest = behind;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest.to_owned()));
    }
    Ok(pieces)
}

/// The name of the parameter that `text` begins with, and what is behind it.
fn parameter(text: &str) -> Result<(&str, &str), String> {
    if text.starts_with("{{") || text.starts_with("}}") {
        return Err(
            "a path holds no braces, so there is nothing to double; write `{id}` for a parameter, \
             `%7B` and `%7D` for a literal `{` and `}`"
                .to_owned(),
        );
    }
    let Some(inside) = text.strip_prefix('{') else {
        return Err("`}` closes nothing; write `{id}` for a parameter".to_owned());
    };
    match inside.find(['{', '}']) {
        Some(end) if inside[end..].starts_with('}') => Ok((&inside[..end], &inside[end + 1..])),
        _ => Err(format!(
            "`{{{}` is not closed; write `{{id}}` for a parameter",
            inside.split(['/', '{']).next().unwrap_or_default()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Piece {
        Piece::Text(text.to_owned())
    }

    fn parameter(name: &str) -> Piece {
        Piece::Parameter(name.to_owned())
    }

    #[test]
    fn several_parameters_and_literals_share_a_segment() {
        assert_eq!(pieces("/projects"), Ok(vec![text("/projects")]));
        assert_eq!(
            pieces("/compare/{base}...{head}"),
            Ok(vec![
                text("/compare/"),
                parameter("base"),
                text("..."),
                parameter("head")
            ])
        );
        assert_eq!(
            pieces("/{id}:append"),
            Ok(vec![text("/"), parameter("id"), text(":append")])
        );
        assert_eq!(
            pieces("/{a}{}"),
            Ok(vec![text("/"), parameter("a"), parameter("")])
        );
    }

    #[test]
    fn braces_that_do_not_pair_are_named() {
        let table = [
            ("/{id", "`{id` is not closed"),
            ("/{id/x", "`{id` is not closed"),
            ("/{a{b}", "`{a` is not closed"),
            ("/id}", "closes nothing"),
            ("/{{id}}", "nothing to double"),
            ("/{id}}}", "nothing to double"),
        ];
        for (template, expected) in table {
            let refusal = pieces(template).expect_err(template);
            assert!(refusal.contains(expected), "{template}: {refusal}");
        }
    }
}
