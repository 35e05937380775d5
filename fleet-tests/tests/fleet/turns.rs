//! Nobody is starved by others, be they many or near.

use std::thread::sleep;
use std::time::{Duration, Instant};

use tollgate_storekit::Gate;

use crate::ground::Ground;

/// How long each of so many single calls waited, in microseconds, the shortest first.
fn waits(ground: &Ground, count: usize, options: &[&str]) -> Vec<u64> {
    let mut one = ground.obey("two", options);
    let wait = |_| {
        sleep(Duration::from_micros(fastrand::u64(..15_000)));
        let said = one.ask("call 60000");
        let micros = said.strip_prefix("granted ").and_then(|it| it.parse().ok());
        micros.unwrap_or_else(|| panic!("{said}"))
    };
    let mut waits: Vec<u64> = (0..count).map(wait).collect();
    waits.sort_unstable();
    waits
}

/// Of a thousand who stand before it, a call waited for few: for 5 and 12 at most on a machine of its
/// own, and for those who are served while a busy one does not run it.
fn assert_few(all: &[u64], most_of_all: &[u64]) {
    assert!(most_of_all.iter().all(|slots| *slots <= 60), "{all:?}");
    assert!(all.iter().all(|slots| *slots <= 400), "{all:?}");
}

#[test]
fn one_call_beside_a_thousand_waits_for_a_few_of_them() {
    let ground = Ground::new();
    let limits = "limits=budget=100/1s/2";
    let mut crowd = ground.obey("one", &[limits]);
    assert_eq!(crowd.ask("crowd 1000"), "1000");
    sleep(Duration::from_millis(300));
    let waits = waits(&ground, 60, &[limits]);
    let slots: Vec<u64> = waits.iter().map(|micros| micros / 10_000).collect();
    eprintln!("in slots: median {}, most {}", slots[30], slots[59]);
    assert_few(&slots, &slots[..57]);
}

#[test]
fn one_call_from_afar_has_its_turn_beside_many_who_are_near() {
    let ground = Ground::new();
    let gate = Gate::to(&ground.server);
    gate.delay(Duration::from_millis(15));
    let limits = "limits=budget=100/1s/2";
    let mut crowd = ground.obey("one", &[limits]);
    assert_eq!(crowd.ask("crowd 1000"), "1000");
    sleep(Duration::from_millis(300));
    let far = format!("fleet={}", gate.url());
    let waits = waits(&ground, 40, &[&far, limits]);
    let slots: Vec<u64> = waits.iter().map(|micros| micros / 10_000).collect();
    eprintln!("in slots: median {}, most {}", slots[20], slots[39]);
    assert_few(&slots, &slots[..38]);
}

#[test]
fn those_who_are_far_and_those_who_are_near_get_about_the_same() {
    let ground = Ground::new();
    let gate = Gate::to(&ground.server);
    gate.delay(Duration::from_millis(15));
    let limits = "limits=budget=200/1s/10";
    let near = ground.crowd(2, "one", &[limits, "tasks=4"]);
    let far = ground.crowd(
        2,
        "two",
        &[&format!("fleet={}", gate.url()), limits, "tasks=4"],
    );
    sleep(Duration::from_secs(4));
    let got: Vec<usize> = near
        .iter()
        .chain(&far)
        .map(|worker| worker.entries().len())
        .collect();
    eprintln!("{got:?}, the near first");
    let mean = got.iter().sum::<usize>() / got.len();
    assert!(got.iter().all(|share| share * 10 >= mean), "{got:?}");
    assert!(mean * 4 > 400, "{got:?} of 810");
}

#[test]
fn a_slot_that_is_given_up_is_there_for_others_at_once() {
    let ground = Ground::new();
    let limits = "limits=bucket=1000/1s/100,inflight=3";
    let mut one = ground.obey("one", &[limits]);
    let mut two = ground.obey("two", &[limits]);
    assert_eq!(one.count("hold 3 60000"), 3);
    assert_eq!(two.count("hold 1 300"), 0, "three are held");
    for _ in 0..5 {
        let start = Instant::now();
        assert_eq!(one.count("release"), 3);
        assert_eq!(two.count("hold 3 60000"), 3);
        let took = start.elapsed();
        // Slots of which nothing is heard are held for ten seconds.
        assert!(took < Duration::from_secs(5), "{took:?}");
        std::mem::swap(&mut one, &mut two);
    }
}
