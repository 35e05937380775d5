//! Patterns of file names: `*` within a folder, `**` through folders.

/// Whether a file's name fits a pattern.
pub(super) fn fits(pattern: &str, file: &str) -> bool {
    let pattern: Vec<&str> = pattern.trim_start_matches("./").split('/').collect();
    let file: Vec<&str> = file.split('/').collect();
    folders(&pattern, &file)
}

/// By what can be reached so far, so that no pattern takes longer than its length times the name's.
fn folders(pattern: &[&str], file: &[&str]) -> bool {
    let mut reached = vec![false; file.len() + 1];
    reached[0] = true;
    for part in pattern {
        let mut next = vec![false; file.len() + 1];
        for at in 0..=file.len() {
            if *part == "**" {
                next[at] = reached[at] || at > 0 && next[at - 1];
            } else if at > 0 {
                next[at] = reached[at - 1] && name(part.as_bytes(), file[at - 1].as_bytes());
            }
        }
        reached = next;
    }
    reached[file.len()]
}

fn name(pattern: &[u8], name: &[u8]) -> bool {
    let mut reached = vec![false; name.len() + 1];
    reached[0] = true;
    for sign in pattern {
        let mut next = vec![false; name.len() + 1];
        for at in 0..=name.len() {
            next[at] = match sign {
                b'*' => reached[at] || at > 0 && next[at - 1],
                sign => at > 0 && reached[at - 1] && name[at - 1] == *sign,
            };
        }
        reached = next;
    }
    reached[name.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stay_in_their_folder_and_two_do_not() {
        for (pattern, file, expected) in [
            ("a/src/main.rs", "a/src/main.rs", true),
            ("a/src/*.rs", "a/src/main.rs", true),
            ("a/*", "a/src/main.rs", false),
            ("a/**", "a/src/main.rs", true),
            ("**/main.rs", "main.rs", true),
            ("**/m*n.rs", "a/b/main.rs", true),
            ("./a.rs", "a.rs", true),
            ("*", "a/b", false),
            ("", "a", false),
        ] {
            assert_eq!(fits(pattern, file), expected, "{pattern} {file}");
        }
        assert!(!fits(&"*a".repeat(2_000), &"a".repeat(1_999)));
    }
}
