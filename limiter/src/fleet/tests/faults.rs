//! Each way in which a store fails has a name, comes within the timeout, and says whether what was
//! asked may have been done.

use std::io::Read;
use std::os::unix::net::UnixListener;
use std::time::{Duration, Instant};

use redis::Value;

use super::server::Server;
use crate::fleet::fault::Fault;
use crate::fleet::store::{Script, Store};
use crate::{Fleet, StoreErrorKind, StoreFault};

const NONE: [&str; 0] = [];

fn echo() -> Script {
    Script::new("return redis.call('INCR', KEYS[1])")
}

async fn count(store: &Store) -> Result<Value, Fault> {
    store.run(&echo(), &["k"], &NONE).await
}

async fn fault(fleet: &Fleet) -> Fault {
    let start = Instant::now();
    let store = Store::new(fleet).expect("a URL");
    let fault = count(&store).await.expect_err("it fails");
    let took = start.elapsed();
    assert!(
        took < fleet.patience() + Duration::from_secs(20),
        "{took:?}: {fault}"
    );
    assert!(!fault.to_string().contains("secret"), "{fault}");
    fault
}

#[tokio::test]
async fn a_script_that_the_server_has_lost_is_sent_once_more() {
    let server = Server::start();
    let store = Store::new(&server.fleet()).expect("a URL");
    for n in 1..4 {
        let () = redis::cmd("SCRIPT")
            .arg("FLUSH")
            .query(&mut server.door())
            .expect("flushed");
        assert_eq!(
            count(&store).await.expect("counted"),
            Value::Int(n),
            "exactly once"
        );
    }
    assert_eq!(count(&store).await.expect("counted"), Value::Int(4));
    let stats: String = redis::cmd("INFO")
        .arg("commandstats")
        .query(&mut server.door())
        .expect("it runs");
    assert!(stats.contains("cmdstat_eval:calls=3,"), "{stats}");
}

#[tokio::test]
async fn one_connection_serves_all_and_is_made_again_when_it_breaks() {
    let mut server = Server::start();
    let store = Store::new(&server.fleet()).expect("a URL");
    let (one, other) = tokio::join!(count(&store), count(&store));
    assert!(one.is_ok() && other.is_ok());
    let mut door = server.door();
    let end = Instant::now() + Duration::from_secs(60);
    let clients = loop {
        let clients: String = redis::cmd("CLIENT")
            .arg("LIST")
            .query(&mut door)
            .expect("it runs");
        // That an earlier door was closed is seen later.
        if clients.lines().count() <= 2 || Instant::now() > end {
            break clients;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    assert_eq!(clients.lines().count(), 2, "this one and ours: {clients}");

    let killed: u32 = redis::cmd("CLIENT")
        .arg(&["KILL", "TYPE", "normal"])
        .query(&mut door)
        .expect("it runs");
    assert_eq!(killed, 1);
    tokio::time::sleep(Duration::from_millis(20)).await;
    assert_eq!(count(&store).await.expect("connected again"), Value::Int(3));

    server.kill();
    tokio::time::sleep(Duration::from_millis(20)).await;
    let fault = count(&store).await.expect_err("nobody is there");
    assert_eq!(
        (fault.kind(), fault.may_have_run()),
        (StoreFault::Unreachable, false),
        "{fault}"
    );
    server.restart_dead();
    assert_eq!(count(&store).await.expect("it is back"), Value::Int(1));
}

#[tokio::test]
async fn a_wrong_password_is_named_and_not_shown() {
    let server = Server::with(&["--requirepass", "right"]);
    let wrong = Fleet::new(format!("{}?pass=secret", server.url()));
    for fleet in [wrong, server.fleet()] {
        let fault = fault(&fleet).await;
        assert_eq!(
            (fault.kind(), fault.may_have_run()),
            (StoreFault::Denied, false),
            "{fault}"
        );
    }
    let right = Fleet::new(format!("{}?pass=right", server.url()));
    assert!(count(&Store::new(&right).expect("a URL")).await.is_ok());
}

#[tokio::test]
async fn a_user_who_may_not_run_scripts_is_named() {
    let server = Server::with(&[
        "--user", "me", "on", ">secret", "~*", "+@all", "-eval", "-evalsha",
    ]);
    let fleet = Fleet::new(format!("{}?user=me&pass=secret", server.url()));
    assert_eq!(fault(&fleet).await.kind(), StoreFault::Denied);
}

#[tokio::test]
async fn a_replica_takes_nothing_and_is_named() {
    let server = Server::with(&[
        "--replicaof",
        "127.0.0.1 1",
        "--replica-serve-stale-data",
        "yes",
    ]);
    let fault = fault(&server.fleet()).await;
    assert_eq!(
        (fault.kind(), fault.may_have_run()),
        (StoreFault::ReadOnly, false),
        "{fault}"
    );
}

#[tokio::test]
async fn a_server_without_scripts_is_named() {
    let server = Server::with(&[
        "--rename-command",
        "EVALSHA",
        "",
        "--rename-command",
        "EVAL",
        "",
    ]);
    let fault = fault(&server.fleet()).await;
    assert_eq!(fault.kind(), StoreFault::Version, "{fault}");
}

#[tokio::test]
async fn nobody_at_the_address_is_named() {
    let dir = tempfile::tempdir().expect("a directory");
    let fleet = Fleet::new(format!("redis+unix://{}", dir.path().join("s").display()));
    let fault = fault(&fleet).await;
    assert_eq!(
        (fault.kind(), fault.may_have_run()),
        (StoreFault::Unreachable, false),
        "{fault}"
    );
}

#[tokio::test]
async fn a_server_that_accepts_and_never_answers_is_named_in_time() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("s");
    let listener = UnixListener::bind(&path).expect("a socket");
    let reader = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("one comes");
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all);
        all
    });
    let fleet = Fleet::new(format!("redis+unix://{}", path.display()));
    let fault = fault(&fleet.timeout(Duration::from_millis(100))).await;
    assert_eq!(
        (fault.kind(), fault.may_have_run()),
        (StoreFault::Silent, false),
        "{fault}"
    );
    let read = reader.join().expect("it ends");
    assert!(
        !read.windows(4).any(|word| word == b"EVAL"),
        "it has not been asked"
    );
}

