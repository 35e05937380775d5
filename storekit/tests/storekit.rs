//! What a private store promises to the tests that use it.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tollgate_storekit::{Cluster, Gate, Server};

/// As long as anything may take that always comes, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(30);

/// A connection to whatever has this URL, which waits for an answer that always comes.
fn connect(url: &str) -> UnixStream {
    waiting(url, PATIENCE)
}

/// The same, for so long.
fn waiting(url: &str, patience: Duration) -> UnixStream {
    let path = url.strip_prefix("redis+unix://").expect("a socket");
    let stream = UnixStream::connect(path).expect("somebody listens");
    let set = stream.set_read_timeout(Some(patience));
    set.expect("it is a time");
    stream
}

/// Asks, and what came back; empty if the connection was closed, `None` if nothing came in time.
fn ask(stream: &mut UnixStream, words: &str) -> Option<String> {
    let _ = stream.write_all(format!("{words}\r\n").as_bytes());
    let mut bytes = [0; 256];
    let read = match stream.read(&mut bytes) {
        Ok(read) => read,
        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => return None,
        Err(_) => 0,
    };
    Some(String::from_utf8_lossy(&bytes[..read]).into_owned())
}

#[test]
fn two_servers_have_nothing_in_common_and_no_port() {
    let [one, other] = [Server::start(), Server::start()];
    assert_eq!(one.cli(&["SET", "key", "one"]), "OK");
    assert_eq!(other.cli(&["GET", "key"]), "(nil)");
    assert_eq!(one.cli(&["CONFIG", "GET", "port"]), "port\n0");
}

#[test]
fn a_server_that_is_dropped_is_gone() {
    let server = Server::start();
    let (pid, dir) = (pid(&server), server.dir().to_owned());
    drop(server);
    assert!(!is_alive(&pid) && !dir.exists());
}

