//! A process that forks is two from then on.

use std::time::Duration;

use tollgate_fleet_tests::Entry;

use crate::exact::assert_kept;
use crate::ground::{Ground, Worker};

#[test]
fn the_child_of_a_fork_has_neither_the_connection_nor_the_units_of_its_parent() {
    let ground = Ground::new();
    let limits = "bucket=1000/1s/20";
    let (parent, parents) = ground.log(20_000);
    let (child, childs) = ground.log(20_000);
    let options = [
        format!("limits={limits}"),
        format!("log={}", parents.display()),
        format!("child={}", childs.display()),
        "skew=10".to_owned(),
        "tasks=8".to_owned(),
    ];
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let mut worker = Worker::start(&mut ground.command("fork", "one", &options));
    worker.says("ready");
    worker.says("done");
    let [parent, child] = [parent, child].map(|log| log.entries());
    eprintln!(
        "{} of the parent, {} of the child",
        parent.len(),
        child.len()
    );
    // Both are served, and together no more than the limit allows: none has what the other has.
    let fork = child.first().expect("the child is served").granted;
    let after = parent.iter().filter(|entry| entry.granted > fork).count();
    for (count, who) in [(after, "the parent"), (child.len(), "the child")] {
        // More than anybody had at hand; how much more is how fast this machine is.
        assert!(count > 60, "{who} was granted {count} after the fork");
    }
    let all: Vec<Entry> = parent.into_iter().chain(child).collect();
    assert_kept(&all, limits, Duration::from_millis(10));
    let connections = ground.server.cli(&["INFO", "stats"]);
    assert!(
        connections.contains("total_connections_received"),
        "{connections}"
    );
}
