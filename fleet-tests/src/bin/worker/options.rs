//! The command line: a mode, then `name=value`.

use std::str::FromStr;
use std::time::Duration;

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

    /// The first of that name.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let mut pairs = self.0.iter().filter_map(|option| option.split_once('='));
        pairs.find_map(|(known, value)| (known == name).then_some(value))
    }

    pub(crate) fn number<T: FromStr>(&self, name: &str, otherwise: T) -> T {
        self.get(name)
            .and_then(|text| text.parse().ok())
            .unwrap_or(otherwise)
    }

    pub(crate) fn millis(&self, name: &str, otherwise: u64) -> Duration {
        Duration::from_millis(self.number(name, otherwise))
    }
}
