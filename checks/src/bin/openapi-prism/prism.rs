//! Prism, as a process of its own, and its log.

use std::fs::{self, File};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::Result;

/// How long it may take until it listens.
const START: Duration = Duration::from_secs(120);

/// A server of one document.
pub(crate) struct Prism {
    child: Child,
    port: u16,
    log: PathBuf,
}

/// What it said of one request.
pub(crate) struct Verdict {
    /// `get /pets/1`.
    pub(crate) request: String,
    pub(crate) passed: bool,
    pub(crate) reasons: Vec<String>,
}

impl Verdict {
    /// Whether nothing was wrong but that the operation asks for another credential than most.
    pub(crate) fn lacks_credential(&self) -> bool {
        !self.passed && self.reasons == ["Invalid security scheme used"]
    }
}

impl Prism {
    /// Starts it on a free port of the loopback, and waits until it listens.
    pub(crate) fn start(prism: &Path, document: &Path) -> Result<Self> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let log = std::env::temp_dir().join(format!("prism-{port}.log"));
        let mut command = Command::new(prism);
        command.args([
            "mock",
            "--errors",
            "--host",
            "127.0.0.1",
            "--port",
            &port.to_string(),
        ]);
        command
            .arg(document)
            .stdin(Stdio::null())
            .stdout(File::create(&log)?)
            .stderr(Stdio::null());
        // The lines are read by a program.
        command.env("NO_COLOR", "1").env("FORCE_COLOR", "0");
        let child = command.spawn()?;
        let mut prism = Self { child, port, log };
        prism.wait()?;
        Ok(prism)
    }

    fn wait(&mut self) -> Result<()> {
        let start = Instant::now();
        while !fs::read_to_string(&self.log)?.contains("Prism is listening") {
            if start.elapsed() > START || self.child.try_wait()?.is_some() {
                return Err("Prism does not start".into());
            }
            thread::sleep(Duration::from_millis(100));
        }
        Ok(())
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Ends it; what it said of each request, in their order.
    pub(crate) fn verdicts(&self) -> Result<Vec<Verdict>> {
        Ok(verdicts(&fs::read_to_string(&self.log)?))
    }
}

impl Drop for Prism {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_file(&self.log);
    }
}

/// Requests come one after the other, so lines belong to the last that was received.
fn verdicts(log: &str) -> Vec<Verdict> {
    let mut verdicts: Vec<Verdict> = Vec::new();
    for line in log.lines() {
        if let Some((_, rest)) = line.split_once("[HTTP SERVER] ")
            && let Some((request, _)) = rest.split_once(" ℹ")
            && line.ends_with("Request received")
        {
            verdicts.push(Verdict {
                request: request.to_owned(),
                passed: false,
                reasons: Vec::new(),
            });
        }
        let Some(last) = verdicts.last_mut() else {
            continue;
        };
        last.passed |= line.contains("The request passed the validation rules");
        let told = line.split_once("error     ").map(|(_, told)| told);
        let of_request = told.filter(|told| !told.starts_with("Violation: "));
        // Later errors are about the answer, which Prism made up; the last one sums up.
        if let (Some(told), false) = (of_request, last.passed)
            && (last.reasons.is_empty() || !line.contains("Request terminated"))
        {
            last.reasons.push(told.to_owned());
        }
    }
    verdicts
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "
[1:00:00 PM] › [CLI] ▶  start     Prism is listening on http://127.0.0.1:4010
[1:00:00 PM] › [HTTP SERVER] get /a ℹ  info      Request received
[1:00:00 PM] ›     [VALIDATOR] ⚠  warning   Request did not pass the validation rules
[1:00:00 PM] ›     [VALIDATOR] ✖  error     Request path parameter id must be integer
[1:00:00 PM] ›     [VALIDATOR] ✖  error     Violation: request.path.id Request path parameter id must be integer
[1:00:00 PM] › [HTTP SERVER] get /b ℹ  info      Request received
[1:00:00 PM] ›     [VALIDATOR] ✔  success   The request passed the validation rules. Looking for the best response
[1:00:00 PM] ›     [VALIDATOR] ✖  error     Violation: response.body Response body must be array
";

    #[test]
    fn a_request_is_judged_by_the_log_and_an_answer_is_not() {
        let verdicts = verdicts(LOG);
        let [a, b] = &verdicts[..] else {
            panic!("two requests")
        };
        assert_eq!((&*a.request, a.passed), ("get /a", false));
        assert_eq!(a.reasons, ["Request path parameter id must be integer"]);
        assert_eq!(
            (&*b.request, b.passed, b.reasons.len()),
            ("get /b", true, 0)
        );
    }
}
