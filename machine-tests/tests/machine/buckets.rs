//! Two buckets to which the vendor gives one name are one, whichever process was told.

use crate::ground::{Ground, PATIENCE, comes_true};

const BOTH: [&str; 2] = ["limits:a=window=10/1000s", "limits:b=window=10/1000s"];

#[test]
fn a_name_learnt_in_two_processes_makes_two_buckets_one_for_all() {
    let ground = Ground::new();
    let [mut one, mut other] = [(); 2].map(|()| ground.obey(&BOTH));
    let mut theirs = ground.obey(&[BOTH[0], BOTH[1], "account=you"]);
    let mut third = ground.obey(&BOTH);
    assert_eq!(one.count("take 3 a"), 3);
    assert_eq!(other.count("take 4 b"), 4);
    assert_eq!(one.ask("learn a q1"), "learnt");
    assert_eq!(theirs.ask("learn b q1"), "learnt");
    assert_eq!(third.count("take 1 b"), 1, "nobody knows of it yet");
    assert_eq!(other.ask("learn b q1"), "learnt");
    // Three and five of ten were used.
    assert_eq!(third.count("take 10 a"), 2);
    for process in [&mut one, &mut other, &mut ground.obey(&BOTH)] {
        assert_eq!(process.count("take 1 a"), 0);
        assert_eq!(process.count("take 1 b"), 0);
    }
    assert_eq!(
        theirs.count("take 20 a"),
        10,
        "another account is another account"
    );
    assert_eq!(theirs.count("take 20 b"), 10);
}

#[test]
fn who_waits_for_a_bucket_that_becomes_part_of_another_waits_for_that() {
    let ground = Ground::new();
    let both = ["limits:read=window=10/1000s", "limits:b=window=10/1s"];
    let [mut one, mut other] = [(); 2].map(|()| ground.obey(&both));
    assert_eq!(one.count("take 10"), 10);
    other.tell("wait x 2000000");
    ground.waiting("read", 1);
    assert_eq!(one.ask("learn b q1"), "learnt");
    assert_eq!(one.ask("learn read q1"), "learnt");
    one.kill();
    // Both limits hold, so it goes on waiting, and others are served by both.
    let mut third = ground.obey(&both);
    assert_eq!(third.count("take 10 b"), 0);
    comes_true("it waits there", PATIENCE, || {
        ground
            .view()
            .buckets
            .iter()
            .any(|bucket| bucket.merged_into.is_some())
    });
}