#[tokio::test]
async fn a_slow_server_is_named_in_time_and_its_late_answer_is_nobodys() {
    let server = Server::with(&["--enable-debug-command", "yes"]);
    let fleet = server.fleet().timeout(Duration::from_millis(150));
    let store = Store::new(&fleet).expect("a URL");
    assert_eq!(count(&store).await.expect("counted"), Value::Int(1));

    let mut door = server.door();
    // It has heard that before it hears of anything else.
    let sleep = redis::cmd("DEBUG")
        .arg(&["SLEEP", "3"])
        .get_packed_command();
    door.send_packed_command(&sleep).expect("it is sent");
    let fault = count(&store).await.expect_err("too slow");
    assert_eq!(
        (fault.kind(), fault.may_have_run()),
        (StoreFault::Silent, true),
        "{fault}"
    );
    let slept = door.recv_response().expect("it has slept");
    assert_eq!(slept, Value::Okay);
    // The second was done once, or not at all, and nobody asked twice.
    let Value::Int(third) = count(&store).await.expect("counted") else {
        panic!("a number")
    };
    assert!((2..4).contains(&third), "{third}");
}

#[tokio::test]
async fn a_busy_server_is_named() {
    let server = Server::with(&["--maxmemory", "1"]);
    assert_eq!(fault(&server.fleet()).await.kind(), StoreFault::Busy);
}

#[test]
fn a_url_that_cannot_be_read_is_an_error_with_a_cure_and_without_the_password() {
    let urls = [
        "10.0.0.7",
        "http://:secret@host",
        "redis://:sec/ret@host",
        "redis://:secret@host:port",
        "redis://:secret@host/base",
        "rediss://:secret@host#insecure",
    ];
    for url in urls {
        let error = Store::new(&Fleet::new(url)).expect_err("it is no URL of a store");
        assert_eq!(error.kind(), StoreErrorKind::Store);
        let text = format!("{error} {error:?}");
        assert!(!text.contains("secret") && !text.contains("ret@"), "{text}");
        assert!(
            text.contains("redis://") || text.contains("fleet-tls"),
            "{text}"
        );
    }
    assert!(Store::new(&Fleet::new("redis://me:p%23w@[::1]:7000/3")).is_ok());
}

#[cfg(feature = "fleet-tls")]
#[tokio::test]
async fn who_does_not_speak_tls_is_named_and_nobody_panics() {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        while let Ok((mut stream, _)) = listener.accept() {
            let _ = std::io::Write::write_all(&mut stream, b"-ERR what is this?\r\n");
        }
    });
    let fleet = Fleet::new(format!("rediss://:secret@localhost:{port}"));
    let fault = fault(&fleet).await;
    assert_eq!(
        (fault.kind(), fault.may_have_run()),
        (StoreFault::Unreachable, false),
        "{fault}"
    );
}
