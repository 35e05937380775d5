//! The binary over the state that a limiter in this process keeps.
//!
//! Each test has an API of its own: a process has an account in one directory only.

use std::fs::{self, Permissions};
use std::num::NonZeroU32;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tollgate_limiter::{
    Account, BreakerRules, Budget, Ceiling, Cost, Event, Limits, Period, Plan, Rate, Registry,
    Scope,
};

use crate::command::{Home, Ran};
use crate::terminal::Terminal;

/// Units of the window of [`plan`], which is so long that none comes back during a test.
const ALL: u32 = 20;

fn plan(api: &str, account: &str) -> Plan {
    declared(api, account, &[])
}

/// The same with three slots.
fn plan_with_slots(api: &str) -> Plan {
    declared(
        api,
        "me",
        &[Ceiling::InFlight(
            NonZeroU32::new(3).expect("more than zero"),
        )],
    )
}

fn declared(api: &str, account: &str, more: &[Ceiling]) -> Plan {
    let rate = Rate::per(ALL, Period::HOUR).expect("a rate");
    let ceilings = [&[Ceiling::Window(rate)], more].concat();
    let limits = Limits::new(ceilings, Budget::new(rate, ALL), Duration::ZERO).expect("they fit");
    let rules = BreakerRules::new(NonZeroU32::MIN, Duration::from_secs(600));
    Plan::new(api, account)
        .bucket("read", limits)
        .breaker("read", rules)
        .endpoint("notes")
}

fn open(home: &Home, plan: &Plan) -> Account {
    let scope = Scope::Machine(Some(home.state()));
    Registry::process()
        .account(plan, &scope)
        .expect("an account")
}

fn spend(account: &Account, times: u32) {
    let bucket = account.bucket("read").expect("declared");
    for _ in 0..times {
        drop(
            bucket
                .try_acquire(Cost::ONE)
                .expect("there is room")
                .spend(),
        );
    }
}