#[test]
fn a_server_ends_when_its_test_is_killed() {
    if let Ok(path) = std::env::var("STOREKIT_TELL_PID") {
        // The process that is going to be killed.
        let server = Server::start();
        std::fs::write(&path, pid(&server)).unwrap();
        loop {
            std::thread::park();
        }
    }
    let dir = tempfile::tempdir().unwrap();
    let told = dir.path().join("pid");
    let name = "a_server_ends_when_its_test_is_killed";
    let mut test = Command::new(std::env::current_exe().unwrap())
        .args([name, "--exact"])
        .env("STOREKIT_TELL_PID", &told)
        // Nobody is left to clean up after it.
        .env("TMPDIR", dir.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let end = Instant::now() + Duration::from_secs(30);
    let pid = loop {
        match std::fs::read_to_string(&told) {
            Ok(pid) if !pid.is_empty() => break pid,
            _ if Instant::now() > end => panic!("no server was started"),
            _ => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    assert!(is_alive(&pid));
    test.kill().unwrap();
    test.wait().unwrap();
    while is_alive(&pid) {
        assert!(Instant::now() < end, "the server outlived its test");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_restarted_server_has_its_address_and_what_it_wrote_down() {
    for on_port in [false, true] {
        let builder = Server::builder().appendonly();
        let server = match on_port {
            true => builder.on_port().start(),
            false => builder.start(),
        };
        let url = server.url();
        let _ = server.cli(&["INCR", "starts"]);
        server.kill();
        server.restart();
        assert_eq!(server.cli(&["INCR", "starts"]), "2");
        server.restart();
        assert_eq!(server.cli(&["INCR", "starts"]), "3");
        assert_eq!(server.url(), url);
    }
}

#[test]
fn a_password_is_asked_for_and_stands_in_the_url() {
    let server = Server::builder().password("open").on_port().start();
    assert_eq!(server.cli(&["PING"]), "PONG");
    assert_eq!(
        server.url(),
        format!("redis://:open@127.0.0.1:{}", server.port().unwrap())
    );
    let socket = Server::builder().password("open").start();
    assert!(socket.url().ends_with("?pass=open"));
    let url = socket.url().replace("?pass=open", "");
    let refused = ask(&mut connect(&url), "PING").unwrap();
    assert!(refused.contains("NOAUTH"), "{refused}");
}

#[test]
fn a_replica_has_a_copy_and_takes_no_writes() {
    let primary = Server::builder().on_port().password("open").start();
    let _ = primary.cli(&["SET", "key", "value"]);
    let replica = Server::builder().replica_of(&primary).start();
    assert_eq!(replica.cli(&["GET", "key"]), "value");
    assert_eq!(primary.cli(&["DBSIZE"]), "1", "nothing else is left there");
    assert!(
        replica
            .cli(&["SET", "key", "other"])
            .starts_with("READONLY")
    );
}

#[test]
fn a_server_sleeps_when_it_is_told_to() {
    let server = Server::start();
    let began = Instant::now();
    assert_eq!(server.cli(&["DEBUG", "SLEEP", "0.05"]), "OK");
    assert!(began.elapsed() >= Duration::from_millis(50));
}

#[test]
fn the_nodes_of_a_cluster_agree_who_has_what() {
    let cluster = Cluster::of(2);
    for key in ["a", "b", "c", "d", "e", "f"] {
        assert_eq!(cluster.node_of(key).cli(&["SET", key, key]), "OK", "{key}");
    }
    for node in cluster.nodes() {
        assert_ne!(node.cli(&["DBSIZE"]), "0", "both have something");
    }
}

#[test]
fn a_gate_passes_on_what_is_said() {
    let server = Server::start();
    let gate = Gate::to(&server);
    let mut stream = connect(&gate.url());
    assert_eq!(ask(&mut stream, "SET key value").unwrap(), "+OK\r\n");
    assert_eq!(server.cli(&["GET", "key"]), "value");
    assert_eq!(gate.connections(), 1);
    let port = Gate::on_port(&server).url();
    assert!(port.starts_with("redis://127.0.0.1:"));
}

#[test]
fn a_late_answer_is_late_and_the_next_one_is_not_later() {
    let server = Server::start();
    let gate = Gate::to(&server);
    let mut stream = connect(&gate.url());
    let late = Duration::from_secs(2);
    gate.delay(late);
    let began = Instant::now();
    assert_eq!(ask(&mut stream, "PING").unwrap(), "+PONG\r\n");
    assert!(began.elapsed() >= late);
    gate.pass();
    let began = Instant::now();
    assert_eq!(ask(&mut stream, "PING").unwrap(), "+PONG\r\n");
    assert!(began.elapsed() < late);
}

#[test]
fn a_swallowed_answer_never_comes_and_a_hung_request_never_arrives() {
    let server = Server::start();
    let gate = Gate::to(&server);
    let mut stream = waiting(&gate.url(), Duration::from_secs(1));
    gate.swallow();
    assert_eq!(ask(&mut stream, "INCR key"), None);
    assert_eq!(server.cli(&["GET", "key"]), "1", "it was done");
    gate.hang();
    assert_eq!(ask(&mut stream, "INCR key"), None);
    assert_eq!(server.cli(&["GET", "key"]), "1", "it was not");
    gate.pass();
    let patient = stream.set_read_timeout(Some(PATIENCE));
    patient.expect("it is a time");
    assert_eq!(ask(&mut stream, "INCR key").unwrap(), ":2\r\n");
}

#[test]
fn exactly_the_next_answer_is_lost_with_its_connection() {
    let server = Server::start();
    let gate = Gate::to(&server);
    let [mut one, mut other] = [connect(&gate.url()), connect(&gate.url())];
    assert_eq!(ask(&mut other, "PING").unwrap(), "+PONG\r\n");
    gate.lose_next();
    assert!(gate.is_about_to_lose());
    assert_eq!(ask(&mut one, "INCR key").unwrap(), "", "it was closed");
    assert!(!gate.is_about_to_lose());
    assert_eq!(ask(&mut other, "GET key").unwrap(), "$1\r\n1\r\n", "done");
}

#[test]
fn a_cut_connection_is_closed_and_the_next_one_passes() {
    let server = Server::start();
    let gate = Gate::to(&server);
    let mut stream = connect(&gate.url());
    assert_eq!(ask(&mut stream, "PING").unwrap(), "+PONG\r\n");
    gate.cut();
    assert_eq!(ask(&mut stream, "PING").unwrap(), "");
    assert_eq!(ask(&mut connect(&gate.url()), "PING").unwrap(), "+PONG\r\n");
    gate.refuse();
    assert_eq!(ask(&mut connect(&gate.url()), "PING").unwrap(), "");
}

#[test]
fn a_gate_outlasts_its_server() {
    let server = Server::start();
    let gate = Gate::to(&server);
    let mut stream = connect(&gate.url());
    assert_eq!(ask(&mut stream, "PING").unwrap(), "+PONG\r\n");
    server.kill();
    assert_eq!(ask(&mut stream, "PING").unwrap(), "");
    assert_eq!(ask(&mut connect(&gate.url()), "PING").unwrap(), "");
    server.restart();
    assert_eq!(ask(&mut connect(&gate.url()), "PING").unwrap(), "+PONG\r\n");
}

fn pid(server: &Server) -> String {
    let info = server.cli(&["INFO", "server"]);
    let line = info
        .lines()
        .find_map(|line| line.strip_prefix("process_id:"));
    line.expect("every server has one").trim().to_owned()
}

fn is_alive(pid: &str) -> bool {
    // One that ended and that nobody has waited for is gone too.
    std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}
