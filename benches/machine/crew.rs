//! Processes that begin together: each says when it is ready, and begins when it is told to.

use std::env;
use std::fmt::Display;
use std::io::{BufRead, BufReader, Read, Write, stdin, stdout};
use std::process::{Child, ChildStdout, Command, Stdio};

use tollgate_benches::say;

use crate::child::CHILD;

/// Some children of this process.
pub(crate) struct Crew(Vec<Member>);

struct Member {
    process: Child,
    out: BufReader<ChildStdout>,
}

impl Crew {
    /// Starts `count` children that play the same part, and waits until all are ready.
    pub(crate) fn start(count: usize, arguments: &[&str]) -> Self {
        let mut crew = Self((0..count).map(|_| Member::start(arguments)).collect());
        for member in &mut crew.0 {
            assert_eq!(member.line(), READY, "a child says that it is ready");
        }
        crew
    }

    /// Tells all of them to begin, with `word`.
    pub(crate) fn begin(&mut self, word: impl Display) {
        for member in &mut self.0 {
            let into = member.process.stdin.as_mut().expect("piped");
            writeln!(into, "{word}").expect("a child listens");
        }
    }

    /// What each of them has to say in the end.
    pub(crate) fn reports(self) -> Vec<String> {
        self.0.into_iter().map(Member::report).collect()
    }
}

/// Runs one child to its end; what it said.
pub(crate) fn run(arguments: &[&str]) -> String {
    Member::start(arguments).report()
}

const READY: &str = "ready";

/// Says in a child that it is ready, and waits for the word with which it is told to begin.
pub(crate) fn ready() -> String {
    say(READY);
    stdout().flush().expect("the parent listens");
    let mut word = String::new();
    stdin().read_line(&mut word).expect("the parent speaks");
    word.trim().to_owned()
}

impl Member {
    fn start(arguments: &[&str]) -> Self {
        let program = env::current_exe().expect("this program has a path");
        let mut process = Command::new(program)
            .arg(CHILD)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("this program can be started again");
        let out = BufReader::new(process.stdout.take().expect("piped"));
        Self { process, out }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.out.read_line(&mut line).expect("a child speaks");
        line.trim().to_owned()
    }

    fn report(mut self) -> String {
        let mut text = String::new();
        self.out.read_to_string(&mut text).expect("a child speaks");
        let status = self.process.wait().expect("a child ends");
        assert!(status.success(), "a child failed: {status}");
        text
    }
}
