//! `watch` on a terminal: it ends in every way with the terminal as it was.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags, open};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};
use tollgate_cli::watch::Screen;

use crate::command::Home;

const PATIENCE: Duration = Duration::from_secs(60);
const ENTER: &str = "\u{1b}[?1049h";
const LEAVE: &str = "\u{1b}[?1049l";
const SHOW_CURSOR: &str = "\u{1b}[?25h";

/// A terminal with a program on it.
pub(crate) struct Terminal {
    master: OwnedFd,
    slave: OwnedFd,
    child: Child,
    shown: Arc<(Mutex<String>, Condvar)>,
}

impl Terminal {
    pub(crate) fn run(mut command: Command) -> Self {
        let (master, slave) = pair();
        Self {
            shown: listen(master.try_clone().expect("another handle"), |_| true),
            master,
            child: attach(&mut command, &slave),
            slave,
        }
    }

    fn resize(&self, rows: u16, columns: u16) {
        resize(&self.master, rows, columns);
        // Without a session of its own nobody is told.
        self.signal(Signal::WINCH);
    }

    fn signal(&self, signal: Signal) {
        let pid = Pid::from_child(&self.child);
        kill_process(pid, signal).expect("it is ours");
    }

    pub(crate) fn type_(&self, keys: &[u8]) {
        let mut master = File::from(self.master.try_clone().expect("another handle"));
        master.write_all(keys).expect("it takes keys");
    }

    /// Waits until what is shown satisfies `seen`.
    #[track_caller]
    pub(crate) fn until(&self, what: &str, seen: impl Fn(&str) -> bool) {
        let (text, news) = &*self.shown;
        let text = text.lock().expect("nobody panics with it");
        let (text, late) = news
            .wait_timeout_while(text, PATIENCE, |text| !seen(text))
            .expect("nobody panics with it");
        assert!(!late.timed_out(), "never seen: {what}; but {:?}", *text);
    }

    fn is_raw(&self) -> bool {
        let modes = tcgetattr(&self.slave)
            .expect("a terminal has modes")
            .local_modes;
        !modes.contains(LocalModes::ICANON | LocalModes::ECHO)
    }

    /// Waits until the program has ended.
    #[track_caller]
    pub(crate) fn ended(mut self) -> ExitStatus {
        ended(&mut self.child)
    }

