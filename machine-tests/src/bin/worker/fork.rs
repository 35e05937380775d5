//! A process that forks with slots in its hands: both go on, in turns.

use std::io::{Read as _, Write as _, pipe};
use std::process::exit;

use tollgate_limiter::{Account, Bucket, Cost, Flight};

use crate::say;

/// Takes two; forks; the child takes three and gives up what it inherited; the parent takes what
/// is left of three; the child ends without a word; the parent takes what is left of three.
pub(crate) fn run(account: &Account) {
    let bucket = account.bucket("read").expect("declared");
    let mut held = take(bucket, 2);
    say(&format!("parent {}", held.len()));
    let (mut told, mut tell) = pipe().expect("a pipe");
    let (mut heard, mut answer) = pipe().expect("a pipe");
    if is_child() {
        let own = take(bucket, 3);
        held.clear();
        say(&format!("child {}", own.len()));
        let _ = answer.write_all(b"!");
        drop(tell);
        let _ = told.read(&mut [0]);
        end_at_once();
    }
    drop(told);
    let _ = heard.read_exact(&mut [0]);
    held.extend(take(bucket, 3));
    say(&format!("parent {}", held.len()));
    let meter = bucket.meter();
    say(&format!(
        "in flight {}, permits {}",
        meter.in_flight, meter.permits
    ));
    let _ = tell.write_all(b"!");
    // It is a zombie from then on: nobody waits for it.
    let start = std::time::Instant::now();
    while held.len() < 6 && start.elapsed().as_secs() < 60 {
        held.extend(take(bucket, 6 - held.len()));
    }
    say(&format!("parent {}", held.len()));
    exit(0);
}

fn take(bucket: &Bucket, count: usize) -> Vec<Flight> {
    let permits = (0..count).map_while(|_| bucket.try_acquire(Cost::ONE).ok());
    permits.map(tollgate_limiter::Permit::spend).collect()
}

#[expect(
    unsafe_code,
    reason = "a program may fork, and the standard library cannot"
)]
fn is_child() -> bool {
    // SAFETY: this process has one thread.
    let pid = unsafe { libc::fork() };
    assert!(pid >= 0, "a process can be forked");
    pid == 0
}

#[expect(
    unsafe_code,
    reason = "ends the child without what the parent would do at its end"
)]
fn end_at_once() -> ! {
    // SAFETY: ends the process.
    unsafe { libc::_exit(0) }
}
