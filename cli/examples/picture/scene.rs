//! What is in the pictures: the sample, and how it came to that.

use std::time::Duration;

use jiff::tz::TimeZone;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tollgate_cli::model::State;
use tollgate_cli::status::{self, Document};
use tollgate_cli::watch::frame::{View, frame};
use tollgate_cli::watch::{History, draw};

const SAMPLE: &str = include_str!("../../samples/status.json");

/// Looks before the one that is drawn.
const LOOKS: usize = 40;

fn sample() -> State {
    let document: Document = serde_json::from_str(SAMPLE).expect("the sample is a document");
    document.state
}

/// The table of `tollgate status`.
pub(crate) fn status() -> Buffer {
    let view = status::View {
        width: 96,
        zone: TimeZone::UTC,
        endpoints: false,
    };
    let lines = status::lines(&sample(), &view);
    let height = u16::try_from(lines.len()).expect("a short table");
    let mut screen = Buffer::empty(Rect::new(0, 0, 96, height));
    draw::lines(&mut screen, Rect::new(0, 0, 96, height), &lines, true);
    screen
}

/// A screen of `tollgate watch`.
pub(crate) fn watch() -> Buffer {
    let area = Rect::new(0, 0, 118, 16);
    let interval = Duration::from_secs(1);
    let mut history = History::default();
    for look in 0..=LOOKS {
        history.add(&before(LOOKS - look), interval);
    }
    let view = View {
        width: area.width.into(),
        zone: TimeZone::UTC,
        interval,
    };
    let mut screen = Buffer::empty(area);
    let frame = frame(&sample(), &history, None, &view);
    draw::frame(&mut screen, area, &frame, 0, true);
    screen
}

/// What a bucket granted from look to look, and who waited at each, the latest first: a burst and
/// then the sustained rate, with a queue that grows; a few requests now and then; searches until
/// the vendor asked for a pause.
fn course(bucket: &str) -> (&'static [u64], &'static [u64]) {
    match bucket {
        "all" => (
            &[4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 8, 6, 1, 0, 0, 1, 0],
            &[7, 7, 5, 5, 4, 2, 2, 1],
        ),
        "core" => (&[1, 0, 0, 3, 2, 0, 1, 0, 0, 0, 4, 1, 0, 0, 1, 0, 2], &[]),
        "search" => (
            &[0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 1, 0, 1, 0, 1, 1],
            &[2, 2, 2, 2, 1],
        ),
        _ => (&[], &[]),
    }
}

/// The sample as it was so many looks before.
fn before(looks: usize) -> State {
    let mut state = sample();
    for account in &mut state.accounts {
        for bucket in &mut account.buckets {
            let (permits, waiting) = course(&bucket.name);
            let later: u64 = permits.iter().take(looks).sum();
            bucket.counters.permits = bucket.counters.permits.saturating_sub(later);
            bucket.counters.waiting = waiting.get(looks).copied().unwrap_or(0);
        }
    }
    state
}
