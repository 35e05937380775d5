//! What a hostile reader of the sources tried: permits that outlive what they were granted by, files
//! that cannot be had for a while, places of the dead, numbers without end.

use std::num::NonZeroU32;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::time::Duration;

use super::{Process, hands, plan, take, window};
use crate::{
    Account, BreakerRules, BreakerState, Bucket, Ceiling, Cost, Event, Limits, Period, Plan, Rate,
    StoreErrorKind,
};

const SECOND: Duration = Duration::from_secs(1);

fn state_file(dir: &std::path::Path) -> std::path::PathBuf {
    std::fs::read_dir(dir)
        .unwrap()
        .map(|file| file.unwrap().path())
        .find(|path| path.extension().is_some_and(|ext| ext == "state"))
        .unwrap()
}

/// Nine buckets, each with limits of its own.
fn nine_buckets() -> Plan {
    (1..=9_u32).fold(Plan::new("api.example", "me"), |plan, n| {
        plan.bucket(format!("b{n}"), window(10 * n, SECOND * n))
    })
}

/// The bucket that all nine become.
fn merged(account: &Account) -> &Bucket {
    let root = account.bucket("b1").unwrap();
    for n in 2..=9 {
        account.bucket(&format!("b{n}")).unwrap().merge(root);
    }
    root
}

/// Puts something in the place of the file that is none.
fn make_garbage(path: &std::path::Path) {
    std::fs::remove_file(path).unwrap();
    std::fs::write(path, b"garbage garbage garbage garbage").unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)).unwrap();
}

fn slots(count: u32, slots: u32) -> Limits {
    let rate = Rate::per(count, Period::SECOND).unwrap();
    Limits::new(
        vec![
            Ceiling::Window(rate),
            Ceiling::InFlight(NonZeroU32::new(slots).unwrap()),
        ],
        None,
        Duration::ZERO,
    )
    .unwrap()
}

#[test]
fn a_permit_from_before_a_reset_takes_nothing_back_after_it() {
    let dir = tempfile::tempdir().unwrap();
    let hands = hands();
    let one = Process::new(dir.path(), hands.clock()).open(&plan(&window(10, SECOND)));
    take(&one, 5);
    let bucket = one.bucket("read").unwrap();
    let permit = bucket.try_acquire(Cost::ONE).unwrap();
    crate::reset(&state_file(dir.path())).unwrap();
    drop(permit);
    hands.advance(SECOND * 3);
    assert_eq!(take(&one, 20), 10, "after the drop all is well");
}

#[test]
fn a_request_from_before_a_reset_that_leaves_late_counts_where_it_leaves() {
    let dir = tempfile::tempdir().unwrap();
    let hands = hands();
    let one = Process::new(dir.path(), hands.clock()).open(&plan(&window(10, SECOND)));
    take(&one, 5);
    let bucket = one.bucket("read").unwrap();
    let permit = bucket.try_acquire(Cost::ONE).unwrap();
    let mut mark = permit.mark();
    let _flight = permit.spend();
    crate::reset(&state_file(dir.path())).unwrap();
    mark.leaves_now();
    assert_eq!(take(&one, 20), 9);
}

#[test]
fn a_permit_from_before_a_repair_takes_nothing_back_after_it() {
    let dir = tempfile::tempdir().unwrap();
    let hands = hands();
    let one = Process::new(dir.path(), hands.clock()).open(&plan(&window(10, SECOND)));
    take(&one, 5);
    let bucket = one.bucket("read").unwrap();
    let permit = bucket.try_acquire(Cost::ONE).unwrap();
    let path = state_file(dir.path());
    make_garbage(&path);
    hands.advance(SECOND * 3);
    take(&one, 1);
    drop(permit);
    hands.advance(SECOND * 3);
    assert_eq!(take(&one, 20), 10);
}

