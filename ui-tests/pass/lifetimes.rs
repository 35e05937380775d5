//! Lifetimes of arguments; a call holds none of them.

#[derive(serde::Serialize)]
pub struct Filter<'a> {
    words: &'a str,
}

#[tollgate::api(base_url = "http://127.0.0.1:1", scope = process, auth = none, bucket(all, ceiling(1 per s)), default_bucket = all)]
pub trait Lived {
    #[get("/a/{id}")]
    async fn named<'a, 'b: 'a>(&'a self, id: &'b str, words: &'a [&'b str], deep: Option<&'b str>);
    #[post("/b")]
    async fn borrowed(&self, #[json] filter: &Filter<'_>, #[query(flatten)] more: Option<Filter<'_>>);
    #[get("/c")]
    async fn cow(&self, id: std::borrow::Cow<'_, str>) -> std::borrow::Cow<'static, str>;
    #[put("/d")]
    async fn text(&self, #[body] text: &'static str);
}

fn main() {
    let lived = Lived::builder().build().unwrap();
    let call = {
        let id = String::from("1");
        let words = String::from("a");
        lived.named(&id, &[&words]).deep(&words)
    };
    drop(call);
}
