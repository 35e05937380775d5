//! What is told of files without taking part in them.

use tollgate_mapped::{Directory, World, boottime, world};

use super::hostile::bury_all;
use super::{Process, hands, plan, take, window};
use crate::machine::blueprint::Blueprint;
use crate::machine::file::File;
use crate::machine::survey;
use crate::{Account, Ceiling, Cost, Flight, Limits, Plan};

#[test]
fn a_survey_tells_what_was_used_and_leaves_the_file_as_it_was() {
    let dir = tempfile::tempdir().expect("a directory");
    let limits = window(10, std::time::Duration::from_secs(60));
    let one = Process::new(dir.path(), hands().clock()).open(&plan(&limits));
    assert_eq!(take(&one, 6), 6);
    let name = std::fs::read_dir(dir.path()).expect("a directory").next();
    let file = name.expect("a file").expect("a file").path();
    let before = std::fs::read(&file).expect("readable");

    let told = survey(Some(dir.path())).expect("a survey");

    assert!(told.unreadable.is_empty());
    let account = &told.accounts[0];
    assert_eq!(
        (account.api.as_str(), account.account.as_str()),
        ("api.example", "me")
    );
    assert_eq!(account.file, file);
    assert_eq!(account.buckets[0].meter.permits, 6);
    assert!(
        std::fs::read(&file).expect("readable") == before,
        "nothing was written"
    );
}

/// As many slots as there are, taken.
fn take_slots(account: &Account, slots: usize) -> Vec<Flight> {
    let bucket = account.bucket("read").expect("declared");
    let take = || bucket.try_acquire(Cost::ONE).expect("a slot").spend();
    (0..slots).map(|_| take()).collect()
}

fn three_slots() -> Plan {
    let window = window(10, std::time::Duration::from_secs(60));
    let slots = Ceiling::InFlight(3.try_into().expect("some"));
    let ceilings = [window.ceilings(), &[slots]].concat();
    let limits = Limits::new(ceilings, None, std::time::Duration::ZERO);
    plan(&limits.expect("limits"))
}

#[test]
fn the_slots_of_the_dead_are_free_for_whoever_looks_too() {
    let dir = tempfile::tempdir().expect("a directory");
    let one = Process::new(dir.path(), hands().clock()).open(&three_slots());
    let _held = take_slots(&one, 3);
    let told = || survey(Some(dir.path())).expect("a survey").accounts[0].buckets[0].clone();
    assert_eq!((told().meter.in_flight, told().available), (3, 0));

    bury_all(dir.path());

    assert_eq!((told().meter.in_flight, told().available), (0, 3));
}

#[test]
fn while_all_slots_are_taken_nobody_knows_when_the_next_unit_can_leave() {
    let dir = tempfile::tempdir().expect("a directory");
    let one = Process::new(dir.path(), hands().clock()).open(&three_slots());
    let next = || survey(Some(dir.path())).expect("a survey").accounts[0].buckets[0].next;
    let _two = take_slots(&one, 2);
    assert_eq!(next(), Some(std::time::Duration::ZERO));
    let third = take_slots(&one, 1);
    assert_eq!(next(), None);
    drop(third);
    assert_eq!(next(), Some(std::time::Duration::ZERO));
}

#[test]
fn a_file_of_an_earlier_boot_is_stale_and_garbage_is_not() {
    let dir = tempfile::tempdir().expect("a directory");
    let directory = Directory::open(dir.path()).expect("ours");
    let world = world().expect("of this boot");
    let earlier = World {
        boot: world.boot.map(|word| !word),
        ..world
    };
    let handle = directory.create("earlier.state", 4_096).expect("a file");
    let plan = Plan::new("api.example", "me");
    let blueprint = Blueprint {
        api: plan.api().to_string(),
        account: plan.account().to_string(),
        buckets: Vec::new(),
        breakers: Vec::new(),
        endpoints: Vec::new(),
    };
    File::found(handle, blueprint, 1, earlier, boottime()).expect("room");
    directory.create("garbage.state", 4_096).expect("a file");

    let told = survey(Some(dir.path())).expect("a survey");

    let stale = |name: &str| {
        let mut files = told.unreadable.iter();
        files
            .find(|file| file.file.ends_with(name))
            .map(|file| file.stale)
    };
    assert_eq!(stale("earlier.state"), Some(true));
    assert_eq!(stale("garbage.state"), Some(false));
    assert!(told.accounts.is_empty());
}