    /// Waits until the program has ended, and the terminal is as it was before.
    #[track_caller]
    fn restored(mut self) -> (ExitStatus, String) {
        let status = ended(&mut self.child);
        let given_back = |text: &str| {
            let after = text.rsplit_once(ENTER).map(|(_, after)| after);
            after.is_some_and(|after| after.contains(LEAVE) && after.contains(SHOW_CURSOR))
        };
        self.until("the way back", given_back);
        assert!(!self.is_raw(), "keys are lines again");
        let text = self.shown.0.lock().expect("nobody panics with it").clone();
        (status, text)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A test that failed leaves nothing behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until a program has ended; one that goes on is ended by force.
#[track_caller]
fn ended(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait().expect("it is ours") {
            return status;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    let _ = child.wait();
    panic!("it goes on");
}

/// Both ends of a terminal: that of whoever sits at it, and that of programs. Programs of other tests
/// get neither.
fn pair() -> (OwnedFd, OwnedFd) {
    let master =
        openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).expect("a terminal");
    grantpt(&master)
        .and_then(|()| unlockpt(&master))
        .expect("a terminal of ours");
    let name = ptsname(&master, Vec::new()).expect("it has a name");
    resize(&master, 24, 100);
    let slave = open(
        name,
        OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC,
        Mode::empty(),
    )
    .expect("openable");
    (master, slave)
}

fn resize(master: &OwnedFd, rows: u16, columns: u16) {
    let size = Winsize {
        ws_row: rows,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(master, size).expect("a terminal has a size");
}

fn attach(command: &mut Command, slave: &OwnedFd) -> Child {
    let end = || Stdio::from(slave.try_clone().expect("another handle"));
    command.stdin(end()).stdout(end()).stderr(end());
    let child = command.spawn().expect("the command runs");
    // The command keeps handles for another run.
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    child
}

/// Collects what a terminal shows, as long as `more` wants more; then it hangs up.
fn listen(master: OwnedFd, more: fn(&str) -> bool) -> Arc<(Mutex<String>, Condvar)> {
    let shown = Arc::new((Mutex::new(String::new()), Condvar::new()));
    let theirs = Arc::clone(&shown);
    std::thread::spawn(move || {
        let mut master = File::from(master);
        let mut bytes = [0; 4096];
        while let Ok(read @ 1..) = master.read(&mut bytes) {
            // A test that failed waits for nothing more.
            let Ok(mut text) = theirs.0.lock() else {
                return;
            };
            text.push_str(&String::from_utf8_lossy(&bytes[..read]));
            theirs.1.notify_all();
            if !more(&text) {
                return;
            }
        }
    });
    shown
}

fn watch(home: &Home, arguments: &[&str]) -> Terminal {
    let command = home.command(&[&["watch"], arguments].concat());
    let terminal = Terminal::run(command);
    terminal.until("a frame", |text| {
        text.contains(ENTER) && text.contains("scroll")
    });
    assert!(terminal.is_raw());
    terminal
}

#[test]
fn the_keys_that_end_it_end_it() {
    for keys in [b"q", b"\x03", b"\x04"] {
        let home = Home::new();
        let terminal = watch(&home, &[]);
        terminal.type_(keys);
        assert_eq!(terminal.restored().0.code(), Some(0), "{keys:?}");
    }
}

#[test]
fn a_signal_that_ends_it_ends_it_as_such() {
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        let home = Home::new();
        let terminal = watch(&home, &[]);
        terminal.signal(signal);
        assert_eq!(terminal.restored().0.signal(), Some(signal.as_raw()));
    }
}

#[test]
fn half_a_key_keeps_nobody_from_ending_it() {
    let home = Home::new();
    let terminal = watch(&home, &[]);
    terminal.type_(b"\x1b[");
    terminal.signal(Signal::TERM);
    assert_eq!(terminal.restored().0.signal(), Some(Signal::TERM.as_raw()));
}

#[test]
fn a_terminal_that_hangs_up_ends_it() {
    let home = Home::new();
    let (master, slave) = pair();
    let mut child = attach(&mut home.command(&["watch", "--interval", "60m"]), &slave);
    drop(slave);
    // The only handle of whoever sits there goes with the first frame.
    listen(master, |text| !text.contains("scroll"));
    assert_eq!(
        ended(&mut child).code(),
        Some(0),
        "it was not the terminal that failed it"
    );
}

#[test]
fn it_ends_by_itself_after_as_many_looks_as_it_was_told() {
    let home = Home::new();
    let terminal = watch(&home, &["--interval", "100ms", "--count", "3"]);
    assert_eq!(terminal.restored().0.code(), Some(0));
}

#[test]
fn another_size_is_another_frame() {
    let home = Home::new();
    let terminal = watch(&home, &["--interval", "60m"]);
    terminal.resize(10, 30);
    terminal.until("the last of ten lines", |text| {
        text.contains("\u{1b}[10;1H")
    });
    terminal.type_(b"q");
    assert_eq!(terminal.restored().0.code(), Some(0));
}

#[test]
fn a_terminal_that_does_not_know_its_size_gets_a_frame_of_the_usual_one() {
    let home = Home::new();
    let terminal = watch(&home, &["--interval", "60m"]);
    terminal.resize(0, 0);
    let after = |text: &str| text.matches("scroll").count() == 2;
    terminal.until("another frame", after);
    terminal.type_(b"q");
    assert_eq!(terminal.restored().0.code(), Some(0));
}

#[test]
fn it_goes_to_the_shell_and_comes_back() {
    let home = Home::new();
    let terminal = watch(&home, &[]);
    terminal.type_(b"\x1a");
    terminal.until("the way to the shell", |text| text.contains(LEAVE));
    let stat = format!("/proc/{}/stat", terminal.child.id());
    let stopped = || std::fs::read_to_string(&stat).is_ok_and(|stat| stat.contains(") T "));
    for _ in 0..12_000 {
        if stopped() {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(
        stopped() && !terminal.is_raw(),
        "it has stopped, and the shell has its terminal"
    );
    terminal.signal(Signal::CONT);
    terminal.until("the way back", |text| {
        text.rsplit_once(LEAVE)
            .is_some_and(|(_, after)| after.contains("scroll"))
    });
    terminal.type_(b"q");
    assert_eq!(terminal.restored().0.code(), Some(0));
}

#[test]
fn a_terminal_that_wants_no_colours_gets_none() {
    let home = Home::new();
    let run = |command: Command| {
        let terminal = Terminal::run(command);
        terminal.until("a frame", |text| text.contains("scroll"));
        terminal.type_(b"q");
        terminal.restored().1
    };
    let coloured = |text: &str| text.contains("\u{1b}[38;5;");
    let styled = |text: &str| text.contains("\u{1b}[1m") || text.contains("\u{1b}[2m");
    assert!(coloured(&run(home.command(&["watch"]))));
    let mut command = home.command(&["watch"]);
    command.env("NO_COLOR", "1");
    let plain = run(command);
    assert!(!coloured(&plain) && !styled(&plain), "{plain:?}");
    let mut command = home.command(&["watch", "--color", "always"]);
    command.env("NO_COLOR", "1");
    assert!(coloured(&run(command)));
}

#[test]
fn a_table_has_colours_on_a_terminal() {
    let home = Home::new();
    let terminal = Terminal::run(home.command(&["doctor"]));
    terminal.until("a level in green", |text| text.contains("\u{1b}[32mok"));
}

/// The name of the test below, and the variable that makes it the one that panics.
const PANICS: &str = "terminal::a_panic_gives_the_terminal_back_before_it_says_why";
const PANIC: &str = "TOLLGATE_TEST_PANICS_ON_A_TERMINAL";

#[test]
fn a_panic_gives_the_terminal_back_before_it_says_why() {
    if std::env::var_os(PANIC).is_some() {
        let _screen = Screen::enter().expect("a terminal");
        panic!("as it was meant");
    }
    let mut command = Command::new(std::env::current_exe().expect("this test"));
    command
        .args(["--exact", PANICS, "--nocapture"])
        .env(PANIC, "1");
    let terminal = Terminal::run(command);
    terminal.until("why", |text| text.contains("as it was meant"));
    let (status, text) = terminal.restored();
    assert!(!status.success());
    let (before, _) = text.split_once("as it was meant").expect("it was seen");
    assert!(
        before.contains(LEAVE),
        "what is said on the other screen is lost"
    );
}
