//! Many processes that start at once agree on one file.

use std::thread;

use crate::ground::{Ground, Worker};

const MANY: usize = 64;

/// Starts so many at once, each with the options of its number.
fn crowd<'a>(ground: &Ground, options: impl Fn(usize) -> Vec<&'a str> + Sync) -> Vec<Worker> {
    thread::scope(|scope| {
        let threads: Vec<_> = (0..MANY)
            .map(|number| {
                let options = &options;
                scope.spawn(move || ground.obey(&options(number)))
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    })
}

fn take_all(workers: &mut [Worker]) -> usize {
    workers.iter_mut().for_each(|worker| worker.tell("take 7"));
    let taken = workers
        .iter_mut()
        .map(|worker| worker.line().parse::<usize>().unwrap());
    taken.sum()
}

#[test]
fn sixty_four_at_once_share_one_file() {
    let ground = Ground::new();
    std::fs::remove_dir(ground.state()).unwrap();
    let mut workers = crowd(&ground, |_| vec!["limits=window=100/1000s"]);
    assert_eq!(take_all(&mut workers), 100);
    ground.file();
    assert_eq!(ground.names().len(), 1, "{:?}", ground.names());
    let alive = ground
        .view()
        .processes
        .iter()
        .filter(|process| process.alive)
        .count();
    assert_eq!(alive, MANY);
    drop(workers);
    assert_eq!(ground.obey(&["limits=window=100/1000s"]).count("take 7"), 0);
}

#[test]
fn sixty_four_at_once_with_two_sets_of_limits_keep_both() {
    let ground = Ground::new();
    let sets = ["limits=window=100/1000s", "limits=window=90/900s"];
    let mut workers = crowd(&ground, |number| vec![sets[number % 2]]);
    assert_eq!(take_all(&mut workers), 90);
    ground.file();
    assert_eq!(ground.names().len(), 1, "{:?}", ground.names());
    assert_eq!(ground.view().buckets[0].limits.len(), 2);
}

#[test]
fn sixty_four_at_once_after_a_file_that_makes_no_sense_count_everything_as_used() {
    let ground = Ground::new();
    ground.obey(&["limits=window=100/1000s"]);
    std::fs::write(ground.file(), "garbage").unwrap();
    let mut workers = crowd(&ground, |_| vec!["limits=window=100/1000s"]);
    assert_eq!(take_all(&mut workers), 0);
    assert_eq!(ground.names().len(), 1, "{:?}", ground.names());
}
