//! No credential in any text: every place of a credential, every kind of failure.

use std::fmt::Write as _;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tollgate::{Error, Timeouts};
use tollgate_testkit::{Reply, Script, Vendor};

const SECRET: &str = "S3CR3T";

macro_rules! described {
    ($module:ident, [$($auth:tt)*], $path:literal, $setter:ident ( $($credential:expr),* )) => {
        mod $module {
            #[tollgate::api(
                base_url = "http://secret.invalid",
                scope = process,
                auth = $($auth)*,
                bucket(main, ceiling(100 per minute)),
                default_bucket = main,
            )]
            pub(super) trait Secret {
                #[get($path)]
                async fn json(&self) -> u64;
                #[get($path)]
                #[paginate(link)]
                fn list(&self) -> Pages<u64>;
            }

            pub(super) fn build(url: String) -> Secret {
                let timeouts = tollgate::Timeouts::default().attempt(std::time::Duration::from_millis(200));
                let builder = Secret::builder().base_url(url).timeouts(timeouts);
                builder.$setter($($credential.to_owned()),*).build().expect("a client")
            }
        }
    };
}

described!(bearer, [bearer], "/x", bearer("S3CR3T"));
described!(basic, [basic], "/x", basic("user", "S3CR3T"));
described!(header, [header("X-Api-Key")], "/x", key("S3CR3T"));
described!(query, [query("apikey")], "/x", query_key("S3CR3T"));
described!(
    path,
    [path("token")],
    "/bot{token}/send",
    path_key("123:S3CR3T")
);

#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().expect("not poisoned")).into_owned()
    }
}

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0
            .lock()
            .expect("not poisoned")
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Everything that an error can be made to say.
fn said(error: &Error) -> String {
    let mut text = format!("{error}\n{error:?}\n{error:#?}\n{:?}\n", error.kind());
    let mut source = std::error::Error::source(error);
    while let Some(error) = source {
        let _ = writeln!(text, "{error}\n{error:?}");
        source = error.source();
    }
    text
}

macro_rules! failures {
    ($module:ident) => {{
        let mut all = String::new();
        let refused = $module::build("http://127.0.0.1:1".to_owned());
        let _ = write!(all, "{refused:?} {:?} {:?}", refused.json(), refused.list());
        all.push_str(&said(&refused.json().await.expect_err("refused")));
        for reply in [
            Reply::empty(204).delay(Duration::from_secs(5)),
            Reply::empty(404),
            Reply::json_text("\"text\""),
            Reply::redirect(302, "/elsewhere"),
            Reply::reset(),
            Reply::switching_protocols("websocket"),
        ] {
            let vendor = Vendor::builder().otherwise(reply).start().await;
            all.push_str(&said(
                &$module::build(vendor.url())
                    .json()
                    .await
                    .expect_err("a failure"),
            ));
        }
        let foreign = Script::handler(|_| {
            Reply::json_text("[]").header("Link", "<http://h.invalid/?k=S3CR3T>; rel=next")
        });
        let vendor = Vendor::builder().otherwise(foreign).start().await;
        let mut items = $module::build(vendor.url()).list().items();
        all.push_str(&said(&items.try_next().await.expect_err("foreign")));
        let seen = vendor.last_request().expect("one request");
        (all, String::from_utf8_lossy(seen.raw_head()).into_owned())
    }};
}

#[tokio::test]
async fn no_error_no_debug_and_no_event_shows_a_credential() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone());
    crate::reports::two_listen();
    let guard = tracing::subscriber::set_default(subscriber.finish());
    let results = [
        ("bearer", failures!(bearer)),
        ("basic", failures!(basic)),
        ("header", failures!(header)),
        ("query", failures!(query)),
        ("path", failures!(path)),
    ];
    drop(guard);
    let events = log.text();
    let own: String = events
        .lines()
        .filter(|line| line.contains("tollgate"))
        .collect();
    for (place, (text, head)) in results {
        assert!(!text.contains(SECRET), "{place}: {text}");
        assert!(
            text.contains("127.0.0.1")
                && text.contains(if place == "path" {
                    "/bot{token}/send"
                } else {
                    "/x"
                })
        );
        let sent = if place == "basic" {
            "dXNlcjpTM0NSM1Q="
        } else {
            SECRET
        };
        assert!(
            head.contains(sent),
            "{place}: the credential must have been sent: {head}"
        );
        assert!(!text.contains("dXNlcjpTM0NSM1Q="), "{place}: {text}");
    }
    assert!(!own.contains(SECRET), "{own}");
    let _ = Timeouts::default();
}

#[tokio::test]
async fn a_value_that_looks_like_the_place_of_the_credential_is_a_value() {
    let vendor = Vendor::start().await;
    let client = named::build(vendor.url());
    client.send("{token}").await.expect("an answer");
    vendor.assert_request_lines(&["GET /bot123:S3CR3T/send/%7Btoken%7D HTTP/1.1"]);
}

mod named {
    #[tollgate::api(
        base_url = "http://named.invalid",
        scope = process,
        auth = path("token"),
        bucket(main, ceiling(100 per minute)),
        default_bucket = main,
    )]
    pub(super) trait Named {
        #[get("/bot{token}/send/{to}")]
        async fn send(&self, to: &str) -> ();
    }

    pub(super) fn build(url: String) -> Named {
        Named::builder()
            .base_url(url)
            .path_key("123:S3CR3T")
            .build()
            .expect("a client")
    }
}

#[tokio::test]
async fn nobody_pays_with_one_account_and_asks_with_another() {
    let vendor = Vendor::start().await;
    let client = query::build(vendor.url());
    for call in [
        client.raw::<u64>(tollgate::Method::GET, "/x?apikey=other"),
        client.raw::<u64>(tollgate::Method::GET, "/x?api%6bey"),
        client
            .raw::<u64>(tollgate::Method::GET, "/x")
            .query("apikey", "other"),
    ] {
        let error = call.await.expect_err("must be refused");
        assert!(
            matches!(error.kind(), tollgate::ErrorKind::Argument(text) if text.contains("`apikey`")),
            "{error}"
        );
    }
    vendor.assert_count(0);
}
