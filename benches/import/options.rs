//! What the command line asks for beyond the plan.

use std::env;

/// Which documents, and beside whom.
pub(crate) struct Options {
    /// Names; all documents if there is none.
    pub(crate) only: Vec<String>,
    /// Whether other generators are measured too.
    pub(crate) peers: bool,
}

impl Options {
    pub(crate) fn from_args() -> Self {
        let mut arguments = env::args();
        let mut options = Self {
            only: Vec::new(),
            peers: false,
        };
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--peers" => options.peers = true,
                "--only" => {
                    let names = arguments.next().unwrap_or_default();
                    options.only = names.split(',').map(str::to_owned).collect();
                }
                _ => {}
            }
        }
        options
    }
}
