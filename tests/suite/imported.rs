//! Imported clients: what is in `tests/imported` is what their documents give, and what they send is
//! what the documents say.

use std::path::{Path, PathBuf};

use tollgate_openapi::{Document, Limits, Options};
use tollgate_testkit::{Reply, Vendor};

#[path = "../imported/forum/mod.rs"]
#[allow(
    unreachable_pub,
    reason = "an import is public, and stands in a test here"
)]
mod forum;
#[path = "../imported/legacy/mod.rs"]
#[allow(
    unreachable_pub,
    reason = "an import is public, and stands in a test here"
)]
mod legacy;

use forum::rules::RulesListRulesPostRulesAnswer;
use forum::types::{
    AutoMerge, AutoMergeReaction, Human, PeopleUserGetOauth2ApplicationBody,
    PeopleUserGetOauth2ApplicationBodyAddress, Person, Reaction, RulesListRulesGetRulesCreated,
    SessionDotStatus, SessionStatus,
};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("imported")
}

/// The import of a document; `UPDATE=1` writes it anew.
fn held(name: &str, limits: &str) {
    let folder = folder();
    let document = Document::open(folder.join(name)).expect("a document");
    let stem = name.split('.').next().expect("a stem");
    let mut options = Options::default();
    options.limits = Some(Limits::open(folder.join(limits)).expect("limits"));
    options.names =
        std::fs::read_to_string(folder.join(stem).join("names.txt")).unwrap_or_default();
    let import = tollgate_openapi::import(&document, &options).expect("an import");
    assert_eq!(
        import.report.imported, import.report.operations,
        "{:?}",
        import.report
    );
    if std::env::var_os("UPDATE").is_some() {
        import.write(folder.join(stem)).expect("written");
    }
    let differences = import.check(folder.join(stem)).expect("compared");
    assert!(
        differences.is_empty(),
        "{differences:?}; if that is meant, run with UPDATE=1"
    );
}

#[test]
fn what_is_committed_is_what_the_documents_give() {
    held("forum.yaml", "limits.toml");
    held("legacy.yaml", "legacy.toml");
}

async fn vendor(reply: Reply) -> (Vendor, forum::Forum) {
    let vendor = Vendor::builder().otherwise(reply).start().await;
    let url = vendor.url();
    let forum = forum::Forum::builder()
        .base_url(url)
        .key("secret")
        .process()
        .build();
    (vendor, forum.expect("a client"))
}

/// The target of the only request.
fn target(vendor: &Vendor) -> String {
    let requests = vendor.requests();
    let [request] = requests.as_slice() else {
        panic!("{} requests", requests.len());
    };
    request.target().to_owned()
}

#[tokio::test]
async fn arrays_and_objects_arrive_as_the_document_writes_them() {
    let (vendor, forum) = vendor(Reply::json(&serde_json::json!([]))).await;
    let created = RulesListRulesGetRulesCreated { gt: Some(5) };
    let call = forum
        .rules()
        .list_rules_get_rules()
        .tags(&["a,b", "c"])
        .joined(&["a,b", "c"])
        .pipes(&["a", "b"])
        .spaces(&["a", "b"])
        .created(&created)
        .ids(&[1, 2])
        .date_sent("2026-01-01")
        .start_on_before("x")
        .reaction(&Reaction::PlusOne);
    call.await.expect("an answer");
    assert_eq!(
        target(&vendor),
        "/rules?tags=a%2Cb&tags=c&joined=a%2Cb,c&pipes=a%7Cb&spaces=a%20b&created%5Bgt%5D=5\
         &ids%5B%5D=1&ids%5B%5D=2&DateSent%3C=2026-01-01&start_on.before=x&reaction=%2B1"
    );
    vendor.assert_paid_exactly(&forum.meter());
}

#[tokio::test]
async fn an_empty_array_leaves_the_key_out() {
    let (vendor, forum) = vendor(Reply::json(&serde_json::json!([]))).await;
    let call = forum
        .rules()
        .list_rules_get_rules()
        .tags(&[])
        .joined(&[])
        .pipes(&[]);
    call.await.expect("an answer");
    assert_eq!(target(&vendor), "/rules");
}

#[tokio::test]
async fn parameters_of_the_path_and_of_headers_and_cookies_obey_the_same_rules() {
    let answer = serde_json::json!({"kind": "human", "name": "Ada", "friends": [{"kind": "bot", "version": 2}, {"kind": "cat"}]});
    let (vendor, forum) = vendor(Reply::json(&answer)).await;
    let call = forum
        .people()
        .user_get_o_auth2_application("a/b")
        .fields(&["x,y", "z"]);
    let person = call.x_ids(&[1, 2]).session("s1").await.expect("an answer");
    assert_eq!(target(&vendor), "/people/a%2Fb?fields=x%2Cy,z");
    let request = vendor.last_request().expect("a request");
    assert_eq!(request.header("X-Ids"), Some("1,2"));
    assert_eq!(request.header("Cookie"), Some("session=s1"));
    assert_eq!(request.header("X-Key"), Some("secret"));
    let Person::Human(Human { name, friends, .. }) = &person else {
        panic!("{person:?}");
    };
    assert_eq!(
        (name.as_str(), friends.as_ref().map(Vec::len)),
        ("Ada", Some(2))
    );
    assert_eq!(serde_json::to_value(&person).expect("JSON"), answer);
}

