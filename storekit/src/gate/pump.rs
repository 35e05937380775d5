//! Carries bytes from one end of a connection to the other.

use std::io::{Read, Write};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use super::mood::{Answers, Mood};
use crate::address::Line;

/// From the client to the server.
pub(super) fn requests(mut from: Line, mut to: Line, mood: Arc<Mood>) {
    std::thread::spawn(move || {
        while let Some(bytes) = read(&mut from) {
            if mood.get() != Answers::Hang && to.write_all(&bytes).is_err() {
                break;
            }
        }
        end(&from, &to);
    });
}

/// From the server to the client: one thread reads, so that the time of an answer is known, and
/// one writes when its time has come.
pub(super) fn answers(mut from: Line, mut to: Line, mood: Arc<Mood>) {
    let (send, due) = mpsc::channel::<(Instant, Vec<u8>)>();
    let ends = [from.another(), to.another()];
    std::thread::spawn(move || {
        while let Some(bytes) = read(&mut from) {
            let by = match mood.take() {
                Answers::Pass | Answers::Refuse => Duration::ZERO,
                Answers::Delay(by) => by,
                Answers::Swallow | Answers::Hang => continue,
                Answers::LoseNext => break,
            };
            if send.send((Instant::now() + by, bytes)).is_err() {
                break;
            }
        }
        // Whoever writes closes the connection when everything that is due was written.
    });
    std::thread::spawn(move || {
        for (at, bytes) in due {
            std::thread::sleep(at.saturating_duration_since(Instant::now()));
            if to.write_all(&bytes).is_err() {
                break;
            }
        }
        ends.iter().flatten().for_each(Line::cut);
    });
}

/// What is there, as soon as it is there; `None` at the end.
fn read(from: &mut Line) -> Option<Vec<u8>> {
    let mut bytes = vec![0; 64 * 1024];
    let read = from.read(&mut bytes).ok().filter(|&read| read > 0)?;
    bytes.truncate(read);
    Some(bytes)
}

fn end(one: &Line, other: &Line) {
    one.cut();
    other.cut();
}
