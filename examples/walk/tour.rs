//! The walk itself: the list of projects, and several projects at a time.

use std::time::Duration;

use futures_util::TryStreamExt as _;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;
use tollgate::{Error, Page};

use crate::basecamp::{Account, Project, Recording};

/// How many projects are walked at a time. They share the bucket; more of them make a far vendor
/// no faster than its ceiling.
const AT_A_TIME: usize = 8;

/// Walks everything. The first error ends it.
pub(crate) async fn walk<A: Account>(account: &A, bar: &ProgressBar) -> Result<(), Error<Value>> {
    let project = |project: Project| async move { self::project(account, &project, bar).await };
    let walked = account
        .all_projects()
        .try_for_each_concurrent(AT_A_TIME, project)
        .await;
    bar.finish_and_clear();
    walked
}

async fn project<A: Account>(
    account: &A,
    project: &Project,
    bar: &ProgressBar,
) -> Result<(), Error<Value>> {
    let mut pages = account.messages(project);
    while let Some(page) = pages.try_next().await? {
        if page.number == 1 {
            bar.inc_length(total(&page));
        }
        bar.inc(page.items.len() as u64);
    }
    Ok(())
}

/// How many things the whole list has, where the vendor says so.
fn total(page: &Page<Recording>) -> u64 {
    let total = page
        .headers
        .get("x-total-count")
        .and_then(|total| total.to_str().ok());
    total
        .and_then(|total| total.parse().ok())
        .unwrap_or(page.items.len() as u64)
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
