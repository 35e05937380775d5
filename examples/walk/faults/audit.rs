//! The vendor's record beside the walk's book, request by request.
//!
//! In: what the vendors saw, and the ledgers. Out: every request in the order of its arrival, with
//! the entry that tells why it was sent; and how many have no counterpart on the other side.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use tollgate::{Attempt, Attempts};
use tollgate_testkit::Request;

use crate::book::{List, Purpose};

/// The outcome.
#[derive(Debug, Default)]
pub(super) struct Audit {
    /// The requests that are in both records, in the order of their arrival.
    pub(super) sent: Vec<Sent>,
    /// The requests that are in one record alone, or in both with different answers.
    pub(super) unmatched: usize,
}

/// A request of which both sides know.
#[derive(Debug)]
pub(super) struct Sent {
    /// From the first request to this one.
    pub(super) at: Duration,
    pub(super) purpose: Purpose,
    pub(super) attempt: Attempt,
    /// The request of the same call that followed from the answer.
    pub(super) next: Option<Attempt>,
}

type Ledgers = BTreeMap<Purpose, VecDeque<(Attempt, Option<Attempt>)>>;

impl Audit {
    /// Puts each request that was seen beside the next one in the ledgers of its purpose.
    pub(super) fn new(calls: &[(Purpose, Attempts)], mut seen: Vec<Request>) -> Self {
        seen.sort_by_key(Request::arrived);
        let first = seen.first().map(Request::arrived);
        let mut ledgers = by_purpose(calls);
        let mut audit = Self::default();
        for request in &seen {
            match matching(&mut ledgers, request, first) {
                Some(sent) => audit.sent.push(sent),
                None => audit.unmatched += 1,
            }
        }
        audit.unmatched += ledgers.values().map(VecDeque::len).sum::<usize>();
        audit
    }
}

fn by_purpose(calls: &[(Purpose, Attempts)]) -> Ledgers {
    let mut ledgers = Ledgers::new();
    for (purpose, attempts) in calls {
        let followers = attempts.iter().skip(1).cloned().map(Some).chain([None]);
        let requests = attempts.iter().cloned().zip(followers);
        ledgers.entry(*purpose).or_default().extend(requests);
    }
    ledgers
}

fn matching(ledgers: &mut Ledgers, request: &Request, first: Option<Instant>) -> Option<Sent> {
    let purpose = purpose(request)?;
    let (attempt, next) = ledgers.get_mut(&purpose)?.pop_front()?;
    let answer = attempt.status.map(|status| status.as_u16());
    (answer == request.status()).then_some(Sent {
        at: request.arrived() - first?,
        purpose,
        attempt,
        next,
    })
}

/// What a request was for, by its address.
fn purpose(request: &Request) -> Option<Purpose> {
    let number = |name| request.query_value(name)?.parse::<u64>().ok();
    let list = match request.path() {
        "/token" => return Some(Purpose::Token),
        "/projects.json" => List::Projects,
        _ => List::Recordings {
            project: number("bucket")?,
        },
    };
    Some(Purpose::Page(list, number("page").unwrap_or(1)))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::net::TcpStream;

    use tollgate_testkit::{Reply, Vendor};

    use super::*;
    use crate::basecamp::{Account as _, Basecamp};
    use crate::book::Book;
    use crate::tour;

    #[tokio::test]
    async fn a_request_in_one_record_alone_is_found() {
        let pages = Reply::empty(503).then(Reply::json_text("[]"));
        let vendor = Vendor::builder().otherwise(pages).start().await;
        let client = Basecamp::alone(vendor.url(), "T").expect("a client");
        let book = Book::default();
        let walked = tour::walk(&client, &book, &tour::bar()).await;
        walked.expect("a list of no projects");
        let calls = book.entries().calls.clone();

        let audit = Audit::new(&calls, vendor.requests());
        assert_eq!((audit.sent.len(), audit.unmatched), (2, 0));
        assert!(audit.sent[0].next.is_some() && audit.sent[1].next.is_none());

        let mut unpaid = TcpStream::connect(vendor.addr()).expect("a connection");
        let request = b"GET /projects.json HTTP/1.1\r\n\r\n";
        unpaid.write_all(request).expect("a request");
        vendor.arrived(3).await;
        vendor.idle().await;
        let audit = Audit::new(&calls, vendor.requests());
        assert_eq!((audit.sent.len(), audit.unmatched), (2, 1));

        let other = Audit::new(&calls, vec![vendor.requests().remove(1)]);
        let why = "a 200 where the ledger has a 503, and no second request";
        assert_eq!((other.sent.len(), other.unmatched), (0, 2), "{why}");
        assert_eq!(Audit::new(&calls, Vec::new()).unmatched, 2);
    }
}
