//! The streams of a walk: pages, and the items of all pages.

use core::fmt;
use core::marker::PhantomData;
use core::pin::Pin;
use core::task::{Context, Poll, ready};

use futures_core::Stream;
use serde::de::DeserializeOwned;

use super::Page;
use super::drive::Drive;
use super::turn::is_left_out;
use super::walk::{Turned, Walk, whole};
use crate::answer::list_at;
use crate::call::typed;
use crate::error::{Error, Failure};

/// The pages of a walk, as a stream.
///
/// A page is asked for when the stream is polled for it, or earlier where
/// [`prefetch`](super::Pages::prefetch) says so. After an error the stream has ended. Dropping the
/// stream, also in the middle of a page, ends the walk.
#[must_use = "a walk does nothing unless it is polled"]
pub struct PageStream<T, E> {
    state: State,
    page: PhantomData<fn() -> (T, E)>,
}

enum State {
    /// Not polled yet: nothing is asked for.
    Inert(Box<Walk>, usize),
    Underway(Drive),
    Done,
}

impl<T, E> PageStream<T, E> {
    /// A walk that may be so many pages ahead of what is taken.
    pub(super) fn new(walk: Walk, ahead: usize) -> Self {
        Self {
            state: State::Inert(Box::new(walk), ahead),
            page: PhantomData,
        }
    }
}

impl<T, E> PageStream<T, E>
where
    T: DeserializeOwned,
    E: DeserializeOwned,
{
    /// The next page; `None` after the last.
    ///
    /// # Errors
    ///
    /// As a call, and [`PageLoop`](crate::ErrorKind::PageLoop),
    /// [`ForeignNextLink`](crate::ErrorKind::ForeignNextLink) and
    /// [`MaxRequests`](crate::ErrorKind::MaxRequests) after what was found. Dropping the future
    /// loses nothing: the next one goes on with the same request.
    pub async fn try_next(&mut self) -> Result<Option<Page<T>>, Error<E>> {
        core::future::poll_fn(|context| Pin::new(&mut *self).poll_next(context))
            .await
            .transpose()
    }
}

fn page<T: DeserializeOwned>(turned: Turned) -> Result<Page<T>, Box<Failure>> {
    let Turned {
        mut reply,
        items,
        tells,
        number,
        has_next,
        cursor,
    } = turned;
    let pass = reply.pass.take();
    let headers = reply.headers.clone();
    let (status, attempts) = (reply.status, reply.attempts.clone());
    let body = whole(&reply);
    let items = match list_at(reply, items) {
        Err(_) if is_left_out(&body, items, tells) => Vec::new(),
        found => found?,
    };
    let page = Page {
        items,
        number,
        status,
        headers,
        attempts,
        has_next,
        cursor,
    };
    // One that cannot be read says nothing about the vendor's health.
    if let Some(pass) = pass {
        pass.succeeded();
    }
    Ok(page)
}

impl<T, E> Stream for PageStream<T, E>
where
    T: DeserializeOwned,
    E: DeserializeOwned,
{
    type Item = Result<Page<T>, Error<E>>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut drive = match core::mem::replace(&mut self.state, State::Done) {
            State::Inert(walk, ahead) => Drive::start(*walk, ahead),
            State::Underway(drive) => drive,
            State::Done => return Poll::Ready(None),
        };
        let Poll::Ready(turned) = drive.poll(context) else {
            self.state = State::Underway(drive);
            return Poll::Pending;
        };
        let page = turned.map(|turned| turned.and_then(page));
        if let Some(Ok(_)) = page {
            self.state = State::Underway(drive);
        }
        Poll::Ready(page.map(|page| page.map_err(typed)))
    }
}

/// The items of all pages of a walk, as a stream.
///
/// A page is asked for when the items of the one before it are used up.
#[must_use = "a walk does nothing unless it is polled"]
pub struct ItemStream<T, E> {
    pages: PageStream<T, E>,
    items: std::vec::IntoIter<T>,
}

impl<T, E> ItemStream<T, E> {
    pub(super) fn new(pages: PageStream<T, E>) -> Self {
        Self {
            pages,
            items: Vec::new().into_iter(),
        }
    }
}

impl<T, E> ItemStream<T, E>
where
    T: DeserializeOwned,
    E: DeserializeOwned,
{
    /// The next item; `None` after the last.
    ///
    /// # Errors
    ///
    /// As [`PageStream::try_next`].
    pub async fn try_next(&mut self) -> Result<Option<T>, Error<E>> {
        core::future::poll_fn(|context| Pin::new(&mut *self).poll_next(context))
            .await
            .transpose()
    }
}

// The items are owned values in a buffer; nothing is pinned in place.
impl<T, E> Unpin for ItemStream<T, E> {}

impl<T, E> Stream for ItemStream<T, E>
where
    T: DeserializeOwned,
    E: DeserializeOwned,
{
    type Item = Result<T, Error<E>>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            if let Some(item) = self.items.next() {
                return Poll::Ready(Some(Ok(item)));
            }
            match ready!(Pin::new(&mut self.pages).poll_next(context)) {
                Some(Ok(page)) => self.items = page.items.into_iter(),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
    }
}

impl<T, E> fmt::Debug for PageStream<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PageStream(..)")
    }
}

impl<T, E> fmt::Debug for ItemStream<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ItemStream(..)")
    }
}
