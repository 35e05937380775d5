//! The walk itself: the list of projects, and several projects at a time.

use std::future::ready;
use std::time::Duration;

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;
use tollgate::{Error, Page};

use crate::basecamp::{Account, Recording};
use crate::book::{Book, List, total};

/// How many projects are walked at a time. They share the bucket; more of them make a far vendor
/// no faster than its ceiling.
const AT_A_TIME: usize = 8;

/// Walks everything, and enters every page into the book. The first error ends it.
pub(crate) async fn walk<A: Account>(
    account: &A,
    book: &Book,
    bar: &ProgressBar,
) -> Result<(), Error<Value>> {
    let walked = account
        .all_projects()
        .inspect(|page| book.note(List::Projects, page))
        .map_ok(|page| stream::iter(page.items).map(Ok))
        .try_flatten()
        .try_for_each_concurrent(AT_A_TIME, |found| project(account, found.id, book, bar))
        .await;
    bar.finish_and_clear();
    walked
}

async fn project<A: Account>(
    account: &A,
    project: u64,
    book: &Book,
    bar: &ProgressBar,
) -> Result<(), Error<Value>> {
    let count = |page: Page<Recording>| {
        if page.number == 1 {
            bar.inc_length(total(&page));
        }
        bar.inc(page.items.len() as u64);
        ready(Ok(()))
    };
    account
        .messages(project)
        .inspect(|page| book.note(List::Recordings { project }, page))
        .try_for_each(count)
        .await
}

/// A bar over the recordings. It draws nothing where standard error is no terminal.
pub(crate) fn bar() -> ProgressBar {
    let bar = ProgressBar::new(0);
    let style =
        ProgressStyle::with_template("[{elapsed_precise}] {wide_bar} {pos}/{len} recordings");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}
