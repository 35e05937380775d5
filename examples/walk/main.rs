//! Walks everything that a Basecamp-like account holds, and shows that every request paid.
//!
//! ```text
//! cargo run --release --example walk
//! ```
//!
//! Without `--base-url` it starts a vendor on the loopback that enforces the described ceiling.
//! It ends with a table, and with exit code 1 if a request did not pay, if the vendor throttled
//! one, or if permits and requests differ.

#![allow(clippy::print_stdout, reason = "a program that shows a table")]

mod basecamp;
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
use crate::options::{Kind, Options};
use crate::report::Report;

#[tokio::main]
async fn main() -> ExitCode {
    let options = Options::parse();
    match walk(&options).await {
        Ok(report) if report.is_clean() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
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

async fn walk(options: &Options) -> Result<Report, Box<dyn Error>> {
    let vendor = match options.base_url {
        Some(_) => None,
        None => Some(vendor::start(options).await?),
    };
    let own = vendor.as_ref().map(Vendor::url);
    let url = options.base_url.clone().or(own).unwrap_or_default();
    let token = options.token.as_str();
    // The vendor counts by address and not by token: here every token is of one account.
    match options.ceiling {
        Kind::Window => {
            let client = Basecamp::builder()
                .base_url(url)
                .bearer(token)
                .account("this address");
            run(&client.build()?, options.ceiling, vendor.as_ref()).await
        }
        Kind::TokenBucket => {
            let client = Refilled::builder()
                .base_url(url)
                .bearer(token)
                .account("this address");
            run(&client.build()?, options.ceiling, vendor.as_ref()).await
        }
    }
}

/// Walks, then shows what both sides counted; also of a walk that failed.
async fn run<A: Account>(
    client: &A,
    ceiling: Kind,
    vendor: Option<&Vendor>,
) -> Result<Report, Box<dyn Error>> {
    let begin = Instant::now();
    let walked = tour::walk(client, &tour::bar()).await;
    let report = Report::new(vendor, client.counters(), begin.elapsed(), ceiling);
    println!("{report}");
    walked?;
    Ok(report)
}
