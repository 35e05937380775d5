//! A place for one test: a store, directories, and workers that end with it.

use std::fs;
use std::io::{BufRead, BufReader, Write as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tollgate_fleet_tests::{Entry, Log};
use tollgate_storekit::Server;

/// As long as anything may take that always comes: what happens in it is decided by the event, and
/// this only tells a test that waits in vain, however busy the machine is.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// For tests that need the processors for themselves: one at a time has it.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The store of one test, and directories.
pub(crate) struct Ground {
    pub(crate) server: Server,
    dir: tempfile::TempDir,
    workers: AtomicUsize,
}

impl Ground {
    /// With a store that writes nothing down.
    pub(crate) fn new() -> Self {
        Self::with(Server::start())
    }

    pub(crate) fn with(server: Server) -> Self {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("logs")).unwrap();
        Self {
            server,
            dir,
            workers: AtomicUsize::new(0),
        }
    }

    /// A log for so many, and the path of it.
    pub(crate) fn log(&self, entries: usize) -> (Log, PathBuf) {
        let number = self.workers.fetch_add(1, Ordering::Relaxed);
        let (logs, name) = (self.dir.path().join("logs"), format!("{number}"));
        (Log::create(&logs, &name, entries), logs.join(name))
    }

    /// A worker that takes whatever there is, and its log.
    pub(crate) fn saturate(&self, machine: &str, options: &[&str]) -> Worker {
        let (log, path) = self.log(100_000);
        let named = format!("log={}", path.display());
        let options: Vec<&str> = options.iter().copied().chain([&*named]).collect();
        let mut worker = Worker::start(&mut self.command("saturate", machine, &options));
        worker.log = Some((log, path));
        worker
    }

    /// So many of these, all ready.
    pub(crate) fn crowd(&self, count: usize, machine: &str, options: &[&str]) -> Vec<Worker> {
        let mut workers: Vec<Worker> = (0..count)
            .map(|_| self.saturate(machine, options))
            .collect();
        for worker in &mut workers {
            worker.says("ready");
        }
        workers
    }

    /// A worker that does what it is told.
    pub(crate) fn obey(&self, machine: &str, options: &[&str]) -> Worker {
        let mut worker = Worker::start(&mut self.command("obey", machine, options));
        worker.says("ready");
        worker
    }

    /// The same, and the lines it writes to its standard error output until it ends.
    pub(crate) fn loud(&self, machine: &str, options: &[&str]) -> (Worker, Receiver<String>) {
        let mut command = self.command("obey", machine, options);
        let mut worker = Worker::start(command.stderr(Stdio::piped()));
        let errors = BufReader::new(worker.child.stderr.take().unwrap());
        worker.says("ready");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in errors.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        (worker, lines)
    }

    /// A worker on that machine: one of several with a state directory of its own.
    pub(crate) fn command(&self, mode: &str, machine: &str, options: &[&str]) -> Command {
        let state = self.dir.path().join(machine);
        // Several may begin at once.
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true).mode(0o700).create(&state).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_fleet-worker"));
        // The first of two options of one name holds.
        command.arg(mode).args(options);
        command.arg(format!("fleet={}", self.server.url()));
        command.env("TOLLGATE_STATE_DIR", state);
        // Tests are to be read, not warnings that are expected.
        command.stderr(Stdio::null());
        command
    }

    /// How often the store was asked by a script.
    pub(crate) fn trips(&self) -> u64 {
        trips(&self.server)
    }
}

/// How often `server` was asked by a script.
pub(crate) fn trips(server: &Server) -> u64 {
    let stats = server.cli(&["INFO", "commandstats"]);
    let calls = |command: &str| {
        let line = stats.lines().find_map(|line| line.strip_prefix(command));
        let calls = line.and_then(|line| line.strip_prefix(":calls="));
        let number = calls.and_then(|line| line.split(',').next()?.parse::<u64>().ok());
        number.unwrap_or(0)
    };
    calls("cmdstat_evalsha") + calls("cmdstat_eval")
}

/// A process of the fleet; it is killed when this is dropped.
pub(crate) struct Worker {
    child: Child,
    output: BufReader<ChildStdout>,
    log: Option<(Log, PathBuf)>,
}

impl Worker {
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self {
            child,
            output,
            log: None,
        }
    }

    /// The next line, which has to begin so; without its beginning.
    pub(crate) fn says(&mut self, word: &str) -> String {
        let line = self.line();
        let rest = line.strip_prefix(word);
        let rest = rest.unwrap_or_else(|| panic!("it said {line:?} and not {word:?}"));
        rest.trim().to_owned()
    }

    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    pub(crate) fn tell(&mut self, words: &str) {
        let input = self.child.stdin.as_mut().unwrap();
        writeln!(input, "{words}").unwrap();
    }

    /// Tells it something, and hears what it says to that.
    pub(crate) fn ask(&mut self, words: &str) -> String {
        self.tell(words);
        self.line()
    }

    /// The same, where that is a number, perhaps with a reason after it.
    pub(crate) fn count(&mut self, words: &str) -> usize {
        let said = self.ask(words);
        let number = said.split(' ').next().and_then(|word| word.parse().ok());
        number.unwrap_or_else(|| panic!("{words}: {said}"))
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let pid = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        kill_process(pid.unwrap(), signal).unwrap();
    }

    /// Ends it without its knowledge; what it wrote down.
    pub(crate) fn kill(mut self) -> Vec<Entry> {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        let (log, path) = self.log.take().expect("it has a log");
        fs::remove_file(path).unwrap();
        log.entries()
    }

    /// What was granted to it so far.
    pub(crate) fn entries(&self) -> Vec<Entry> {
        let log = self.log.as_ref().expect("it has a log");
        log.0.entries()
    }

    /// How often it was refused.
    pub(crate) fn beats(&self) -> u64 {
        let log = self.log.as_ref().expect("it has a log");
        log.0.beats()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What all of them wrote down; they end with this.
pub(crate) fn harvest(workers: impl IntoIterator<Item = Worker>) -> Vec<Entry> {
    workers.into_iter().flat_map(Worker::kill).collect()
}

/// How long it took until that was so.
///
/// # Panics
///
/// If it takes longer than `within`.
pub(crate) fn comes_true(
    what: &str,
    within: Duration,
    mut condition: impl FnMut() -> bool,
) -> Duration {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < within, "not within {within:?}: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
    start.elapsed()
}
