//! The programs that are tested as users run them.

use std::path::PathBuf;
use std::process::Command;

/// The program `name`, built now: `cargo test` builds an example that has tests as these tests alone.
pub(crate) fn built(name: &str) -> PathBuf {
    let own = std::env::current_exe().expect("a test has a path");
    let profile = own
        .ancestors()
        .nth(2)
        .expect("a test lies in target/profile/deps");
    let mut build = Command::new(env!("CARGO"));
    // With the features of the whole workspace, so that nothing is built twice.
    build.args(["build", "--quiet", "--workspace", "--example", name]);
    if !cfg!(debug_assertions) {
        build.arg("--release");
    }
    let target = profile.parent().expect("a profile lies in target");
    let built = build.env("CARGO_TARGET_DIR", target).status();
    assert!(
        built.is_ok_and(|status| status.success()),
        "the example cannot be built"
    );
    profile
        .join("examples")
        .join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}
