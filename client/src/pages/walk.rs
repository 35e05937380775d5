//! The state of a walk between two pages. It is not generic: items are decoded by its caller.

use bytes::Bytes;

use super::Cursor;
use super::key::Key;
use super::position::Position;
use super::repeats::Repeats;
use super::seen::Seen;
use super::turn::{self, Answered, Known, Next};
use crate::call::{Content, Draft, Reply, finish};
use crate::describe::{Paging, Turn};
use crate::error::{ErrorKind, Failure, Place};
use crate::ledger::Attempts;

/// A walk: what it asks for next, and what it has asked for before.
pub(super) struct Walk {
    draft: Draft,
    paging: &'static Paging,
    key: Key,
    step: Step,
    seen: Seen,
    repeats: Repeats,
    pages: u64,
    requests: u64,
    max_requests: Option<u32>,
}

/// What the walk does next.
enum Step {
    Ask(Position),
    /// What was found has been delivered; this comes last.
    Fail(Box<Failure>),
    End,
}

/// An answer, and where in the walk it is.
pub(super) struct Turned {
    pub(super) reply: Reply,
    pub(super) items: Option<&'static str>,
    /// Whether it says anything about what comes next.
    pub(super) tells: bool,
    pub(super) number: u64,
    pub(super) has_next: bool,
    pub(super) cursor: Option<Cursor>,
}

impl Walk {
    /// A walk from its beginning, or from where `resume` says.
    pub(super) fn new(
        draft: Draft,
        paging: &'static Paging,
        resume: Option<Cursor>,
        max_requests: Option<u32>,
    ) -> Self {
        let inner = &draft.seed.core.inner;
        let key = Key::of(&draft.seed.core);
        let begin = match resume {
            None => Ok(Position::first(&paging.turn)),
            Some(cursor) => Position::resumed(&cursor, &paging.turn, &inner.base, &key),
        };
        let step = match begin {
            Ok(position) => Step::Ask(position),
            Err(mistake) => Step::Fail(failure(&draft, ErrorKind::Argument(mistake))),
        };
        Self {
            draft,
            paging,
            key,
            step,
            seen: Seen::default(),
            repeats: Repeats::default(),
            pages: 0,
            requests: 0,
            max_requests,
        }
    }

    pub(super) fn place(&self) -> Place {
        self.draft.seed.place.clone()
    }

    /// The next page's answer; `None` after the last. After an error the walk has ended.
    pub(super) async fn advance(&mut self) -> Option<Result<Turned, Box<Failure>>> {
        let asked = match core::mem::replace(&mut self.step, Step::End) {
            Step::Ask(position) => position,
            Step::Fail(failure) => return Some(Err(failure)),
            Step::End => return None,
        };
        if let Some(limit) = self.max_requests
            && self.requests >= u64::from(limit)
        {
            return Some(Err(failure(&self.draft, ErrorKind::MaxRequests { limit })));
        }
        self.draft.seed.options.most_sends = self.sends_left();
        let ready = match asked.request(&self.draft, &self.paging.turn) {
            Ok(ready) => ready,
            Err(failure) => return Some(Err(failure)),
        };
        let reply = finish(ready).await.map_err(|mut failure| {
            // The page knows what was left for it, and the caller what it allowed.
            if let (ErrorKind::MaxRequests { limit }, Some(all)) =
                (&mut failure.kind, self.max_requests)
            {
                *limit = all;
            }
            failure
        });
        Some(reply.and_then(|reply| self.turned(&asked, reply)))
    }

    /// How many requests the next page may take, with its retries and hops.
    fn sends_left(&self) -> Option<usize> {
        let left = u64::from(self.max_requests?).saturating_sub(self.requests);
        Some(usize::try_from(left).unwrap_or(usize::MAX))
    }

    /// Decides what comes after an answer.
    fn turned(&mut self, asked: &Position, reply: Reply) -> Result<Turned, Box<Failure>> {
        self.pages += 1;
        self.requests += u64::try_from(reply.attempts.sends()).unwrap_or(u64::MAX);
        self.mark(asked, &reply);
        let known = Known {
            seen: &self.seen,
            key: &self.key,
            home: &self.draft.seed.core.inner.base,
        };
        let answered = Answered {
            asked,
            url: &reply.url,
            headers: &reply.headers,
            body: body(&reply),
        };
        let said = turn::read(self.paging, &answered, &known);
        if self.repeats.too_many(said.items) {
            return Err(self.goes_round(asked, reply));
        }
        let tells = said.tells;
        self.step = self.step(said.next, &reply);
        let cursor = match &self.step {
            Step::Ask(position) => {
                let cursor = position.cursor(&self.paging.turn, &self.key);
                // However the vendor spelt it: a text that is kept must not hold the key.
                let credential = &self.draft.seed.core.inner.credential;
                cursor.filter(|cursor| !credential.is_in(&cursor.to_string()))
            }
            Step::Fail(_) | Step::End => None,
        };
        Ok(Turned {
            reply,
            items: self.paging.items,
            tells,
            number: self.pages,
            has_next: !matches!(self.step, Step::End),
            cursor,
        })
    }

    /// The vendor answers the same items again and again. They are not delivered once more, so that
    /// what was sent for them is told by the error.
    fn goes_round(&self, asked: &Position, reply: Reply) -> Box<Failure> {
        let cursor = match asked {
            Position::Cursor(token) => Some(token.text().to_owned()),
            Position::Start | Position::Address(_) | Position::Count(_) => None,
        };
        let body = whole(&reply);
        let pages = self.pages;
        let cursor = cursor.map(|text| Cursor::new('c', &text));
        reply.failed(ErrorKind::PageLoop { pages, cursor }, body)
    }

    /// Notes what was asked, where it may come again. An address may have been redirected.
    fn mark(&mut self, asked: &Position, reply: &Reply) {
        match asked {
            Position::Cursor(token) => self.seen.mark(token.text()),
            Position::Address(url) => self.seen.mark(&self.key.removed(url)),
            Position::Start | Position::Count(_) => {}
        }
        if let Turn::Link | Turn::NextUrl(_) = self.paging.turn {
            self.seen.mark(&self.key.removed(&reply.url));
        }
    }

    fn step(&self, next: Next, reply: &Reply) -> Step {
        let fail = |kind| Step::Fail(failure(&self.draft, kind));
        let pages = self.pages;
        match next {
            Next::End => Step::End,
            Next::Ask(position) => Step::Ask(position),
            Next::Loop(cursor) => {
                let cursor = cursor.map(|text| Cursor::new('c', &text));
                fail(ErrorKind::PageLoop { pages, cursor })
            }
            Next::Foreign(target) => fail(ErrorKind::ForeignNextLink { target }),
            Next::Unread { path, reason } => {
                let failure = failure(&self.draft, ErrorKind::Decode { path, reason });
                let headers = reply.headers.clone();
                Step::Fail(failure.reply(reply.status, headers, whole(reply)))
            }
        }
    }
}

/// The body, which a walk reads to its end.
fn body(reply: &Reply) -> &[u8] {
    match &reply.content {
        Content::Whole(bytes) => bytes,
        Content::Open(_) => b"",
    }
}

/// The same body, shared.
pub(super) fn whole(reply: &Reply) -> Bytes {
    match &reply.content {
        Content::Whole(bytes) => bytes.clone(),
        Content::Open(_) => Bytes::new(),
    }
}

/// What was sent for a page is told by that page.
fn failure(draft: &Draft, kind: ErrorKind) -> Box<Failure> {
    Failure::new(kind, draft.seed.place.clone(), Attempts::default())
}
