//! The table of `status`: an account's line, and below it one row for each bucket.
//!
//! Where one table of everything is too wide, there are two: what is now, and what was counted so
//! far.

use super::View;
use crate::model::{Account, Bucket, Counters, Endpoint, State};
use crate::show::table::{Column, Group, Laid, lay};
use crate::show::{Line, Part, Piece, cells};

const fn left(title: &'static str, rank: u8) -> Column {
    Column {
        title,
        right: false,
        rank,
    }
}

const fn right(title: &'static str, rank: u8) -> Column {
    Column {
        title,
        right: true,
        rank,
    }
}

const BUCKET: Column = left("BUCKET", 0);

/// What is asked first is left out last: may I go on, and if not, why and until when.
const NOW: [Column; 6] = [
    left("BUDGET", 4),
    left("CEILINGS", 6),
    right("AVAIL", 1),
    right("NEXT", 2),
    left("BLOCKED", 3),
    left("BREAKER", 5),
];

/// Whether all was paid, and what the way was like.
const SO_FAR: [Column; 8] = [
    right("FLIGHT", 8),
    right("WAITING", 2),
    right("CALLS", 3),
    right("WAITED", 4),
    right("RETRIES", 6),
    right("EXHAUSTED", 5),
    right("UNPAID", 1),
    right("PAID", 7),
];

pub(super) fn lines(state: &State, view: &View) -> Vec<Line> {
    let whole = lay(
        &titles([&NOW[..], &SO_FAR]),
        &groups(state, view, cells::account, whole),
        view.width,
    );
    if whole.left_out.is_empty() {
        return whole.lines;
    }
    let now = lay(
        &titles([&NOW]),
        &groups(state, view, cells::account, now),
        view.width,
    );
    let so_far = lay(
        &titles([&SO_FAR]),
        &groups(state, view, cells::account_name, so_far),
        view.width,
    );
    two(now, so_far)
}

fn two(now: Laid, so_far: Laid) -> Vec<Line> {
    let left_out = [now.left_out, so_far.left_out].concat();
    let mut lines = now.lines;
    lines.push(Line::default());
    lines.extend(so_far.lines);
    if !left_out.is_empty() {
        let names = left_out.join(", ").to_lowercase();
        lines.push(Line::default());
        lines.push(Line::of(Part::Dim, format!("no room for: {names}")));
    }
    lines
}

fn titles<const N: usize>(parts: [&[Column]; N]) -> Vec<Column> {
    [&[BUCKET], parts.concat().as_slice()].concat()
}

/// The rows of an account.
type Rows = fn(&State, &Account, &View) -> Vec<Vec<Piece>>;
/// The lines above them.
type Heading = fn(&Account, usize) -> Vec<Line>;

fn groups(state: &State, view: &View, heading: Heading, rows: Rows) -> Vec<Group> {
    let group = |account| Group {
        heading: heading(account, view.width),
        rows: rows(state, account, view),
    };
    state.accounts.iter().map(group).collect()
}

fn whole(state: &State, account: &Account, view: &View) -> Vec<Vec<Piece>> {
    let blank = || cells::piece(Part::Plain, "");
    let blanks = std::iter::repeat_n(vec![blank(); NOW.len() + 1], account.endpoints.len());
    let now = now(state, account, view).into_iter().chain(blanks);
    let so_far = so_far(state, account, view);
    let row = |(now, so_far): (Vec<Piece>, Vec<Piece>)| {
        // The name is in both; an endpoint's in the second alone.
        let name = so_far[..1].iter();
        name.chain(&now[1..]).chain(&so_far[1..]).cloned().collect()
    };
    now.zip(so_far).map(row).collect()
}

fn now(state: &State, account: &Account, view: &View) -> Vec<Vec<Piece>> {
    let row = |bucket: &Bucket| {
        vec![
            cells::bucket(bucket),
            cells::budget(bucket),
            cells::ceilings(bucket),
            cells::available(bucket),
            cells::next(bucket),
            cells::blocked(bucket, state.taken_at, &view.zone),
            cells::breaker(account.breaker(&bucket.name)),
        ]
    };
    account.buckets.iter().map(row).collect()
}

fn so_far(_: &State, account: &Account, view: &View) -> Vec<Vec<Piece>> {
    let buckets = account.buckets.iter();
    let mut rows: Vec<_> = buckets
        .map(|bucket| {
            counted(
                cells::bucket(bucket),
                &bucket.counters,
                cells::share(bucket),
            )
        })
        .collect();
    if view.endpoints {
        let used = |endpoint: &&Endpoint| endpoint.counters != Counters::default();
        rows.extend(account.endpoints.iter().filter(used).map(endpoint));
    }
    rows
}

/// An endpoint pays from its bucket: it has counters, and no state of its own.
fn endpoint(endpoint: &Endpoint) -> Vec<Piece> {
    let name = format!("· {}", cells::name(&endpoint.name).text);
    counted(
        cells::piece(Part::Dim, name),
        &endpoint.counters,
        cells::piece(Part::Plain, ""),
    )
}

fn counted(name: Piece, counters: &Counters, share: Piece) -> Vec<Piece> {
    vec![
        name,
        cells::number(counters.in_flight),
        cells::number(counters.waiting),
        cells::number(counters.calls),
        cells::time(counters.waited),
        cells::number(counters.retries),
        cells::number(counters.exhausted),
        cells::trouble(counters.unpaid),
        share,
    ]
}
