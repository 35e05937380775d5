//! Which refresh token goes on, whatever the vendor answers.

use std::collections::VecDeque;

use super::*;

/// A vendor that answers exchanges so, one after the other, and then takes `takes` alone.
async fn then_takes(answers: &[&str], takes: &'static str) -> Vendor {
    let answers: VecDeque<_> = answers.iter().map(|text| (*text).to_owned()).collect();
    let answers = Mutex::new(answers);
    let exchange = move |request: &Request| {
        if let Some(answer) = answers.lock().expect("not poisoned").pop_front() {
            return Reply::json_text(answer);
        }
        match value(request, "refresh_token").as_deref() == Some(takes) {
            true => Reply::json_text(r#"{"access_token":"A","token_type":"bearer"}"#),
            false => Reply::json_text(r#"{"error":"invalid_grant"}"#).status(400),
        }
    };
    let vendor = Vendor::builder().handle("POST /token", exchange);
    vendor.otherwise(Reply::json_text("7")).start().await
}

/// The refresh tokens that were sent, in their order.
fn spent(vendor: &Vendor) -> Vec<String> {
    let requests = vendor.requests();
    let sent = requests.iter();
    sent.filter_map(|request| value(request, "refresh_token"))
        .collect()
}

type Saved = Arc<Mutex<Vec<String>>>;

/// A source that begins with `R0`, and what it gave away to be saved.
fn saving() -> (RefreshToken, Saved) {
    let saved = Saved::default();
    let save = saved.clone();
    let source = RefreshToken::new("id", "R0").token_url("/token");
    let source = source.on_rotation(move |token: &str| {
        let token = token.to_owned();
        save.lock().expect("not poisoned").push(token);
    });
    (source, saved)
}

#[tokio::test]
async fn the_next_refresh_token_is_kept_although_the_rest_of_the_answer_is_no_token() {
    for answer in [
        format!(r#"{{"refresh_token":"{SECRET}-next"}}"#),
        format!(r#"{{"refresh_token":"{SECRET}-next","access_token":7}}"#),
        format!(r#"{{"refresh_token":"{SECRET}-next","access_token":"A","token_type":"mac"}}"#),
        format!(r#"{{"refresh_token":"{SECRET}-next","access_token":"A\n"}}"#),
    ] {
        let vendor = answering(Reply::json_text(answer.clone())).await;
        let client = client(&vendor, grant().on_rotation(|_| {}));
        let error = client.item(0).await.expect_err("no token");
        let shown = format!("{error:?}");
        assert!(!shown.contains(SECRET), "{shown}");
        client.item(0).await.expect_err("no token");
        let last = vendor.last_request().expect("an exchange");
        let sent = value(&last, "refresh_token");
        assert_eq!(sent, Some(format!("{SECRET}-next")), "{answer}");
        paid(&vendor, &client.meter(), 2);
    }
}

#[tokio::test]
async fn a_program_that_panics_while_it_saves_a_refresh_token_does_not_lose_it() {
    let desk = Desk::default();
    let vendor = start(&desk).await;
    let source = grant().on_rotation(|token: &str| {
        let is_first = token.contains("-R1-");
        assert!(!is_first, "the disk is full");
    });
    let client = client(&vendor, source);
    let error = client.item(0).await.expect_err("the refresh broke off");
    assert!(
        matches!(error.kind(), ErrorKind::Token { late: false }),
        "{error}"
    );
    client.item(0).await.expect("with the second refresh token");
    assert_eq!(answered(&vendor, 400), 0);
    assert_eq!(exchanges(&vendor), 2);
}

#[tokio::test]
async fn a_refusal_does_not_replace_the_refresh_token() {
    for answer in [
        r#"{"error":"server_error","refresh_token":"junk"}"#,
        r#"{"error":"server_error","access_token":null,"refresh_token":"junk"}"#,
        r#"{"refresh_token":""}"#,
        r#"{"refresh_token":" "}"#,
        r#"{"refresh_token":"\t\n"}"#,
    ] {
        let vendor = then_takes(&[answer], "R0").await;
        let (source, saved) = saving();
        let client = client(&vendor, source);
        client.item(0).await.expect_err("no token");
        client.item(0).await.expect("R0 was not used up");
        assert_eq!(spent(&vendor), ["R0", "R0"], "{answer}");
        assert!(saved.lock().expect("not poisoned").is_empty(), "{answer}");
        paid(&vendor, &client.meter(), 3);
    }
}

#[tokio::test]
async fn a_refresh_token_that_came_without_a_token_gives_way_to_the_one_before_if_it_is_refused() {
    for answer in [
        r#"{"refresh_token":"junk"}"#,
        r#"{"error":null,"refresh_token":"junk"}"#,
        r#"{"access_token":7,"refresh_token":"junk"}"#,
    ] {
        let vendor = then_takes(&[answer], "R0").await;
        let (source, saved) = saving();
        let client = client(&vendor, source);
        client.item(0).await.expect_err("no token");
        client.item(0).await.expect("R0 was not used up");
        assert_eq!(spent(&vendor), ["R0", "junk", "R0"], "{answer}");
        let saved = saved.lock().expect("not poisoned").clone();
        assert_eq!(saved, ["junk", "R0"], "the one that counts was saved last");
        paid(&vendor, &client.meter(), 4);
    }
}

#[tokio::test]
async fn the_one_before_is_tried_for_no_other_reason_and_once() {
    let doubtful = r#"{"refresh_token":"R1"}"#;
    let vendor = then_takes(&[doubtful, r#"{"error":"server_error"}"#], "none").await;
    let client = client(&vendor, saving().0);
    for _ in 0..4 {
        client.item(0).await.expect_err("no token");
    }
    assert_eq!(spent(&vendor), ["R0", "R1", "R1", "R0", "R0"]);
}

#[tokio::test]
async fn a_refresh_token_that_was_used_up_is_not_sent_again() {
    // Nothing is in doubt: vendors end the session of whoever sends an old one.
    let desk = Desk::default();
    let vendor = start(&desk).await;
    let client = client(&vendor, grant());
    client.item(0).await.expect("a token");
    desk.expire();
    desk.fault(Reply::json_text(r#"{"error":"invalid_grant"}"#).status(400));
    client.item(0).await.expect_err("refused");
    let next = format!("{SECRET}-R1-");
    assert_eq!(spent(&vendor), [first_refresh_token(), next]);
}

#[tokio::test]
async fn a_refresh_token_of_the_vendors_is_sent_as_it_came() {
    let granted = r#"{"access_token":"A\n","refresh_token":"R1 "}"#;
    let vendor = then_takes(&[granted], "R1+").await;
    let client = client(&vendor, saving().0);
    client
        .item(0)
        .await
        .expect_err("a token that cannot stand in a header");
    client.item(0).await.expect("the form keeps its blank");
    assert_eq!(spent(&vendor), ["R0", "R1+"]);
}
