//! A program that calls a vendor through a client: one of several processes of an account.
//!
//! ```text
//! caller URL DIR TOKEN
//! ```
//!
//! Says `ready`, then does what it hears, and says what came of it: a line for each word.

#![allow(clippy::print_stdout, reason = "a program that answers on its output")]

use std::fmt::Debug;
use std::io::stdin;
use std::time::Duration;

use futures_util::TryStreamExt as _;
use serde_json::Value;
use tollgate::{Error, ErrorKind};

/// A list in pages.
#[tollgate::api(
    base_url = "https://lists.invalid",
    scope = machine,
    auth = bearer,
    bucket(items, ceiling(200 per second, burst = 20)),
    default_bucket = items
)]
trait Lists {
    #[get("/items")]
    #[paginate(link)]
    fn items(&self) -> Pages<Value>;
    #[get("/items/{id}")]
    async fn item(&self, id: u64) -> Value;
}

/// Two buckets that the vendor counts as one, which it says in a header.
#[tollgate::api(
    base_url = "https://learn.invalid",
    scope = machine,
    auth = bearer,
    bucket(files, ceiling(3 per minute), skew = 0ms),
    bucket(folders, ceiling(3 per minute), skew = 0ms),
    bucket_header = "X-RateLimit-Bucket"
)]
trait Learn {
    #[get("/files", bucket = files)]
    async fn files(&self) -> ();
    #[get("/folders", bucket = folders)]
    async fn folders(&self) -> ();
}

struct Clients {
    lists: Lists,
    learn: Learn,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, dir, token] = &arguments[..] else {
        panic!("caller URL DIR TOKEN");
    };
    let lists = Lists::builder().base_url(url).bearer(token.as_str());
    let learn = Learn::builder().base_url(url).bearer(token.as_str());
    let clients = Clients {
        lists: lists.state_dir(dir).build().expect("a client"),
        learn: learn
            .state_dir(dir)
            .deadline(Duration::from_secs(1))
            .build()
            .expect("a client"),
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    println!("ready");
    for line in stdin().lines().map_while(Result::ok) {
        println!("{}", runtime.block_on(clients.hear(&line)));
    }
}

impl Clients {
    async fn hear(&self, word: &str) -> String {
        match word {
            "walk" => self.walk().await,
            "item" => outcome(self.lists.item(7).await),
            "files" => outcome(self.learn.files().await),
            "folders" => outcome(self.learn.folders().await),
            _ => panic!("what is {word}?"),
        }
    }

    /// How many items all pages hold.
    async fn walk(&self) -> String {
        let pages = self.lists.items().pages();
        let items = pages.try_fold(0, async |items, page| Ok(items + page.items.len()));
        match items.await {
            Ok(items) => items.to_string(),
            Err(error) => format!("failed: {error}"),
        }
    }
}

fn outcome<T, E: Debug>(answer: Result<T, Error<E>>) -> String {
    match answer {
        Ok(_) => "answered".to_owned(),
        Err(error) if matches!(error.kind(), ErrorKind::LimiterWait { .. }) => "refused".to_owned(),
        Err(error) => format!("failed: {error}"),
    }
}
