//! The terminal while it is ours, and back as it was when it is not.

use std::io::{self, Stdout, stdout};
use std::panic;
use std::sync::Once;

use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::buffer::Buffer;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::layout::{Rect, Size};

use super::draw;
use super::frame::Frame;

/// A screen of our own; dropped, and in a panic, the terminal is as it was before.
///
/// Ratatui's own `Terminal` is not used: to draw anew it asks the terminal where the cursor is, which
/// not every one answers, and dropped it complains on a standard error that may have gone.
#[derive(Debug)]
pub struct Screen {
    backend: CrosstermBackend<Stdout>,
    /// What stands there.
    drawn: Buffer,
}

impl Screen {
    /// Takes the terminal of the standard output.
    ///
    /// # Errors
    ///
    /// When it cannot be used so; it is restored then.
    pub fn enter() -> io::Result<Self> {
        restore_in_panics();
        take().inspect_err(|_| leave())?;
        Ok(Self {
            backend: CrosstermBackend::new(stdout()),
            drawn: Buffer::default(),
        })
    }

    /// Draws a frame from the line `first` of its table on.
    ///
    /// # Errors
    ///
    /// When the terminal does not take it.
    pub fn draw(&mut self, frame: &Frame, first: usize, colours: bool) -> io::Result<()> {
        let area = self.area()?;
        if area != self.drawn.area {
            self.backend.clear()?;
            self.drawn = Buffer::empty(area);
        }
        let mut next = Buffer::empty(area);
        draw::frame(&mut next, area, frame, first, colours);
        self.backend.draw(self.drawn.diff(&next).into_iter())?;
        self.drawn = next;
        Backend::flush(&mut self.backend)
    }

    /// Whether the terminal has another size than what was drawn last. Its signal may have come before
    /// anybody listened.
    ///
    /// # Errors
    ///
    /// When the terminal does not say.
    pub fn is_outgrown(&self) -> io::Result<bool> {
        Ok(self.area()? != self.drawn.area)
    }

    /// How many lines and columns it has.
    ///
    /// # Errors
    ///
    /// When the terminal does not say.
    pub fn size(&self) -> io::Result<(usize, usize)> {
        let area = self.area()?;
        Ok((area.height.into(), area.width.into()))
    }

    fn area(&self) -> io::Result<Rect> {
        let Size { width, height } = self.backend.size()?;
        // A serial line does not know.
        let known = |length, usual| if length == 0 { usual } else { length };
        Ok(Rect::new(0, 0, known(width, 80), known(height, 24)))
    }

    /// Draws all of the next frame, whatever is thought to stand there.
    pub fn forget(&mut self) {
        self.drawn = Buffer::default();
    }

    /// Gives the terminal back, runs `meanwhile`, and takes it again.
    pub(super) fn without(&mut self, meanwhile: impl FnOnce()) -> io::Result<()> {
        leave();
        meanwhile();
        self.forget();
        take()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, Hide)
}

/// Restores what can be restored; a terminal that is gone needs nothing.
fn leave() {
    let _ = execute!(stdout(), LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// Lets panics restore the terminal before they say why, so that this can be read.
fn restore_in_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let say = panic::take_hook();
        panic::set_hook(Box::new(move |why| {
            leave();
            say(why);
        }));
    });
}
