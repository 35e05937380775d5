//! What each rule comes to, case by case.

use crate::quota::{Quota, Statement};

#[derive(Clone, Copy, Debug)]
enum Step {
    /// So many units are issued at once, whatever is left.
    Take(u64),
    /// A report: remaining, end, the position of its request.
    Hear(u64, u64, u64),
    /// So many units up to this position never left.
    Back(u64, u64),
    /// Time goes on to this moment.
    At(u64),
    /// Another bucket comes in, after it took so much, with so much left until then.
    Join(u64, u64, u64),
}

use Step::{At, Back, Hear, Join, Take};

fn statement(remaining: u64, end: u64, as_of: u64) -> Statement {
    Statement {
        policy: None,
        remaining,
        limit: None,
        end,
        as_of,
        open: 1,
    }
}

fn play(steps: &[Step]) -> (Quota, u64) {
    let mut quota = Quota::new();
    let mut now = 0;
    for &step in steps {
        match step {
            Take(units) => drop(quota.take(units)),
            Hear(remaining, end, as_of) => {
                quota.hear(statement(remaining, end, as_of), now);
            }
            Back(units, position) => quota.give_back(units, position),
            At(then) => now = then,
            Join(taken, left, end) => {
                let mut other = Quota::new();
                other.take(taken);
                other.hear(statement(left, end, taken), now);
                quota.join(other.leave(0), now);
            }
        }
    }
    (quota, now)
}

/// How much may leave now; `None` for any amount.
fn left(quota: &mut Quota, now: u64) -> Option<u64> {
    if quota.fits(1_000_000, now) {
        return None;
    }
    let most = (1..).take_while(|&units| quota.fits(units, now)).last();
    Some(most.unwrap_or(0))
}

/// What happens, and how much is left when.
type Case<'a> = (&'a str, &'a [Step], &'a [(u64, Option<u64>)]);

#[test]
fn what_is_left_is_the_least_that_any_report_leaves_until_its_own_end() {
    let cases: [Case<'_>; 22] = [
        ("nothing was reported", &[Take(5)], &[(0, None)]),
        (
            "one report, until its end",
            &[Take(1), Hear(3, 50, 1)],
            &[(0, Some(3)), (49, Some(3)), (50, None)],
        ),
        (
            "what was issued after its request is taken off",
            &[Take(1), Take(1), Take(3), Hear(10, 50, 1)],
            &[(0, Some(6))],
        ),
        (
            "what leaves after it is taken off too",
            &[Take(1), Hear(10, 50, 1), Take(4)],
            &[(0, Some(6))],
        ),
        (
            "more was issued than is left",
            &[Take(1), Take(9), Hear(5, 50, 1)],
            &[(0, Some(0)), (50, None)],
        ),
        (
            "a report of no more than is known",
            &[Take(1), Hear(10, 50, 1), Take(1), Hear(9, 50, 2)],
            &[(0, Some(9))],
        ),
        (
            "less is left: somebody else spends",
            &[Take(1), Hear(10, 50, 1), Take(1), Hear(4, 50, 2)],
            &[(0, Some(4))],
        ),
        (
            "more is left, in the same period",
            &[Take(1), Hear(4, 50, 1), Take(1), Hear(90, 50, 2)],
            &[(0, Some(3)), (50, None)],
        ),
        (
            "two reports that arrive in the wrong order",
            &[Take(1), Take(1), Hear(4, 50, 2), Hear(5, 50, 1)],
            &[(0, Some(4))],
        ),
        (
            "a late report that left more",
            &[Take(1), Take(1), Hear(4, 50, 2), Hear(90, 50, 1)],
            &[(0, Some(4))],
        ),
        (
            "a late report that left less",
            &[Take(1), Take(1), Hear(4, 50, 2), Hear(2, 50, 1)],
            &[(0, Some(1))],
        ),
        (
            "a later end and more: the stricter until the first end",
            &[Take(1), Hear(4, 50, 1), Hear(9, 80, 1)],
            &[(0, Some(4)), (49, Some(4)), (50, Some(9)), (80, None)],
        ),
        (
            "the same in the other order",
            &[Take(1), Hear(9, 80, 1), Hear(4, 50, 1)],
            &[(0, Some(4)), (49, Some(4)), (50, Some(9)), (80, None)],
        ),
        (
            "a later end and less: it holds until its end",
            &[Take(1), Hear(9, 50, 1), Hear(4, 80, 1)],
            &[(0, Some(4)), (50, Some(4)), (80, None)],
        ),
        (
            "what leaves counts for every report",
            &[Take(1), Hear(4, 50, 1), Hear(9, 80, 1), Take(3)],
            &[(0, Some(1)), (50, Some(6))],
        ),
        (
            "a report whose end has passed",
            &[Take(1), At(50), Hear(0, 50, 1), Hear(0, 49, 1)],
            &[(50, None)],
        ),
        (
            "all there is, until the end of time",
            &[Take(9), Hear(u64::MAX, u64::MAX, 9)],
            &[(0, None)],
        ),
        (
            "nothing, until the end of time",
            &[Take(9), Hear(0, u64::MAX, 9)],
            &[(0, Some(0)), (u64::MAX - 1, Some(0))],
        ),
        (
            "what never left is there again, if the report did not know of it",
            &[
                Take(1),
                Take(2),
                Take(1),
                Hear(5, 50, 1),
                Back(2, 3),
                Back(1, 4),
            ],
            &[(0, Some(5))],
        ),
        (
            "what never left before the report arrived, the newest",
            &[Take(1), Take(5), Back(5, 6), Hear(4, 50, 1)],
            &[(0, Some(4))],
        ),
        (
            "what never left before the report arrived, and something came after it",
            &[Take(1), Take(5), Take(1), Back(5, 6), Hear(9, 50, 1)],
            &[(0, Some(3))],
        ),
        (
            "what never left is not there again if the report may have known",
            &[Take(2), Take(1), Hear(5, 50, 3), Back(2, 2), Back(1, 3)],
            &[(0, Some(5))],
        ),
    ];
    for (name, steps, expected) in cases {
        let (mut quota, now) = play(steps);
        for &(at, units) in expected {
            assert_eq!(left(&mut quota, at.max(now)), units, "{name}, at {at}");
        }
    }
}

