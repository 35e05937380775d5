//! A vendor's own measurements of a command-line tool, made again with tollgate.
//!
//! ```text
//! cargo run --release --example table
//! ```
//!
//! Each row starts a vendor on the loopback that enforces 50 requests at once and 10 per second,
//! then the commands of the row: processes of this same program that share one account and nothing
//! else. What the vendor and the account counted stands beside what was measured of the other tool,
//! and beside the least time that the ceiling and the vendor leave. Ends with exit code 1 if a row
//! took more than 1 % longer than that, if the vendor ever saw more than its ceiling allows, or if
//! the command of one page waited for a permit. Takes about two minutes.

#![allow(clippy::print_stdout, reason = "a program that shows a table")]

mod command;
mod optimum;
mod report;
mod rows;
mod run;
mod site;

use std::error::Error;
use std::process::ExitCode;

use clap::Parser as _;

use crate::command::Command;
use crate::report::Report;
use crate::rows::ROWS;

/// Measures what a vendor measured of another tool, with real processes.
#[derive(Debug, clap::Parser)]
#[command(name = "table")]
struct Options {
    /// Only this row, from 1; may be given several times
    #[arg(long = "row", value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..=ROWS.len() as u64))]
    rows: Vec<u64>,

    #[command(subcommand)]
    command: Option<Command>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let done = match &options.command {
        Some(command) => command.run().map(|()| true),
        None => measure(&options.rows),
    };
    match done {
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

/// Measures these rows, or all; whether everything was as promised.
fn measure(chosen: &[u64]) -> Result<bool, Box<dyn Error>> {
    let mut report = Report::default();
    println!("{}", Report::HEAD);
    for (number, row) in (1..).zip(&ROWS) {
        if chosen.is_empty() || chosen.contains(&number) {
            println!("{}", report.add(row, &run::run(row)?));
        }
    }
    println!("\n{report}");
    Ok(report.is_clean())
}
