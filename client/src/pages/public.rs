//! The value that a paginated method of a client returns.

use core::fmt;
use core::marker::PhantomData;
use core::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Cursor;
use super::streams::{ItemStream, PageStream};
use super::walk::Walk;
use crate::call::Draft;
use crate::describe::{Paging, Redirects, Retry};
use crate::encode::RequestBody;

/// A walk that has not begun: nothing is sent until a stream of it is polled.
///
/// Every page is a call of its own and pays; the options, and what else was asked for, hold on each
/// of them. Pages are asked for one at a time, when the caller wants more, or
/// [some ahead](Self::prefetch).
///
/// ```
/// use futures_util::TryStreamExt as _;
/// # use tollgate_testkit::{Pages as Served, Vendor};
///
/// #[tollgate::api(
///     base_url = "https://api.example.com",
///     auth = none,
///     bucket(main, ceiling(100 per second)),
///     default_bucket = main,
/// )]
/// trait Shop {
///     #[get("/items")]
///     #[paginate(link)]
///     fn items(&self) -> Pages<serde_json::Value>;
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let vendor = Vendor::builder().route("GET /items", Served::new(5, 2)).start().await;
/// # let shop = Shop::builder().base_url(vendor.url()).process().build()?;
/// let mut pages = shop.items().pages();
/// let first = pages.try_next().await?.expect("a page");
/// assert_eq!((first.number, first.items.len()), (1, 2));
/// drop(pages);
///
/// // Later, or in another process: the rest, two pages of it ahead of what is consumed.
/// let stored = first.cursor.expect("there is more").to_string();
/// let rest = shop.items().resume(stored.parse()?).prefetch(2).items();
/// assert_eq!(rest.try_collect::<Vec<_>>().await?.len(), 3);
/// // Three pages, three permits.
/// assert_eq!(shop.meter().permits, 3);
/// # Ok(())
/// # }
/// ```
#[must_use = "a walk does nothing until `items` or `pages` is polled"]
pub struct Pages<T, E> {
    draft: Draft,
    paging: &'static Paging,
    max_requests: Option<u32>,
    resume: Option<Cursor>,
    prefetch: usize,
    page: PhantomData<fn() -> (T, E)>,
}

impl<T, E> Pages<T, E> {
    pub(crate) fn new(draft: Draft, paging: &'static Paging) -> Self {
        Self {
            draft,
            paging,
            max_requests: None,
            resume: None,
            prefetch: 0,
            page: PhantomData,
        }
    }

    /// The deadline of each page, the wait for its permit included.
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.draft.seed.options.deadline = Some(deadline);
        self
    }

    /// The time from a page's permit to the end of its answer.
    pub fn attempt_timeout(mut self, timeout: Duration) -> Self {
        self.draft.seed.options.attempt_timeout = Some(timeout);
        self
    }

    /// The largest body of a page.
    pub fn max_body(mut self, bytes: u64) -> Self {
        self.draft.seed.options.max_body = Some(bytes);
        self
    }

    /// How each page is tried again; what it leaves out, the endpoint or the client says.
    pub fn retry(mut self, retry: Retry) -> Self {
        self.draft.seed.options.retry = retry.or(self.draft.seed.options.retry);
        self
    }

    /// What becomes of a redirect of a page's request.
    pub fn redirects(mut self, redirects: Redirects) -> Self {
        self.draft.seed.options.redirects = Some(redirects);
        self
    }

    /// A header of each page's request.
    pub fn header(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.draft.header(name, &value);
        self
    }

    /// The most requests that the walk may make. Retries, redirects and repetitions with a new token
    /// count; requests that fetch a token do not. Where the vendor has more pages, the walk ends in an
    /// error after the last page was delivered, so that a short result is never silent:
    /// [`ErrorKind::MaxRequests`](crate::ErrorKind::MaxRequests), or the fault after which there was no
    /// request left for a retry, with [`GaveUp::Requests`](crate::GaveUp::Requests).
    pub fn max_requests(mut self, limit: u32) -> Self {
        self.max_requests = Some(limit);
        self
    }

    /// Begins at a cursor that a [page](crate::Page::cursor) of this endpoint gave, in this process
    /// or another one. Of several the last holds.
    ///
    /// What else was asked for must be the same as it was then: a cursor says where, not of what.
    /// One of another kind of walk, or one that leads to another origin, ends the walk in
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) before anything is sent.
    pub fn resume(mut self, cursor: Cursor) -> Self {
        self.resume = Some(cursor);
        self
    }

    /// How many pages may be fetched ahead of what the caller has taken; none where this is not
    /// set.
    ///
    /// They are still asked for one at a time, in order, and pay. The walk begins with the first
    /// poll and rests while so many pages wait to be taken. An error comes after the pages before
    /// it.
    pub fn prefetch(mut self, pages: usize) -> Self {
        self.prefetch = pages;
        self
    }

    /// The pages, one by one.
    pub fn pages(self) -> PageStream<T, E>
    where
        T: DeserializeOwned + 'static,
        E: DeserializeOwned,
    {
        let Self {
            mut draft,
            paging,
            max_requests,
            resume,
            prefetch,
            page: _,
        } = self;
        draft.seed.options.accept = Some("application/json");
        let walk = Walk::new(draft, paging, resume, max_requests);
        PageStream::new(walk, prefetch)
    }

    /// The items of all pages, one by one.
    pub fn items(self) -> ItemStream<T, E>
    where
        T: DeserializeOwned + 'static,
        E: DeserializeOwned,
    {
        ItemStream::new(self.pages())
    }

    #[doc(hidden)]
    pub fn path(mut self, name: &'static str, value: &dyn fmt::Display) -> Self {
        self.draft.path(name, value);
        self
    }

    #[doc(hidden)]
    pub fn query<V: Serialize + ?Sized>(mut self, name: &str, value: &V) -> Self {
        self.draft.query(name, value);
        self
    }

    #[doc(hidden)]
    pub fn query_flat<V: Serialize + ?Sized>(mut self, value: &V) -> Self {
        self.draft.query_flat(value);
        self
    }

    #[doc(hidden)]
    pub fn json<V: Serialize + ?Sized>(mut self, value: &V) -> Self {
        let json = serde_json::to_vec(value)
            .map_err(|error| format!("the body cannot be written as JSON: {error}"));
        self.draft
            .body(json.map(|bytes| RequestBody::of_type("application/json", bytes)));
        self
    }

    #[doc(hidden)]
    pub fn header_value(mut self, name: &'static str, value: &dyn fmt::Display) -> Self {
        self.draft.header(name, value);
        self
    }

    crate::call::styled!();
}

impl<T, E> fmt::Debug for Pages<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pages({})", self.draft.seed.place)
    }
}
