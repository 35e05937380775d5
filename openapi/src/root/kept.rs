//! The user's `api.rs` beside an import: whether both fit, and what is to be told if not.
//!
//! In: what the file declares, and what the import would write. Out: notes, or why the import ends.

use super::Root;
use crate::report::{Entry, Reason};
use crate::{Error, memory};

impl Root<'_> {
    /// Whether the user's `api.rs` fits this import, and what of it may not fit the document any more.
    ///
    /// # Errors
    ///
    /// If it has another client, or lacks a bucket from which operations would pay.
    pub(crate) fn kept(&self) -> Result<Vec<Entry>, Error> {
        // What an import wrote and nobody has touched is written anew.
        let text = self.options.api.as_deref();
        let Some(text) = text.filter(|text| *text != self.api(None)) else {
            let limits = &self.options.limits;
            return Ok(limits.is_none().then(|| self.open()).into_iter().collect());
        };
        // What is no Rust, the compiler says better.
        let Some(declared) = memory::declared(text) else {
            return Ok(Vec::new());
        };
        if !declared.clients.iter().any(|client| client == self.client) {
            let said = declared.clients.join("`, `");
            return Err(Error::Kept {
                said: format!(
                    "it describes `{said}`, and the groups would be of `{client}`; name the client by `--client`, or \
                     the trait in it `{client}`",
                    client = self.client
                ),
            });
        }
        let limits = self.options.limits.as_ref();
        let missing: Vec<_> = limits
            .iter()
            .flat_map(|limits| limits.buckets())
            .filter(|bucket| !declared.buckets.contains(*bucket))
            .map(|bucket| format!("`{bucket}`"))
            .collect();
        if let (Some(limits), false) = (limits, missing.is_empty()) {
            return Err(Error::Kept {
                said: format!(
                    "operations would pay from {}, which it does not declare; write the limits of {} into it:\n\n    {}",
                    missing.join(", "),
                    limits.name(),
                    limits.lines().join("\n    ")
                ),
            });
        }
        let mut notes = Vec::new();
        // Whether they say the same, only the user can tell: theirs may be stricter for a reason.
        let bare = |text: &str| text.split_whitespace().collect::<String>();
        let all = bare(text);
        let said = |line: &String| all.contains(&bare(line));
        if let Some(line) =
            limits.and_then(|limits| limits.lines().into_iter().find(|line| !said(line)))
        {
            notes.push(self.note(Reason::Kept, format!(
                "the limits in `api.rs`, which is left alone, are not those that were given: it does not say `{}`",
                line.trim().trim_end_matches(',')
            )));
        }
        notes.extend(declared.is_open.then(|| self.open()));
        if declared
            .base_url
            .as_ref()
            .is_some_and(|url| *url != self.base_url)
        {
            notes.push(self.note(Reason::Kept, format!(
                "the base URL in `api.rs`, which is left alone, is not the document's, which is `{}`",
                self.base_url
            )));
        }
        let title = &self.options.title;
        if !title.is_empty() && title != self.document.title() {
            notes.push(self.note(
                Reason::Kept,
                format!(
                    "the last import into this folder was of `{title}`, and this one is of `{}`",
                    self.document.title()
                ),
            ));
        }
        Ok(notes)
    }

    fn note(&self, reason: Reason, detail: String) -> Entry {
        Entry {
            pointer: "#".to_owned(),
            operation: String::new(),
            reason,
            detail,
        }
    }

    /// Somebody has to fill in what the vendor allows.
    fn open(&self) -> Entry {
        let hints = self.hints.iter().map(|hint| format!("; {hint}"));
        self.note(Reason::Limits, format!(
            "the document does not say what the vendor allows, so `api.rs` does not compile until that is filled in, or \
             given as `--limits FILE`{}",
            hints.collect::<String>()
        ))
    }
}
