//! An API's own judgement of what an answer means.

use std::time::SystemTime;

use http::{HeaderMap, StatusCode};
use tollgate_signals::preset::Preset;
use tollgate_signals::{Verdict, throttled};

/// A function that judges answers, named in a description as `classify = my_function`.
///
/// It is asked about every answer of the API's own origin that was read into memory, with its body,
/// successes too, since some vendors answer 200 and say in the body that they throttle; of a streamed
/// answer only about a refusal. Of a refusal's body it sees what arrived within a second.
///
/// ```
/// use tollgate::{Answered, Scope, Verdict};
///
/// /// GraphQL: a refusal is a 200 with an error of the type `THROTTLED`.
/// fn graphql(answer: &Answered<'_>) -> Verdict {
///     let text = String::from_utf8_lossy(answer.body());
///     match text.contains("\"THROTTLED\"") {
///         true => Verdict::Throttled { wait: None, scope: Scope::Account },
///         false => answer.verdict(),
///     }
/// }
/// # let _: tollgate::Classify = graphql;
/// ```
pub type Classify = fn(&Answered<'_>) -> Verdict;

/// An answer as a classifier sees it.
#[derive(Debug)]
pub struct Answered<'a> {
    status: StatusCode,
    headers: &'a HeaderMap,
    body: &'a [u8],
    preset: &'a Preset,
    now: SystemTime,
}

impl<'a> Answered<'a> {
    pub(crate) fn new(
        status: StatusCode,
        headers: &'a HeaderMap,
        body: &'a [u8],
        preset: &'a Preset,
    ) -> Self {
        let now = SystemTime::now();
        Self {
            status,
            headers,
            body,
            preset,
            now,
        }
    }

    /// The status.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The headers.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        self.headers
    }

    /// The body: of a success all of it, of a refusal its beginning, at most 64 KiB.
    #[must_use]
    pub fn body(&self) -> &[u8] {
        self.body
    }

    /// What tollgate makes of it by the status, the headers and what is known about the vendor.
    pub fn verdict(&self) -> Verdict {
        throttled(self.status, self.headers, self.body, self.preset, self.now)
    }
}