fn status(home: &Home) -> Value {
    let ran = home.run(&["status", "--json"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    serde_json::from_str(&ran.out).expect("JSON")
}

fn bucket(document: &Value) -> &Value {
    &document["accounts"][0]["buckets"][0]
}

fn file(home: &Home) -> PathBuf {
    let mut files = fs::read_dir(home.state()).expect("it is there");
    files.next().expect("a file").expect("a file").path()
}

#[test]
fn what_a_program_did_is_what_is_shown() {
    let home = Home::new();
    let account = open(&home, &plan_with_slots("shown.example"));
    let read = account.bucket("read").expect("declared");
    spend(&account, 5);
    (0..5).for_each(|_| read.count(Event::Request));
    (0..4).for_each(|_| read.count(Event::Call));
    read.count(Event::Retry);
    account
        .endpoint("notes")
        .expect("declared")
        .count(Event::Call);
    let _under_way = read.try_acquire(Cost::ONE).expect("there is room").spend();

    let document = status(&home);
    let shown = &document["accounts"][0];
    assert_eq!(
        (&shown["api"], &shown["account"]),
        (&json!("shown.example"), &json!("me"))
    );
    assert_eq!(
        shown["processes"],
        json!([{ "pid": std::process::id(), "alive": true }])
    );
    assert_eq!(bucket(&document)["name"], "read");
    assert_eq!(bucket(&document)["available"], 2, "slots that are left");
    assert_eq!(bucket(&document)["next_permit_seconds"], 0.0);
    assert_eq!(bucket(&document)["blocked"], Value::Null);
    assert_eq!(
        bucket(&document)["limits"],
        json!([{
            "budget": { "units": ALL, "period_seconds": 3_600.0, "burst": ALL },
            "ceilings": [
                { "kind": "window", "units": ALL, "period_seconds": 3_600.0 },
                { "kind": "in_flight", "slots": 3 },
            ],
            "skew_seconds": 0.0,
        }])
    );
    let counters = &bucket(&document)["counters"];
    for (name, expected) in [
        ("calls", 4),
        ("requests", 5),
        ("permits", 6),
        ("units", 6),
        ("retries", 1),
        ("unpaid", 0),
        ("in_flight", 1),
        ("waiting", 0),
    ] {
        assert_eq!(counters[name], expected, "{name}");
    }
    assert_eq!(shown["endpoints"][0]["counters"]["calls"], 1);
    assert_eq!(shown["breakers"][0]["state"], "closed");

    let table = home.run(&["status", "--endpoints"]).out;
    for part in [
        "shown.example  account me  1 process (",
        "20/h burst 20",
        "20/h, 3 in flight",
        "· notes",
        "total: calls 4, waited 0 s, retries 1, exhausted 0, unpaid 0",
    ] {
        assert!(table.contains(part), "{part:?} in\n{table}");
    }
}

#[test]
fn blocks_and_breakers_are_shown_with_their_ends() {
    let home = Home::new();
    let account = open(&home, &plan("blocked.example", "me"));
    let read = account.bucket("read").expect("declared");
    read.block_until(read.clock().now() + Duration::from_secs(300));
    account
        .breaker("read")
        .expect("declared")
        .enter()
        .expect("closed")
        .failed();

    let document = status(&home);
    let left = bucket(&document)["blocked"]["left_seconds"]
        .as_f64()
        .expect("a number");
    assert!((200.0..=300.0).contains(&left), "{left}");
    let breaker = &document["accounts"][0]["breakers"][0];
    assert_eq!(breaker["state"], "open");
    let table = home.run(&["status"]).out;
    assert!(table.contains("open ") && table.contains("min"), "{table}");
}

#[test]
fn who_waits_and_what_is_under_way_is_shown() {
    let home = Home::new();
    let account = open(&home, &plan_with_slots("waiting.example"));
    let read = account.bucket("read").expect("declared").clone();
    let held: Vec<_> = (0..3)
        .map(|_| read.try_acquire(Cost::ONE).expect("a slot").spend())
        .collect();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_time()
        .build()
        .expect("a runtime");
    let wait = || {
        let read = read.clone();
        runtime.spawn(async move {
            read.acquire(Cost::ONE, None)
                .await
                .map(|permit| drop(permit.spend()))
        })
    };
    let waiting = [wait(), wait()];
    let counters = until(|| {
        let counters = bucket(&status(&home))["counters"].clone();
        (counters["waiting"] == 2).then_some(counters)
    });
    assert_eq!(counters["in_flight"], 3);
    assert_eq!(counters["exhausted"], 2);
    let full = status(&home);
    assert_eq!(bucket(&full)["next_permit_seconds"], Value::Null);
    assert_eq!(bucket(&full)["waits_for_slot"], true);
    let rows = home.run(&["status"]).out;
    assert!(rows.contains(" slot "), "{rows}");
    let log = home.run(&["watch", "--count", "1"]).out;
    assert!(log.contains(" next_seconds=slot "), "{log}");

    drop(held);
    for waiter in waiting {
        runtime
            .block_on(waiter)
            .expect("no panic")
            .expect("a permit");
    }
    let counters = bucket(&status(&home))["counters"].clone();
    assert_eq!(
        (&counters["waiting"], &counters["in_flight"]),
        (&json!(0), &json!(0))
    );
    assert_eq!(bucket(&status(&home))["waits_for_slot"], false);
    assert!(counters["waited_seconds"].as_f64() > Some(0.0));
}

/// Looks again until there is something to be seen.
#[track_caller]
fn until<T>(look: impl Fn() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(seen) = look() {
            return seen;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "never seen");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn looking_changes_nothing() {
    let home = Home::new();
    let account = open(&home, &plan("untouched.example", "me"));
    spend(&account, 3);
    let before = fs::read(file(&home)).expect("ours");
    for arguments in [
        &["status"][..],
        &["status", "--json"],
        &["watch", "--count", "2", "--interval", "100ms"],
        &["doctor"],
    ] {
        assert_eq!(home.run(arguments).code, Some(0), "{arguments:?}");
    }
    let after = fs::read(file(&home)).expect("ours");
    assert!(before == after, "nobody took part, and nothing was written");
}

#[test]
fn a_filter_leaves_the_others_out() {
    let home = Home::new();
    let _accounts = ["filter.one", "filter.two"].map(|api| open(&home, &plan(api, "me")));
    let table = home.run(&["status", "--api", "TWO"]).out;
    assert!(
        table.contains("filter.two") && !table.contains("filter.one"),
        "{table}"
    );
    let log = home.run(&["watch", "--api", "one", "--count", "1"]).out;
    assert!(
        log.contains("api=filter.one account=me bucket=read"),
        "{log}"
    );
    assert_eq!(log.lines().count(), 1);
    assert_eq!(
        home.run(&["status", "--api", "three"]).out,
        format!(
            "No account of an API like `three` in {} (from TOLLGATE_STATE_DIR).\n",
            home.state().display()
        )
    );
}

#[test]
fn a_log_tells_the_permits_of_each_second() {
    let home = Home::new();
    let account = open(&home, &plan("logged.example", "me"));
    let child = home
        .command(&["watch", "--count", "2", "--interval", "500ms"])
        .stdout(Stdio::piped())
        .spawn();
    let mut child = child.expect("the command runs");
    let mut lines =
        std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().expect("piped")));
    let first = lines.next().expect("a line").expect("text");
    spend(&account, 4);
    let second = lines.next().expect("a line").expect("text");
    assert!(child.wait().expect("it ends").success());
    assert!(
        first.contains(" permits_per_second=- ") && first.contains(" available=20 "),
        "{first}"
    );
    let (_, rate) = second.split_once("permits_per_second=").expect("told");
    let (rate, _) = rate.split_once(' ').expect("more follows");
    let rate: f64 = rate.parse().expect("a number");
    assert!(
        (0.1..=8.0).contains(&rate) && second.contains(" available=16 "),
        "{second}"
    );
}

#[test]
fn a_name_that_steers_terminals_does_not() {
    let home = Home::new();
    let _account = open(
        &home,
        &plan("\u{1b}[2Jhostile.example", "me\u{9b}2J\r\u{202e}"),
    );
    for arguments in [
        &["status"][..],
        &["status", "--json"],
        &["watch", "--count", "1"],
        &["doctor"],
        &["doctor", "--json"],
        &["reset"],
        &["reset", "--yes"],
    ] {
        let Ran { out, err, .. } = home.run(arguments);
        let steers = |letter: char| (letter.is_control() && letter != '\n') || letter == '\u{202e}';
        assert!(
            !out.contains(steers) && !err.contains(steers),
            "{arguments:?}: {out:?} {err:?}"
        );
    }
    assert_eq!(
        status(&home)["accounts"][0]["api"],
        "\u{1b}[2Jhostile.example",
        "programs read it as it is"
    );
}

#[test]
fn nothing_is_reset_unless_somebody_says_so() {
    let home = Home::new();
    let account = open(&home, &plan("kept.example", "me"));
    spend(&account, 7);
    let ran = home.run(&["reset", "kept.example"]);
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.out.contains("kept.example  account me") && ran.out.contains("may answer with 429"),
        "{ran:?}"
    );
    assert!(
        ran.err.contains("no terminal") && ran.err.contains("--yes"),
        "{ran:?}"
    );
    assert_eq!(bucket(&status(&home))["available"], ALL - 7);

    let _second = open(&home, &plan("kept.example", "you"));
    let ran = home.run(&["reset", "kept.example", "--yes"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(
        ran.err.contains("2 accounts are meant") && ran.err.contains("  kept.example  you"),
        "{ran:?}"
    );
    assert_eq!(bucket(&status(&home))["available"], ALL - 7);
}

#[test]
fn after_a_reset_all_is_there_again_for_the_programs_that_run_too() {
    let home = Home::new();
    let account = open(&home, &plan("reset.example", "me"));
    let other = open(&home, &plan("reset.example", "you"));
    let read = account.bucket("read").expect("declared");
    spend(&account, ALL);
    spend(&other, 2);
    read.block_until(read.clock().now() + Duration::from_secs(300));
    assert!(read.try_acquire(Cost::ONE).is_err());

    let ran = home.run(&["reset", "reset.example", "me", "--yes"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        ran.out.contains("the process that uses it goes on with it"),
        "{ran:?}"
    );
    assert!(
        ran.err.starts_with("Reset ") && ran.err.lines().count() == 1,
        "{ran:?}"
    );

    let document = status(&home);
    assert_eq!(bucket(&document)["available"], ALL);
    assert_eq!(bucket(&document)["blocked"], Value::Null);
    assert_eq!(
        bucket(&document)["counters"]["permits"],
        ALL,
        "the counters stay"
    );
    assert_eq!(
        document["accounts"][1]["buckets"][0]["available"],
        ALL - 2,
        "nobody else is reset"
    );
    spend(&account, ALL);
    assert!(read.try_acquire(Cost::ONE).is_err());
    assert_eq!(bucket(&status(&home))["available"], 0);
}

#[test]
fn on_a_terminal_it_is_asked_for_and_only_a_yes_is_one() {
    let home = Home::new();
    let account = open(&home, &plan("asked.example", "me"));
    spend(&account, 7);
    for (answer, code, left) in [
        ("n\n", 1, ALL - 7),
        ("\n", 1, ALL - 7),
        ("\x04", 1, ALL - 7),
        ("yes\n", 0, ALL),
    ] {
        let terminal = Terminal::run(home.command(&["reset"]));
        terminal.until("the question", |text| {
            text.contains("Reset this account? [y/N]")
        });
        terminal.type_(answer.as_bytes());
        assert_eq!(terminal.ended().code(), Some(code), "{answer:?}");
        assert_eq!(bucket(&status(&home))["available"], left, "{answer:?}");
    }
}

#[test]
fn the_screen_shows_the_accounts_and_what_changes() {
    let home = Home::new();
    let account = open(&home, &plan("live.example", "me"));
    let mut command = home.command(&["watch", "--interval", "100ms"]);
    command.env("NO_COLOR", "1");
    let terminal = Terminal::run(command);
    terminal.until("the account", |text| text.contains("live.example"));
    spend(&account, 17);
    // What changed is drawn alone, where there was a 20.
    terminal.until("three that are left", |text| {
        text.rsplit_once("live.example")
            .is_some_and(|(_, after)| after.contains(" 3\u{1b}"))
    });
    terminal.type_(b"q");
    assert_eq!(terminal.ended().code(), Some(0));
}

#[test]
fn files_that_are_none_are_trouble_and_the_doctor_says_which() {
    let home = Home::new();
    let account = open(&home, &plan("mixed.example", "me"));
    spend(&account, 1);
    let good = fs::read(file(&home)).expect("ours");
    let put = |name: &str, content: &[u8], mode| {
        let path = home.state().join(name);
        fs::write(&path, content).expect("writable");
        fs::set_permissions(&path, Permissions::from_mode(mode)).expect("ours");
    };
    put("garbage.state", &[0x5a; 8_192], 0o600);
    put("empty.state", b"", 0o600);
    put("cut.state", &good[..good.len() / 2], 0o600);
    put("loose.state", &good, 0o644);
    let mut future = good.clone();
    // The second word of a file is its version.
    future[8..16].copy_from_slice(&9_u64.to_le_bytes());
    put("future.state", &future, 0o600);
    symlink(file(&home), home.state().join("link.state")).expect("makeable");

    let ran = home.run(&["status", "--json"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let document: Value = serde_json::from_str(&ran.out).expect("JSON");
    let accounts = document["accounts"].as_array().expect("a list");
    assert_eq!(accounts.len(), 1, "one bad file hides no other");
    let unreadable = document["unreadable"].as_array().expect("a list");
    let names = ["cut", "empty", "future", "garbage", "link", "loose"];
    assert_eq!(unreadable.len(), names.len(), "{unreadable:#?}");
    for (file, name) in unreadable.iter().zip(names) {
        assert!(
            file["file"]
                .as_str()
                .is_some_and(|file| file.ends_with(&format!("/{name}.state"))),
            "{file}"
        );
        assert!(
            file["reason"]
                .as_str()
                .is_some_and(|reason| !reason.is_empty())
        );
        assert_eq!(file["stale"], false);
    }
    let ran = home.run(&["status"]);
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.out.contains("mixed.example")
            && ran.out.contains("cannot be read: ")
            && ran.out.contains("format 9"),
        "{ran:?}"
    );

    let ran = home.run(&["doctor"]);
    assert_eq!(ran.code, Some(1));
    for name in names {
        assert!(
            ran.out.contains(&format!("error    file: {name}.state: ")),
            "{name} in\n{}",
            ran.out
        );
    }
    assert!(
        ran.words()
            .contains("mixed.example, account me: used by 1 process "),
        "{}",
        ran.out
    );
}

#[test]
fn garbage_can_be_reset_by_its_files_name() {
    let home = Home::new();
    let _account = open(&home, &plan("beside.example", "me"));
    let garbage = home.state().join("garbage.state");
    fs::write(&garbage, [0x5a; 8_192]).expect("writable");
    fs::set_permissions(&garbage, Permissions::from_mode(0o600)).expect("ours");
    let ran = home.run(&["reset", "garbage", "--yes"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        ran.out
            .contains("all that may be in it is given up, its counters too")
    );
    assert!(!ran.out.contains("What stays"), "{ran:?}");
    assert!(!garbage.exists());
    assert_eq!(home.run(&["status"]).code, Some(0));
}

#[test]
fn a_file_that_is_refused_stays_and_nothing_else_is_said() {
    let home = Home::new();
    let account = open(&home, &plan("refused.example", "me"));
    spend(&account, 7);
    let loose = home.state().join("loose.state");
    fs::copy(file(&home), &loose).expect("writable");
    fs::set_permissions(&loose, Permissions::from_mode(0o644)).expect("ours");
    for arguments in [&["reset", "loose", "--yes"][..], &["reset", "loose"]] {
        let ran = home.run(arguments);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(ran.out.contains("it stays as it is"), "{ran:?}");
        for claim in ["removed", "given up", "What stays"] {
            assert!(!ran.out.contains(claim), "{claim} in {ran:?}");
        }
        assert!(
            ran.out.contains("chmod 600") && ran.err.contains("loose.state was not reset"),
            "{ran:?}"
        );
        assert!(loose.exists());
    }
    let ran = home.run(&["reset", "--all", "--yes"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    fs::remove_file(&loose).expect("it is still there");
    assert_eq!(
        bucket(&status(&home))["available"],
        ALL,
        "what can be reset is"
    );
}

/// The name of the test below, and the variable that makes it the process that dies.
const DIES: &str = "real::a_process_that_was_killed_is_told_as_dead";
const DIE: &str = "TOLLGATE_TEST_HOLDS_AN_ACCOUNT_IN";

#[test]
fn a_process_that_was_killed_is_told_as_dead() {
    if let Some(dir) = std::env::var_os(DIE) {
        let account = Registry::process().account(
            &plan_with_slots("killed.example"),
            &Scope::Machine(Some(dir.into())),
        );
        let account = account.expect("an account");
        let read = account.bucket("read").expect("declared");
        let _held: Vec<_> = (0..3)
            .map(|_| read.try_acquire(Cost::ONE).expect("a slot").spend())
            .collect();
        println!("ready");
        std::thread::sleep(Duration::from_secs(600));
        return;
    }
    let home = Home::new();
    let mut command = Command::new(std::env::current_exe().expect("this test"));
    command
        .args(["--exact", DIES, "--nocapture"])
        .env(DIE, home.state())
        .stdout(Stdio::piped());
    let mut child = command.spawn().expect("this test");
    let mut lines =
        std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().expect("piped")));
    assert!(lines.any(|line| line.is_ok_and(|line| line.contains("ready"))));
    assert_eq!(
        status(&home)["accounts"][0]["processes"],
        json!([{ "pid": child.id(), "alive": true }])
    );
    let document = status(&home);
    assert_eq!(bucket(&document)["counters"]["in_flight"], 3);
    assert_eq!(bucket(&document)["available"], 0);
    child.kill().expect("it is ours");
    child.wait().expect("it is ours");

    let document = status(&home);
    assert_eq!(
        bucket(&document)["counters"]["in_flight"],
        0,
        "its slots are free for whoever comes next"
    );
    assert_eq!(
        document["accounts"][0]["processes"],
        json!([{ "pid": child.id(), "alive": false }])
    );
    assert_eq!(
        bucket(&document)["available"],
        3,
        "as many as there are slots"
    );
    assert_eq!(
        bucket(&document)["counters"]["permits"],
        3,
        "what it used is used"
    );
    assert!(home.run(&["status"]).out.contains("  no process\n"));
    let doctor = home.run(&["doctor"]);
    assert_eq!(doctor.code, Some(0));
    assert!(
        doctor
            .words()
            .contains("account me: no process uses it now "),
        "{}",
        doctor.out
    );
}
