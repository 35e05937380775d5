//! The description of the API: what it offers, and what it allows.

use serde::Deserialize;
use serde_json::Value;
use tollgate::{ItemStream, Meter, PageStream};

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
    #[expect(dead_code, reason = "the walk only counts")]
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

/// What the walk needs of either client.
pub(crate) trait Account {
    /// Every project.
    fn all_projects(&self) -> ItemStream<Project, Value>;
    /// The messages of a project, page by page.
    fn messages(&self, project: &Project) -> PageStream<Recording, Value>;
    /// The counters.
    fn counters(&self) -> Meter;
}

impl Account for Basecamp {
    fn all_projects(&self) -> ItemStream<Project, Value> {
        self.projects().items()
    }

    fn messages(&self, project: &Project) -> PageStream<Recording, Value> {
        self.recordings("Message", project.id).pages()
    }

    fn counters(&self) -> Meter {
        self.meter()
    }
}

impl Account for Refilled {
    fn all_projects(&self) -> ItemStream<Project, Value> {
        self.projects().items()
    }

    fn messages(&self, project: &Project) -> PageStream<Recording, Value> {
        self.recordings("Message", project.id).pages()
    }

    fn counters(&self) -> Meter {
        self.meter()
    }
}
