//! What somebody may have meant.

/// The known word nearest to `word`, if one is near.
pub(super) fn guess<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let word = word.to_lowercase();
    let near = known
        .iter()
        .map(|known| (distance(&word, &known.to_lowercase()), *known))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, known)| *distance <= (known.len().max(word.len()) + 1) / 3)
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

/// How many letters have to be changed, added, dropped or swapped with the next.
fn distance(left: &str, right: &str) -> usize {
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    let mut before = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    for (row, letter) in left.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, other) in right.iter().enumerate() {
            let changed = above[column] + usize::from(letter != other);
            let mut least = changed.min(above[column + 1] + 1).min(current[column] + 1);
            let swapped =
                row > 0 && column > 0 && *letter == right[column - 1] && left[row - 1] == *other;
            if swapped {
                let earlier: &Vec<usize> = &before;
                least = least.min(earlier[column - 1] + 1);
            }
            current.push(least);
        }
        before = std::mem::replace(&mut above, current);
    }
    above[right.len()]
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
            ("auht", Some("auth")),
            ("timeout", None),
            ("x", None),
        ];
        for (word, expected) in table {
            assert_eq!(guess(word, &known), expected, "{word}");
        }
    }
}
