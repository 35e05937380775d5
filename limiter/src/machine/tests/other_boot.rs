//! Files of another boot of the machine, whose moments mean nothing in this one, and of other
//! containers.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tollgate_mapped::{World, world};

use super::{Process, hands, plan, take, window};
use crate::{Account, BreakerRules, BreakerState, Limits, ManualClock, StoreErrorKind};

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3_600);
const INSTANT: Duration = Duration::from_nanos(1);

/// A boot of the machine, for so long.
struct Boot {
    world: World,
    hands: ManualClock,
}

impl Boot {
    fn number(number: u64, uptime: Duration) -> Self {
        let mut world = world().expect("a world");
        world.boot[1] ^= number;
        let hands = ManualClock::new();
        hands.advance(uptime);
        Self { world, hands }
    }

    fn open(&self, dir: &Path, limits: &Limits) -> Account {
        Process::of_world(self.world, dir, self.hands.clock()).open(&plan(limits))
    }
}

/// An account whose file was last used in another boot, by `used`.
fn after(used: impl FnOnce(&Boot, &Account), limits: &Limits, uptime: Duration) -> After {
    let dir = tempfile::tempdir().expect("a directory");
    let before = Boot::number(1, 30 * HOUR);
    used(&before, &before.open(dir.path(), limits));
    let file = only_file(dir.path());
    let boot = Boot::number(2, uptime);
    let account = boot.open(dir.path(), limits);
    assert_eq!(
        only_file(dir.path()),
        file,
        "it took the place of the old one"
    );
    After {
        _dir: dir,
        hands: boot.hands,
        account,
    }
}

struct After {
    _dir: tempfile::TempDir,
    hands: ManualClock,
    account: Account,
}

fn only_file(dir: &Path) -> PathBuf {
    let files = std::fs::read_dir(dir).expect("a directory");
    let mut files = files.map(|file| file.expect("a file").path());
    let file = files.next().expect("a file");
    assert_eq!(files.next(), None, "one account has one file");
    file
}

#[test]
fn what_was_used_counts_as_if_no_time_had_passed_until_the_start() {
    let used = |boot: &Boot, account: &Account| {
        assert_eq!(take(account, 4), 4);
        boot.hands.advance(20 * MINUTE);
        assert_eq!(take(account, 3), 3);
    };
    let after = after(used, &window(10, HOUR), 10 * MINUTE);
    assert_eq!(take(&after.account, 20), 3, "seven of ten count");
    after.hands.advance(30 * MINUTE - INSTANT);
    assert_eq!(take(&after.account, 1), 0);
    after.hands.advance(INSTANT);
    assert_eq!(take(&after.account, 20), 4, "forty minutes after the start");
    after.hands.advance(20 * MINUTE);
    assert_eq!(take(&after.account, 20), 3);
}

#[test]
fn what_was_never_used_is_there_after_a_start() {
    let after = after(|_, _| (), &window(10, HOUR), MINUTE);
    assert_eq!(take(&after.account, 20), 10);
}

#[test]
fn what_was_used_when_the_machine_started_has_come_back_after_a_period() {
    let limits = window(10, HOUR);
    let use_up = |_: &Boot, account: &Account| assert_eq!(take(account, 20), 10);
    let young = after(use_up, &limits, HOUR - INSTANT);
    assert_eq!(take(&young.account, 20), 0);
    let old = after(use_up, &limits, HOUR);
    assert_eq!(take(&old.account, 20), 10);
    assert_eq!(
        old.account
            .bucket("read")
            .expect("declared")
            .meter()
            .permits,
        20
    );
}

#[test]
fn what_was_left_of_a_block_holds_from_the_start_of_the_machine_on() {
    let block = |boot: &Boot, account: &Account| {
        let end = boot.hands.clock().now() + 5 * MINUTE;
        account.bucket("read").expect("declared").block_until(end);
    };
    let after = after(block, &window(10, Duration::from_secs(1)), MINUTE);
    assert_eq!(take(&after.account, 1), 0);
    after.hands.advance(4 * MINUTE - INSTANT);
    assert_eq!(take(&after.account, 1), 0);
    after.hands.advance(INSTANT);
    assert_eq!(take(&after.account, 20), 1, "the paced rate, not a burst");
    after.hands.advance(Duration::from_millis(100));
    assert_eq!(take(&after.account, 20), 1);
}

#[test]
fn the_failures_of_another_boot_open_no_breaker() {
    let dir = tempfile::tempdir().expect("a directory");
    let one = NonZeroU32::MIN;
    let plan = plan(&window(10, HOUR)).breaker("read", BreakerRules::new(one, HOUR));
    let state = |boot: &Boot, fails: bool| {
        let account = Process::of_world(boot.world, dir.path(), boot.hands.clock()).open(&plan);
        let breaker = account.breaker("read").expect("declared");
        if fails {
            breaker.enter().expect("it is closed").failed();
        }
        breaker.state()
    };
    let before = Boot::number(1, HOUR);
    assert_eq!(state(&before, true), BreakerState::Open);
    assert_eq!(
        state(&before, false),
        BreakerState::Open,
        "for all of that boot"
    );
    let now = Boot::number(2, HOUR);
    assert_eq!(state(&now, false), BreakerState::Closed);
}

#[test]
fn a_file_of_another_container_is_left_alone_and_named() {
    let dir = tempfile::tempdir().expect("a directory");
    let hands = hands();
    let limits = window(10, HOUR);
    let one = Process::new(dir.path(), hands.clock()).open(&plan(&limits));
    assert_eq!(take(&one, 4), 4);
    let file = only_file(dir.path());
    let mut elsewhere = world().expect("a world");
    elsewhere.spaces ^= 1;
    let stranger = Process::of_world(elsewhere, dir.path(), hands.clock());
    let error = stranger.try_open(&plan(&limits)).expect_err("no lives");
    assert_eq!(error.kind(), StoreErrorKind::OtherWorld);
    let text = error.to_string();
    assert!(text.contains(&file.display().to_string()), "{text}");
    assert_eq!(only_file(dir.path()), file);
    assert_eq!(take(&one, 20), 6, "they go on");
}