#[test]
fn while_no_file_can_be_had_slots_are_kept_and_then_given_up() {
    let dir = tempfile::tempdir().unwrap();
    let hands = hands();
    let limits = slots(100, 3);
    let one = Process::new(dir.path(), hands.clock()).open(&plan(&limits));
    let bucket = one.bucket("read").unwrap();
    let flights: Vec<_> = (0..3)
        .map(|_| bucket.try_acquire(Cost::ONE).unwrap().spend())
        .collect();
    let path = state_file(dir.path());
    std::fs::remove_file(&path).unwrap();
    std::os::unix::fs::symlink("/nowhere", &path).unwrap();
    hands.advance(SECOND);
    assert!(bucket.try_acquire(Cost::ONE).is_err());
    std::fs::remove_file(&path).unwrap();
    hands.advance(SECOND);
    assert!(bucket.try_acquire(Cost::ONE).is_err(), "three are out");
    drop(flights);
    hands.advance(SECOND * 3600);
    assert_eq!(bucket.meter().in_flight, 0, "all have landed");
    assert!(bucket.try_acquire(Cost::ONE).is_ok());
}

#[test]
fn while_no_file_can_be_had_what_was_used_is_not_forgotten() {
    let dir = tempfile::tempdir().unwrap();
    let hands = hands();
    let one = Process::new(dir.path(), hands.clock()).open(&plan(&window(10, SECOND * 60)));
    take(&one, 10);
    let bucket = one.bucket("read").unwrap();
    let path = state_file(dir.path());
    std::fs::rename(&path, dir.path().join("away")).unwrap();
    std::os::unix::fs::symlink("/nowhere", &path).unwrap();
    hands.advance(SECOND);
    assert!(bucket.try_acquire(Cost::ONE).is_err());
    std::fs::remove_file(&path).unwrap();
    hands.advance(SECOND);
    assert_eq!(take(&one, 20), 0, "ten a minute are used up");
}

#[test]
fn open_slots_are_held_in_the_file_that_replaces_garbage_too() {
    let dir = tempfile::tempdir().unwrap();
    let hands = hands();
    let limits = slots(100, 3);
    let first = Process::new(dir.path(), hands.clock()).open(&plan(&limits));
    let one = Process::new(dir.path(), hands.clock()).open(&plan(&limits));
    let bucket = one.bucket("read").unwrap();
    let _flights: Vec<_> = (0..3)
        .map(|_| bucket.try_acquire(Cost::ONE).unwrap().spend())
        .collect();
    let path = state_file(dir.path());
    make_garbage(&path);
    hands.advance(SECOND * 5);
    let _ = bucket.try_acquire(Cost::ONE);
    hands.advance(SECOND * 5);
    let more: Vec<_> = (0..3)
        .filter_map(|_| bucket.try_acquire(Cost::ONE).ok())
        .map(crate::Permit::spend)
        .collect();
    assert_eq!(
        more.len(),
        0,
        "three of three are still open in this very process"
    );
    drop(first);
}

#[test]
fn the_stricter_breaker_holds_for_all_processes() {
    let dir = tempfile::tempdir().unwrap();
    let hands = hands();
    let rules = |n| BreakerRules::new(NonZeroU32::new(n).unwrap(), Duration::from_secs(30));
    let plan = |n| {
        Plan::new("api.example", "me")
            .bucket("read", window(10, SECOND))
            .breaker("read", rules(n))
    };
    let strict = Process::new(dir.path(), hands.clock()).open(&plan(2));
    let lenient = Process::new(dir.path(), hands.clock()).open(&plan(10));
    let b = lenient.breaker("read").unwrap();
    for _ in 0..2 {
        b.enter().unwrap().failed();
    }
    assert_eq!(strict.breaker("read").unwrap().state(), BreakerState::Open);
}

#[test]
fn the_stricter_breaker_holds_for_all_clients_of_a_process() {
    let dir = tempfile::tempdir().unwrap();
    let hands = hands();
    let rules = |n| BreakerRules::new(NonZeroU32::new(n).unwrap(), Duration::from_secs(30));
    let plan = |n| {
        Plan::new("api.example", "me")
            .bucket("read", window(10, SECOND))
            .breaker("read", rules(n))
    };
    let process = Process::new(dir.path(), hands.clock());
    let lenient = process.open(&plan(10));
    let strict = process.open(&plan(2));
    let b = strict.breaker("read").unwrap();
    for _ in 0..3 {
        if let Ok(pass) = b.enter() {
            pass.failed();
        }
    }
    assert_eq!(b.state(), BreakerState::Open);
    drop(lenient);
}

