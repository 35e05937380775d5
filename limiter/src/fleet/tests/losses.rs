//! Where it is not known what was given, everything counts as used: never as a fresh burst.

use std::time::Duration;

use tollgate_limits::{Budget, Period, Rate};

use super::driven::{Driven, START, known, telling, topic, wanting};
use super::server::Server;
use crate::fleet::message::{Anew, Ask, Known, News, Reply, Stop};
use crate::fleet::store::Store;
use crate::rule::Spec;

const SECOND: u64 = 1_000_000;

fn ten_a_minute() -> Vec<Spec> {
    let rate = Rate::per(10, Period::MINUTE).expect("a rate");
    vec![Spec::Window { rate, skew: 0 }]
}

/// After `spoil`, one who knows the state asks again.
async fn after(spoil: impl FnOnce(&mut Driven)) -> (Driven, Reply) {
    let mut driven = Driven::start();
    let topic = topic("read");
    let first = driven.tell(&topic, &wanting(&ten_a_minute(), &[1])).await;
    assert_eq!((first.given.len(), first.anew), (1, None));
    driven.now += SECOND;
    spoil(&mut driven);
    let ask = Ask {
        known: known(&first),
        ..wanting(&ten_a_minute(), &[1])
    };
    let reply = driven.tell(&topic, &ask).await;
    assert_ne!(
        reply.lineage, first.lineage,
        "what was given before is not known in it"
    );
    (driven, reply)
}

fn run(driven: &Driven, command: &str) {
    let () = redis::cmd(command)
        .query(&mut driven.server.door())
        .expect("it does");
}

/// The moment until which everything counts as used, where that was so since `used`.
fn used_since(used: u64) -> Stop {
    Stop::Until(used + 60 * SECOND)
}

#[tokio::test]
async fn lost_keys_count_as_used_up_now() {
    let (driven, reply) = after(|driven| run(driven, "FLUSHALL")).await;
    assert_eq!(
        (reply.anew, reply.stop),
        (Some(Anew::Lost), used_since(driven.now))
    );
    // Once.
    let again = driven
        .tell(&topic("read"), &wanting(&ten_a_minute(), &[1]))
        .await;
    assert_eq!((again.anew, again.stop), (None, reply.stop));
}

#[tokio::test]
async fn a_part_of_the_keys_that_is_lost_counts_as_all() {
    let (driven, reply) = after(|driven| {
        let mut door = driven.server.door();
        let list: Vec<String> = redis::cmd("KEYS")
            .arg("*:w*")
            .query(&mut door)
            .expect("keys");
        let gone: u32 = redis::cmd("DEL")
            .arg(&list)
            .query(&mut door)
            .expect("it does");
        assert_eq!(gone, 1);
    })
    .await;
    assert_eq!(
        (reply.anew, reply.stop),
        (Some(Anew::Lost), used_since(driven.now))
    );
}

#[tokio::test]
async fn keys_whose_time_was_over_are_no_loss() {
    let mut driven = Driven::start();
    let topic = topic("read");
    let first = driven.tell(&topic, &wanting(&ten_a_minute(), &[1])).await;
    run(&driven, "FLUSHALL");
    driven.now = first.alive;
    let ask = Ask {
        known: known(&first),
        ..wanting(&ten_a_minute(), &[1])
    };
    let reply = driven.tell(&topic, &ask).await;
    assert_eq!((reply.anew, reply.given.len()), (None, 1));
    assert!(reply.lineage > first.lineage);
}

#[tokio::test]
async fn another_server_with_what_may_be_old_counts_as_used_up_since_its_start() {
    let (driven, reply) = after(|driven| {
        driven.run = "two".to_owned();
        driven.now += 10 * SECOND;
        driven.uptime = 5;
    })
    .await;
    // Its start is known to the second; the later end of it counts.
    let start = driven.now - driven.now % SECOND - 4 * SECOND;
    assert_eq!(
        (reply.anew, reply.stop),
        (Some(Anew::Server), used_since(start))
    );
}

#[tokio::test]
async fn a_server_that_ran_all_along_counts_as_used_up_now() {
    let (driven, reply) = after(|driven| driven.run = "two".to_owned()).await;
    assert_eq!(
        (reply.anew, reply.stop),
        (Some(Anew::Server), used_since(driven.now))
    );
}

#[tokio::test]
async fn a_server_that_just_started_with_nothing_may_have_forgotten() {
    let mut driven = Driven::start();
    driven.uptime = 5;
    let reply = driven
        .tell(&topic("read"), &wanting(&ten_a_minute(), &[1]))
        .await;
    let start = driven.now - driven.now % SECOND - 4 * SECOND;
    assert_eq!(
        (reply.anew, reply.stop),
        (Some(Anew::Server), used_since(start))
    );
}

#[tokio::test]
async fn a_clock_that_goes_back_counts_as_used_up_now() {
    let (driven, reply) = after(|driven| driven.now -= 30 * SECOND).await;
    assert_eq!(
        (reply.anew, reply.stop),
        (Some(Anew::Clock), used_since(driven.now))
    );
    assert!(reply.alive <= driven.now + 62 * SECOND);
}

