//! A vendor on the loopback that behaves as Basecamp's documentation says.
//!
//! Its pages are geared: 15 things on the first, then 30, then 50, then 100. The next page is
//! named by a `Link` header, the length of the list by `X-Total-Count`. Beyond the ceiling it
//! answers 429.

use std::time::Duration;

use serde_json::json;
use tollgate_testkit::{Gate, Reply, Request, Script, Vendor};

use crate::options::{BURST, Kind, Options};

/// What the vendor has: lists, in pages.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    /// How many pages of recordings each project has.
    shares: Vec<usize>,
}

/// A page as the vendor gives it.
pub(crate) struct Sheet {
    pub(crate) reply: Reply,
    /// Whether it is the last of its list.
    pub(crate) is_last: bool,
}

impl Site {
    /// As large as the options say.
    pub(crate) fn new(options: &Options) -> Result<Self, String> {
        let shares = shares(options.pages, options.projects)?;
        Ok(Self { shares })
    }

    /// The page that a request asks for; `None` if there is no such page.
    pub(crate) fn page(&self, request: &Request) -> Option<Sheet> {
        match request.path() {
            "/projects.json" => geared(request, self.shares.len()),
            "/projects/recordings.json" => {
                let project: usize = request.query_value("bucket")?.parse().ok()?;
                let pages = *self.shares.get(project.checked_sub(1)?)?;
                geared(request, room(pages))
            }
            _ => None,
        }
    }

    /// The page that a request asks for, or a 404.
    pub(crate) fn reply(&self, request: &Request) -> Reply {
        let page = self.page(request);
        page.map_or_else(|| Reply::empty(404), |sheet| sheet.reply)
    }
}

/// Starts a vendor with the ceiling of the options that answers so what is below it.
pub(crate) async fn start(
    options: &Options,
    answer: impl Fn(&Request) -> Reply + Send + Sync + 'static,
) -> Result<Vendor, String> {
    let gate = match options.ceiling {
        Kind::Window => Gate::window(BURST, Duration::from_secs(10)),
        Kind::TokenBucket => Gate::token_bucket(10, Duration::from_secs(1), BURST),
    };
    let vendor = Vendor::builder()
        .ceiling(gate)
        .delay(Duration::from_millis(options.delay_ms))
        .otherwise(Script::handler(answer))
        .try_start()
        .await;
    vendor.map_err(|error| format!("the vendor could not be started: {error}"))
}

/// The query of a request without the pairs of these names, ready for another pair.
pub(crate) fn query_without(request: &Request, names: &[&str]) -> String {
    let pairs = request.query().unwrap_or_default().split('&');
    let named = |pair: &str| {
        names
            .iter()
            .any(|name| pair.split('=').next() == Some(name))
    };
    let kept = pairs.filter(|pair| !pair.is_empty() && !named(pair));
    kept.flat_map(|pair| [pair, "&"]).collect()
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
fn geared(request: &Request, total: usize) -> Option<Sheet> {
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
    let is_last = last == total;
    let reply = match is_last {
        true => reply,
        false => reply.header("Link", format!("<{}>; rel=\"next\"", next(request, page))),
    };
    Some(Sheet { reply, is_last })
}

/// How many things the first pages hold.
fn room(pages: usize) -> usize {
    (1..=pages).map(size).sum()
}

fn size(page: usize) -> usize {
    [15, 30, 50].get(page - 1).copied().unwrap_or(100)
}

fn next(request: &Request, page: usize) -> String {
    let query = query_without(request, &["page", "hop"]);
    let host = request.header("host").unwrap_or_default();
    format!("http://{host}{}?{query}page={}", request.path(), page + 1)
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