#[test]
fn a_skew_without_end_can_be_written_down() {
    let dir = tempfile::tempdir().unwrap();
    let rate = Rate::per(1, Period::SECOND).unwrap();
    let limits = Limits::new(vec![Ceiling::Window(rate)], None, Duration::MAX).unwrap();
    let process = Process::new(dir.path(), hands().clock());
    crate::machine::open(&plan(&limits), &process.desk)
        .map(drop)
        .unwrap();
}

#[test]
fn a_breaker_that_stays_open_can_be_written_down() {
    let dir = tempfile::tempdir().unwrap();
    let rules = BreakerRules::new(NonZeroU32::new(2).unwrap(), Duration::MAX);
    let plan = Plan::new("api.example", "me")
        .bucket("read", window(10, SECOND))
        .breaker("read", rules);
    let process = Process::new(dir.path(), hands().clock());
    crate::machine::open(&plan, &process.desk)
        .map(drop)
        .unwrap();
}

#[test]
fn more_ceilings_than_there_is_room_for_are_refused_by_name() {
    let dir = tempfile::tempdir().unwrap();
    let ceilings = (1..=17)
        .map(|n| Ceiling::Window(Rate::per(n, Period::from_secs(n.into()).unwrap()).unwrap()))
        .collect();
    let limits = Limits::new(ceilings, None, Duration::ZERO).unwrap();
    let process = Process::new(dir.path(), hands().clock());
    let refused = crate::machine::open(&plan(&limits), &process.desk).unwrap_err();
    assert_eq!(refused.kind(), StoreErrorKind::Crowded);
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn programs_with_other_limits_that_take_turns_never_start_afresh() {
    let dir = tempfile::tempdir().unwrap();
    let hands = hands();
    let day = window(100, SECOND * 86_400);
    let burst = window(10, SECOND);
    // desks in one process are all alive, so a real death is needed: zero the place of the dead.
    let a = Process::new(dir.path(), hands.clock());
    let account = a.open(&plan(&day));
    let first = take(&account, 100);
    drop((account, a));
    bury_all(dir.path());
    let b = Process::new(dir.path(), hands.clock());
    let account = b.open(&plan(&burst));
    hands.advance(SECOND * 10);
    take(&account, 1);
    drop((account, b));
    bury_all(dir.path());
    hands.advance(SECOND * 10);
    let c = Process::new(dir.path(), hands.clock());
    let account = c.open(&plan(&day));
    let again = take(&account, 200);
    assert!(first + again <= 100, "{first} + {again}");
}

/// Puts a dead identity into all places (as if the processes had ended).
pub(super) fn bury_all(dir: &std::path::Path) {
    use std::sync::atomic::Ordering;
    let directory = tollgate_mapped::Directory::open(dir).unwrap();
    let name = state_file(dir)
        .file_name()
        .unwrap()
        .to_str()
        .unwrap()
        .to_owned();
    let handle = directory.file(&name).unwrap().unwrap();
    let crate::machine::file::Reading::Live(file) =
        crate::machine::file::File::read(handle, tollgate_mapped::world().unwrap()).unwrap()
    else {
        panic!()
    };
    for member in 0..file.high() {
        // pid 4194303, serial 1
        file.member(member)
            .store(4_194_303 | 1 << 22 | 1 << 23, Ordering::SeqCst);
    }
}

#[test]
fn a_large_cost_that_leaves_late_under_a_smaller_limit_is_no_damage() {
    let dir = tempfile::tempdir().unwrap();
    let hands = hands();
    let big = window(100, SECOND);
    let small = window(1, SECOND);
    let one = Process::new(dir.path(), hands.clock()).open(&plan(&big));
    let bucket = one.bucket("read").unwrap();
    let permit = bucket.try_acquire(Cost::new(20).unwrap()).unwrap();
    let mut mark = permit.mark();
    let flight = permit.spend();
    let other = Process::new(dir.path(), hands.clock()).open(&plan(&small));
    hands.advance(Duration::from_millis(5));
    let before = std::fs::metadata(state_file(dir.path())).unwrap();
    mark.leaves_now();
    hands.advance(Duration::from_millis(5));
    let _ = other.bucket("read").unwrap().try_acquire(Cost::ONE);
    assert_eq!(
        before.ino(),
        std::fs::metadata(state_file(dir.path())).unwrap().ino(),
        "the file was condemned"
    );
    drop(flight);
}

#[test]
fn years_of_uptime_change_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let hands = hands();
    hands.advance(SECOND * 86_400 * 365 * 3);
    let one = Process::new(dir.path(), hands.clock()).open(&plan(&window(10, SECOND)));
    let mut total = 0;
    for _ in 0..100 {
        total += take(&one, 1);
        hands.advance(Duration::from_millis(100));
    }
    assert!(total >= 99, "{total} of 100 in ten seconds at ten a second");
}

