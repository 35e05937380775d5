//! How long an audit takes: makes a workspace, audits it, and says both sizes and the time.
//!
//! ```text
//! cargo run --release -p tollgate-audit --example speed [CRATES] [FILES] [LINES]
//! ```
//!
//! By default 200 crates of 20 files of 250 lines, each crate depending on the one before it, every
//! tenth with a call of a raw client that was handed through all of them.

#![allow(clippy::print_stdout, reason = "the numbers are what it is for")]

use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;
use std::{fs, io};

use tollgate_audit::{Audit, Date};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |usual: usize| arguments.next().map_or(Ok(usual), |text| text.parse());
    let (crates, files, lines) = (number(200)?, number(20)?, number(250)?);
    let folder = std::env::temp_dir().join(format!("tollgate-audit-speed-{}", std::process::id()));
    let made = make(&folder, crates, files, lines);
    let began = Instant::now();
    let today = Date::new(2026, 1, 1).ok_or("a day")?;
    let report = Audit::new(today).manifest(folder.join("Cargo.toml")).run();
    let time = began.elapsed();
    fs::remove_dir_all(&folder)?;
    let (report, bytes) = (report?, made?);
    println!("crates    {:>10}", report.packages());
    println!("files     {:>10}", report.files());
    println!("lines     {:>10}", crates * files * lines);
    println!("bytes     {bytes:>10}");
    println!("findings  {:>10}", report.findings().len());
    println!("time      {:>8.2} s", time.as_secs_f64());
    Ok(())
}

/// Makes the workspace; how many bytes of source it has.
fn make(folder: &Path, crates: usize, files: usize, lines: usize) -> io::Result<usize> {
    fs::create_dir_all(folder)?;
    let members: Vec<_> = (0..crates).map(|index| format!("\"c{index}\"")).collect();
    let members = members.join(", ");
    fs::write(
        folder.join("Cargo.toml"),
        format!("[workspace]\nresolver = \"3\"\nmembers = [{members}]\n"),
    )?;
    let mut bytes = 0;
    for index in 0..crates {
        let sources = folder.join(format!("c{index}/src"));
        fs::create_dir_all(&sources)?;
        let (dependency, import) = match index.checked_sub(1) {
            None => (
                "reqwest = \"0.13\"\ntollgate = \"0.1\"".to_owned(),
                "reqwest".to_owned(),
            ),
            Some(before) => (
                format!("c{before} = {{ path = \"../c{before}\" }}"),
                format!("c{before}::web"),
            ),
        };
        let manifest = format!(
            "[package]\nname = \"c{index}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n{dependency}\n"
        );
        fs::write(folder.join(format!("c{index}/Cargo.toml")), manifest)?;
        let mut library = format!("pub use {import} as web;\n");
        if index == 0 {
            library += "#[tollgate::api(base_url = \"https://api.shop.example\", auth = none, bucket(all, ceiling(1 per second)), default_bucket = all)]\npub trait Shop {}\n";
        }
        for file in 1..files {
            let _ = writeln!(library, "pub mod m{file};");
        }
        if index.is_multiple_of(10) {
            library += "pub fn past() { web::get(\"https://api.shop.example/x\"); }\n";
        }
        bytes += library.len();
        fs::write(sources.join("lib.rs"), library)?;
        for file in 1..files {
            let text = module(lines);
            bytes += text.len();
            fs::write(sources.join(format!("m{file}.rs")), text)?;
        }
    }
    Ok(bytes)
}

/// Code as it is written: imports, types, functions with calls, formats and texts.
fn module(lines: usize) -> String {
    let mut text = String::from("use std::collections::HashMap;\nuse std::fmt::Write as _;\n\n");
    for number in 0..lines / 10 {
        let _ = write!(
            text,
            "/// Reads the number {number}.\npub fn read_{number}(table: &HashMap<String, u64>, key: &str) -> Option<u64> {{\n    \
             let mut text = String::new();\n    write!(text, \"https://docs.shop.example/{{key}}/{{}}\", {number}).ok()?;\n    \
             let found = table.get(&text).copied().or_else(|| table.get(key).copied());\n    \
             match found {{\n        Some(value) if value > {number} => Some(value.saturating_mul(2)),\n        _ => None,\n    }}\n}}\n"
        );
    }
    text
}
