//! Walks everything that a Basecamp-like account holds, and shows that every request paid.
//!
//! ```text
//! cargo run --release --example walk
//! cargo run --release --example walk -- --faults
//! ```
//!
//! Without `--base-url` it starts a vendor on the loopback that enforces the described ceiling.
//! It ends with a table, and with exit code 1 if a request did not pay, if the vendor throttled
//! one, or if permits and requests differ.
//!
//! With `--faults` that vendor misbehaves in the middle of the walk. It ends with what was paid
//! for what, and with exit code 1 if the walk is not complete or the books do not match.

#![allow(clippy::print_stdout, reason = "a program that shows a table")]

mod basecamp;
mod book;
mod faults;
mod options;
mod report;
mod tour;
mod vendor;

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser as _;
use tollgate_testkit::Vendor;

use crate::basecamp::{Account, Basecamp, Refilled};
use crate::book::Book;
use crate::options::{Kind, Options};
use crate::report::Report;
use crate::vendor::Site;

#[tokio::main]
async fn main() -> ExitCode {
    let options = Options::parse();
    match run(&options).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            let mut source = error.source();
            while let Some(cause) = source {
                eprintln!("  because: {cause}");
                source = cause.source();
            }
            ExitCode::FAILURE
        }
    }
}

/// Walks, and says whether everything was as promised.
async fn run(options: &Options) -> Result<bool, Box<dyn Error>> {
    match (options.ceiling, options.faults) {
        (Kind::Window, false) => walk::<Basecamp>(options).await,
        (Kind::Window, true) => faults::walk::<Basecamp>(options).await,
        (Kind::TokenBucket, false) => walk::<Refilled>(options).await,
        (Kind::TokenBucket, true) => faults::walk::<Refilled>(options).await,
    }
}

/// Walks, then shows what both sides counted; also of a walk that failed.
async fn walk<A: Account>(options: &Options) -> Result<bool, Box<dyn Error>> {
    let (vendor, url) = match &options.base_url {
        Some(url) => (None, url.clone()),
        None => {
            let vendor = open(options).await?;
            let url = vendor.url();
            (Some(vendor), url)
        }
    };
    let client = match &vendor {
        Some(_) => A::alone(url, &options.token)?,
        None => A::with_token(url, &options.token)?,
    };
    let begin = Instant::now();
    let walked = tour::walk(&client, &Book::default(), &tour::bar()).await;
    let duration = begin.elapsed();
    let report = Report::new(
        vendor.as_ref(),
        client.counters(),
        duration,
        options.ceiling,
    );
    println!("{report}");
    walked?;
    Ok(report.is_clean())
}

async fn open(options: &Options) -> Result<Vendor, String> {
    let site = Site::new(options)?;
    vendor::start(options, move |request| site.reply(request)).await
}
