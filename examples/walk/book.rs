//! The walk's book: the ledger of every call, and how far each list was read.
//!
//! What goes in are the pages as the client gives them, in the order in which they came; nothing
//! in it is computed from what the vendor is known to do.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tollgate::{Attempts, Error, Page};

use crate::basecamp::{Project, Recording};

/// What has come so far.
#[derive(Debug, Default)]
pub(crate) struct Book(Mutex<Entries>);

/// The contents of a book.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entries {
    /// Every call that has ended, and the requests that it took.
    pub(crate) calls: Vec<(Purpose, Attempts)>,
    lists: BTreeMap<List, Read>,
}

/// What a call was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Purpose {
    /// A token for all other calls.
    Token,
    /// A page of a list, from 1.
    Page(List, u64),
}

/// A list of the vendor's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum List {
    Projects,
    Recordings { project: u64 },
}

/// How far a list was read.
#[derive(Clone, Copy, Debug, Default)]
struct Read {
    pages: u64,
    items: u64,
    /// How many items it has, as the vendor said with the first page.
    total: u64,
    /// The number of the last item that came.
    last: u64,
    /// Items that were not the next one.
    astray: u64,
}

/// An item. The vendor numbers those of each list from 1.
pub(crate) trait Item {
    fn id(&self) -> u64;
}

impl Item for Project {
    fn id(&self) -> u64 {
        self.id
    }
}

impl Item for Recording {
    fn id(&self) -> u64 {
        self.id
    }
}

impl Book {
    /// Enters the next page of a list, or the error that came in its place.
    pub(crate) fn note<T: Item>(&self, list: List, page: &Result<Page<T>, Error<Value>>) {
        let mut entries = self.entries();
        let read = entries.lists.entry(list).or_default();
        read.pages += 1;
        let purpose = Purpose::Page(list, read.pages);
        let attempts = match page {
            Ok(page) => {
                read.note(page);
                page.attempts.clone()
            }
            Err(error) => error.attempts().clone(),
        };
        entries.calls.push((purpose, attempts));
    }

    /// Enters what a token took.
    pub(crate) fn note_token(&self, attempts: &Attempts) {
        self.entries()
            .calls
            .push((Purpose::Token, attempts.clone()));
    }

    /// What is in it.
    pub(crate) fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Read {
    fn note<T: Item>(&mut self, page: &Page<T>) {
        if self.pages == 1 {
            self.total = total(page);
        }
        for item in &page.items {
            self.items += 1;
            self.astray += u64::from(item.id().checked_sub(1) != Some(self.last));
            self.last = item.id();
        }
    }
}

impl Entries {
    /// How many items came, those of all lists.
    pub(crate) fn items(&self) -> u64 {
        self.lists.values().map(|read| read.items).sum()
    }

    /// How many items did not come, came twice, or came out of their order; a project of which
    /// nothing came is one too.
    pub(crate) fn astray(&self) -> u64 {
        let of_lists = self.lists.values();
        let of_lists: u64 = of_lists
            .map(|read| read.astray + read.total.abs_diff(read.items))
            .sum();
        let projects = self.lists.get(&List::Projects);
        let begun = self.lists.len() as u64 - u64::from(projects.is_some());
        of_lists + projects.map_or(1, |read| read.total.abs_diff(begun))
    }
}

/// How many things the whole list has, where the vendor says so.
pub(crate) fn total<T>(page: &Page<T>) -> u64 {
    let total = page
        .headers
        .get("x-total-count")
        .and_then(|total| total.to_str().ok());
    total
        .and_then(|total| total.parse().ok())
        .unwrap_or(page.items.len() as u64)
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Token => f.pad("token"),
            Self::Page(List::Projects, page) => f.pad(&format!("projects, page {page}")),
            Self::Page(List::Recordings { project }, page) => {
                f.pad(&format!("project {project}, page {page}"))
            }
        }
    }
}