#[test]
fn as_many_limits_as_merged_buckets_have_hold() {
    let dir = tempfile::tempdir().unwrap();
    let hands = hands();
    let plan = nine_buckets();
    let one = Process::new(dir.path(), hands.clock()).open(&plan);
    let root = merged(&one);
    hands.advance(SECOND * 20);
    assert!(
        one.bucket("b9")
            .unwrap()
            .merged_into()
            .is_some_and(|into| into.is(root))
    );
    assert!(root.try_acquire(Cost::ONE).is_ok());
    let survey = crate::survey(Some(dir.path())).unwrap();
    assert!(survey.unreadable.is_empty(), "{:?}", survey.unreadable);
    Process::new(dir.path(), hands.clock()).open(&plan);
}

#[test]
fn slots_are_counted_on_from_whoever_had_the_place() {
    // P at member 0; the file is replaced by one of somebody else's, in which a dead has place 0.
    let dir = tempfile::tempdir().unwrap();
    let hands = hands();
    let limits = slots(1000, 3);
    let p = Process::new(dir.path(), hands.clock()).open(&plan(&limits));
    assert_eq!(take(&p, 2), 2);
    let path = state_file(dir.path());
    std::fs::rename(&path, dir.path().join("old")).unwrap();
    let x = Process::new(dir.path(), hands.clock()).open(&plan(&limits));
    assert_eq!(take(&x, 50), 50);
    drop(x);
    bury_all(dir.path());
    hands.advance(SECOND * 5);
    let bucket = p.bucket("read").unwrap();
    let _ = bucket.try_acquire(Cost::ONE);
    hands.advance(SECOND * 5);
    let open: Vec<_> = (0..10)
        .filter_map(|_| bucket.try_acquire(Cost::ONE).ok())
        .map(crate::Permit::spend)
        .collect();
    assert_eq!(open.len(), 3, "three slots");
}

#[test]
fn events_are_counted_in_the_file_that_counts_after_many_replacements() {
    let dir = tempfile::tempdir().unwrap();
    let hands = hands();
    let limits = window(10, SECOND);
    let p = Process::new(dir.path(), hands.clock()).open(&plan(&limits).endpoint("notes"));
    let q = |name: &str| {
        Process::new(dir.path(), hands.clock())
            .open(&Plan::new("api.example", "me").bucket(name, limits.clone()))
    };
    let tally = p.endpoint("notes").unwrap();
    tally.count(Event::Call);
    let _q1 = q("one");
    take(&p, 1);
    let _q2 = q("two");
    for event in [Event::Granted, Event::Request] {
        tally.count(event);
    }
    assert_eq!(tally.meter().unpaid(), 0, "a false alarm");
}

#[test]
fn nine_buckets_that_are_one_stay_one() {
    let dir = tempfile::tempdir().unwrap();
    let hands = hands();
    let plan = nine_buckets();
    let one = Process::new(dir.path(), hands.clock()).open(&plan);
    let root = merged(&one);
    for n in 2..=9 {
        let bucket = one.bucket(&format!("b{n}")).unwrap();
        assert!(
            bucket.merged_into().is_some_and(|into| into.is(root)),
            "b{n} is merged"
        );
    }
    assert!(root.try_acquire(Cost::ONE).is_ok(), "nothing was used");
}