#[tokio::test]
async fn a_form_with_an_object_in_it_is_written_with_brackets() {
    let (vendor, forum) = vendor(Reply::empty(204)).await;
    let address = PeopleUserGetOauth2ApplicationBodyAddress {
        city: Some("São Paulo".to_owned()),
    };
    let body = PeopleUserGetOauth2ApplicationBody {
        address: Some(address),
        ..PeopleUserGetOauth2ApplicationBody::new("Ada".to_owned())
    };
    let call = forum.people().user_get_oauth2_application("7", &body);
    call.await.expect("an answer");
    let request = vendor.last_request().expect("a request");
    assert_eq!(request.line(), "PUT /people/7 HTTP/1.1");
    assert_eq!(
        request.body_text(),
        "name=Ada&address%5Bcity%5D=S%C3%A3o%20Paulo"
    );
}

#[tokio::test]
async fn twins_and_words_of_rust_keep_their_names_on_the_wire() {
    let table = [
        (AutoMergeReaction::PlusOne, "+1"),
        (AutoMergeReaction::MinusOne, "-1"),
        (AutoMergeReaction::Empty, ""),
        (AutoMergeReaction::Null, "null"),
        (AutoMergeReaction::Other("tada".to_owned()), "tada"),
    ];
    for (reaction, wire) in table {
        let written = serde_json::to_value(&reaction).expect("JSON");
        assert_eq!(written, wire);
        let read: AutoMergeReaction = serde_json::from_value(written).expect("a reaction");
        assert_eq!(read, reaction);
    }
    let dotted: SessionDotStatus = serde_json::from_str(r#"{"type":"x","self":3}"#).expect("one");
    assert_eq!((dotted.r#type.as_str(), dotted.self_), ("x", Some(3)));
    let plain: SessionStatus = serde_json::from_str(r#"{"auto_merge":null}"#).expect("one");
    assert_eq!(plain.auto_merge, None);
}

#[tokio::test]
async fn answers_and_errors_are_read_by_their_status() {
    let body = AutoMerge::new(AutoMergeReaction::PlusOne);
    let table = [
        (200, r#"{"auto_merge":{"reaction":"+1"}}"#, "Ok"),
        (201, r#"{"type":"x"}"#, "Created"),
        (204, "", "NoContent"),
    ];
    for (status, json, name) in table {
        let (vendor, forum) = vendor(Reply::json_text(json).status(status)).await;
        let answer = forum
            .rules()
            .list_rules_post_rules(&body)
            .await
            .expect("an answer");
        let found = match answer {
            RulesListRulesPostRulesAnswer::Ok(_) => "Ok",
            RulesListRulesPostRulesAnswer::Created(_) => "Created",
            RulesListRulesPostRulesAnswer::NoContent => "NoContent",
        };
        assert_eq!(found, name);
        let request = vendor.last_request().expect("a request");
        assert_eq!(request.body_text(), r#"{"reaction":"+1"}"#);
        assert_eq!(forum.bucket_meters()["write"].calls, 1);
    }
    let (_vendor, forum) = vendor(Reply::json_text(r#"{"message":"no"}"#).status(422)).await;
    let error = forum
        .rules()
        .list_rules_post_rules(&body)
        .await
        .expect_err("an error");
    assert_eq!(
        error.api().map(|problem| problem.message.as_str()),
        Some("no")
    );
}

#[tokio::test]
async fn the_collections_of_swagger_arrive_as_they_are_called() {
    let vendor = Vendor::builder()
        .otherwise(Reply::json(&serde_json::json!([])))
        .start()
        .await;
    let legacy = legacy::Legacy::builder()
        .base_url(vendor.url())
        .process()
        .build();
    let legacy = legacy.expect("a client");
    let two = ["a,b", "c"];
    let call = legacy
        .lists()
        .lists()
        .shared(&two)
        .csv(&two)
        .usual(&two)
        .multi(&two);
    call.ssv(&two).tsv(&two).await.expect("an answer");
    assert_eq!(
        target(&vendor),
        "/lists?shared=a%2Cb%7Cc&csv=a%2Cb,c&usual=a%2Cb,c&multi=a%2Cb&multi=c&ssv=a%2Cb%20c&tsv=a%2Cb%09c"
    );
}
