//! The small scenes of the page: what the audit, a test and the meter say of each way.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tollgate_testkit::{Gate, Reply, Script, Vendor};

use crate::sample::audited;

/// A client whose description says more than the vendor enforces, and of which the limiter can know
/// nothing else.
#[tollgate::api(
    base_url = "https://api.shop.example",
    auth = none,
    bucket(read, ceiling(5 per 10 s)),
    default_bucket = read,
    scope = process,
    retry = off,
)]
trait TooFast {
    #[get("/items/{id}")]
    async fn item(&self, id: u64);
}

#[tollgate::api(
    base_url = "https://api.shop.example",
    auth = none,
    bucket(read, ceiling(1_000 per minute)),
    default_bucket = read,
    scope = process,
    limits_from = github,
)]
trait Shared {
    #[get("/items/{id}")]
    async fn item(&self, id: u64);
}

fn runtime() -> tokio::runtime::Runtime {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_all().build().expect("a runtime")
}

/// What a test says of a budget above what the vendor enforces.
pub(crate) fn too_fast() -> String {
    let vendor = runtime().block_on(async {
        let gate = Gate::window(3, std::time::Duration::from_secs(10));
        let vendor = Vendor::builder()
            .ceiling(gate)
            .otherwise(Reply::empty(204))
            .start()
            .await;
        let shop = TooFast::builder()
            .base_url(vendor.url())
            .build()
            .expect("a client");
        for id in 0..4 {
            // The last is refused.
            let _ = shop.item(id).await;
        }
        vendor
    });
    let claim = std::panic::AssertUnwindSafe(|| vendor.assert_none_throttled());
    let panic = std::panic::catch_unwind(claim).expect_err("one is beyond the ceiling");
    let text = *panic.downcast::<String>().expect("a text");
    // How long it took is another time on each machine.
    let end = text.rfind(", ").unwrap_or(text.len());
    format!("{}, 12ms after the first", &text[..end])
}

/// What the program itself says when somebody else spends as much.
pub(crate) fn shared() -> String {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .without_time()
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    let meter = tracing::subscriber::with_default(subscriber, || {
        runtime().block_on(async {
            let ours = AtomicU64::new(0);
            let left = move |_: &_| {
                let left = 998 - 2 * ours.fetch_add(1, Ordering::Relaxed);
                Reply::empty(204)
                    .header("Date", "Wed, 21 Oct 2026 07:28:00 GMT")
                    .header("X-RateLimit-Limit", "1000")
                    .header("X-RateLimit-Remaining", left.to_string())
                    .header("X-RateLimit-Reset", "1792567720")
            };
            let vendor = Vendor::builder()
                .otherwise(Script::handler(left))
                .start()
                .await;
            let shop = Shared::builder().base_url(vendor.url()).account("team");
            let shop = shop.build().expect("a client");
            for id in 0..60 {
                shop.item(id).await.expect("an answer");
            }
            shop.meter()
        })
    });
    let warning = log
        .text()
        .replace(&host_of(&log.text()), "api.shop.example");
    let mut text = format!("{warning}\n{meter}\n");
    let (units, foreign, share) = (meter.units, meter.foreign, meter.paid_share());
    let _ = write!(
        text,
        "units {units}, foreign {foreign}, paid share {share:.2}"
    );
    text
}

/// The vendor of the test has another port each time.
fn host_of(text: &str) -> String {
    let begin = text.find("api=\"").map_or(0, |at| at + 5);
    let rest = &text[begin..];
    rest[..rest.find('"').unwrap_or(0)].to_owned()
}

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).trim_end().to_owned()
    }
}

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What the audit says about two crates, of which `b` has these dependencies and this source.
fn of_two(dependencies: &str, source: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    write(
        "Cargo.toml",
        "[workspace]\nresolver = \"3\"\nmembers = [\"api\", \"app\"]\n",
    );
    for (name, dependencies) in [("api", "tollgate = \"0.1\""), ("app", dependencies)] {
        let head = "version = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]";
        write(
            &format!("{name}/Cargo.toml"),
            &format!("[package]\nname = \"{name}\"\n{head}\n{dependencies}\n"),
        );
    }
    write(
        "api/src/lib.rs",
        "#[tollgate::api(\n    base_url = \"https://api.shop.example\",\n    auth = bearer,\n    bucket(read, ceiling(50 per 10 s)),\n    default_bucket = read,\n)]\npub trait Shop {}\n",
    );
    write("app/src/lib.rs", source);
    audited(folder.path()).to_string()
}

/// Limits that are written a second time.
pub(crate) fn twice() -> String {
    of_two(
        "tollgate = \"0.1\"",
        "#[tollgate::api(\n    base_url = \"https://api.shop.example\",\n    auth = bearer,\n    bucket(read, ceiling(100 per 10 s)),\n    default_bucket = read,\n)]\ntrait FasterShop {}\n",
    )
}

/// A crate that hands an HTTP library on.
pub(crate) fn forwarded() -> String {
    of_two(
        "reqwest = \"0.13\"",
        "pub mod http {\n    pub use reqwest::{Client, StatusCode};\n}\n",
    )
}

/// A raw client that is kept.
pub(crate) fn cached() -> String {
    of_two(
        "reqwest = \"0.13\"",
        "use std::sync::LazyLock;\n\nstatic HTTP: LazyLock<reqwest::Client> = LazyLock::new(Default::default);\n",
    )
}
