//! The description of the API: what it offers, and what it allows.

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;
use tollgate::{BuildError, Meter, PageStream, Retry};

use crate::faults::Session;

/// A project. The vendor calls it a bucket where it means what is inside.
#[derive(Debug, Deserialize)]
pub(crate) struct Project {
    /// Its identifier.
    pub(crate) id: u64,
}

/// A message.
#[derive(Debug, Deserialize)]
pub(crate) struct Recording {
    /// Its identifier.
    pub(crate) id: u64,
}

/// Basecamp, as its documentation describes it: 50 requests in any 10 seconds.
#[tollgate::api(
    base_url = "https://3.basecampapi.com/999999999",
    auth = bearer,
    bucket(
        requests,
        ceiling(
            50 per 10 s,
            source = "https://github.com/basecamp/bc3-api/blob/master/README.md#rate-limiting-429-too-many-requests"
        )
    ),
    default_bucket = requests
)]
pub(crate) trait Basecamp {
    /// Every project that the account can see.
    #[get("/projects.json")]
    #[paginate(link)]
    fn projects(&self) -> Pages<Project>;

    /// Every recording of one type in one project.
    #[get("/projects/recordings.json")]
    #[paginate(link)]
    fn recordings(&self, r#type: &str, bucket: u64) -> Pages<Recording>;
}

/// The same API at a vendor that counts in another way: a token bucket of 50, refilled with 10
/// per second.
#[tollgate::api(
    base_url = "https://3.basecampapi.com/999999999",
    auth = bearer,
    bucket(requests, ceiling(10 per second, burst = 50, source = "the vendor of this example")),
    default_bucket = requests
)]
pub(crate) trait Refilled {
    /// Every project that the account can see.
    #[get("/projects.json")]
    #[paginate(link)]
    fn projects(&self) -> Pages<Project>;

    /// Every recording of one type in one project.
    #[get("/projects/recordings.json")]
    #[paginate(link)]
    fn recordings(&self, r#type: &str, bucket: u64) -> Pages<Recording>;
}

/// Where the vendor keeps what is old: a host of its own, with a limit of its own. It has no
/// endpoints here; that it is described is enough for a redirect to it to be paid from its bucket.
#[tollgate::api(
    base_url = "https://archive.basecampapi.com",
    auth = none,
    bucket(archive, ceiling(50 per 10 s, source = "the vendor of this example")),
    default_bucket = archive
)]
pub(crate) trait Archive {}

/// What the walk needs of either client.
pub(crate) trait Account: Sized {
    /// A client with a token that does not end. Walks that run beside each other share its budget.
    fn with_token(url: String, token: &str) -> Result<Self, BuildError>;
    /// The same for a vendor that is there for this walk alone.
    fn alone(url: String, token: &str) -> Result<Self, BuildError>;
    /// A client whose tokens end, for a vendor of this walk's that fails more often than most.
    fn with_session(url: String, session: Session) -> Result<Self, BuildError>;
    /// Every project, page by page.
    fn all_projects(&self) -> PageStream<Project, Value>;
    /// The messages of a project, page by page.
    fn messages(&self, project: u64) -> PageStream<Recording, Value>;
    /// The counters.
    fn counters(&self) -> Meter;
}

/// The vendor counts by address and not by token: here every token is of one account.
const ACCOUNT: &str = "this address";

/// One page may meet every fault of the script, and the walk is to end within seconds.
const PATIENT: Retry = Retry::new()
    .attempts(16)
    .base(Duration::from_millis(100))
    .cap(Duration::from_secs(1));

macro_rules! accounts {
    ($($api:ident)*) => {$(
        impl Account for $api {
            fn with_token(url: String, token: &str) -> Result<Self, BuildError> {
                let builder = Self::builder().base_url(url).account(ACCOUNT);
                builder.bearer(token).build()
            }

            fn alone(url: String, token: &str) -> Result<Self, BuildError> {
                let builder = Self::builder().base_url(url).account(ACCOUNT);
                builder.process().bearer(token).build()
            }

            fn with_session(url: String, session: Session) -> Result<Self, BuildError> {
                let builder = Self::builder().base_url(url).account(ACCOUNT);
                builder.process().token_source(session).retry(PATIENT).build()
            }

            fn all_projects(&self) -> PageStream<Project, Value> {
                self.projects().pages()
            }

            fn messages(&self, project: u64) -> PageStream<Recording, Value> {
                self.recordings("Message", project).pages()
            }

            fn counters(&self) -> Meter {
                self.meter()
            }
        }
    )*};
}

accounts!(Basecamp Refilled);