#[test]
fn of_two_buckets_that_are_one_each_report_may_not_know_what_the_other_took() {
    let cases: [Case<'_>; 5] = [
        (
            "ours is taken over by theirs",
            &[Take(2), Hear(9, 50, 2), Join(3, 90, 50)],
            &[(0, Some(6)), (50, None)],
        ),
        (
            "theirs is stricter, and ends later",
            &[Take(2), Hear(20, 50, 2), Join(3, 7, 80)],
            &[(0, Some(5)), (50, Some(5)), (80, None)],
        ),
        (
            "only theirs, and over what is left",
            &[Take(9), Join(3, 7, 80)],
            &[(0, Some(0)), (80, None)],
        ),
        (
            "a report as of before",
            &[Take(9), Join(3, 70, 80), Hear(1, 90, 9)],
            &[(0, Some(61)), (80, None)],
        ),
        (
            "a report as of after",
            &[Take(9), Join(3, 70, 80), Take(1), Hear(1, 90, 10)],
            &[(0, Some(1)), (90, None)],
        ),
    ];
    for (name, steps, expected) in cases {
        let (mut quota, now) = play(steps);
        for &(at, units) in expected {
            assert_eq!(left(&mut quota, at.max(now)), units, "{name}, at {at}");
        }
    }
}

#[test]
fn the_moment_told_is_the_end_of_the_last_report_that_stands_against_it() {
    let (quota, _) = play(&[Take(1), Hear(2, 50, 1), Hear(5, 80, 1), Hear(9, 90, 1)]);
    for (units, moment) in [
        (2, 0),
        (3, 50),
        (5, 50),
        (6, 80),
        (9, 80),
        (10, 90),
        (u64::MAX, 90),
    ] {
        assert_eq!(quota.earliest(units), moment, "{units} units");
    }
}

