//! Where everything is in a state file, in words of eight bytes.
//!
//! ```text
//! header (16)  what the file is, for which boot, and by which file it was replaced
//! blueprint    what it is made for, and with that where everything else is
//! members      which process has this place, and which program it runs
//! endpoints    eight counters each
//! buckets      a cell, a line of counters for each member, the places of each limit
//! breakers     a cell each
//! ```
//!
//! A layout never changes in a file that is in use: whoever needs another makes another file.

use std::ops::Range;

use super::blueprint::Blueprint;
use super::cell::CellPlace;
use crate::quota::Quota;
use crate::rule::{Rule, Spec};
use crate::state::State;

/// The words of the header.
pub(crate) const HEADER: usize = 16;
/// The words of one member's line in one bucket.
pub(crate) const LINE: usize = 16;
/// The words of one endpoint.
pub(crate) const ENDPOINT: usize = 8;
/// The numbers of a breaker.
pub(crate) const BREAKER_WIDTH: usize = crate::breaker::WIDTH;
/// The words of one member's place: the process, and the program that it runs.
pub(crate) const MEMBER: usize = 2;
/// How many processes there may be at first; as many again when they are not enough.
pub(crate) const FEW_MEMBERS: usize = 32;
/// How many there may be at all.
pub(crate) const MOST_MEMBERS: usize = 4_096;

/// Where everything is.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) members: Range<usize>,
    pub(crate) endpoints: Range<usize>,
    pub(crate) buckets: Vec<BucketPlace>,
    pub(crate) breakers: Vec<CellPlace>,
    /// The words of the whole file.
    pub(crate) total: usize,
}

/// Where a bucket is.
#[derive(Clone, Debug)]
pub(crate) struct BucketPlace {
    pub(crate) cell: CellPlace,
    lines: usize,
    /// The places of each limit, in their order.
    pub(crate) rules: Vec<(Spec, Range<usize>)>,
}

impl Layout {
    /// The layout of a file for `members` processes whose blueprint takes `words`.
    pub(crate) fn new(blueprint: &Blueprint, words: usize, members: usize) -> Self {
        let mut end = HEADER + words;
        let members_at = place(&mut end, members * MEMBER);
        let endpoints = place(&mut end, blueprint.endpoints.len() * ENDPOINT);
        let buckets = blueprint
            .buckets
            .iter()
            .map(|bucket| BucketPlace::new(&mut end, &bucket.specs(), members))
            .collect();
        let breakers = blueprint
            .breakers
            .iter()
            .map(|_| cell(&mut end, members, BREAKER_WIDTH))
            .collect();
        Self {
            members: members_at,
            endpoints,
            buckets,
            breakers,
            total: end.next_multiple_of(PAGE),
        }
    }
}

impl BucketPlace {
    fn new(end: &mut usize, specs: &[Spec], members: usize) -> Self {
        let width = State::WORDS + Quota::WORDS + specs.len() * Rule::WORDS;
        let cell = cell(end, members, width);
        let lines = place(end, members * LINE).start;
        let places = specs.iter().map(|&spec| {
            let room = usize::try_from(Rule::room(spec)).unwrap_or(usize::MAX / 64);
            (spec, place(end, room))
        });
        Self {
            cell,
            lines,
            rules: places.collect(),
        }
    }

    /// The counters of `member`.
    pub(crate) fn line(&self, member: usize) -> Range<usize> {
        let start = self.lines + member * LINE;
        start..start + LINE
    }
}

/// The words of a page; files are whole pages.
const PAGE: usize = 512;

fn place(end: &mut usize, words: usize) -> Range<usize> {
    let start = end.next_multiple_of(8);
    *end = start + words;
    start..*end
}

fn cell(end: &mut usize, members: usize, width: usize) -> CellPlace {
    let cell = CellPlace::new(end.next_multiple_of(8), members, width);
    *end = cell.end();
    cell
}