#[tokio::test]
async fn a_clock_that_goes_back_a_little_stands_still() {
    let mut driven = Driven::start();
    let topic = topic("read");
    driven
        .tell(&topic, &wanting(&ten_a_minute(), &[1; 9]))
        .await;
    driven.now -= SECOND;
    let reply = driven
        .tell(&topic, &wanting(&ten_a_minute(), &[1, 1]))
        .await;
    assert_eq!((reply.anew, reply.stop), (None, Stop::Until(START)));
    driven.now = START;
    let reply = driven
        .tell(&topic, &wanting(&ten_a_minute(), &[1, 1]))
        .await;
    assert_eq!((reply.given.len(), reply.stop), (1, used_since(START)));
}

#[tokio::test]
async fn a_block_ends_as_much_later_by_a_clock_that_went_back() {
    let mut driven = Driven::start();
    let topic = topic("read");
    let block = News::Blocked { left: 90 * SECOND };
    driven.tell(&topic, &telling(&ten_a_minute(), block)).await;
    driven.now -= 3_600 * SECOND;
    let reply = driven.tell(&topic, &wanting(&ten_a_minute(), &[1])).await;
    assert_eq!(reply.anew, Some(Anew::Clock));
    assert_eq!(reply.blocked, driven.now + 90 * SECOND);
    assert_eq!(reply.stop, Stop::Until(reply.blocked));
}

#[tokio::test]
async fn after_a_jump_units_count_as_long_as_they_would_have_whoever_tells_of_it_and_how_often() {
    let mut driven = Driven::start();
    let topic = topic("read");
    let used = driven
        .tell(&topic, &wanting(&ten_a_minute(), &[1; 10]))
        .await;
    let since = driven.now;
    driven.now += 40 * SECOND; // of which none has passed
    let jump = News::Jumped {
        by: 40 * SECOND,
        since,
    };
    for process in 1..4 {
        let ask = Ask {
            news: vec![jump],
            process,
            ..wanting(&ten_a_minute(), &[1])
        };
        let reply = driven.tell(&topic, &ask).await;
        assert_eq!(reply.given, []);
        let end = used.given[0].at + 100 * SECOND;
        assert_eq!(reply.stop, Stop::Until(end), "by {process}");
        assert_eq!(reply.anew, (process == 1).then_some(Anew::Clock));
    }
}

#[tokio::test]
async fn what_ended_too_early_by_a_jump_is_waited_for() {
    let mut driven = Driven::start();
    let topic = topic("read");
    driven
        .tell(&topic, &wanting(&ten_a_minute(), &[1; 10]))
        .await;
    let since = driven.now;
    driven.now += 70 * SECOND;
    // Another one finds all of them over.
    let reply = driven.tell(&topic, &wanting(&ten_a_minute(), &[])).await;
    assert_eq!(reply.anew, None);
    let news = News::Jumped {
        by: 70 * SECOND,
        since,
    };
    driven.tell(&topic, &telling(&ten_a_minute(), news)).await;
    driven.now += 59 * SECOND;
    let reply = driven.tell(&topic, &wanting(&ten_a_minute(), &[1])).await;
    assert_eq!(reply.given, []);
    driven.now += SECOND;
    let reply = driven.tell(&topic, &wanting(&ten_a_minute(), &[1])).await;
    assert_eq!(
        reply.given.len(),
        1,
        "after no more than the longest of all times"
    );
}

#[tokio::test]
async fn one_who_knows_of_a_lost_state_is_heard_when_others_have_begun_another() {
    let mut driven = Driven::start();
    let topic = topic("read");
    let reply = driven
        .tell(&topic, &wanting(&ten_a_minute(), &[1; 10]))
        .await;
    run(&driven, "FLUSHALL");
    driven.now += SECOND;
    let stranger = Ask {
        process: 2,
        ..wanting(&ten_a_minute(), &[1; 4])
    };
    assert_eq!(
        driven.tell(&topic, &stranger).await.given.len(),
        4,
        "nobody has told"
    );
    let knows = Ask {
        known: known(&reply),
        ..wanting(&ten_a_minute(), &[1; 6])
    };
    let told = driven.tell(&topic, &knows).await;
    assert_eq!((told.given.len(), told.anew), (0, Some(Anew::Lost)));
    // And once is enough.
    driven.now += SECOND;
    let again = driven.tell(&topic, &knows).await;
    assert_eq!((again.anew, again.stop), (None, told.stop));
}

#[tokio::test]
async fn units_of_another_count_are_not_given_back() {
    let driven = Driven::start();
    let topic = topic("read");
    let unit = driven
        .tell(&topic, &wanting(&ten_a_minute(), &[1]))
        .await
        .given[0];
    run(&driven, "FLUSHALL");
    // At the same moment, by one who does not miss what is gone.
    let ask = Ask {
        known: Some(Known {
            lineage: unit.lineage,
            alive: 0,
        }),
        ..wanting(&ten_a_minute(), &[1; 10])
    };
    let full = driven.tell(&topic, &ask).await;
    assert_eq!((full.given.len(), full.given[0].at), (10, unit.at));
    assert!(full.lineage > unit.lineage);
    driven
        .tell(&topic, &telling(&ten_a_minute(), News::Unsent { unit }))
        .await;
    let reply = driven.tell(&topic, &wanting(&ten_a_minute(), &[1])).await;
    assert_eq!(
        (reply.given, reply.stop),
        (Vec::new(), Stop::Until(START + 60 * SECOND))
    );
}

