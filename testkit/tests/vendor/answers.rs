//! Promise: the vendor answers as its script says.

use serde_json::{Value, json};
use tollgate_testkit::{LinkForm, Pages, Reply, Script, Vendor};

use super::{body, get, header, status, talk};

async fn json_of(vendor: &Vendor, target: &str) -> Value {
    serde_json::from_str(body(&talk(vendor, get(target)).await)).expect("the body is JSON")
}

#[tokio::test]
async fn a_vendor_of_which_nothing_was_said_answers_an_empty_object() {
    let vendor = Vendor::start().await;
    assert_eq!(json_of(&vendor, "/whatever").await, json!({}));
}

#[tokio::test]
async fn a_request_without_a_route_is_told_so() {
    let vendor = Vendor::builder()
        .route("GET /a", Reply::empty(204))
        .start()
        .await;
    let answer = talk(&vendor, get("/b?c")).await;
    assert_eq!(
        (status(&answer), body(&answer)),
        (404, r#"{"message":"no route fits `GET /b?c`"}"#)
    );
    assert_eq!(
        status(&talk(&vendor, get("/a").replace("GET", "POST")).await),
        404
    );
    assert_eq!(status(&talk(&vendor, get("/a")).await), 204);
}

#[tokio::test]
async fn a_sequence_is_answered_in_order_and_its_last_reply_stays() {
    let script = Reply::empty(503).times(2).then(Reply::text("ready"));
    let vendor = Vendor::builder().route("/", script).start().await;
    let mut statuses = Vec::new();
    for _ in 0..4 {
        statuses.push(status(&talk(&vendor, get("/")).await));
    }
    assert_eq!(statuses, [503, 503, 200, 200]);
    assert_eq!(vendor.requests()[1].status(), Some(503));
}

#[tokio::test]
async fn a_handler_sees_the_request_and_its_parameters() {
    let vendor = Vendor::builder()
        .handle("POST /items/{id}", |request| {
            let value: Value = request.json().unwrap();
            Reply::json(&json!([
                request.param("id"),
                request.query_value("q r"),
                value
            ]))
        })
        .start()
        .await;
    let request = get("/items/a%20b?q+r=1%2b1").replace("GET", "POST");
    let request = request.replace("\r\n\r\n", "\r\nContent-Length: 4\r\n\r\ntrue");
    assert_eq!(body(&talk(&vendor, request).await), r#"["a b","1+1",true]"#);
}

#[tokio::test]
async fn a_handler_that_panics_answers_with_its_panic() {
    let script = Script::handler(|request| panic!("unexpected {}", request.path()));
    let vendor = Vendor::builder().route("*", script).start().await;
    let answer = talk(&vendor, get("/boom")).await;
    assert_eq!(
        (status(&answer), body(&answer)),
        (500, "the handler panicked: unexpected /boom")
    );
    assert_eq!(status(&talk(&vendor, get("/again")).await), 500);
}

#[tokio::test]
async fn a_route_can_be_replaced_while_the_vendor_runs() {
    let vendor = Vendor::builder()
        .route("/a", Reply::text("before"))
        .start()
        .await;
    assert_eq!(body(&talk(&vendor, get("/a")).await), "before");
    vendor.route("/a", Reply::text("after"));
    assert_eq!(body(&talk(&vendor, get("/a")).await), "after");
}

#[tokio::test]
async fn a_head_request_gets_the_length_and_no_body() {
    let vendor = Vendor::builder()
        .otherwise(Reply::text("12345"))
        .start()
        .await;
    let answer = talk(&vendor, get("/").replace("GET", "HEAD")).await;
    assert_eq!(
        (header(&answer, "content-length"), body(&answer)),
        (Some("5"), "")
    );
}

#[tokio::test]
async fn headers_go_out_as_they_are() {
    let reply = Reply::empty(200)
        .header("x-CaSe", b" \xff")
        .header("Date", "never");
    let vendor = Vendor::builder().otherwise(reply).start().await;
    let answer = talk(&vendor, get("/")).await;
    assert!(
        answer.contains("\r\nx-CaSe:  \u{fffd}\r\nDate: never\r\n"),
        "{answer}"
    );
}

#[tokio::test]
async fn a_chunked_reply_is_chunked() {
    let vendor = Vendor::builder()
        .otherwise(Reply::text("hello").chunked(3))
        .start()
        .await;
    let answer = talk(&vendor, get("/")).await;
    assert_eq!(header(&answer, "transfer-encoding"), Some("chunked"));
    assert_eq!(body(&answer), "3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n");
}

#[tokio::test]
async fn pages_name_their_neighbours_and_keep_the_query() {
    let vendor = Vendor::builder().pages("/items", 5, 2).start().await;
    let first = talk(&vendor, get("/items?q=a&per_page=2")).await;
    assert_eq!(body(&first), r#"[{"id":1},{"id":2}]"#);
    assert_eq!(
        header(&first, "link"),
        Some(
            "<http://vendor/items?q=a&per_page=2&page=2>; rel=\"next\", \
             <http://vendor/items?q=a&per_page=2&page=3>; rel=\"last\""
        ),
    );
    let last = talk(&vendor, get("/items?page=3")).await;
    assert_eq!(body(&last), r#"[{"id":5}]"#);
    assert_eq!(
        header(&last, "link"),
        Some("<http://vendor/items?page=2>; rel=\"prev\"")
    );
    assert_eq!(status(&talk(&vendor, get("/items?page=4")).await), 404);
}

#[tokio::test]
async fn pages_can_be_spelled_otherwise() {
    let pages = Pages::new(2, 1)
        .link(LinkForm::Path)
        .within("data.files")
        .item(|number| json!(number));
    let vendor = Vendor::builder()
        .route("/files", pages)
        .route("/query", Pages::new(2, 1).link(LinkForm::Query))
        .pages("/none", 0, 10)
        .start()
        .await;
    let files = talk(&vendor, get("/files")).await;
    assert_eq!(body(&files), r#"{"data":{"files":[1]}}"#);
    assert_eq!(
        header(&files, "link"),
        Some("</files?page=2>; rel=\"next\", </files?page=2>; rel=\"last\"")
    );
    let query = talk(&vendor, get("/query?page=2")).await;
    assert_eq!(header(&query, "link"), Some("<?page=1>; rel=\"prev\""));
    let none = talk(&vendor, get("/none")).await;
    assert_eq!((body(&none), header(&none, "link")), ("[]", None));
}

#[tokio::test]
async fn pages_can_lead_astray() {
    let pages = Pages::new(9, 1).url(|request, page| format!("{}://evil/{page}", request.method()));
    let vendor = Vendor::builder().route("/items", pages).start().await;
    let answer = talk(&vendor, get("/items")).await;
    let links = "<GET://evil/2>; rel=\"next\", <GET://evil/9>; rel=\"last\"";
    assert_eq!(header(&answer, "link"), Some(links));
}
