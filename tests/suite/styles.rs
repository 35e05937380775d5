//! Styles of parameters and bodies, judged by the raw request that the vendor saw.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};
use tollgate::{ErrorKind, Retry};
use tollgate_testkit::{Reply, Vendor};

/// An object whose fields have an order.
#[derive(Clone, Copy, Serialize)]
struct Color {
    r: u8,
    g: u8,
    b: Option<u8>,
}

/// A range, as in `created[gt]=5`.
#[derive(Default, Serialize)]
struct Range {
    gt: Option<i64>,
    lte: Option<f32>,
}

/// An enum of scalars that has no `Display`.
#[derive(Clone, Copy, Serialize)]
enum Level {
    #[serde(rename = "very-low")]
    Low,
}

#[tollgate::api(
    base_url = "http://styles.invalid",
    scope = process,
    auth = query("api_key"),
    bucket(main, ceiling(10_000 per second)),
    default_bucket = main,
    query_case = "camelCase",
)]
trait Styles {
    #[get("/arrays")]
    async fn arrays(
        &self,
        tags: Option<&[&str]>,
        #[query(explode = false)] joined: Option<&[&str]>,
        #[query(style = pipe_delimited)] pipes: Option<&[&str]>,
        #[query(style = space_delimited)] spaces: Option<&[&str]>,
        #[query(style = tab_delimited)] tabs: Option<&[&str]>,
        #[query(rename = "ids[]")] ids: Option<&[u64]>,
        #[query(rename = "DateSent<")] sent_before: Option<&str>,
        #[query(rename = "start_on.before", style = form)] start: Option<&str>,
        #[query(style = deep_object)] created: Option<Range>,
    ) -> ();

    #[get("/objects")]
    async fn objects(
        &self,
        #[query(style = form)] apart: Option<Color>,
        #[query(style = form, explode = false)] joined_up: Option<Color>,
        #[query(style = deep_object)] a: Option<Value>,
        #[query(json)] filter: Option<Value>,
        #[query(allow_reserved)] raw: Option<&str>,
        #[query(json, allow_reserved, rename = "where")] raw_filter: Option<Value>,
        #[query(style = form)] level: Option<Level>,
    ) -> ();

    #[get("/simple/{ids}/label/{label}/matrix/{point}")]
    async fn paths(
        &self,
        ids: &[&str],
        #[path(style = label, explode)] label: &BTreeMap<&str, u8>,
        #[path(style = matrix)] point: Color,
    ) -> ();

