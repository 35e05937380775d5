//! The ceilings that the vendor enforces, and for whom.

mod counter;
mod gates;

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use tollgate_limits::{Ceiling, Period, Rate};

pub(crate) use self::gates::{Admission, Gates, Verdict};
use crate::request::Request;

/// One ceiling of the vendor: what it allows, to which requests, counted by whose credential.
///
/// A request passes only if all gates let it through; a request that one of them stops is charged
/// by none.
///
/// ```
/// use std::time::Duration;
/// use tollgate_testkit::{Gate, Vendor};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let vendor = Vendor::builder()
///     .ceiling(Gate::window(50, Duration::from_secs(10)).per_bearer())
///     .ceiling(Gate::in_flight(2).under("/reports"))
///     .start()
///     .await;
/// assert_eq!(vendor.throttled(), 0);
/// # }
/// ```
#[derive(Clone)]
#[must_use = "a gate stops nobody until it is given to a builder"]
pub struct Gate {
    ceiling: Ceiling,
    key: Key,
    under: Option<String>,
    counts_rejected: bool,
    cost: Option<Cost>,
}

/// How many units a request takes.
type Cost = Arc<dyn Fn(&Request) -> u32 + Send + Sync>;

/// By what a gate tells its clients apart.
#[derive(Clone, Debug)]
enum Key {
    Everybody,
    Header(String),
}

impl Gate {
    /// Enforces a ceiling on everybody together and on every path.
    pub fn new(ceiling: Ceiling) -> Self {
        Self {
            ceiling,
            key: Key::Everybody,
            under: None,
            counts_rejected: false,
            cost: None,
        }
    }

    /// At most `count` requests in any stretch of this length.
    ///
    /// # Panics
    ///
    /// For a count or a length of zero.
    pub fn window(count: u32, length: Duration) -> Self {
        Self::new(Ceiling::Window(rate(count, length)))
    }

    /// A token bucket that holds `burst`, is full at first and gains `count` per `length`.
    ///
    /// # Panics
    ///
    /// For a count, a length or a burst of zero.
    pub fn token_bucket(count: u32, length: Duration, burst: u32) -> Self {
        Self::new(Ceiling::TokenBucket {
            rate: rate(count, length),
            burst: non_zero(burst),
        })
    }

    /// At most `count` exchanges open at one time, from the arrival of the request to the last
    /// byte of its answer.
    ///
    /// # Panics
    ///
    /// For a count of zero.
    pub fn in_flight(count: u32) -> Self {
        Self::new(Ceiling::InFlight(non_zero(count)))
    }

    /// Counts each value of the `Authorization` header for itself.
    pub fn per_bearer(self) -> Self {
        self.per_header("authorization")
    }

    /// Counts each value of a header for itself; requests without it count together.
    pub fn per_header(mut self, name: impl Into<String>) -> Self {
        self.key = Key::Header(name.into());
        self
    }

    /// Holds only for paths that begin with this.
    pub fn under(mut self, prefix: impl Into<String>) -> Self {
        self.under = Some(prefix.into());
        self
    }

    /// Charges rejected requests too, as some vendors do: who keeps knocking stays out. Has no
    /// meaning for [`in_flight`](Self::in_flight).
    pub fn counting_rejected(mut self) -> Self {
        self.counts_rejected = true;
        self
    }

    /// Charges each request what the closure says; 1 is usual.
    pub fn cost(mut self, units: impl Fn(&Request) -> u32 + Send + Sync + 'static) -> Self {
        self.cost = Some(Arc::new(units));
        self
    }

    fn holds_for(&self, request: &Request) -> bool {
        self.under
            .as_deref()
            .is_none_or(|prefix| request.path().starts_with(prefix))
    }

    fn key_of(&self, request: &Request) -> Vec<u8> {
        match &self.key {
            Key::Everybody => Vec::new(),
            Key::Header(name) => request
                .header_values(name)
                .next()
                .unwrap_or_default()
                .to_vec(),
        }
    }

    fn cost_of(&self, request: &Request) -> u32 {
        self.cost.as_ref().map_or(1, |cost| cost(request))
    }
}

fn rate(count: u32, length: Duration) -> Rate {
    let nanos = u64::try_from(length.as_nanos()).ok();
    let period = nanos
        .and_then(Period::from_nanos)
        .expect("a ceiling's period is 1 ns to 584 years");
    Rate::new(non_zero(count), period)
}

fn non_zero(count: u32) -> NonZeroU32 {
    NonZeroU32::new(count).expect("a ceiling allows at least one")
}

impl From<Ceiling> for Gate {
    fn from(ceiling: Ceiling) -> Self {
        Self::new(ceiling)
    }
}

impl std::fmt::Debug for Gate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gate")
            .field("ceiling", &self.ceiling)
            .field("key", &self.key)
            .field("under", &self.under)
            .field("counts_rejected", &self.counts_rejected)
            .finish_non_exhaustive()
    }
}
