//! A process that forks with units at hand: both go on, each with what the store gives it.

use std::process::exit;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;

use crate::options::Options;
use crate::saturate;
use crate::{Post, say};

/// Takes what there is for a while; forks; parent and child take what there is.
pub(crate) fn run(post: &Post, options: &Options) {
    saturate_for(post, options, "log", 500);
    let child = fork();
    if child == 0 {
        saturate_for(post, options, "child", 1_500);
        end_at_once();
    }
    saturate_for(post, options, "log", 1_500);
    await_end(child);
    say("done");
    exit(0);
}

fn saturate_for(post: &Post, options: &Options, log: &str, millis: u64) {
    let end = Duration::from_millis(millis);
    // It never ends by itself.
    let _ = runtime().block_on(async { timeout(end, saturate::run(post, options, log)).await });
}

/// Of its own for each: one that was forked is of no use.
fn runtime() -> Runtime {
    let runtime = Builder::new_current_thread().enable_time().build();
    runtime.expect("a runtime")
}

#[expect(
    unsafe_code,
    reason = "a program may fork, and the standard library cannot"
)]
fn fork() -> libc::pid_t {
    // SAFETY: no other thread of this process holds a lock for longer than a step, and the child
    // uses nothing but what the limiter makes anew for it.
    let pid = unsafe { libc::fork() };
    assert!(pid >= 0, "a process can be forked");
    pid
}

#[expect(
    unsafe_code,
    reason = "the standard library waits for what it has started, and not for this"
)]
fn await_end(child: libc::pid_t) {
    // SAFETY: nowhere is nothing written to.
    let ended = unsafe { libc::waitpid(child, std::ptr::null_mut(), 0) };
    assert_eq!(ended, child, "it is ours to wait for");
}

#[expect(
    unsafe_code,
    reason = "ends the child without what the parent would do at its end"
)]
fn end_at_once() -> ! {
    // SAFETY: ends the process.
    unsafe { libc::_exit(0) }
}
