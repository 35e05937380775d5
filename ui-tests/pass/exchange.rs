//! Everything that governs an exchange beside its limits.

use std::time::Duration;

use tollgate::{Answered, Redirects, Retry, Scope, Verdict};

mod judge {
    use super::{Answered, Scope, Verdict};

    pub fn graphql(answer: &Answered<'_>) -> Verdict {
        match answer.body().starts_with(b"{\"errors\"") {
            true => Verdict::Throttled {
                wait: None,
                scope: Scope::Account,
            },
            false => answer.verdict(),
        }
    }
}

const FAILURES: u32 = 5;
const ATTEMPTS: u32 = 3;
/// A constant may have any name, also one that the expansion could have chosen.
const CLASSIFY: tollgate::Classify = judge::graphql;

#[tollgate::api(
    base_url = "https://api.example.com/v1",
    scope = process,
    id = "example",
    auth = bearer,
    bucket(read, ceiling(60 per minute)),
    bucket(write, ceiling(10 per second)),
    bucket(tokens, ceiling(5 per minute)),
    default_bucket = read,
    bucket_header = "X-RateLimit-Bucket",
    limits_from = github,
    classify = judge::graphql,
    host("https://uploads.example.com/v1/", bucket = write),
    host("https://api.example.com/v1/files", bucket = write),
    token(url = "https://accounts.example.com/token", bucket = tokens),
    breaker(failures = 5, open = 10 s, per = bucket),
    retry(attempts = 6, base = 500ms, cap = 20 s, within = 2 min, jitter = off),
    redirects = follow_writes,
    deadline = 1 h,
    attempt_timeout = 30 s,
    idempotency_header = "X-Request-Key",
)]
pub trait Everything {
    #[get("/quick", retry = off, deadline = 2 s, attempt_timeout = 900us, redirects = never)]
    async fn quick(&self) -> String;

    #[get("/slow", cost = 2, retry(base = 1 s, jitter = on))]
    async fn slow(&self) -> String;

    #[post("/search", idempotent, retry(attempts = ATTEMPTS))]
    async fn search(&self, #[json] words: &[&str]) -> Vec<String>;

    #[post("/orders", bucket = write, idempotency_key, retry(within = 10 min))]
    async fn order(&self, #[json] order: &str, note: Option<&str>) -> String;

    #[put("/orders/{id}", bucket = write, idempotency_key = "X-Order-Key", redirects = follow)]
    async fn replace(&self, id: u64, #[json] order: &str);

    #[post("/events", retry = off)]
    async fn event(&self);

    /// The header of keys is free where no key is declared.
    #[post("/once")]
    async fn once(&self, #[header("X-Request-Key")] key: &str);
}

#[tollgate::api(
    base_url = "https://api.example.com",
    scope = process,
    auth = bearer,
    bucket(all, ceiling(60 per minute)),
    default_bucket = all,
    classify = CLASSIFY,
    token(url = "https://accounts.example.com/token"),
    breaker(failures = FAILURES, open = 1 min),
    retry = off,
)]
pub trait Little {}

#[tollgate::api(
    base_url = "https://api.example.com",
    scope = process,
    auth = bearer,
    bucket(all, ceiling(60 per minute)),
    token(bucket = all),
    breaker(failures = 3, open = 500ms, per = api),
)]
pub trait Less {}

#[tollgate::group(
    client = Everything,
    retry(within = 10 min, jitter = on),
    redirects = never,
    deadline = 20 min,
    attempt_timeout = 5 min,
    idempotency_header = "X-Group-Key",
)]
pub trait Reports {
    #[get("/report")]
    async fn read(&self) -> String;

    #[get("/other", retry(attempts = 9), deadline = 1 min)]
    async fn other(&self) -> String;

    /// What a group says about retries is not said about this POST.
    #[post("/report")]
    async fn make(&self) -> String;

    #[post("/start", idempotency_key)]
    async fn start(&self);
}

/// Each vendor that is known by name.
macro_rules! vendors {
    ($($name:ident)*) => {$(
        pub mod $name {
            #[tollgate::api(
                base_url = "https://api.example.com",
                scope = process,
                auth = none,
                bucket(all, ceiling(60 per minute)),
                default_bucket = all,
                limits_from = $name,
            )]
            pub trait Vendor {}
        }
    )*};
}

vendors! {
    akamai anthropic atlassian azure_openai cloudflare discord generic github gitlab google groq
    highlevel hubspot jira_dc lemlist notion okta openai perforce prisjakt reddit shopify slack
    stripe x zendesk
}

pub async fn uses(everything: &Everything) -> Result<(), Box<dyn std::error::Error>> {
    let patient = Retry::new().attempts(8).within(Duration::from_secs(3600));
    everything.quick().retry(Retry::off()).redirects(Redirects::Never).await?;
    everything.order("one").note("two").retry(patient).redirects(Redirects::Follow).await?;
    everything.order("one").idempotency_key("a").note("two").await?;
    everything.order("one").note("two").idempotency_key(String::from("b")).await?;
    everything.event().idempotency_key("c").await?;
    everything.reports().start().retry(patient).await?;
    Ok(())
}

fn main() {
    let everything = Everything::builder().bearer("token").build();
    let _ = everything.as_ref().map(uses);
}