#[tokio::test]
async fn a_token_bucket_and_a_budget_are_used_up_too() {
    let rate = Rate::per(1, Period::SECOND).expect("a rate");
    let burst = 5.try_into().expect("more than none");
    let vendor = Spec::Vendor {
        rate,
        burst,
        skew: 50_000_000,
    };
    let budget = Spec::Budget(Budget::new(rate, 5).expect("a burst"));
    for (spec, first) in [(vendor, SECOND + 50_000), (budget, SECOND)] {
        let mut driven = Driven::start();
        let topic = topic("read");
        let ask = Ask {
            known: Some(Known {
                lineage: 1,
                alive: driven.now + SECOND,
            }),
            ..wanting(&[spec], &[1])
        };
        let reply = driven.tell(&topic, &ask).await;
        assert_eq!(reply.stop, Stop::Until(driven.now + first));
        driven.now += first;
        let reply = driven.tell(&topic, &wanting(&[spec], &[1, 1])).await;
        assert_eq!(reply.given.len(), 1);
    }
}

/// The real clock and the real facts of a server.
async fn real(server: &Server, ask: &Ask) -> Reply {
    let fleet = server.fleet().timeout(Duration::from_secs(5));
    let store = Store::new(&fleet).expect("a URL");
    store
        .tell(&topic("read"), ask)
        .await
        .unwrap_or_else(|fault| panic!("{fault}"))
}

fn two_seconds() -> Vec<Spec> {
    let rate = Rate::per(10, Period::from_millis(1_500).expect("a time")).expect("a rate");
    vec![Spec::Window { rate, skew: 0 }]
}

#[tokio::test]
async fn a_server_started_again_with_or_without_what_it_knew_has_nothing_to_give_at_once() {
    let files: [&[&str]; 2] = [&[], &["--appendonly", "yes", "--appendfsync", "always"]];
    for options in files {
        let mut server = Server::with(options);
        let fresh = real(&server, &wanting(&two_seconds(), &[1])).await;
        assert_eq!(fresh.anew, Some(Anew::Server), "it may have forgotten");
        tokio::time::sleep(Duration::from_micros(2_600_000)).await;
        let first = real(&server, &wanting(&two_seconds(), &[1; 10])).await;
        assert_eq!((first.given.len(), first.anew), (10, None));

        server.restart();
        let ask = Ask {
            known: known(&first),
            ..wanting(&two_seconds(), &[1])
        };
        let reply = real(&server, &ask).await;
        assert_eq!((reply.given.len(), reply.anew), (0, Some(Anew::Server)));
        let Stop::Until(moment) = reply.stop else {
            panic!("{reply:?}")
        };
        assert!(moment > first.now + 1_500_000 && moment < reply.now + 2_600_000);
    }
}

#[tokio::test]
async fn units_of_a_state_that_is_gone_say_that_it_was_lost() {
    let mut driven = Driven::start();
    let topic = topic("read");
    driven
        .tell(&topic, &wanting(&ten_a_minute(), &[1; 10]))
        .await;
    let keys: Vec<String> = redis::cmd("KEYS")
        .arg("*")
        .query(&mut driven.server.door())
        .expect("keys");
    let state = keys
        .iter()
        .find(|key| key.ends_with(":s"))
        .expect("a state");
    let () = redis::cmd("DEL")
        .arg(state)
        .query(&mut driven.server.door())
        .expect("it goes");
    driven.now += SECOND;
    let reply = driven.tell(&topic, &wanting(&ten_a_minute(), &[1])).await;
    assert_eq!(
        (reply.given.len(), reply.anew, reply.stop),
        (0, Some(Anew::Lost), used_since(driven.now))
    );
}

#[tokio::test]
async fn a_long_list_that_is_over_is_not_read() {
    let rate = Rate::per(20_000, Period::HOUR).expect("a rate");
    let rules = vec![Spec::Window { rate, skew: 0 }];
    let mut driven = Driven::start();
    let topic = topic("read");
    for _ in 0..150 {
        for _ in 0..100 {
            driven.now += 10;
        }
        let reply = driven.tell(&topic, &wanting(&rules, &[1; 128])).await;
        assert_eq!(reply.given.len(), 128);
    }
    driven.now += 3_600 * SECOND;
    let reply = driven.tell(&topic, &wanting(&rules, &[1; 128])).await;
    assert_eq!(reply.given.len(), 128);
    let stats: String = redis::cmd("INFO")
        .arg("commandstats")
        .query(&mut driven.server.door())
        .expect("facts");
    let reads = stats
        .lines()
        .find(|line| line.starts_with("cmdstat_lrange"));
    assert!(
        reads.is_none_or(|line| line.contains("calls=1")),
        "{reads:?}"
    );
}
