//! What an imported client costs to check, beside what other generators make of the same document.
//!
//! `cargo bench -p tollgate-benches --bench import -- [--only NAME,…] [--peers] [--quick]`
//!
//! The documents are real ones, which `scripts/openapi-documents.sh` has taken; the generators are
//! those of `scripts/openapi-peers.sh`. Each document is imported by the command, as a user does it,
//! into a package of its own under the target directory, and cargo checks that package with its
//! dependencies checked before. With `--peers` the same is done with what the other generators
//! write, round by round; the best is the one whose check takes the least time, of those that have
//! a method for every operation of the document.

mod documents;
mod options;
mod ours;
mod package;
mod peers;
mod report;
mod row;
mod subject;
mod tables;

use std::path::Path;

use tollgate_benches::{Plan, machine, say};

use crate::documents::{Document, documents, folder};
use crate::options::Options;
use crate::row::Row;

fn main() {
    let Some(plan) = Plan::from_args() else {
        return say("nothing measured: run it with `cargo bench`");
    };
    let options = Options::from_args();
    let documents = documents(&options.only);
    if documents.is_empty() {
        let folder = folder();
        return say(format_args!(
            "nothing measured: no document in {}; `scripts/openapi-documents.sh` takes them",
            folder.display()
        ));
    }
    say(format_args!("# Imported clients ({})\n", machine()));
    let peers = if options.peers {
        peers::installed()
    } else {
        Vec::new()
    };
    if options.peers && peers.is_empty() {
        say("no other generator is there; `scripts/openapi-peers.sh` installs them\n");
    }
    let command = ours::command();
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("imported");
    let row = |document: Document| {
        let row = Row::measure(document, &command, &peers, &root, plan.pick(5, 3));
        row.tell();
        row
    };
    let rows: Vec<Row> = documents.into_iter().map(row).collect();
    say("");
    tables::print(&rows, options.peers);
}
