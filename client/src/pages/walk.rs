//! The state of a walk between two pages. It is not generic: items are decoded by its caller.

use std::collections::HashSet;

use tollgate_signals::{NextPage, next_link};
use url::Url;

use crate::call::{Draft, Reply, Seed, finish, run};
use crate::error::{ErrorKind, Failure, Place};
use crate::ledger::Attempts;

/// A walk: what it asks for next, and what it has asked for before.
pub(super) struct Walk {
    seed: Seed,
    items: Option<&'static str>,
    step: Step,
    seen: HashSet<String>,
    pages: u64,
    max_requests: Option<u32>,
}

enum Step {
    First(Box<Draft>),
    Follow(Url),
    /// What was found has been delivered; this comes last.
    Fail(ErrorKind),
    End,
}

impl Walk {
    pub(super) fn new(
        draft: Draft,
        items: Option<&'static str>,
        max_requests: Option<u32>,
    ) -> Self {
        let mut seed = draft.seed.clone();
        seed.set_accept();
        let step = Step::First(Box::new(draft));
        Self {
            seed,
            items,
            step,
            seen: HashSet::new(),
            pages: 0,
            max_requests,
        }
    }

    pub(super) fn items(&self) -> Option<&'static str> {
        self.items
    }

    pub(super) fn place(&self) -> Place {
        self.seed.place.clone()
    }

    pub(super) fn number(&self) -> u64 {
        self.pages
    }

    pub(super) fn has_next(&self) -> bool {
        !matches!(self.step, Step::End)
    }

    /// The next page's answer; `None` after the last. After an error the walk has ended.
    pub(super) async fn advance(&mut self) -> Option<Result<Reply, Box<Failure>>> {
        let step = core::mem::replace(&mut self.step, Step::End);
        if let (Step::First(_) | Step::Follow(_), Some(limit)) = (&step, self.max_requests)
            && self.pages >= u64::from(limit)
        {
            return Some(Err(self.fail(ErrorKind::MaxRequests { limit })));
        }
        let reply = match step {
            Step::First(draft) => run(*draft).await,
            Step::Follow(url) => {
                // As the vendor gave it, without a credential that the answered one may hold.
                self.seen.insert(url.as_str().to_owned());
                finish(self.seed.follow(url)).await
            }
            Step::Fail(kind) => return Some(Err(self.fail(kind))),
            Step::End => return None,
        };
        Some(reply.inspect(|reply| self.note(reply)))
    }

    /// Decides what comes after an answer.
    fn note(&mut self, reply: &Reply) {
        self.pages += 1;
        self.seen.insert(reply.url.as_str().to_owned());
        self.step = match next_link(&reply.headers, &reply.url) {
            NextPage::End => Step::End,
            NextPage::Page(url) if self.seen.contains(url.as_str()) => {
                Step::Fail(ErrorKind::PageLoop { pages: self.pages })
            }
            NextPage::Page(url) => Step::Follow(url),
            NextPage::Foreign(target) => Step::Fail(ErrorKind::ForeignNextLink { target }),
        };
    }

    fn fail(&self, kind: ErrorKind) -> Box<Failure> {
        Failure::new(kind, self.seed.place.clone(), Attempts::default())
    }
}
