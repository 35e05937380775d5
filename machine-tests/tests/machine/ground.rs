//! A place for one test: directories for state and logs, and workers that end with it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tollgate_limiter::{AccountView, survey};
use tollgate_machine_tests::{Entry, Log};

/// As long as anything may take that always comes: what happens in it is decided by the event, and
/// this only tells a test that waits in vain, however busy the machine is.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The directories of one test.
pub(crate) struct Ground {
    dir: tempfile::TempDir,
    workers: AtomicUsize,
}

impl Ground {
    pub(crate) fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        for name in ["state", "logs"] {
            let path = dir.path().join(name);
            fs::DirBuilder::new().mode(0o700).create(path).unwrap();
        }
        let workers = AtomicUsize::new(0);
        Self { dir, workers }
    }

    pub(crate) fn state(&self) -> PathBuf {
        self.dir.path().join("state")
    }

    pub(crate) fn path(&self) -> &Path {
        self.dir.path()
    }

    /// The one file of the one account.
    pub(crate) fn file(&self) -> PathBuf {
        let mut files = self
            .names()
            .into_iter()
            .filter(|name| name.ends_with(".state"));
        let name = files.next().expect("a file");
        assert_eq!(files.next(), None, "one account has one file");
        self.state().join(name)
    }

    /// Everything in the directory.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.state()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect()
    }

    /// The account as anybody may look at it.
    pub(crate) fn view(&self) -> AccountView {
        let survey = survey(Some(&self.state())).unwrap();
        assert_eq!(survey.unreadable.len(), 0, "{:?}", survey.unreadable);
        survey.accounts.into_iter().next().expect("an account")
    }

    /// Waits until so many wait for the bucket `name`.
    pub(crate) fn waiting(&self, name: &str, count: u64) {
        comes_true("they wait", PATIENCE, || {
            let buckets = self.view().buckets;
            let bucket = buckets.iter().find(|bucket| bucket.name == name);
            bucket.is_some_and(|bucket| bucket.meter.waiting == count)
        });
    }

    /// A worker that takes whatever there is, and its log.
    pub(crate) fn saturate(&self, entries: usize, options: &[&str]) -> Worker {
        let number = self.workers.fetch_add(1, Ordering::Relaxed);
        let (logs, name) = (self.dir.path().join("logs"), format!("{number}"));
        let log = Log::create(&logs, &name, entries);
        let named = format!("log={}", logs.join(&name).display());
        let options: Vec<&str> = options.iter().copied().chain([&*named]).collect();
        let mut worker = self.spawn("saturate", &options);
        worker.log = Some((log, logs.join(&name)));
        worker
    }

    /// A worker that does what it is told.
    pub(crate) fn obey(&self, options: &[&str]) -> Worker {
        let mut worker = self.spawn("obey", options);
        worker.says("ready");
        worker
    }

    /// The same, and what it writes to its standard error output until it ends.
    pub(crate) fn loud(&self, options: &[&str]) -> (Worker, JoinHandle<String>) {
        let mut command = self.command("obey", options);
        let mut worker = Worker::start(command.stderr(Stdio::piped()));
        let mut errors = worker.child.stderr.take().unwrap();
        worker.says("ready");
        let listener = std::thread::spawn(move || {
            let mut text = String::new();
            errors.read_to_string(&mut text).unwrap();
            text
        });
        (worker, listener)
    }

    pub(crate) fn spawn(&self, mode: &str, options: &[&str]) -> Worker {
        Worker::start(&mut self.command(mode, options))
    }

    fn command(&self, mode: &str, options: &[&str]) -> Command {
        let dir = format!("dir={}", self.state().display());
        let mut command = Command::new(env!("CARGO_BIN_EXE_worker"));
        // The first of two options of one name holds.
        command.arg(mode).args(options).arg(dir);
        command
    }
}

/// A process that shares the account; it is killed when this is dropped.
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

    /// The same, where that is a number.
    pub(crate) fn count(&mut self, words: &str) -> usize {
        let said = self.ask(words);
        said.parse().unwrap_or_else(|_| panic!("{words}: {said}"))
    }

    pub(crate) fn pid(&self) -> Pid {
        i32::try_from(self.child.id())
            .ok()
            .and_then(Pid::from_raw)
            .unwrap()
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).unwrap();
    }

    /// Ends it without its knowledge; the log that it leaves.
    pub(crate) fn kill(mut self) -> Option<Log> {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        let (log, path) = self.log.take()?;
        fs::remove_file(path).unwrap();
        Some(log)
    }

    /// What was granted to it so far.
    pub(crate) fn entries(&self) -> Vec<Entry> {
        let log = self.log.as_ref().expect("it has a log");
        log.0.entries()
    }

    /// Waits for its end.
    pub(crate) fn end(&mut self) {
        self.child.wait().unwrap();
    }

    /// How it ended, if it has.
    pub(crate) fn try_end(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().unwrap()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
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
