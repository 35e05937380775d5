//! How many of a document's operations a generator's output has a method for.
//!
//! Counted in the output, whatever the generator says of itself: oas3-gen 0.29.0 says that it
//! skipped 32 of the 290 operations of `digitalocean` and wrote 258 methods, and wrote 245.

use std::fmt;

/// How a generator documents its methods, by the beginnings of lines.
#[derive(Clone, Copy, Debug)]
pub struct Methods {
    /// Of the line that names the verb and the path; a method without one sends no request.
    pub named: &'static str,
    /// Of a line that only such methods have which do not count: a further one for an operation
    /// that has one, or one for what is no operation.
    pub beside: &'static [&'static str],
}

impl Methods {
    /// How many operations have a method in a source that a formatter has been over.
    #[must_use]
    pub fn count(self, source: &str) -> usize {
        let mut count = 0;
        let mut above = Vec::new();
        for line in source.lines().map(str::trim_start) {
            if line.starts_with("///") || line.starts_with("#[") {
                above.push(line);
                continue;
            }
            let counts = line.starts_with("pub async fn ") && self.counts(&above);
            count += usize::from(counts);
            above.clear();
        }
        count
    }

    fn counts(self, above: &[&str]) -> bool {
        let any = |start: &str| above.iter().any(|line| line.starts_with(start));
        any(self.named) && !self.beside.iter().any(|start| any(start))
    }
}

/// The operations that an output has, of those of the document.
#[derive(Clone, Copy, Debug)]
pub struct Operations {
    /// With a method in the output.
    pub written: usize,
    /// In the document, if that is known.
    pub documented: Option<usize>,
}

impl Operations {
    /// How many the output leaves out; more than any document has if it is not known.
    #[must_use]
    pub fn missing(self) -> usize {
        self.documented
            .map_or(usize::MAX, |all| all.saturating_sub(self.written))
    }
}

impl fmt::Display for Operations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.documented {
            Some(all) => write!(f, "{} of {all}", self.written),
            None => write!(f, "{} of an unknown number", self.written),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Methods, Operations};

    const METHODS: Methods = Methods {
        named: "/// `",
        beside: &["///Select `", "/// `POST /hooks/"],
    };

    #[test]
    fn one_method_counts_for_each_operation() {
        let source = "
            /// Removes a pet.
            ///
            /// `DELETE /pets/{id}`
            #[deprecated]
            pub async fn remove(&self) {}
            /// `GET /pets/{id}`
            pub async fn pet(&self) {}
            /// `GET /pets/{id}`
            ///Select `text/plain` as buffered.
            pub async fn pet_text(&self) {}
            /// `POST /hooks/born`
            pub async fn born(&self) {}
            /// Reads what was answered.
            pub async fn read(&self) {}
        ";
        let count = METHODS.count(source);
        assert_eq!(
            count, 2,
            "neither a second method, nor a hook, nor what sends nothing"
        );
    }

    #[test]
    fn a_line_counts_only_directly_above_its_method() {
        let source = "/// `GET /pets`\npub struct Pets;\npub async fn read() {}\n";
        assert_eq!(METHODS.count(source), 0, "the line was the struct's");
    }

    #[test]
    fn an_output_is_whole_only_beside_a_known_document() {
        let missing = |written, documented| {
            let operations = Operations {
                written,
                documented,
            };
            operations.missing()
        };
        assert_eq!(missing(290, Some(290)), 0, "all are there");
        assert_eq!(missing(245, Some(290)), 45, "45 are left out");
        assert_ne!(missing(290, None), 0, "nobody knows whether it is whole");
    }
}
