//! The next page by counting: pages, or items.

use serde_json::value::RawValue;

use super::super::position::Position;
use super::probe::find;
use super::value::{count, flag, is_empty, length};
use super::{Next, Stuck};

/// What a page with a number says about the one after it.
#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    pub(super) more: Option<bool>,
    /// The number of pages.
    pub(super) total: Option<u64>,
    pub(super) is_empty: bool,
}

impl Page {
    /// The page, and the list of its items.
    pub(super) fn read<'b>(
        body: &'b [u8],
        items: &str,
        more: Option<&str>,
        total: Option<&str>,
    ) -> Result<(Self, Option<&'b RawValue>), Next> {
        let [goes_on, all, items] = find(body, [more, total, Some(items)])?;
        let page = Self {
            more: flag(more, goes_on)?,
            total: count(total, all)?,
            is_empty: is_empty(items),
        };
        Ok((page, items))
    }

    pub(super) fn tells(&self) -> bool {
        self.more.is_some() || self.total.is_some()
    }
}

/// What comes after a page of which `asked` was the number, where the first has the number `first`.
///
/// Where the vendor says neither that there is more nor how many there are, an empty page ends.
pub(super) fn next_page(page: &Page, asked: &Position, first: u64) -> Result<Next, Stuck> {
    let &Position::Count(asked) = asked else {
        return Ok(Next::End);
    };
    let next = asked.checked_add(1);
    let read = next.and_then(|next| next.checked_sub(first));
    let done = match (page.more, page.total) {
        (Some(false), _) => true,
        (_, Some(total)) => read.is_some_and(|read| read >= total),
        (Some(true), None) => false,
        (None, None) => page.is_empty,
    };
    counted(next, done, page.more)
}

/// The next number, if it is not done and there is one.
fn counted(next: Option<u64>, done: bool, more: Option<bool>) -> Result<Next, Stuck> {
    match next {
        _ if done => Ok(Next::End),
        Some(next) => Ok(Next::Ask(Position::Count(next))),
        None if more == Some(true) => Err(Stuck),
        None => Ok(Next::End),
    }
}

/// What a page behind an offset says about the one after it.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    /// The rows that the vendor looked at for this page.
    pub(super) scanned: Option<u64>,
    pub(super) more: Option<bool>,
    /// The number of all items.
    pub(super) total: Option<u64>,
    pub(super) items: u64,
}

impl Rows {
    /// The rows, and the list of the items.
    pub(super) fn read<'b>(
        body: &'b [u8],
        items: &str,
        scanned: Option<&str>,
        more: Option<&str>,
        total: Option<&str>,
    ) -> Result<(Self, Option<&'b RawValue>), Next> {
        let paths = [scanned, more, total, Some(items)];
        let [rows, goes_on, all, items] = find(body, paths)?;
        let rows = Self {
            scanned: count(scanned, rows)?,
            more: flag(more, goes_on)?,
            total: count(total, all)?,
            items: length(items),
        };
        Ok((rows, items))
    }

    pub(super) fn tells(&self) -> bool {
        self.scanned.is_some() || self.more.is_some() || self.total.is_some()
    }
}

