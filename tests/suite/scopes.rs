//! Who shares a budget: the builder has the last word, then the description, then the default.
//!
//! That processes share it is tested with processes, elsewhere; here is what one of them decides.

#[cfg(target_os = "linux")]
mod machine;

use std::path::{Path, PathBuf};

use tollgate::BuildErrorKind;
use tollgate_testkit::{Reply, Vendor};

macro_rules! described {
    ($api:ident $(, scope = $scope:ident)?) => {
        #[tollgate::api(
            base_url = "http://scopes.invalid",
            $(scope = $scope,)?
            auth = bearer,
            bucket(main, ceiling(2 per minute)),
            bucket(wide, ceiling(100_000 per second)),
            default_bucket = main,
        )]
        trait $api {
            #[get("/x")]
            async fn x(&self);
            #[get("/y", bucket = wide)]
            async fn y(&self);
        }
    };
}

described!(Silent);
described!(Narrow, scope = process);
described!(Wide, scope = machine);

async fn start() -> Vendor {
    let vendor = Vendor::builder().otherwise(Reply::json_text("null"));
    vendor.start().await
}

/// Whether this platform has the wider scope.
const HAS_MACHINE: bool = cfg!(target_os = "linux");

/// Where files of clients go that name no directory.
fn common() -> PathBuf {
    let dir = std::env::var_os("TOLLGATE_STATE_DIR");
    dir.expect("`.cargo/config.toml` keeps tests out of the user's own")
        .into()
}

/// How many accounts of `vendor` have a file in `dir`.
fn files(dir: &Path, vendor: &Vendor) -> usize {
    let port = vendor.addr().port().to_string();
    let entries = std::fs::read_dir(dir).into_iter().flatten();
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    names
        .filter(|name| name.to_string_lossy().contains(&port))
        .count()
}

#[tokio::test]
async fn without_a_word_it_is_the_machine_where_there_is_such_a_scope() {
    let vendor = start().await;
    let builder = Silent::builder().base_url(vendor.url()).bearer("t");
    let client = builder
        .build()
        .expect("a client, whatever the platform has");
    client.y().await.expect("an answer");
    assert_eq!(files(&common(), &vendor), usize::from(HAS_MACHINE));
    vendor.assert_count(1);
}

#[tokio::test]
async fn the_builder_has_the_last_word_and_then_the_description() {
    let vendor = start().await;
    let narrow = Narrow::builder().base_url(vendor.url()).bearer("narrow");
    let narrowed = Wide::builder().base_url(vendor.url()).bearer("narrowed");
    narrow.build().expect("a client");
    narrowed.process().build().expect("a client");
    assert_eq!(files(&common(), &vendor), 0, "no file for a process");
    let wide = Wide::builder().base_url(vendor.url()).bearer("wide");
    let widened = Narrow::builder().base_url(vendor.url()).bearer("widened");
    for client in [wide.build().map(drop), widened.machine().build().map(drop)] {
        assert_eq!(client.is_ok(), HAS_MACHINE);
        // Who asks for it is told, and not given less.
        let refusal = client.err().map(|error| error.kind().clone());
        assert!(
            matches!(refusal, None | Some(BuildErrorKind::Scope(_))),
            "{refusal:?}"
        );
    }
    assert_eq!(files(&common(), &vendor), 2 * usize::from(HAS_MACHINE));
}
