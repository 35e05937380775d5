//! A walk in a task of its own, at most as far ahead as its consumer allows.
//!
//! The consumer says up to which page the walk may ask: one more than it has taken when it wants a
//! page, or as many as the walk may be ahead. The walk waits for that, then for its permit, then
//! asks; it does one request at a time. Dropping the drive ends the task, in the middle of a page
//! too.

use core::task::{Context, Poll, ready};

use tokio::sync::{mpsc, watch};

use super::walk::{Turned, Walk};
use crate::call::Task;
use crate::error::{ErrorKind, Failure, Place};
use crate::ledger::Attempts;

/// The most pages that a walk is ahead, whatever is asked for: more than fit into memory.
const FARTHEST: usize = 1 << 20;

type Page = Result<Turned, Box<Failure>>;

/// A walk under way.
pub(super) struct Drive {
    task: Task<()>,
    pages: mpsc::Receiver<Page>,
    /// Up to which page the walk may ask.
    allowed: watch::Sender<usize>,
    taken: usize,
    ahead: usize,
    place: Place,
}

impl Drive {
    /// Starts a walk that may be `ahead` pages ahead of what is taken.
    pub(super) fn start(walk: Walk, ahead: usize) -> Self {
        let ahead = ahead.min(FARTHEST);
        let place = walk.place();
        let (sender, pages) = mpsc::channel(ahead.max(1));
        let (allowed, until) = watch::channel(0);
        Self {
            task: Task::start(run(walk, until, sender)),
            pages,
            allowed,
            taken: 0,
            ahead,
            place,
        }
    }

    /// The next page; `None` after the last. After an error there is none.
    pub(super) fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Page>> {
        self.allow(self.ahead.max(1));
        let page = ready!(self.pages.poll_recv(context));
        if let Some(page) = page {
            self.taken += 1;
            self.allow(self.ahead);
            return Poll::Ready(Some(page));
        }
        // The walk has ended, or was ended.
        Poll::Ready(match ready!(self.task.poll(context)) {
            Some(()) => None,
            None => Some(Err(Failure::new(
                ErrorKind::Cancelled,
                self.place.clone(),
                Attempts::default(),
            ))),
        })
    }

    /// Lets the walk ask for so many pages more than have been taken.
    fn allow(&self, more: usize) {
        let until = self.taken.saturating_add(more);
        self.allowed.send_if_modified(|allowed| {
            let later = until > *allowed;
            *allowed = until.max(*allowed);
            later
        });
    }
}

async fn run(mut walk: Walk, mut until: watch::Receiver<usize>, pages: mpsc::Sender<Page>) {
    let mut asked = 0;
    // It fails only when the drive is gone, and then this task is at its end.
    while until.wait_for(|until| *until > asked).await.is_ok() {
        let Some(page) = walk.advance().await else {
            return;
        };
        asked += 1;
        // There is room for every page that was allowed and not taken.
        if pages.try_send(page).is_err() {
            return;
        }
    }
}
