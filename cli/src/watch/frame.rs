//! What stands on the screen: a state and its history in, lines out.

use std::time::Duration;

use jiff::tz::TimeZone;

use super::history::{History, Track};
use crate::model::{Account, Bucket, Ceiling, State};
use crate::show::table::{Column, Group, lay};
use crate::show::text::clean_lines;
use crate::show::{Line, Part, Piece, cells, spark, units};
use crate::status;

/// How to show a frame.
#[derive(Clone, Debug)]
pub struct View {
    /// Columns of text.
    pub width: usize,
    /// The zone of times of day.
    pub zone: TimeZone,
    /// How long is waited between two looks.
    pub interval: Duration,
}

/// A frame: what stays at the top, what is scrolled, what stays at the bottom.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The first lines.
    pub top: Vec<Line>,
    /// The table.
    pub body: Vec<Line>,
    /// The last line.
    pub bottom: Line,
}

/// Bars of a history, at least and at most.
const BARS: usize = 12;
const MOST_BARS: usize = 60;

impl Frame {
    /// How many lines of the table can be seen on a screen of so many lines.
    #[must_use]
    pub fn room(&self, height: usize) -> usize {
        height.saturating_sub(self.top.len() + 1)
    }
}

const fn column(title: &'static str, right: bool, rank: u8) -> Column {
    Column { title, right, rank }
}

const COLUMNS: [Column; 13] = [
    column("BUCKET", false, 0),
    column("AVAIL", true, 2),
    column("NEXT", true, 1),
    column("BLOCKED", false, 2),
    column("BREAKER", false, 6),
    column("FLIGHT", true, 7),
    column("PERMITS/S", false, 3),
    column("WAITING", false, 4),
    column("CALLS", true, 8),
    column("WAITED", true, 9),
    column("RETRIES", true, 11),
    column("EXHAUSTED", true, 10),
    column("UNPAID", true, 5),
];

/// The frame of a state, its history, and what went wrong at the last look, if it did.
#[must_use]
pub fn frame(state: &State, history: &History, trouble: Option<&str>, view: &View) -> Frame {
    Frame {
        top: top(state, trouble, view),
        body: body(state, history, view),
        bottom: status::total(&state.total()),
    }
}

fn top(state: &State, trouble: Option<&str>, view: &View) -> Vec<Line> {
    let clock = units::clock(state.taken_at, state.taken_at, &view.zone);
    let every = format!("{clock}, every {}", units::span(view.interval));
    // What may be long comes last.
    let title = Line::of(Part::Strong, "tollgate")
        .and(Part::Dim, "  q ends, ↑ ↓ scroll  ")
        .and(Part::Plain, every)
        .and(Part::Dim, "  ")
        .and(Part::Plain, status::place(state));
    let mut lines = vec![title];
    if let Some(trouble) = trouble {
        let trouble = clean_lines(trouble);
        lines.extend(trouble.lines().map(|line| Line::of(Part::Bad, line)));
    }
    lines.push(Line::default());
    lines
}

fn body(state: &State, history: &History, view: &View) -> Vec<Line> {
    let mut lines = Vec::new();
    if state.accounts.is_empty() {
        let text = status::nothing(state, None);
        lines.extend(text.lines().map(|line| Line::of(Part::Plain, line)));
    } else {
        lines.extend(table(state, history, view));
    }
    if !state.unreadable.is_empty() {
        lines.push(Line::default());
        lines.extend(state.unreadable.iter().flat_map(status::unreadable));
    }
    lines
}

/// The table with histories as wide as there is room for.
fn table(state: &State, history: &History, view: &View) -> Vec<Line> {
    let laid = |bars| {
        let groups = state
            .accounts
            .iter()
            .map(|account| group(account, history, bars, view));
        lay(&COLUMNS, &groups.collect::<Vec<_>>(), view.width).lines
    };
    let narrow = laid(BARS);
    // The history of those who wait has half as many bars.
    let widest = narrow.iter().map(Line::width).max().unwrap_or(0);
    let room = view.width.saturating_sub(widest) * 2 / 3;
    match room {
        0 | 1 => narrow,
        room => laid((BARS + room).min(MOST_BARS)),
    }
}

fn group(account: &Account, history: &History, bars: usize, view: &View) -> Group {
    let row = |bucket: &Bucket| {
        let track = history.track(&account.file, &bucket.name);
        row(account, bucket, track, bars)
    };
    Group {
        heading: cells::account(account, view.width),
        rows: account.buckets.iter().map(row).collect(),
    }
}

fn row(account: &Account, bucket: &Bucket, track: Option<&Track>, bars: usize) -> Vec<Piece> {
    let counters = &bucket.counters;
    vec![
        cells::bucket(bucket),
        cells::available(bucket),
        cells::next(bucket),
        cells::blocked_for(bucket),
        cells::breaker(account.breaker(&bucket.name)),
        cells::number(counters.in_flight),
        permits(bucket, track, bars),
        waiting(counters.waiting, track, bars),
        cells::number(counters.calls),
        cells::time(counters.waited),
        cells::number(counters.retries),
        cells::number(counters.exhausted),
        cells::trouble(counters.unpaid),
    ]
}

/// The history of permits. The highest bar is the sustained rate of the limits, or more if more was
/// granted, as in a burst.
fn permits(bucket: &Bucket, track: Option<&Track>, bars: usize) -> Piece {
    let rates = latest(track.map(Track::rates), bars);
    let full = rates.iter().copied().fold(sustained(bucket), f64::max);
    let number = rates
        .last()
        .map_or("–".to_owned(), |rate| units::frequency(*rate));
    let bars = spark::line(&rates, bars, full);
    cells::piece(Part::History, format!("{bars} {number:>5}"))
}

fn waiting(now: u64, track: Option<&Track>, bars: usize) -> Piece {
    let values = latest(track.map(Track::waiting), bars / 2);
    let full = values.iter().copied().fold(1.0, f64::max);
    let part = if now == 0 { Part::Dim } else { Part::Notable };
    let bars = spark::line(&values, bars / 2, full);
    cells::piece(part, format!("{bars} {:>4}", units::count(now)))
}

/// The last of the values, so many as are drawn: what is out of sight must not lower the bars.
fn latest(values: Option<Vec<f64>>, bars: usize) -> Vec<f64> {
    let values = values.unwrap_or_default();
    values[values.len().saturating_sub(bars)..].to_vec()
}

/// Units in each second that the strictest of the limits allows for long; zero if none says.
fn sustained(bucket: &Bucket) -> f64 {
    let budgets = bucket.limits.iter().filter_map(|limits| limits.budget);
    let budgets = budgets.map(|budget| (budget.units, budget.period));
    let ceilings = bucket.limits.iter().flat_map(|limits| &limits.ceilings);
    let ceilings = ceilings.filter_map(|ceiling| match *ceiling {
        Ceiling::Window { units, period } | Ceiling::TokenBucket { units, period, .. } => {
            Some((units, period))
        }
        Ceiling::InFlight { .. } => None,
    });
    let rates = budgets
        .chain(ceilings)
        .map(|(units, period)| f64::from(units) / period.as_secs_f64());
    let strictest = rates.fold(f64::INFINITY, f64::min);
    if strictest.is_finite() {
        strictest
    } else {
        0.0
    }
}