    #[get("/levels/{level}")]
    async fn level(&self, #[path(style = simple)] level: Level) -> ();

    #[get("/headers")]
    async fn headers(
        &self,
        #[header("X-Ids")] ids: &[u64],
        #[header("X-Color", explode)] color: Option<Color>,
        #[header("X-Level", style = simple)] level: Option<Level>,
        #[header("X-Text")] text: Option<&str>,
    ) -> ();

    #[post("/form")]
    async fn form(&self, #[form(style = deep_object)] body: &Value) -> ();

    #[patch("/merge", accept = "application/vnd.api+json, application/json;q=0.5")]
    async fn merge(
        &self,
        #[json(content_type = "application/merge-patch+json")] body: &Value,
    ) -> ();

    #[put("/text")]
    async fn text(&self, #[body(content_type = "text/plain; charset=utf-8")] body: String) -> ();

    #[get("/walk", accept = "application/vnd.api+json")]
    #[paginate(cursor = "page[after]", next = "next", items = "items")]
    fn walk(
        &self,
        #[query(style = deep_object)] page: BTreeMap<&str, u8>,
        #[query(style = pipe_delimited)] tags: &[&str],
        #[cookie("theme")] theme: &str,
    ) -> Pages<u64>;
}

fn styles(vendor: &Vendor) -> Styles {
    let builder = Styles::builder().base_url(vendor.url()).query_key("S3CR3T");
    builder.retry(Retry::off()).build().expect("a client")
}

/// The request line's target of one call, without the key.
async fn target<F, C>(call: F) -> String
where
    F: FnOnce(&Styles) -> C,
    C: IntoFuture<Output = Result<(), tollgate::Error<Value>>>,
{
    let vendor = Vendor::start().await;
    let client = styles(&vendor);
    call(&client).await.expect("an answer");
    vendor.assert_paid_exactly(&client.meter());
    let line = vendor.request_lines().remove(0);
    let target = line.split(' ').nth(1).expect("a target");
    let target = target.replace("&api_key=S3CR3T", "");
    target.replace("?api_key=S3CR3T", "")
}

#[tokio::test]
async fn arrays_arrive_as_their_style_says() {
    let tags: &[&str] = &["a,b", "c"];
    let arrived = [
        (
            target(|styles| styles.arrays().tags(tags)).await,
            "tags=a%2Cb&tags=c",
        ),
        (
            target(|styles| styles.arrays().joined(tags)).await,
            "joined=a%2Cb,c",
        ),
        (
            target(|styles| styles.arrays().pipes(&["a", "b"])).await,
            "pipes=a%7Cb",
        ),
        (
            target(|styles| styles.arrays().spaces(&["a", "b"])).await,
            "spaces=a%20b",
        ),
        (
            target(|styles| styles.arrays().tabs(&["a", "b"])).await,
            "tabs=a%09b",
        ),
        (
            target(|styles| styles.arrays().ids(&[1, 2])).await,
            "ids%5B%5D=1&ids%5B%5D=2",
        ),
        (
            target(|styles| styles.arrays().sent_before("2026-01-01")).await,
            "DateSent%3C=2026-01-01",
        ),
        (
            target(|styles| styles.arrays().start("x y")).await,
            "start_on.before=x%20y",
        ),
        (
            target(|styles| {
                let gt = Some(5);
                styles.arrays().created(Range { gt, lte: None })
            })
            .await,
            "created%5Bgt%5D=5",
        ),
        (
            target(|styles| {
                let lte = Some(0.1);
                styles.arrays().created(Range { gt: None, lte })
            })
            .await,
            "created%5Blte%5D=0.1",
        ),
    ];
    for (target, query) in arrived {
        assert_eq!(target, format!("/arrays?{query}"));
    }
}

#[tokio::test]
async fn what_is_empty_leaves_its_key_out() {
    let none: &[&str] = &[];
    let empty = target(|styles| {
        let call = styles.arrays().tags(none).joined(none).pipes(none);
        let call = call.spaces(none).tabs(none).ids(&[]);
        call.created(Range::default())
    });
    assert_eq!(empty.await, "/arrays");
}

#[tokio::test]
async fn objects_arrive_as_their_style_says() {
    let color = Color {
        r: 100,
        g: 200,
        b: None,
    };
    let arrived = [
        (
            target(|styles| styles.objects().apart(color)).await,
            "r=100&g=200",
        ),
        (
            target(|styles| styles.objects().joined_up(color)).await,
            "joinedUp=r,100,g,200",
        ),
        (
            target(|styles| styles.objects().a(json!({ "b": { "c": 1 } }))).await,
            "a%5Bb%5D%5Bc%5D=1",
        ),
        (
            target(|styles| styles.objects().a(json!({ "b": [1, null, "x&y"] }))).await,
            "a%5Bb%5D%5B0%5D=1&a%5Bb%5D%5B1%5D=x%26y",
        ),
        (
            target(|styles| styles.objects().filter(json!({ "a": ["é", 1] }))).await,
            "filter=%7B%22a%22%3A%5B%22%C3%A9%22%2C1%5D%7D",
        ),
        (
            target(|styles| styles.objects().raw_filter(json!({ "a": [1, "&"] }))).await,
            "where=%7B%22a%22:[1,%22%26%22]%7D",
        ),
        // The parser of URLs encodes the apostrophe of a query (WHATWG URL standard, "special-query").
        (
            target(|styles| styles.objects().raw(":/?[]@!$()*,;='#&+% ")).await,
            "raw=:/?[]@!$()*,;=%27%23%26%2B%25%20",
        ),
        (
            target(|styles| styles.objects().level(Level::Low)).await,
            "level=very-low",
        ),
    ];
    for (target, query) in arrived {
        assert_eq!(target, format!("/objects?{query}"));
    }
}

#[tokio::test]
async fn paths_hold_lists_and_objects() {
    let label = BTreeMap::from([("x", 1), ("y/z", 2)]);
    let color = Color {
        r: 1,
        g: 2,
        b: Some(3),
    };
    let path = target(|styles| styles.paths(&["a,b", "c/d"], &label, color)).await;
    assert_eq!(
        path,
        "/simple/a%2Cb,c%2Fd/label/.x=1.y%2Fz=2/matrix/;point=r,1,g,2,b,3"
    );
    let path = target(|styles| styles.level(Level::Low)).await;
    assert_eq!(path, "/levels/very-low");
}

#[tokio::test]
async fn a_list_that_would_name_another_path_sends_nothing() {
    let vendor = Vendor::start().await;
    let client = styles(&vendor);
    let label = BTreeMap::from([("x", 1)]);
    let color = Color {
        r: 1,
        g: 2,
        b: None,
    };
    for ids in [&[][..], &[""], &["."], &[".."]] {
        let error = client.paths(ids, &label, color).await;
        let error = error.expect_err("must be refused");
        assert!(
            matches!(error.kind(), ErrorKind::Argument(text) if text.contains("`ids`")),
            "{error}"
        );
    }
    vendor.assert_count(0);
    assert_eq!(client.meter().permits, 0);
}

#[tokio::test]
async fn headers_hold_lists_and_objects() {
    let vendor = Vendor::start().await;
    let client = styles(&vendor);
    let color = Color {
        r: 1,
        g: 2,
        b: Some(3),
    };
    let call = client.headers(&[1, 2]).color(color).level(Level::Low);
    call.text("a, b").await.expect("an answer");
    let request = vendor.last_request().expect("one request");
    assert_eq!(request.header("x-ids"), Some("1,2"));
    assert_eq!(request.header("x-color"), Some("r=1,g=2,b=3"));
    assert_eq!(request.header("x-level"), Some("very-low"));
    assert_eq!(request.header("x-text"), Some("a, b"));
    client.headers(&[]).await.expect("an answer");
    let request = vendor.last_request().expect("a request");
    assert_eq!(request.header("x-ids"), None, "an empty list is no header");
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn a_form_nests() {
    let vendor = Vendor::start().await;
    let client = styles(&vendor);
    let body = json!({
        "items": [{ "price": "x", "quantity": 2 }],
        "metadata": { "order id": "6735&" },
        "off": null,
        "on": true,
    });
    client.form(&body).await.expect("an answer");
    let request = vendor.last_request().expect("one request");
    assert_eq!(
        request.body_text(),
        "items%5B0%5D%5Bprice%5D=x&items%5B0%5D%5Bquantity%5D=2\
         &metadata%5Border%20id%5D=6735%26&on=true"
    );
    assert_eq!(
        request.header("content-type"),
        Some("application/x-www-form-urlencoded")
    );
    let error = client.form(&json!([1])).await.expect_err("no names");
    assert!(matches!(error.kind(), ErrorKind::Argument(_)), "{error}");
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn a_body_is_of_the_type_that_is_declared() {
    let vendor = Vendor::start().await;
    let client = styles(&vendor);
    client
        .merge(&json!({ "a": null }))
        .await
        .expect("an answer");
    let request = vendor.last_request().expect("one request");
    assert_eq!(request.body_text(), "{\"a\":null}");
    assert_eq!(
        (request.header("content-type"), request.header("accept")),
        (
            Some("application/merge-patch+json"),
            Some("application/vnd.api+json, application/json;q=0.5")
        )
    );
    client.text("tea".to_owned()).await.expect("an answer");
    let request = vendor.last_request().expect("a request");
    assert_eq!(
        request.header("content-type"),
        Some("text/plain; charset=utf-8")
    );
    // What the call says comes before what the description says.
    let call = client.text("<a/>".to_owned());
    let call = call.header("content-type", "text/xml");
    call.header("accept", "text/xml").await.expect("an answer");
    let request = vendor.last_request().expect("a request");
    assert_eq!(
        (request.header("content-type"), request.header("accept")),
        (Some("text/xml"), Some("text/xml"))
    );
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn every_page_of_a_walk_is_asked_for_in_the_same_style() {
    use futures_util::TryStreamExt as _;

    let pages = Reply::json(&json!({ "items": [1], "next": "c|1" }))
        .then(Reply::json(&json!({ "items": [2] })));
    let vendor = Vendor::builder().route("GET /walk", pages).start().await;
    let client = styles(&vendor);
    let page = BTreeMap::from([("size", 2)]);
    let walk = client.walk(page, &["a", "b"], "dark; x");
    let items: Vec<u64> = walk.items().try_collect().await.expect("two pages");
    assert_eq!(items, [1, 2]);
    let begin = "GET /walk?page%5Bsize%5D=2&tags=a%7Cb";
    vendor.assert_request_lines(&[
        &format!("{begin}&api_key=S3CR3T HTTP/1.1"),
        &format!("{begin}&page%5Bafter%5D=c%7C1&api_key=S3CR3T HTTP/1.1"),
    ]);
    for request in vendor.requests() {
        assert_eq!(request.header("cookie"), Some("theme=dark%3B%20x"));
        assert_eq!(request.header("accept"), Some("application/vnd.api+json"));
    }
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn no_style_names_another_account() {
    let vendor = Vendor::start().await;
    let client = styles(&vendor);
    let sneaky = json!({ "api_key": "other" });
    let raw = client.raw::<Value>(tollgate::Method::GET, "/x");
    let error = raw.query_as("x", FORM, &sneaky).await;
    let error = error.expect_err("must be refused");
    assert!(
        matches!(error.kind(), ErrorKind::Argument(text) if text.contains("`api_key`")),
        "{error}"
    );
    vendor.assert_count(0);
}

const FORM: tollgate::__private::QueryStyle = tollgate::__private::QueryStyle::FORM;
