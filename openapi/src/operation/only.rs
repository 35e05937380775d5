//! What an operation is called before it is read, and whether it is asked for.

use std::collections::BTreeSet;

use crate::Error;
use crate::document::Node;
use crate::pattern::{self, Called};

/// What is said about an operation without reading it.
#[derive(Clone, Debug)]
pub(super) struct Label {
    /// The key of the path item.
    pub(super) verb: String,
    /// The same in capitals.
    word: String,
    path: String,
    pub(super) tags: Vec<String>,
    pub(super) id: Option<String>,
}

impl Label {
    pub(super) fn of(verb: &str, path: &str, node: &Node<'_>) -> Self {
        let tags = node.get("tags");
        let tags = tags.iter().flat_map(Node::items);
        let tags = tags.filter_map(|tag| tag.value().as_str());
        let id = node.text("operationId").filter(|id| !id.trim().is_empty());
        Self {
            verb: verb.to_owned(),
            word: verb.to_uppercase(),
            path: path.to_owned(),
            tags: tags.map(str::to_owned).collect(),
            id: id.map(str::to_owned),
        }
    }

    /// `GET /notes`.
    pub(super) fn key(&self) -> String {
        format!("{} {}", self.word, self.path)
    }

    fn called(&self) -> Called<'_> {
        Called {
            verb: &self.word,
            path: &self.path,
            tags: &self.tags,
            id: self.id.as_deref(),
        }
    }
}

/// Whether an operation is asked for: all are, where nothing is said.
pub(super) fn asks(only: &BTreeSet<String>, label: &Label) -> bool {
    only.is_empty() || pattern::any(only, label.called())
}

/// Whether everything that is asked for is there.
///
/// # Errors
///
/// The first that is not, and what it may have meant.
pub(super) fn known(only: &BTreeSet<String>, labels: &[&Label]) -> Result<(), Error> {
    let called: Vec<_> = labels.iter().map(|label| label.called()).collect();
    match pattern::idle(only, &called) {
        None => Ok(()),
        Some(asked) => Err(Error::Only {
            asked: asked.to_owned(),
            near: near(asked, labels),
        }),
    }
}

/// What is spelled most alike, or else which tags there are.
fn near(asked: &str, labels: &[&Label]) -> String {
    let tags: BTreeSet<&str> = labels
        .iter()
        .flat_map(|label| &label.tags)
        .map(String::as_str)
        .collect();
    let ids = labels.iter().filter_map(|label| label.id.as_deref());
    let names: BTreeSet<&str> = tags.iter().copied().chain(ids).collect();
    let plain = |text: &str| -> String {
        let letters = text.chars().filter(|letter| letter.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let wanted = plain(asked);
    let alike = names.iter().find(|name| plain(name) == wanted);
    let within = || {
        names
            .iter()
            .find(|name| wanted.len() > 2 && plain(name).contains(&wanted))
    };
    if let Some(name) = alike.or_else(within) {
        return format!("did you mean `{name}`?");
    }
    let first: Vec<_> = tags.iter().take(12).map(|tag| format!("`{tag}`")).collect();
    match first.is_empty() {
        true => "the operations have no tags; ask by path, as in `GET /notes/**`".to_owned(),
        false => format!("tags are {}", first.join(", ")),
    }
}
