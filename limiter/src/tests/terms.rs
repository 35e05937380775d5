//! What stands against a permit by the terms of who waits, as a table.

use std::time::Duration;

use tollgate_limits::{Ceiling, Cost, Period, Rate};

use crate::state::State;
use crate::{Limits, Moment, RefusedKind, Terms};

fn at(nanos: u64) -> Moment {
    Moment::from_nanos(nanos)
}

fn deadline(needed: u64, left: u64) -> Option<RefusedKind> {
    let (needed, left) = (Duration::from_nanos(needed), Duration::from_nanos(left));
    Some(RefusedKind::Deadline { needed, left })
}

fn blocked(needed: u64, left: u64) -> Option<RefusedKind> {
    let (needed, left) = (Duration::from_nanos(needed), Duration::from_nanos(left));
    Some(RefusedKind::Blocked { needed, left })
}

/// What stands against one unit at 10, in a window of one per 100 that was used at 0, with a
/// block until `block`.
fn verdict(block: u64, terms: Terms) -> Option<RefusedKind> {
    let one = Ceiling::Window(Rate::per(1, Period::from_nanos(100).unwrap()).unwrap());
    let mut state = State::new(Limits::new(vec![one], None, Duration::ZERO).unwrap());
    state.ask(Cost::ONE, 0, 0);
    state.block(at(block), 0);
    let now = state.observe(at(10));
    state.verdict(Cost::ONE, 1, terms, now)
}

#[test]
fn a_wait_is_bounded_by_the_deadline_and_a_block_by_both_ends() {
    let any = Terms::new();
    let cases = [
        ("anything", 0, any, None),
        ("anything, blocked", 500, any, None),
        ("in time", 0, any.deadline(at(100)), None),
        ("late", 0, any.deadline(at(99)), deadline(90, 89)),
        ("the wait is no block", 0, any.longest_block(at(20)), None),
        (
            "a block that ends in time",
            150,
            any.longest_block(at(150)),
            None,
        ),
        (
            "a block beyond, without a deadline",
            150,
            any.longest_block(at(149)),
            blocked(140, 139),
        ),
        (
            "a block beyond, and a later deadline",
            150,
            any.deadline(at(900)).longest_block(at(149)),
            blocked(140, 139),
        ),
        (
            "a block beyond an earlier deadline",
            150,
            any.deadline(at(60)).longest_block(at(149)),
            blocked(140, 50),
        ),
        (
            "a block that ends before the limits let go",
            50,
            any.longest_block(at(49)),
            blocked(90, 39),
        ),
        (
            "a block in time, a permit that is late",
            50,
            any.deadline(at(99)).longest_block(at(50)),
            deadline(90, 89),
        ),
        (
            "no block is worth waiting for, and none holds",
            0,
            any.longest_block(Moment::ORIGIN),
            None,
        ),
        (
            "a pause that is short enough",
            150,
            any.longest_pause(Duration::from_nanos(140)),
            None,
        ),
        (
            "a pause that is too long, whatever the deadline",
            150,
            any.deadline(at(900))
                .longest_pause(Duration::from_nanos(139)),
            blocked(140, 139),
        ),
        (
            "a pause for as long as there is time",
            150,
            any.longest_pause(Duration::MAX),
            None,
        ),
        ("a block that is over", 9, any.longest_block(at(5)), None),
        (
            "the end of time",
            u64::MAX,
            any.longest_block(Moment::NEVER),
            None,
        ),
    ];
    for (name, block, terms, expected) in cases {
        assert_eq!(verdict(block, terms), expected, "{name}");
    }
}
