//! The terminal while it is ours, and back as it was when it is not.

use std::io::{self, Stdout, Write, stdout};
use std::mem::ManuallyDrop;
use std::panic;
use std::sync::Once;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use super::draw;
use super::frame::Frame;

/// A screen of our own; dropped, and in a panic, the terminal is as it was before.
#[derive(Debug)]
pub struct Screen {
    // Never dropped: it would complain on a standard error that may have gone with the terminal.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
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
        let terminal = Terminal::new(CrosstermBackend::new(stdout())).inspect_err(|_| leave())?;
        Ok(Self {
            terminal: ManuallyDrop::new(terminal),
        })
    }

    /// Draws a frame from the line `first` of its table on.
    ///
    /// # Errors
    ///
    /// When the terminal does not take it.
    pub fn draw(&mut self, frame: &Frame, first: usize, colours: bool) -> io::Result<()> {
        self.terminal.draw(|screen| {
            let area = screen.area();
            draw::frame(screen.buffer_mut(), area, frame, first, colours);
        })?;
        Ok(())
    }

    /// How many lines and columns it has.
    ///
    /// # Errors
    ///
    /// When the terminal does not say.
    pub fn size(&self) -> io::Result<(usize, usize)> {
        let size = self.terminal.size()?;
        Ok((size.height.into(), size.width.into()))
    }

    /// Draws all of the next frame, whatever is thought to stand there.
    ///
    /// # Errors
    ///
    /// When the terminal does not take it.
    pub fn forget(&mut self) -> io::Result<()> {
        self.terminal.clear()
    }

    /// Gives the terminal back, runs `meanwhile`, and takes it again.
    pub(super) fn without(&mut self, meanwhile: impl FnOnce()) -> io::Result<()> {
        leave();
        meanwhile();
        take()?;
        self.forget()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen)
}

/// Restores what can be restored; a terminal that is gone needs nothing.
fn leave() {
    let _ = execute!(stdout(), LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
    let _ = stdout().flush();
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
