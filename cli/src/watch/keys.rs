//! What the keys mean.

use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers};

/// What the user wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// To end.
    End,
    /// To go to the shell, and come back later.
    Suspend,
    /// To see other lines of the table: so many further down, or up.
    Scroll(isize),
    /// To see the table's start.
    Start,
    /// To see its end.
    Finish,
    /// To see all anew, as after a change of size.
    Redraw,
    /// Nothing that is known of.
    Nothing,
}

const PAGE: isize = 10;

pub(super) fn wish(event: &Event) -> Wish {
    let key = match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => key,
        Event::Resize(..) => return Wish::Redraw,
        _ => return Wish::Nothing,
    };
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    match (key.code, control) {
        // The terminal is raw: these do not come as signals.
        (KeyCode::Char('c' | 'd'), true) => Wish::End,
        (KeyCode::Char('z'), true) => Wish::Suspend,
        (KeyCode::Char('l'), true) => Wish::Redraw,
        (_, true) => Wish::Nothing,
        (KeyCode::Char('q' | 'Q') | KeyCode::Esc, false) => Wish::End,
        (KeyCode::Up | KeyCode::Char('k'), false) => Wish::Scroll(-1),
        (KeyCode::Down | KeyCode::Char('j'), false) => Wish::Scroll(1),
        (KeyCode::PageUp, false) => Wish::Scroll(-PAGE),
        (KeyCode::PageDown | KeyCode::Char(' '), false) => Wish::Scroll(PAGE),
        (KeyCode::Home | KeyCode::Char('g'), false) => Wish::Start,
        (KeyCode::End | KeyCode::Char('G'), false) => Wish::Finish,
        (_, false) => Wish::Nothing,
    }
}

/// The first line that is shown, after `wish`, of `lines` lines of which `room` can be seen.
pub(super) fn scrolled(first: usize, wish: Wish, lines: usize, room: usize) -> usize {
    let last = lines.saturating_sub(room);
    match wish {
        Wish::Scroll(by) => first.saturating_add_signed(by).min(last),
        Wish::Start => 0,
        Wish::Finish => last,
        _ => first.min(last),
    }
}

#[cfg(test)]
mod tests {
    use ratatui::crossterm::event::KeyEvent;

    use super::*;

    #[test]
    fn the_keys_that_end_other_programs_end_this_one() {
        let key = |code, modifiers| wish(&Event::Key(KeyEvent::new(code, modifiers)));
        assert_eq!(key(KeyCode::Char('q'), KeyModifiers::NONE), Wish::End);
        assert_eq!(key(KeyCode::Char('c'), KeyModifiers::CONTROL), Wish::End);
        assert_eq!(key(KeyCode::Esc, KeyModifiers::NONE), Wish::End);
        assert_eq!(key(KeyCode::Char('c'), KeyModifiers::NONE), Wish::Nothing);
    }

    #[test]
    fn nobody_scrolls_beyond_the_table() {
        for (first, wish, lines, room, expected) in [
            (0, Wish::Scroll(-1), 20, 10, 0),
            (0, Wish::Scroll(3), 20, 10, 3),
            (9, Wish::Scroll(10), 20, 10, 10),
            (0, Wish::Finish, 20, 10, 10),
            (9, Wish::Start, 20, 10, 0),
            // The screen has grown.
            (9, Wish::Redraw, 20, 15, 5),
            (0, Wish::Finish, 5, 10, 0),
        ] {
            assert_eq!(scrolled(first, wish, lines, room), expected);
        }
    }
}
