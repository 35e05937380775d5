//! A vendor on the loopback that behaves as Basecamp's documentation says.
//!
//! Its pages are geared: 15 things on the first, then 30, then 50, then 100. The next page is
//! named by a `Link` header, the length of the list by `X-Total-Count`. Beyond the ceiling it
//! answers 429.

use std::time::Duration;

use serde_json::json;
use tollgate_testkit::{Gate, Reply, Request, Vendor};

use crate::options::{BURST, Kind, Options};

/// Starts the vendor that the options describe.
pub(crate) async fn start(options: &Options) -> Result<Vendor, String> {
    let shares = shares(options.pages, options.projects)?;
    let projects = shares.len();
    let gate = match options.ceiling {
        Kind::Window => Gate::window(BURST, Duration::from_secs(10)),
        Kind::TokenBucket => Gate::token_bucket(10, Duration::from_secs(1), BURST),
    };
    let recordings = move |request: &Request| {
        let project: usize = request.query_value("bucket")?.parse().ok()?;
        let pages = *shares.get(project.checked_sub(1)?)?;
        geared(request, room(pages))
    };
    let vendor = Vendor::builder()
        .ceiling(gate)
        .delay(Duration::from_millis(options.delay_ms))
        .handle("GET /projects.json", move |request| {
            geared(request, projects).unwrap_or_else(absent)
        })
        .handle("GET /projects/recordings.json", move |request| {
            recordings(request).unwrap_or_else(absent)
        })
        .try_start()
        .await;
    vendor.map_err(|error| format!("the vendor could not be started: {error}"))
}

/// How many pages each project has, so that all pages and those of the list of projects are
/// `pages`.
fn shares(pages: usize, projects: usize) -> Result<Vec<usize>, String> {
    let list = (1..).find(|pages| room(*pages) >= projects).unwrap_or(1);
    let rest = pages.checked_sub(list).filter(|rest| *rest >= projects);
    let (Some(rest), 1..) = (rest, projects) else {
        return Err(format!(
            "{projects} projects do not fit into {pages} pages: the list of projects takes {list}, and each project at least one"
        ));
    };
    let share = |project| rest / projects + usize::from(project < rest % projects);
    Ok((0..projects).map(share).collect())
}

/// One page of a list of so many things; `None` if there is no such page.
fn geared(request: &Request, total: usize) -> Option<Reply> {
    let page = request
        .query_value("page")
        .map_or(Ok(1), |page| page.parse());
    let page: usize = page.ok().filter(|page| *page > 0)?;
    let first = room(page - 1);
    if first >= total {
        return None;
    }
    let last = room(page).min(total);
    let things: Vec<_> = (first..last)
        .map(|number| json!({ "id": number + 1, "status": "active" }))
        .collect();
    let reply = Reply::json(&things).header("X-Total-Count", total.to_string());
    Some(match last < total {
        true => reply.header("Link", format!("<{}>; rel=\"next\"", next(request, page))),
        false => reply,
    })
}

/// How many things the first pages hold.
fn room(pages: usize) -> usize {
    (1..=pages).map(size).sum()
}

fn size(page: usize) -> usize {
    [15, 30, 50].get(page - 1).copied().unwrap_or(100)
}

fn next(request: &Request, page: usize) -> String {
    let kept = request.query().unwrap_or_default().split('&');
    let kept = kept.filter(|pair| !pair.is_empty() && !pair.starts_with("page="));
    let query: String = kept.flat_map(|pair| [pair, "&"]).collect();
    let host = request.header("host").unwrap_or_default();
    format!("http://{host}{}?{query}page={}", request.path(), page + 1)
}

fn absent() -> Reply {
    Reply::empty(404)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_and_the_list_make_up_all_pages() {
        for (pages, projects) in [(100, 12), (200, 1), (200, 12), (60, 40), (2, 1)] {
            let shares = shares(pages, projects).expect("they fit");
            let list = match projects {
                ..=15 => 1,
                _ => 2,
            };
            assert_eq!(shares.len(), projects);
            assert_eq!(shares.iter().sum::<usize>() + list, pages);
            assert!(shares.iter().all(|share| *share > 0));
        }
        assert!(shares(12, 12).is_err());
        assert!(shares(12, 0).is_err());
    }

    #[test]
    fn pages_are_geared() {
        assert_eq!([0, 1, 2, 3, 4, 5].map(room), [0, 15, 45, 95, 195, 295]);
    }
}
