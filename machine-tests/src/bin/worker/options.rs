//! The command line: a mode, then `name=value`.

use std::str::FromStr;

/// What this process was told when it was started.
#[derive(Debug)]
pub(crate) struct Options(Vec<String>);

impl Options {
    pub(crate) fn of_process() -> Self {
        Self(std::env::args().skip(1).collect())
    }

    pub(crate) fn mode(&self) -> &str {
        self.0.first().map_or("", String::as_str)
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let mut pairs = self.0.iter().filter_map(|option| option.split_once('='));
        pairs.find_map(|(known, value)| (known == name).then_some(value))
    }

    pub(crate) fn text(&self, name: &str, otherwise: &str) -> String {
        self.get(name).unwrap_or(otherwise).to_owned()
    }

    pub(crate) fn number<T: FromStr>(&self, name: &str, otherwise: T) -> T {
        self.get(name)
            .and_then(|text| text.parse().ok())
            .unwrap_or(otherwise)
    }

    /// Every `name=…`, and `name:which=…`; without a `which` it is `read`.
    pub(crate) fn all(&self, name: &str) -> Vec<(String, &str)> {
        let pairs = self.0.iter().filter_map(|option| option.split_once('='));
        let named = pairs.filter_map(|(known, value)| {
            let which = match known.split_once(':') {
                Some((first, which)) if first == name => which,
                None if known == name => "read",
                _ => return None,
            };
            Some((which.to_owned(), value))
        });
        named.collect()
    }
}
