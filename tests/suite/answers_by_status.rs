//! Answers by status, forms from structs, and models in every place of a request.

use bytes::Bytes;
use futures_util::stream;
use tollgate::{Answers, Body, BoxError, ErrorKind, Model, Part, Parts};
use tollgate_testkit::{Reply, Vendor};

#[derive(Debug, Clone, PartialEq, Model)]
#[wire(new)]
struct Thing {
    id: i64,
    #[wire("full-name")]
    full_name: Option<String>,
    state: Option<State>,
}

#[derive(Debug, Clone, PartialEq, Model)]
enum State {
    #[wire("in progress")]
    InProgress,
    #[wire(other)]
    Other(String),
}

#[derive(Debug, Clone, PartialEq, Model)]
enum Level {
    #[wire(-1)]
    Low,
}

#[derive(Debug, Clone, PartialEq, Answers)]
enum Created {
    #[status(200)]
    Found(Thing),
    #[status(201)]
    Made(Vec<Thing>),
    #[status(202, 204)]
    Later,
    #[status(206)]
    Text(String),
    #[status("2XX")]
    Other(Bytes),
}

#[derive(Debug, Clone, PartialEq, Answers)]
enum Narrow {
    #[status(200)]
    Found(Thing),
    #[status(204)]
    Nothing,
}

#[derive(Debug, Parts)]
struct Upload {
    purpose: State,
    size: u64,
    tags: Vec<String>,
    note: Option<String>,
    thing: Thing,
    #[wire("all", json)]
    list: Vec<i64>,
    #[wire(json)]
    absent: Option<Thing>,
    file: Part,
    #[wire("more[]")]
    more: Option<Vec<Part>>,
}

