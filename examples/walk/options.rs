//! What the command line says.

use clap::{Parser, ValueEnum};

/// Walks everything that a Basecamp-like account holds, and shows that every request paid.
#[derive(Debug, Parser)]
#[command(name = "walk")]
pub(crate) struct Options {
    /// The vendor to walk, with the account in its path; without it one is started here
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,

    /// The bearer token
    #[arg(
        long,
        env = "BASECAMP_TOKEN",
        hide_env_values = true,
        default_value = "none"
    )]
    pub(crate) token: String,

    /// How the vendor counts, and so which of the two descriptions is used
    #[arg(long, value_enum, default_value_t = Kind::Window)]
    pub(crate) ceiling: Kind,

    /// How many pages the vendor that is started here has, the list of projects included
    #[arg(long, default_value_t = 100)]
    pub(crate) pages: usize,

    /// How many projects they are spread over
    #[arg(long, default_value_t = 12)]
    pub(crate) projects: usize,

    /// How long the vendor that is started here takes for an answer
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 0)]
    pub(crate) delay_ms: u64,

    /// Lets the vendor that is started here misbehave in the middle of the walk
    #[arg(long, conflicts_with = "base_url")]
    pub(crate) faults: bool,
}

/// How the vendor counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// 50 requests in any 10 seconds, as Basecamp's documentation says
    Window,
    /// A bucket of 50 tokens, refilled with 10 per second
    TokenBucket,
}

/// How many requests may be sent at once, under either ceiling.
pub(crate) const BURST: u32 = 50;

impl Kind {
    /// The least time in seconds that so many requests take under the ceiling.
    pub(crate) fn optimum(self, requests: u64) -> f64 {
        let late = requests.saturating_sub(u64::from(BURST));
        match self {
            // The requests of the last window can all leave when it begins.
            Self::Window => seconds(late.div_ceil(u64::from(BURST))) * 10.0,
            Self::TokenBucket => seconds(late) / 10.0,
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a number of requests, exact below 2^53"
)]
fn seconds(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_optimum_is_what_the_ceiling_leaves() {
        assert_eq!(Kind::TokenBucket.optimum(200), 15.0);
        assert_eq!(Kind::TokenBucket.optimum(50), 0.0);
        assert_eq!(Kind::Window.optimum(50), 0.0);
        assert_eq!(Kind::Window.optimum(51), 10.0);
        assert_eq!(Kind::Window.optimum(100), 10.0);
        assert_eq!(Kind::Window.optimum(101), 20.0);
    }
}
