//! Names in other spellings.

use proc_macro2::Ident;
use syn::ext::IdentExt as _;

/// How query parameters are spelled when an argument's name is not theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    Camel,
    Pascal,
    Kebab,
    Snake,
}

impl Case {
    pub(super) const ALL: [(&'static str, Self); 4] = [
        ("camelCase", Self::Camel),
        ("PascalCase", Self::Pascal),
        ("kebab-case", Self::Kebab),
        ("snake_case", Self::Snake),
    ];

    /// A name in snake case, in this case.
    pub(super) fn apply(self, name: &str) -> String {
        let pascal = pascal(name);
        match self {
            Self::Pascal => pascal,
            Self::Camel => {
                let mut letters = pascal.chars();
                let first = letters.next().into_iter().flat_map(char::to_lowercase);
                first.chain(letters).collect()
            }
            Self::Kebab => name.replace('_', "-"),
            Self::Snake => name.to_owned(),
        }
    }
}

/// `include_grid_data` as `IncludeGridData`.
pub(crate) fn pascal(name: &str) -> String {
    let capitalised = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters).collect::<String>()
    };
    name.split('_').map(capitalised).collect()
}

/// `PullRequests` as `pull_requests`, `GitHubIssues` as `git_hub_issues`.
pub(super) fn snake(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 4);
    let mut after_small = false;
    for letter in name.chars() {
        if letter.is_uppercase() && after_small {
            snake.push('_');
        }
        after_small = !letter.is_uppercase() && letter != '_';
        snake.extend(letter.to_lowercase());
    }
    snake
}

/// The name without `r#`.
pub(super) fn plain(name: &Ident) -> String {
    name.unraw().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_change_their_case() {
        assert_eq!(Case::Camel.apply("include_grid_data"), "includeGridData");
        assert_eq!(Case::Pascal.apply("q"), "Q");
        assert_eq!(Case::Kebab.apply("per_page"), "per-page");
        assert_eq!(snake("PullRequests"), "pull_requests");
        assert_eq!(snake("HTTPThings"), "httpthings");
        assert_eq!(snake("Issues2"), "issues2");
    }
}
