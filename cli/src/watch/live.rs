//! The loop on a terminal: look, draw, wait for a key, a signal or the next look.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use jiff::tz::TimeZone;
use ratatui::crossterm::style::force_color_output;

use super::frame::{Frame, View, frame};
use super::keys::{Wish, listen, scrolled};
use super::signals::{Noted, suspend};
use super::terminal::Screen;
use super::{History, Pace};
use crate::failure::Failure;
use crate::model::State;

/// How long a signal may go unnoticed.
const NOTICE: Duration = Duration::from_millis(100);

pub(super) fn watch(
    mut source: impl FnMut() -> Result<State, Failure>,
    pace: Pace,
    colours: bool,
) -> Result<(), Failure> {
    // Before the terminal is taken: if this fails, it is said like any other failure.
    let first = source()?;
    let signals = Noted::new().map_err(unusable)?;
    // It has been decided already, and the library would look at `NO_COLOR` once more.
    force_color_output(colours);
    let screen = Screen::enter().map_err(unusable)?;
    let mut show = Show::new(screen, first, pace, colours);
    let ended = show.run(source, &listen(), &signals);
    drop(show);
    signals.obey();
    ended.map_err(unusable)
}

#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` gives")]
fn unusable(error: io::Error) -> Failure {
    Failure::trouble(format!("showing the state on the terminal: {error}"))
        .tip("`tollgate watch | cat` shows it line by line")
}

struct Show {
    screen: Screen,
    state: State,
    history: History,
    /// Why the last look failed, if it did.
    trouble: Option<String>,
    /// The first line of the table that is shown.
    first: usize,
    looked: Instant,
    looks: u64,
    pace: Pace,
    zone: TimeZone,
    colours: bool,
}

impl Show {
    fn new(screen: Screen, state: State, pace: Pace, colours: bool) -> Self {
        let mut history = History::default();
        history.add(&state, Duration::ZERO);
        Self {
            screen,
            state,
            history,
            trouble: None,
            first: 0,
            looked: Instant::now(),
            looks: 1,
            pace,
            zone: TimeZone::system(),
            colours,
        }
    }

    fn run(
        &mut self,
        mut source: impl FnMut() -> Result<State, Failure>,
        wishes: &Receiver<Wish>,
        signals: &Noted,
    ) -> io::Result<()> {
        self.draw(None)?;
        loop {
            let due = self.pace.interval.saturating_sub(self.looked.elapsed());
            let wish = match wishes.recv_timeout(due.min(NOTICE)) {
                Ok(wish) => Some(wish),
                Err(RecvTimeoutError::Timeout) => None,
                // Nobody can type any more: the terminal has hung up.
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            if wish == Some(Wish::End) || signals.any() {
                return Ok(());
            }
            if wish == Some(Wish::Suspend) {
                self.screen.without(suspend)?;
            }
            let due = self.looked.elapsed() >= self.pace.interval;
            if due {
                if self
                    .pace
                    .count
                    .is_some_and(|count| self.looks >= count.get())
                {
                    return Ok(());
                }
                self.look(source());
            }
            if due || wish.is_some() || self.screen.is_outgrown()? {
                self.draw(wish)?;
            }
        }
    }

    fn look(&mut self, state: Result<State, Failure>) {
        let since = std::mem::replace(&mut self.looked, Instant::now()).elapsed();
        self.looks += 1;
        self.trouble = None;
        match state {
            Ok(state) => {
                self.history.add(&state, since);
                self.state = state;
            }
            Err(failure) => self.trouble = Some(failure.to_string()),
        }
    }

    fn draw(&mut self, wish: Option<Wish>) -> io::Result<()> {
        let (height, width) = self.screen.size()?;
        let view = View {
            width,
            zone: self.zone.clone(),
            interval: self.pace.interval,
        };
        let frame: Frame = frame(&self.state, &self.history, self.trouble.as_deref(), &view);
        if wish == Some(Wish::Redraw) {
            self.screen.forget();
        }
        self.first = scrolled(self.first, wish, frame.body.len(), frame.room(height));
        self.screen.draw(&frame, self.first, self.colours)
    }
}