#[tollgate::api(
    base_url = "https://api.example.com",
    auth = none,
    bucket(all, ceiling(100 per second)),
    default_bucket = all,
)]
trait Things {
    #[post("/things", idempotent)]
    async fn create(&self, #[json] thing: &Thing) -> Answers<Created>;
    #[get("/things/{id}")]
    async fn narrow(&self, id: i64) -> Answers<Narrow>;
    #[get("/whole")]
    async fn whole(&self) -> Response<Answers<Created>>;
    #[get("/maybe")]
    async fn maybe(&self) -> Option<Answers<Narrow>>;
    #[post("/upload", idempotent)]
    async fn upload(&self, #[multipart] form: Upload);
    #[post("/form", idempotent)]
    async fn form(&self, #[form] thing: &Thing);
    #[get("/states/{state}/{level}")]
    async fn placed(
        &self,
        state: &State,
        level: &Level,
        #[query(rename = "is")] again: State,
        all: Vec<State>,
        #[query(flatten)] thing: &Thing,
        #[header("X-Level")] header: &State,
    );
}

async fn vendor(reply: Reply) -> (Vendor, Things) {
    let vendor = Vendor::builder().otherwise(reply).start().await;
    let things = Things::builder()
        .base_url(vendor.url())
        .process()
        .retry(tollgate::Retry::off())
        .build()
        .expect("a client");
    (vendor, things)
}

#[tokio::test]
async fn an_answer_is_the_variant_of_its_status() {
    let thing = || Thing::new(1);
    let text = r#"{"id":1}"#;
    let table = [
        (200, text, Created::Found(thing())),
        (201, "[{\"id\":1}]", Created::Made(vec![thing()])),
        (202, "ignored", Created::Later),
        (204, "", Created::Later),
        (206, "part", Created::Text("part".to_owned())),
        (203, "other", Created::Other(Bytes::from_static(b"other"))),
    ];
    for (status, body, expected) in table {
        let (vendor, things) = vendor(Reply::text(body).status(status)).await;
        let created = things.create(&thing()).await.expect("a success");
        assert_eq!(created, expected, "{status}");
        let whole = things.whole().await.expect("a success");
        assert_eq!(whole.status().as_u16(), status);
        assert_eq!(whole.into_value(), expected, "{status}");
        assert_eq!(vendor.requests()[0].body_text(), text);
    }
}

#[tokio::test]
async fn a_success_that_no_variant_names_is_told() {
    let (_vendor, things) = vendor(Reply::text("{}").status(201)).await;
    let error = things.narrow(1).await.expect_err("no variant");
    let ErrorKind::Decode { reason, .. } = error.kind() else {
        panic!("{error}")
    };
    assert_eq!(
        reason,
        "no variant of `Narrow` is for the status 201; it has 200, 204"
    );
    assert_eq!(error.status().map(|status| status.as_u16()), Some(201));
}

#[tokio::test]
async fn a_variant_that_cannot_be_read_is_a_fault_with_its_path() {
    let (_vendor, things) = vendor(Reply::text(r#"[{"id":1},{"id":"2"}]"#).status(201)).await;
    let error = things.create(&Thing::new(1)).await.expect_err("a string");
    let ErrorKind::Decode { path, reason } = error.kind() else {
        panic!("{error}")
    };
    assert_eq!(path, "[1].id");
    assert_eq!(reason, "expected an integer, found a string");
}

#[tokio::test]
async fn a_404_is_none_around_answers() {
    let (vendor, things) = vendor(Reply::empty(404)).await;
    assert_eq!(things.maybe().await.expect("none"), None);
    let accept = vendor.requests()[0].header("accept").map(str::to_owned);
    assert_eq!(accept.as_deref(), Some("application/json"));
}

#[tokio::test]
async fn a_struct_is_sent_as_the_parts_of_a_form() {
    let (vendor, things) = vendor(Reply::empty(204)).await;
    let chunks = stream::iter([Ok::<_, BoxError>(Bytes::from_static(b"streamed"))]);
    let form = Upload {
        purpose: State::InProgress,
        size: 3,
        tags: vec!["a".to_owned(), "b,c".to_owned()],
        note: None,
        thing: Thing::new(7),
        list: vec![1, 2],
        absent: None,
        file: Part::new(Body::stream(chunks))
            .file_name("r.txt")
            .content_type("text/plain"),
        more: Some(vec![Part::new("x"), Part::new("y")]),
    };
    things.upload(form).await.expect("success");
    let request = vendor.last_request().expect("one");
    let kind = request.header("content-type").expect("a type");
    let boundary = kind.rsplit('=').next().expect("a boundary");
    let text = |name: &str, text: &str| {
        format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n")
    };
    let json = |name: &str, json: &str| {
        format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\nContent-Type: application/json\r\n\r\n{json}\r\n"
        )
    };
    let expected = [
        text("purpose", "in progress"),
        text("size", "3"),
        text("tags", "a"),
        text("tags", "b,c"),
        json("thing", r#"{"id":7}"#),
        json("all", "[1,2]"),
        format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"r.txt\"\r\nContent-Type: text/plain\r\n\r\nstreamed\r\n"
        ),
        text("more[]", "x"),
        text("more[]", "y"),
        format!("--{boundary}--\r\n"),
    ];
    assert_eq!(request.body_text(), expected.concat());
}

#[tokio::test]
async fn models_go_wherever_values_go() {
    let (vendor, things) = vendor(Reply::empty(204)).await;
    let thing = Thing {
        id: 1,
        full_name: Some("a b".to_owned()),
        state: Some(State::InProgress),
    };
    things.form(&thing).await.expect("success");
    let request = vendor.last_request().expect("one");
    assert_eq!(request.body_text(), "id=1&full-name=a+b&state=in+progress");
    let other = State::Other("a/b".to_owned());
    things
        .placed(
            &State::InProgress,
            &Level::Low,
            other.clone(),
            vec![State::InProgress, other],
            &thing,
            &State::InProgress,
        )
        .await
        .expect("success");
    let request = vendor.last_request().expect("one");
    assert_eq!(
        request.target(),
        "/states/in%20progress/-1?is=a%2Fb&all=in%20progress&all=a%2Fb&id=1&full-name=a%20b&state=in%20progress"
    );
    assert_eq!(request.header("x-level"), Some("in progress"));
}
