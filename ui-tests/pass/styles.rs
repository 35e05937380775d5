//! Every way to write a value, and what is unusual in paths.

use std::collections::BTreeMap;

use serde::Serialize;

#[derive(Debug, Serialize)]
pub struct Filter {
    pub from: Option<String>,
}

#[tollgate::api(
    base_url = "https://api.example.com",
    scope = process,
    auth = bearer,
    bucket(all, ceiling(60 per minute)),
    default_bucket = all,
)]
pub trait Notes {
    #[get("/queries")]
    async fn queries(
        &self,
        #[query(style = form)] a: &Filter,
        #[query(explode = false)] b: &[&str],
        #[query(style = space_delimited)] c: &[u8],
        #[query(style = pipe_delimited, allow_reserved)] d: Vec<u8>,
        #[query(style = tab_delimited, rename = "e[]")] e: Option<[u8; 2]>,
        #[query(style = deep_object)] f: Option<&BTreeMap<String, Filter>>,
        #[query(json)] g: Option<Filter>,
        #[query(json, allow_reserved)] h: Option<Filter>,
        #[query(explode)] i: Option<Filter>,
    ) -> String;

    #[get("/{owner-name}/{simple}/{label}{matrix}/{list}/{array}.json")]
    async fn paths(
        &self,
        #[path(rename = "owner-name")] owner_name: &str,
        #[path(style = simple)] simple: u8,
        #[path(style = label)] label: &Filter,
        #[path(style = matrix, explode = true)] matrix: &[u8],
        list: Vec<u8>,
        array: [u8; 2],
    ) -> String;

    #[get("/headers")]
    async fn headers(
        &self,
        #[header("X-Ids")] ids: &[u64],
        #[header("X-Filter", explode)] filter: Option<&Filter>,
        #[header("X-Id", style = simple)] id: Option<Filter>,
        #[cookie("a")] a: &str,
        #[cookie("b", explode = false)] b: Option<Vec<u8>>,
    ) -> String;

    #[post("/form")]
    async fn form(&self, #[form(style = deep_object)] form: &Filter) -> String;

    #[post("/flat")]
    async fn flat(&self, #[form(style = form)] form: &Filter) -> String;

    #[patch("/json", accept = "application/vnd.api+json")]
    async fn json(&self, #[json(content_type = "application/merge-patch+json")] note: &Filter) -> String;

    #[put("/body")]
    async fn body(&self, #[body(content_type = "text/csv")] body: Option<String>) -> String;

    #[get("/Users('{id}')/ä:do?action=list&deep")]
    async fn r#type(&self, id: u8, r#in: &str) -> String;

    #[post("/walk")]
    #[paginate(cursor(body = "cursor"), next = "next", items = "items")]
    fn walk(
        &self,
        #[json(content_type = "application/vnd.api+json")] search: &Filter,
        #[query(style = pipe_delimited)] tags: &[&str],
        #[query(json)] filter: Option<Filter>,
        #[header("X-Ids")] ids: &[u64],
        #[cookie("a")] a: Option<&str>,
    ) -> Pages<String>;
}

fn uses(notes: &Notes) {
    let filter = Filter { from: None };
    let _ = notes.queries(&filter, &["a"], &[1], vec![2]).e([1, 2]).i(Filter { from: None });
    let _ = notes.headers(&[1], "a").filter(&filter).b(vec![1]);
    let _ = notes.walk(&filter, &["a"], &[1]).a("b").items();
    let _ = notes.r#type(1, "in").into_future();
}

fn main() {
    let notes = Notes::builder().bearer("token").build();
    let _ = notes.as_ref().map(uses);
}