/// What comes after a page that began after `asked` rows.
///
/// The offset advances by the rows that were looked at, which a filter may have left few or none
/// of, and never by less than what was found. One that does not advance would ask for the same
/// page for ever, and ends.
pub(super) fn next_offset(rows: &Rows, asked: &Position) -> Result<Next, Stuck> {
    let &Position::Count(asked) = asked else {
        return Ok(Next::End);
    };
    let advance = rows.scanned.unwrap_or_default().max(rows.items);
    let passed = asked.saturating_add(advance);
    let done = rows.more == Some(false) || rows.total.is_some_and(|total| passed >= total);
    let next = asked.checked_add(advance).filter(|next| *next > asked);
    counted(next, done, rows.more)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At this number, or at none.
    fn ask(next: Option<u64>) -> Result<Next, Stuck> {
        Ok(next.map_or(Next::End, |next| Next::Ask(Position::Count(next))))
    }

    #[test]
    fn what_comes_after_a_page_with_a_number() {
        let (yes, no) = (Some(true), Some(false));
        let table = [
            // asked, first, more, total, is_empty => next
            (1, 1, None, None, false, Some(2)),
            (2, 1, None, None, true, None),
            (1, 1, yes, None, true, Some(2)),
            (1, 1, no, None, false, None),
            (1, 1, None, Some(3), true, Some(2)),
            (2, 1, None, Some(3), false, Some(3)),
            (3, 1, None, Some(3), false, None),
            (9, 1, None, Some(3), false, None),
            (0, 0, None, Some(3), false, Some(1)),
            (2, 0, None, Some(3), false, None),
            (1, 1, None, Some(0), true, None),
            (1, 1, yes, Some(1), false, None),
            (1, 1, no, Some(3), false, None),
            // Resumed before the first one.
            (0, 5, None, Some(1), false, Some(1)),
            (u64::MAX, 1, None, None, false, None),
            (
                u64::MAX - 1,
                u64::MAX,
                None,
                Some(u64::MAX),
                false,
                Some(u64::MAX),
            ),
        ];
        for (asked, first, more, total, is_empty, expected) in table {
            let page = Page {
                more,
                total,
                is_empty,
            };
            let next = next_page(&page, &Position::Count(asked), first);
            assert_eq!(next, ask(expected), "{asked} from {first}: {page:?}");
        }
    }

    #[test]
    fn what_comes_after_rows() {
        let (yes, no) = (Some(true), Some(false));
        let table = [
            // asked, scanned, more, total, items => next
            (0, None, None, None, 3, Some(3)),
            (3, None, None, None, 0, None),
            (0, None, None, Some(3), 3, None),
            (0, None, None, Some(7), 3, Some(3)),
            (6, None, None, Some(7), 1, None),
            (0, None, no, Some(7), 3, None),
            (0, None, yes, None, 3, Some(3)),
            // A filter: rows were looked at, few or none were found.
            (0, Some(1_000), None, None, 0, Some(1_000)),
            (1_000, Some(1_000), None, Some(2_500), 2, Some(2_000)),
            (2_000, Some(500), None, Some(2_500), 1, None),
            (2_500, Some(0), None, None, 0, None),
            // One that does not advance.
            (4, Some(0), None, Some(9), 0, None),
            (4, None, no, Some(9), 0, None),
            (9, None, yes, Some(9), 0, None),
            // A vendor that counts wrong, or lies.
            (4, Some(0), None, None, 2, Some(6)),
            (5, Some(u64::MAX), None, None, 1, None),
            (0, Some(u64::MAX), yes, None, 1, Some(u64::MAX)),
            (0, None, None, Some(0), 3, None),
        ];
        for (asked, scanned, more, total, items, expected) in table {
            let rows = Rows {
                scanned,
                more,
                total,
                items,
            };
            let next = next_offset(&rows, &Position::Count(asked));
            assert_eq!(next, ask(expected), "{asked}: {rows:?}");
        }
    }

    #[test]
    fn more_is_never_a_silent_end() {
        let more = Some(true);
        for (scanned, total, items) in [
            (None, None, 0),
            (Some(0), None, 0),
            (Some(0), Some(9), 0),
            (Some(u64::MAX), None, 1),
        ] {
            let rows = Rows {
                scanned,
                more,
                total,
                items,
            };
            let next = next_offset(&rows, &Position::Count(5));
            assert_eq!(next, Err(Stuck), "{rows:?}");
        }
        let page = Page {
            more,
            ..Page::default()
        };
        assert_eq!(
            next_page(&page, &Position::Count(u64::MAX), 1),
            Err(Stuck),
            "there is no larger number"
        );
    }
}
