//! The sample application: copied, built, run and audited once for all tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{LazyLock, Mutex, PoisonError};

use tollgate_audit::{Audit, Date, Report};
use tollgate_testkit::{Marks, Reply, Vendor, assert_all_paid};

/// What came of one of the two.
pub(crate) struct Outcome {
    pub(crate) folder: PathBuf,
    pub(crate) report: Report,
    pub(crate) marks: Marks,
    /// The text of the claim that failed, if it did.
    pub(crate) claim: Option<String>,
}

/// With the three bypasses.
pub(crate) static PLANTED: LazyLock<Outcome> = LazyLock::new(|| outcome("planted", true));

/// Without them.
pub(crate) static CLEAN: LazyLock<Outcome> = LazyLock::new(|| outcome("clean", false));

/// Cargo waits for itself where two of it build into one folder; this says so without its words.
static BUILDING: Mutex<()> = Mutex::new(());

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The root of this repository.
pub(crate) fn repository() -> &'static Path {
    package()
        .parent()
        .expect("the package has a folder above it")
}

fn outcome(name: &str, planted: bool) -> Outcome {
    let _building = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("shop")
        .join(name);
    // What an earlier run has left.
    let _ = fs::remove_dir_all(&folder);
    let fixtures = package().join("tests/fixtures");
    copy(&fixtures.join("shop"), &folder);
    if planted {
        copy(&fixtures.join("planted"), &folder);
    }
    // The versions of this repository, which are there without network.
    let lock = repository().join("Cargo.lock");
    fs::copy(lock, folder.join("Cargo.lock")).expect("a lock file");
    let report = audited(&folder);
    let (marks, claim) = run(&built(&folder), &folder);
    Outcome {
        folder,
        report,
        marks,
        claim,
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder of fixtures") {
        let entry = entry.expect("a file");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            let text = fs::read_to_string(entry.path()).expect("a text");
            let root = repository().to_str().expect("a path that is text");
            fs::write(target, text.replace("@ROOT@", root)).expect("a file");
        }
    }
}

pub(crate) fn audited(folder: &Path) -> Report {
    let today = Date::new(2026, 12, 1).expect("a day");
    let audit = Audit::new(today).manifest(folder.join("Cargo.toml"));
    audit.run().expect("a report")
}

fn built(folder: &Path) -> PathBuf {
    // What is built here, the other variant and the next run find again.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shop/target");
    let output = Command::new(env!("CARGO"))
        .args([
            "build",
            "--offline",
            "--quiet",
            "--features",
            "coverage",
            "-p",
            "app",
        ])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", &target)
        .env_remove("RUSTFLAGS")
        .output()
        .expect("cargo runs");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "the sample does not build:\n{text}"
    );
    // The other variant is built under the same name.
    let program = folder.join("shop");
    fs::copy(target.join("debug/app"), &program).expect("the program");
    program
}

fn run(program: &Path, folder: &Path) -> (Marks, Option<String>) {
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_all().build().expect("a runtime");
    let vendor = runtime.block_on(
        Vendor::builder()
            .marked()
            .pages("GET /v1/items", 5, 2)
            .route("GET /v1/items/{id}", Reply::json_text("{\"id\":2}"))
            .otherwise(Reply::json_text("\"well\""))
            .start(),
    );
    let (name, place) = vendor.mark_env();
    let output = Command::new(program)
        .env(name, place)
        .env("SHOP_URL", format!("{}/v1", vendor.url()))
        .env("TOLLGATE_STATE_DIR", folder.join("state"))
        .output()
        .expect("the program starts");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the sample fails:\n{text}");
    let claim = std::panic::AssertUnwindSafe(|| assert_all_paid(&vendor));
    let claim = std::panic::catch_unwind(claim).err();
    let claim = claim.map(|panic| *panic.downcast::<String>().expect("a text"));
    (vendor.marks(), claim)
}
