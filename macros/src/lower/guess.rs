//! What somebody may have meant.

/// The known word nearest to `word`, if one is near.
pub(super) fn guess<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let word = word.to_lowercase();
    let near = known
        .iter()
        .map(|known| (distance(&word, &known.to_lowercase()), *known))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, known)| *distance <= known.len().max(word.len()) / 3)
        .map(|(_, known)| known);
    let part = || {
        let contains =
            |known: &&&str| word.len() >= 3 && (known.contains(&word) || word.contains(**known));
        known.iter().find(contains).copied()
    };
    near.or_else(part)
}

/// `; did you mean `read`? known: `read`, `write``, or only what is known.
pub(super) fn hint(word: &str, known: &[&str]) -> String {
    let list = list(known);
    match guess(word, known) {
        Some(near) => format!("; did you mean `{near}`? known: {list}"),
        None => format!("; known: {list}"),
    }
}

/// `` `a`, `b` ``.
pub(super) fn list(words: &[&str]) -> String {
    let quoted: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
    quoted.join(", ")
}

/// How many letters have to be changed, added or dropped (Levenshtein).
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (above, letter) in left.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], above + 1);
        for (index, other) in right.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *other);
            diagonal = row[index + 1];
            row[index + 1] = changed.min(diagonal + 1).min(row[index] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_guessed_and_far_ones_are_not() {
        let known = ["base_url", "auth", "error", "bucket", "default_bucket"];
        let table = [
            ("base_ur", Some("base_url")),
            ("baseUrl", Some("base_url")),
            ("url", Some("base_url")),
            ("errors", Some("error")),
            ("default", Some("default_bucket")),
            ("buckets", Some("bucket")),
            ("timeout", None),
            ("x", None),
        ];
        for (word, expected) in table {
            assert_eq!(guess(word, &known), expected, "{word}");
        }
    }
}
