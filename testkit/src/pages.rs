//! A list in pages, each of which names the next in a `Link` header (RFC 8288).

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::reply::Reply;
use crate::request::Request;
use crate::script::Script;

/// A list of JSON values in pages, asked for with the query parameter `page` from 1 on.
///
/// Without it the answer is the first page. Every page is an array whose `Link` header names
/// `next`, `prev` and `last` where they exist; other parameters of the query are kept. Items are
/// `{"id": 1}` and so on.
///
/// ```
/// use tollgate_testkit::{LinkForm, Pages, Vendor};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// assert_eq!(Pages::new(120, 50).count(), 3);
/// let vendor = Vendor::builder()
///     .pages("/items", 120, 50)
///     .route("/files", Pages::new(10, 3).link(LinkForm::Path).within("data.files"))
///     .handle("/projects/{id}/items", |request| {
///         let items = if request.param("id") == Some("1") { 40 } else { 0 };
///         Pages::new(items, 15).reply(request)
///     })
///     .start()
///     .await;
/// assert_eq!(vendor.count(), 0);
/// # }
/// ```
#[derive(Clone)]
#[must_use = "pages are served only when a route has them"]
pub struct Pages {
    items: usize,
    per_page: usize,
    link: LinkForm,
    url: Option<Arc<Url>>,
    within: Vec<String>,
    item: Arc<Item>,
}

type Item = dyn Fn(usize) -> Value + Send + Sync;

type Url = dyn Fn(&Request, usize) -> String + Send + Sync;

/// How the URLs in a `Link` header are spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LinkForm {
    /// With scheme and the authority of the request's `Host`.
    Absolute,
    /// From the path on: `/items?page=2`.
    Path,
    /// The query alone: `?page=2`.
    Query,
}

impl Pages {
    /// A list of so many items, so many on each page. A list of none has one empty page.
    ///
    /// # Panics
    ///
    /// For pages of zero items.
    pub fn new(items: usize, per_page: usize) -> Self {
        assert!(per_page > 0, "a page holds at least one item");
        let item = Arc::new(|number| json!({ "id": number }));
        Self {
            items,
            per_page,
            link: LinkForm::Absolute,
            url: None,
            within: Vec::new(),
            item,
        }
    }

    /// Makes each item from its number, which counts from 1.
    pub fn item(mut self, item: impl Fn(usize) -> Value + Send + Sync + 'static) -> Self {
        self.item = Arc::new(item);
        self
    }

    /// Another spelling of the URLs.
    pub fn link(mut self, form: LinkForm) -> Self {
        self.link = form;
        self
    }

    /// Makes the URL of each page from the request and the page's number, sense or nonsense: a
    /// foreign host, always the same page.
    pub fn url(mut self, url: impl Fn(&Request, usize) -> String + Send + Sync + 'static) -> Self {
        self.url = Some(Arc::new(url));
        self
    }

    /// Puts the array into an object, at this path of keys: `data.files`.
    pub fn within(mut self, path: &str) -> Self {
        self.within = path.split('.').map(str::to_owned).collect();
        self
    }

    /// How many pages there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.items.div_ceil(self.per_page).max(1)
    }

    /// The page that a request asks for; 404 for one that does not exist.
    pub fn reply(&self, request: &Request) -> Reply {
        let asked = request
            .query_value("page")
            .map_or(Ok(1), |page| page.parse());
        let Some(page) = asked.ok().filter(|page| (1..=self.count()).contains(page)) else {
            return Reply::json(&json!({ "message": "no such page" })).status(404);
        };
        let reply = Reply::json(&self.body(page));
        match self.links(request, page) {
            links if links.is_empty() => reply,
            links => reply.header("Link", links),
        }
    }

    fn body(&self, page: usize) -> Value {
        let first = (page - 1) * self.per_page + 1;
        let last = (page * self.per_page).min(self.items);
        let items = (first..=last).map(|number| (self.item)(number)).collect();
        self.within
            .iter()
            .rev()
            .fold(Value::Array(items), |inner, key| json!({ key: inner }))
    }

    fn links(&self, request: &Request, page: usize) -> String {
        let mut links = String::new();
        let next = (page < self.count()).then(|| (page + 1, "next"));
        let last = next.map(|_| (self.count(), "last"));
        let prev = (page > 1).then(|| (page - 1, "prev"));
        for (page, rel) in [next, prev, last].into_iter().flatten() {
            let comma = if links.is_empty() { "" } else { ", " };
            let url = match &self.url {
                Some(url) => url(request, page),
                None => self.usual_url(request, page),
            };
            let _ = write!(links, "{comma}<{url}>; rel=\"{rel}\"");
        }
        links
    }

    fn usual_url(&self, request: &Request, page: usize) -> String {
        let kept = request.query().unwrap_or_default().split('&');
        let kept = kept.filter(|pair| !pair.is_empty() && !pair.starts_with("page="));
        let query: String = kept.flat_map(|pair| [pair, "&"]).collect();
        let base = match self.link {
            LinkForm::Absolute => {
                format!(
                    "http://{}{}",
                    request.header("host").unwrap_or_default(),
                    request.path()
                )
            }
            LinkForm::Path => request.path().to_owned(),
            LinkForm::Query => String::new(),
        };
        format!("{base}?{query}page={page}")
    }
}

impl From<Pages> for Script {
    fn from(pages: Pages) -> Self {
        Self::handler(move |request| pages.reply(request))
    }
}

impl std::fmt::Debug for Pages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pages")
            .field("items", &self.items)
            .field("per_page", &self.per_page)
            .field("link", &self.link)
            .field("within", &self.within)
            .finish_non_exhaustive()
    }
}
