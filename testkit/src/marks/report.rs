//! What the marks say, for a test to ask.

use std::collections::BTreeMap;
use std::fmt;

use super::{Caller, Process};

/// How many lines of a kind are shown.
const SHOWN: usize = 50;

/// What a request was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Payment {
    /// It carried one right mark, for the first time.
    Paid,
    /// It carried none: it did not come through the door.
    Unpaid,
    /// It carried more than one: somebody put one beside the door's.
    DoublyMarked,
    /// Its mark was made without a key of this vendor, or for another request.
    Forged,
    /// Its mark was right and had been seen before: the request was sent again behind the door.
    Replayed,
}

/// A request that was not paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unpaid {
    line: String,
    payment: Payment,
    caller: Caller,
}

/// What a vendor with marks has counted.
///
/// ```
/// use tollgate_testkit::{Payment, Vendor};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let vendor = Vendor::builder().marked().start().await;
/// // … the program under test runs, in this process or with `vendor.mark_env()` in another …
/// let marks = vendor.marks();
/// assert_eq!((marks.seen(), marks.count(Payment::Unpaid)), (0, 0));
/// # }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use = "counting is of no use unless somebody looks"]
pub struct Marks {
    pub(super) counts: BTreeMap<Payment, u64>,
    pub(super) callers: BTreeMap<Caller, BTreeMap<Payment, u64>>,
    pub(super) unpaid: Vec<Unpaid>,
    pub(super) asked_again: Vec<Process>,
}

impl Unpaid {
    pub(super) fn new(line: String, payment: Payment, caller: Caller) -> Self {
        Self {
            line,
            payment,
            caller,
        }
    }

    /// The request line as it came; of what was no request, the first line.
    #[must_use]
    pub fn line(&self) -> &str {
        &self.line
    }

    /// Why it does not count as paid.
    #[must_use]
    pub fn payment(&self) -> Payment {
        self.payment
    }

    /// Who sent it.
    #[must_use]
    pub fn caller(&self) -> &Caller {
        &self.caller
    }
}

impl Marks {
    /// How many requests were this.
    #[must_use]
    pub fn count(&self, payment: Payment) -> u64 {
        self.counts.get(&payment).copied().unwrap_or_default()
    }

    /// All requests.
    #[must_use]
    pub fn seen(&self) -> u64 {
        self.counts.values().sum()
    }

    /// The paid part of what was seen, from 0 to 1; 1 if nothing was seen.
    #[must_use]
    pub fn fraction(&self) -> f64 {
        let seen = self.seen();
        if seen == 0 {
            return 1.0;
        }
        #[expect(
            clippy::cast_precision_loss,
            reason = "a share for people, exact below 2^53"
        )]
        let fraction = self.count(Payment::Paid) as f64 / seen as f64;
        fraction
    }

    /// Everything that was not paid, in the order of its arrival.
    #[must_use]
    pub fn unpaid(&self) -> &[Unpaid] {
        &self.unpaid
    }

    /// What each caller sent.
    pub fn callers(&self) -> impl Iterator<Item = (&Caller, Payment, u64)> {
        let each = |(caller, counts)| -> Vec<(&Caller, Payment, u64)> {
            let counts: &BTreeMap<Payment, u64> = counts;
            counts
                .iter()
                .map(|(payment, count)| (caller, *payment, *count))
                .collect()
        };
        self.callers.iter().flat_map(each)
    }

    /// Processes that asked for a second key: something in them wants to mark requests by itself,
    /// or two versions of the client are in one program.
    #[must_use]
    pub fn asked_again(&self) -> &[Process] {
        &self.asked_again
    }

    /// Whether all that was seen was paid, and nobody tried to pretend it.
    #[must_use]
    pub fn is_all_paid(&self) -> bool {
        self.unpaid.is_empty() && self.asked_again.is_empty()
    }
}

impl fmt::Display for Payment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Paid => "paid",
            Self::Unpaid => "unpaid",
            Self::DoublyMarked => "doubly marked",
            Self::Forged => "forged",
            Self::Replayed => "replayed",
        })
    }
}

impl fmt::Display for Unpaid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line,
            payment,
            caller,
        } = self;
        write!(f, "{payment}: {line} ({caller})")
    }
}

/// One line of counts, then one for each request that was not paid, then what each caller paid.
impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = [
            Payment::Paid,
            Payment::Unpaid,
            Payment::DoublyMarked,
            Payment::Forged,
            Payment::Replayed,
        ];
        write!(f, "seen {}", self.seen())?;
        for payment in all {
            write!(f, ", {payment} {}", self.count(payment))?;
        }
        write!(f, ", fraction {:.4}", self.fraction())?;
        for unpaid in self.unpaid.iter().take(SHOWN) {
            write!(f, "\n  {unpaid}")?;
        }
        if let Some(more) = self.unpaid.len().checked_sub(SHOWN + 1) {
            write!(f, "\n  and {} more", more + 1)?;
        }
        for process in self.asked_again.iter().take(SHOWN) {
            write!(f, "\n  {process} asked for a second key")?;
        }
        Ok(())
    }
}
