//! No token in any text: every answer of a token endpoint, every kind of failure.

use tollgate::{ErrorKind, Token};
use tollgate_testkit::{Reply, Script, Vendor};

use super::{guarded, said, start};
use crate::desk::{Desk, SECRET};

/// All that a client that lost its token can be made to say, for every answer of the endpoint.
async fn everything_said() -> String {
    let secret = |status: u16| {
        let echo = format!(r#"{{"error":"no","access_token":"{SECRET}","hint":"{SECRET}"}}"#);
        Reply::json_text(echo).status(status)
    };
    let mut all = String::new();
    for answer in [
        secret(200),
        secret(400),
        secret(401),
        secret(500),
        Reply::json_text(format!(
            r#"{{"access_token":7,"refresh_token":"{SECRET}"}}"#
        )),
        Reply::json_text(format!(
            r#"{{"access_token":"{SECRET}\n","refresh_token":"{SECRET}"}}"#
        )),
        Reply::text(SECRET),
        Reply::text(SECRET).cut_after(3),
        Reply::reset(),
        Reply::redirect(302, format!("/{SECRET}")),
    ] {
        let script: Script = answer.into();
        let vendor = Vendor::builder().route("POST /token", script).start().await;
        let client = guarded(&vendor);
        let error = client.item(0).await.expect_err("no token");
        assert!(
            matches!(error.kind(), ErrorKind::Token { late: false }),
            "{error}"
        );
        assert_eq!(error.excerpt(), "");
        all.push_str(&said(&error));
        all.push_str(&format!(
            "{client:?} {:?} {:?}",
            client.item(0),
            client.meter()
        ));
    }
    let desk = Desk::default();
    let vendor = start(&desk).await;
    let client = guarded(&vendor);
    client.item(0).await.expect("a token");
    desk.refuse_all();
    all.push_str(&said(&client.item(0).await.expect_err("refused")));
    all.push_str(&format!("{client:?} {:?}", Token::new(SECRET)));
    all
}

#[tokio::test]
async fn no_token_is_shown_by_an_error_a_debug_or_an_event() {
    let log = crate::secrets::Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone());
    crate::reports::two_listen();
    let guard = tracing::subscriber::set_default(subscriber.finish());
    let said = everything_said().await;
    drop(guard);
    assert!(!said.contains(SECRET), "{said}");
    let events = log.text();
    let own: String = events
        .lines()
        .filter(|line| line.contains("tollgate"))
        .collect();
    assert!(!own.contains(SECRET), "{own}");
}
