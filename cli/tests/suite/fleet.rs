//! The binary over a store that a limiter in this process uses.

// A test that cannot go on may say so in this way.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tollgate_limiter::{
    Bucket, Ceiling, Cost, Fleet, Limits, Period, Plan, Rate, Registry, Scope, survey_fleet,
};
use tollgate_storekit::Server;

use crate::command::{Home, Ran};

/// Nobody is to see it.
const PASSWORD: &str = "s3cr3tpassw0rd";

fn server() -> Server {
    Server::builder().on_port().password(PASSWORD).start()
}

/// A bucket of 20 in half a second, in the store, three of which are used.
fn used(server: &Server, api: &str) -> Bucket {
    let twenty = Rate::per(20, Period::from_millis(500).unwrap()).unwrap();
    let limits = Limits::new(vec![Ceiling::Window(twenty)], None, Duration::ZERO).unwrap();
    let plan = Plan::new(api, "me").bucket("read", limits);
    let scope = Scope::Fleet(Fleet::new(server.url()));
    let account = Registry::process().account(&plan, &scope).unwrap();
    let bucket = account.bucket("read").unwrap().clone();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        for _ in 0..3 {
            drop(bucket.acquire(Cost::ONE, None).await.unwrap().spend());
        }
    });
    // Counters are told behind.
    let told = || {
        let accounts = survey_fleet(&Fleet::new(server.url())).unwrap();
        let account = accounts.into_iter().find(|account| account.api == api);
        account.is_some_and(|account| account.buckets[0].meter.permits == 3)
    };
    until("the counters are told", told);
    bucket
}

/// Looks again until it is so, which it always becomes.
#[track_caller]
fn until(what: &str, is_so: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !is_so() {
        assert!(Instant::now() < end, "never seen: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn assert_no_password(ran: &Ran) {
    assert!(
        !ran.out.contains(PASSWORD) && !ran.err.contains(PASSWORD),
        "{ran:?}"
    );
}

#[test]
fn a_store_is_shown_as_a_directory_is_and_no_password_with_it() {
    let (home, server) = (Home::new(), server());
    let _bucket = used(&server, "shown.example");
    let url = server.url();
    let shown = format!("redis://127.0.0.1:{}", server.port().unwrap());

    let ran = home.run(&["status", "--fleet", &url]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    let words = ran.words();
    assert!(
        words.starts_with(&format!("state in {shown} (from --fleet)")),
        "{words}"
    );
    assert!(
        words.contains("shown.example") && words.contains("read"),
        "{words}"
    );
    assert_no_password(&ran);

    let ran = home.run(&["status", "--json", "--fleet", &url]);
    assert_no_password(&ran);
    let document: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(document["state_dir"], json!(shown));
    assert_eq!(document["state_dir_from"], json!("--fleet"));
    assert_eq!(document["total"]["permits"], json!(3));

    let ran = home.run(&["watch", "--count", "1", "--fleet", &url]);
    assert!(ran.out.contains("shown.example"), "{ran:?}");
    assert_no_password(&ran);
    assert!(
        !home.state().exists(),
        "nothing is looked for on this machine"
    );
}

#[test]
fn the_environment_names_a_store_unless_the_command_line_names_a_directory() {
    let (home, server) = (Home::new(), server());
    let run = |arguments: &[&str]| {
        let mut command = home.command(arguments);
        let ran = Ran::of(
            command
                .env("TOLLGATE_FLEET", server.url())
                .output()
                .unwrap(),
        );
        assert_no_password(&ran);
        ran
    };
    let ran = run(&["status"]);
    assert!(
        ran.out
            .contains("(from TOLLGATE_FLEET): no client of a fleet"),
        "{ran:?}"
    );
    let dir = home.path().display().to_string();
    let ran = run(&["status", "--state-dir", &dir]);
    assert!(!ran.out.contains("TOLLGATE_FLEET"), "{ran:?}");
    let ran = run(&["status", "--help"]);
    assert!(ran.out.contains("--fleet <URL>"), "{ran:?}");
    let ran = run(&[
        "status",
        "--state-dir",
        &dir,
        "--fleet",
        "redis://127.0.0.1",
    ]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
}

#[test]
fn an_account_in_a_store_is_reset_and_nothing_else() {
    let (home, server) = (Home::new(), server());
    let bucket = used(&server, "cleared.example");
    let url = server.url();
    bucket.block_until(bucket.clock().now() + Duration::from_secs(600));
    let blocked = || {
        let ran = home.run(&["status", "--json", "--fleet", &url]);
        let document: Value = serde_json::from_str(&ran.out).unwrap();
        !document["accounts"][0]["buckets"][0]["blocked"].is_null()
    };
    until("a block is told", blocked);
    let ran = home.run(&["reset", "cleared.example", "--fleet", &url]);
    assert_eq!(ran.code, Some(2), "nobody can be asked: {ran:?}");
    assert!(blocked());
    let ran = home.run(&["reset", "cleared.example", "--yes", "--fleet", &url]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.err.contains("Reset tollgate:1:{"), "{ran:?}");
    assert_no_password(&ran);
    assert!(!blocked());
}

#[test]
fn a_store_that_cannot_be_had_is_told_with_its_reason_and_without_its_password() {
    let (home, server) = (Home::new(), server());
    let port = server.port().unwrap();
    for (url, why) in [
        (format!("redis://:{PASSWORD}x@127.0.0.1:{port}"), "password"),
        (format!("redis://:{PASSWORD}@127.0.0.1:1"), "connection"),
        (format!("http://:{PASSWORD}@127.0.0.1:1"), "scheme"),
    ] {
        for command in [
            &["status"][..],
            &["watch"],
            &["doctor"],
            &["reset", "--all", "--yes"],
        ] {
            let ran = home.run(&[command, &["--fleet", &url]].concat());
            assert_eq!(ran.code, Some(1), "{command:?}: {ran:?}");
            assert!(
                (ran.out.clone() + &ran.err).contains(why),
                "{command:?}: {ran:?}"
            );
            assert_no_password(&ran);
        }
    }
    let ran = home.run(&["doctor", "--fleet", &server.url()]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        ran.words()
            .contains("the store answers, and knows 0 accounts"),
        "{ran:?}"
    );
    assert_no_password(&ran);
}
