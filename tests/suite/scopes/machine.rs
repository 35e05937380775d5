//! What one process sees of the scope of the machine.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Duration;

use tollgate::{BuildError, BuildErrorKind, ErrorKind, Meter};
use tollgate_testkit::Vendor;

use super::{Silent, files, start};
use crate::shop::tallied;

#[tollgate::group(client = Silent)]
trait Late {
    #[get("/late", bucket = wide)]
    async fn late(&self);
}

fn in_dir(vendor: &Vendor, dir: &Path) -> Result<Silent, BuildError> {
    let builder = Silent::builder().base_url(vendor.url()).bearer("S3CR3T");
    builder.state_dir(dir).build()
}

#[tokio::test]
async fn clients_of_one_directory_share_a_budget_and_their_counters() {
    let dir = tempfile::tempdir().expect("a directory");
    let vendor = start().await;
    let one = in_dir(&vendor, dir.path()).expect("a client");
    let other = in_dir(&vendor, dir.path()).expect("a client");
    one.x().await.expect("the first");
    other.x().await.expect("the second");
    for client in [&one, &other] {
        let third = client.x().deadline(Duration::from_secs(1)).await;
        let error = third.expect_err("two in a minute");
        assert!(
            matches!(error.kind(), ErrorKind::LimiterWait { .. }),
            "{error}"
        );
        assert_eq!(client.endpoint_meters()["x"].requests, 2);
    }
    assert_eq!(files(dir.path(), &vendor), 1, "one for an account");
    vendor.assert_paid_exactly(&other.meter());
}

#[tokio::test]
async fn an_endpoint_of_a_group_joins_with_its_first_call_and_the_others_go_on() {
    let dir = tempfile::tempdir().expect("a directory");
    let vendor = start().await;
    let client = in_dir(&vendor, dir.path()).expect("a client");
    client.y().await.expect("an answer");
    for _ in 0..2 {
        client.late().late().await.expect("an answer");
        client.y().await.expect("an answer");
    }
    let meters = client.endpoint_meters();
    assert_eq!(
        (meters["y"].requests, meters["Late::late"].requests),
        (3, 2)
    );
    let endpoints: Meter = meters.into_values().sum();
    assert_eq!(tallied(&endpoints), tallied(&client.meter()));
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn one_account_has_one_scope_in_a_process() {
    let dir = tempfile::tempdir().expect("a directory");
    let vendor = start().await;
    let narrow = || {
        let builder = Silent::builder().base_url(vendor.url()).bearer("S3CR3T");
        builder.process().build()
    };
    let held = narrow().expect("a client");
    let error = in_dir(&vendor, dir.path()).expect_err("a second budget");
    assert!(
        matches!(error.kind(), BuildErrorKind::Scope(_)),
        "{error:?}"
    );
    let text = error.to_string();
    let path = dir.path().display().to_string();
    for part in [
        "the scope process",
        &path,
        "second budget",
        "the same scope",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(!text.contains("S3CR3T"), "{text}");
    assert_eq!(files(dir.path(), &vendor), 0);

    drop(held);
    let wide = in_dir(&vendor, dir.path()).expect("nothing was used of the other");
    narrow().expect_err("a second budget");
    let elsewhere = tempfile::tempdir().expect("a directory");
    in_dir(&vendor, elsewhere.path()).expect_err("another file is another budget");
    wide.x().await.expect("an answer");
    drop(wide);
    narrow().expect_err("what is used is remembered");
    vendor.assert_count(1);
}

#[tokio::test]
async fn a_directory_that_cannot_be_had_is_told_with_its_name_and_nothing_is_built() {
    let vendor = start().await;
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("file");
    fs::write(&file, "").expect("written");
    let open = dir.path().join("open");
    fs::create_dir(&open).expect("made");
    fs::set_permissions(&open, fs::Permissions::from_mode(0o777)).expect("opened");
    for unusable in [file, open] {
        let error = in_dir(&vendor, &unusable).expect_err("no directory of one's own");
        assert!(
            matches!(error.kind(), BuildErrorKind::State(_)),
            "{error:?}"
        );
        let text = error.to_string();
        let path = unusable.display().to_string();
        assert!(text.contains(&path) && text.contains("; "), "{text}");
    }
    vendor.assert_count(0);
}
