//! What is typed, and what that means.
//!
//! Bytes come in as a terminal sends them, and wishes come out. The events of `crossterm` are not used:
//! on a terminal that has hung up its reader turns round for ever, and after half of a sequence it
//! waits for the rest with nobody able to end it.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

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
    /// To see all anew.
    Redraw,
}

const PAGE: isize = 10;

/// The wishes of whoever is at the standard input, from now on; it ends when that does.
pub(super) fn listen() -> Receiver<Wish> {
    let (tell, wishes) = channel();
    // It is never joined: the process ends while it reads.
    thread::spawn(move || {
        let mut bytes = [0; 64];
        while let Ok(read @ 1..) = read(&mut bytes) {
            for wish in wishes_in(&bytes[..read]) {
                if tell.send(wish).is_err() {
                    return;
                }
            }
        }
    });
    wishes
}

fn read(bytes: &mut [u8]) -> io::Result<usize> {
    loop {
        match io::stdin().lock().read(bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}

/// What is wished in `bytes`; keys that mean nothing here are passed over.
fn wishes_in(bytes: &[u8]) -> Vec<Wish> {
    let mut wishes = Vec::new();
    let mut rest = bytes;
    while let Some((key, after)) = first_key(rest) {
        wishes.extend(wish(key));
        rest = after;
    }
    wishes
}

/// The first key of `bytes`, and what is after it: a byte, or a control sequence as in ECMA-48,
/// section 5.4: its introducer, parameters, and a letter that ends it.
fn first_key(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let length = match bytes {
        [] => return None,
        [0x1b, b'[' | b'O', sequence @ ..] => {
            let end = sequence
                .iter()
                .position(|byte| (0x40..=0x7e).contains(byte));
            2 + end.map_or(sequence.len(), |end| end + 1)
        }
        [_, ..] => 1,
    };
    Some(bytes.split_at(length))
}

fn wish(key: &[u8]) -> Option<Wish> {
    const CONTROL_C: u8 = 0x03;
    const CONTROL_D: u8 = 0x04;
    const CONTROL_L: u8 = 0x0c;
    const CONTROL_Z: u8 = 0x1a;
    Some(match key {
        // The terminal is raw: these do not come as signals. The escape key alone is no way out, since
        // a slow line may cut it off from the arrow that it begins.
        [b'q' | b'Q' | CONTROL_C | CONTROL_D] => Wish::End,
        [CONTROL_Z] => Wish::Suspend,
        [CONTROL_L] => Wish::Redraw,
        b"k" | b"\x1b[A" | b"\x1bOA" => Wish::Scroll(-1),
        b"j" | b"\x1b[B" | b"\x1bOB" => Wish::Scroll(1),
        b"\x1b[5~" => Wish::Scroll(-PAGE),
        b" " | b"\x1b[6~" => Wish::Scroll(PAGE),
        b"g" | b"\x1b[H" | b"\x1bOH" | b"\x1b[1~" => Wish::Start,
        b"G" | b"\x1b[F" | b"\x1bOF" | b"\x1b[4~" => Wish::Finish,
        _ => return None,
    })
}

/// The first line that is shown, after `wish`, of `lines` lines of which `room` can be seen.
pub(super) fn scrolled(first: usize, wish: Option<Wish>, lines: usize, room: usize) -> usize {
    let last = lines.saturating_sub(room);
    match wish {
        Some(Wish::Scroll(by)) => first.saturating_add_signed(by).min(last),
        Some(Wish::Start) => 0,
        Some(Wish::Finish) => last,
        _ => first.min(last),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_told_apart_however_they_come_together() {
        for (bytes, expected) in [
            (&b"q"[..], &[Wish::End][..]),
            (b"\x03", &[Wish::End]),
            (b"c", &[]),
            (
                b"\x1b[A\x1b[6~j",
                &[Wish::Scroll(-1), Wish::Scroll(PAGE), Wish::Scroll(1)],
            ),
            // With a modifier; another sequence that ends with a letter of ours.
            (b"\x1b[1;5Aq", &[Wish::End]),
            (b"\x1b[?1;2q", &[]),
            // Cut off.
            (b"\x1b", &[]),
            (b"\x1b[", &[]),
            (b"\x1b[1;", &[]),
            ("äq".as_bytes(), &[Wish::End]),
            (b"", &[]),
        ] {
            assert_eq!(wishes_in(bytes), expected, "{bytes:?}");
        }
    }

    #[test]
    fn nobody_scrolls_beyond_the_table() {
        for (first, wish, lines, room, expected) in [
            (0, Some(Wish::Scroll(-1)), 20, 10, 0),
            (0, Some(Wish::Scroll(3)), 20, 10, 3),
            (9, Some(Wish::Scroll(10)), 20, 10, 10),
            (0, Some(Wish::Finish), 20, 10, 10),
            (9, Some(Wish::Start), 20, 10, 0),
            // The screen has grown.
            (9, None, 20, 15, 5),
            (0, Some(Wish::Finish), 5, 10, 0),
        ] {
            assert_eq!(scrolled(first, wish, lines, room), expected);
        }
    }
}
