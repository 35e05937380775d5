//! A text that a regular expression matches: the shortest way through it.

use regex_syntax::hir::{Class, Hir, HirKind};

/// None, if the expression is not one that is understood here, or nothing fits it.
pub(crate) fn fitting(pattern: &str) -> Option<String> {
    let mut text = String::new();
    write(&regex_syntax::parse(pattern).ok()?, &mut text)?;
    Some(text)
}

fn write(expression: &Hir, text: &mut String) -> Option<()> {
    match expression.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(str::from_utf8(&literal.0).ok()?),
        HirKind::Class(class) => text.push(letter(class)?),
        // Once where it may be left out: an empty text seldom means something.
        HirKind::Repetition(repetition) => {
            let times = match (repetition.min, repetition.max) {
                (0, Some(0)) => 0,
                (least, _) => least.max(1),
            };
            (0..times).try_for_each(|_| write(&repetition.sub, text))?;
        }
        HirKind::Capture(capture) => write(&capture.sub, text)?,
        HirKind::Concat(parts) => parts.iter().try_for_each(|part| write(part, text))?,
        HirKind::Alternation(parts) => write(parts.first()?, text)?,
    }
    Some(())
}

/// A letter or a digit, if there is one in the class.
fn letter(class: &Class) -> Option<char> {
    let Class::Unicode(class) = class else {
        return None;
    };
    let plain = "a1A".chars();
    let mut plain = plain.filter(|letter| {
        let mut ranges = class.ranges().iter();
        ranges.any(|range| (range.start()..=range.end()).contains(letter))
    });
    plain
        .next()
        .or_else(|| Some(class.ranges().first()?.start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_of_vendors_are_fitted() {
        let table = [
            (r"^\d+\.\d+\.\d+$", "1.1.1"),
            ("^sha256:[a-f0-9]{4}$", "sha256:aaaa"),
            (
                "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)$",
                "aaaaaa==",
            ),
            ("^ssh-(rsa|dss) |^ecdsa ", "ssh-rsa "),
        ];
        for (pattern, wanted) in table {
            assert_eq!(fitting(pattern).as_deref(), Some(wanted));
        }
        assert_eq!(fitting("(?=look)"), None);
    }
}