#[test]
fn a_reset_that_moves_on_with_every_answer_is_kept_in_a_few_steps_and_never_loosened() {
    let (mut quota, mut reports) = (Quota::new(), Vec::new());
    for number in 1..=100 {
        quota.take(1);
        // What is left comes back as fast as it is spent.
        quota.hear(statement(50, 1_000 + 10 * number, number), number);
        reports.push((number + 50, 1_000 + 10 * number));
    }
    for at in (0..2_200).step_by(7) {
        let strictest = reports.iter().filter(|&&(_, end)| end > at.max(100));
        let strictest = strictest
            .map(|&(cap, _): &(u64, u64)| cap.saturating_sub(100))
            .min();
        let left = left(&mut quota, at.max(100));
        assert!(
            left.unwrap_or(u64::MAX) <= strictest.unwrap_or(u64::MAX),
            "{left:?} at {at}, where {strictest:?} are left"
        );
    }
    assert_eq!(left(&mut quota, 2_000), None, "every report has ended");
}

/// What is left, of how many, until when.
type Answer = (u64, Option<u64>, u64);

/// A report in the answer to each of these requests, one after the other: what others are known
/// to have spent after each.
fn foreign(reports: &[Answer]) -> Vec<u64> {
    let mut quota = Quota::new();
    let after = |&(remaining, limit, end): &Answer| {
        let as_of = quota.take(1);
        let said = Statement {
            policy: None,
            limit,
            ..statement(remaining, end, as_of)
        };
        quota.hear(said, 0);
        quota.foreign()
    };
    reports.iter().map(after).collect()
}

const SECOND: u64 = 1_000_000_000;

#[test]
fn what_is_missing_beside_our_own_is_foreign_and_counts_once() {
    let some = Some(100);
    let end = 60 * SECOND;
    let cases: [(&str, &[Answer], &[u64]); 13] = [
        (
            "nobody else",
            &[(99, some, end), (98, some, end), (97, some, end)],
            &[0, 0, 0],
        ),
        (
            "before the first report",
            &[(89, some, end), (88, some, end)],
            &[10, 10],
        ),
        (
            "before the first report, without a limit",
            &[(89, None, end), (88, None, end)],
            &[0, 0],
        ),
        (
            "in between, more than once",
            &[
                (99, some, end),
                (93, some, end),
                (92, some, end),
                (90, some, end),
            ],
            &[0, 5, 5, 6],
        ),
        (
            "in between, without a limit",
            &[
                (99, None, end),
                (93, None, end),
                (92, None, end),
                (90, None, end),
            ],
            &[0, 5, 5, 6],
        ),
        (
            "what comes back is not ours to count",
            &[
                (9, some, end),
                (99, some, end),
                (98, some, end),
                (90, some, end),
            ],
            &[90, 90, 90, 97],
        ),
        (
            "a new period begins at what it says",
            &[
                (90, some, end),
                (80, some, 2 * end),
                (79, some, 2 * end),
                (70, some, 2 * end),
            ],
            &[9, 9, 9, 17],
        ),
        (
            "resets in whole seconds",
            &[
                (99, some, end),
                (90, some, end + SECOND),
                (85, some, end - SECOND),
            ],
            &[0, 8, 12],
        ),
        (
            "a reset that moves on",
            &[
                (99, None, end),
                (98, None, end + 3 * SECOND / 2),
                (90, None, end + 3 * SECOND),
            ],
            &[0, 0, 7],
        ),
        (
            "two policies, in turn",
            &[
                (99, some, end),
                (3, Some(5), SECOND),
                (90, some, end),
                (3, Some(5), 4 * SECOND),
                (88, some, end),
            ],
            &[0, 0, 7, 7, 7],
        ),
        (
            "a limit that comes late",
            &[(99, None, end), (89, None, end), (87, some, end)],
            &[0, 9, 10],
        ),
        (
            "more than the limit is nonsense",
            &[(101, some, end), (98, some, end), (97, some, end)],
            &[0, 0, 0],
        ),
        (
            "no number is too large",
            &[
                (0, Some(u64::MAX), end),
                (u64::MAX, None, 2 * end),
                (0, None, 2 * end),
            ],
            &[u64::MAX - 1, u64::MAX - 1, u64::MAX],
        ),
    ];
    for (name, reports, expected) in cases {
        assert_eq!(foreign(reports), expected, "{name}");
    }
}

