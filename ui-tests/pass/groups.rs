//! A large API in several traits that share one client.

use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub struct Issue {
    pub number: u64,
}

#[derive(Debug, Deserialize)]
pub struct Refusal {
    pub reason: String,
}

#[tollgate::api(
    base_url = "http://127.0.0.1:1",
    scope = process,
    auth = none,
    error = Refusal,
    bucket(read, ceiling(60 per minute)),
    bucket(write, ceiling(60 per minute), budget(50 per minute, burst = 10)),
    default_bucket = read,
)]
pub trait Forge {}

#[tollgate::group(client = Forge)]
pub trait Issues {
    #[get("/issues/{number}")]
    async fn read(&self, number: u64) -> Issue;
    #[get("/issues")]
    #[paginate(link)]
    fn list(&self, state: Option<&str>) -> Pages<Issue>;
    #[patch("/issues/{number}", bucket = write, cost = 10, error = String)]
    async fn edit(&self, number: u64, #[json] title: &str) -> Issue;
}

mod elsewhere {
    #[tollgate::group(client = super::Forge, accessor = pulls, error = String, default_bucket = write)]
    pub trait PullRequests {
        #[get("/pulls")]
        #[paginate(link)]
        fn list(&self, state: Option<&str>) -> Pages<String>;
    }

    #[tollgate::group(client = crate::Forge)]
    pub trait Type {
        /// The name of a method of every client is free in a group.
        #[get("/meter")]
        async fn meter(&self);
    }
}

fn main() {
    let forge = Forge::builder().build().unwrap();
    let _ = forge.issues().list().state("open").items();
    let _ = forge.pulls().list().state("open").pages();
    let _ = forge.r#type().meter();
    let _ = async move {
        let error = forge.issues().read(1).await.unwrap_err();
        let _: Option<&Refusal> = error.api();
        let issues = forge.issues().clone();
        let error = issues.edit(1, "title").await.unwrap_err();
        let _: Option<&String> = error.api();
    };
}