#[test]
fn what_a_bucket_took_that_came_in_is_not_foreign() {
    // Both draw on one quota of 100: one took ten units, of which four are under way.
    let mut theirs = Quota::new();
    for _ in 0..5 {
        theirs.take(2);
    }
    let hear = |quota: &mut Quota, remaining, limit| {
        let as_of = quota.take(1);
        let said = Statement {
            policy: None,
            limit,
            ..statement(remaining, 60, as_of)
        };
        quota.hear(said, 0);
        quota.foreign()
    };
    let joined = |theirs: &Quota| {
        let mut ours = Quota::new();
        ours.join(theirs.leave(2), 0);
        ours
    };
    for limit in [None, Some(100)] {
        let mut ours = joined(&theirs);
        assert_eq!(hear(&mut ours, 93, limit), 0, "six of theirs were counted");
        assert_eq!(hear(&mut ours, 88, limit), 0, "and then the other four");
        assert_eq!(hear(&mut ours, 80, limit), 7, "and then somebody else's");
    }
    assert_eq!(hear(&mut theirs, 69, Some(100)), 20);
    let mut ours = joined(&theirs);
    assert_eq!(
        hear(&mut ours, 68, Some(100)),
        0,
        "it is on the other's meter"
    );
}

/// Five requests under way together, which the vendor counts as 3, 1, 5, 2, 4, and whose answers
/// arrive in another order.
fn under_way(limit: Option<u64>, arrivals: [u64; 5]) -> Quota {
    let counted = [3, 1, 5, 2, 4];
    let mut quota = Quota::new();
    for _ in counted {
        quota.take(1);
    }
    for as_of in arrivals {
        let before = counted.iter().take_while(|&&one| one != as_of).count();
        let said = Statement {
            policy: None,
            limit,
            open: as_of,
            ..statement(99 - before as u64, 60, as_of)
        };
        quota.hear(said, 0);
    }
    quota
}

const ARRIVALS: [[u64; 5]; 4] = [
    [3, 1, 5, 2, 4],
    [1, 2, 3, 4, 5],
    [5, 4, 3, 2, 1],
    [4, 2, 5, 1, 3],
];

#[test]
fn reports_that_overtake_each_other_add_nothing() {
    for arrivals in ARRIVALS {
        for limit in [None, Some(100)] {
            let quota = under_way(limit, arrivals);
            assert_eq!(quota.foreign(), 0, "{arrivals:?}, {limit:?}");
        }
    }
}

#[test]
fn reports_that_overtake_each_other_hide_nothing_from_the_next() {
    for arrivals in ARRIVALS {
        let mut quota = under_way(Some(100), arrivals);
        let as_of = quota.take(1);
        let said = Statement {
            policy: None,
            limit: Some(100),
            ..statement(92, 60, as_of)
        };
        quota.hear(said, 0);
        assert_eq!(quota.foreign(), 2, "{arrivals:?}");
    }
}

#[test]
fn a_later_answer_about_the_same_limit_takes_the_place_of_an_earlier_one() {
    let of = |policy, remaining, end, as_of| Statement {
        policy: Some(policy),
        ..statement(remaining, end, as_of)
    };
    let mut quota = Quota::new();
    quota.take(1);
    quota.hear(of(1, 1, 100, 1), 0);
    assert!(quota.fits(1, 0) && !quota.fits(2, 0));
    // Issued before the first answer was heard: it may be older, and raises nothing.
    quota.hear(of(1, 9, 100, 1), 0);
    assert!(!quota.fits(2, 0));
    // Of another limit: both hold.
    quota.take(1);
    quota.hear(of(2, 9, 100, 2), 1);
    assert!(!quota.fits(1, 1));
    // The window has rolled on: the answer to a request of after the first answer knows that.
    quota.hear(of(1, 5, 100, 2), 1);
    assert!(quota.fits(5, 1) && !quota.fits(6, 1));
    // And it may know of less.
    quota.take(1);
    quota.hear(of(1, 0, 100, 3), 2);
    assert!(!quota.fits(1, 2));
}
