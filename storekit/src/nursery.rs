//! Starts processes that do not outlive this one, even if it is killed.
//!
//! The kernel ends a child when the *thread* that started it ends, so all are started by one thread
//! that never does. `setpriv` asks the kernel for that: doing it here would take unsafe code.

use std::io;
use std::process::{Child, Command, Stdio};
use std::sync::{LazyLock, Mutex, PoisonError, mpsc};

type Order = (Vec<String>, mpsc::Sender<io::Result<Child>>);

static NURSERY: LazyLock<Mutex<mpsc::Sender<Order>>> = LazyLock::new(|| {
    let (orders, taken) = mpsc::channel::<Order>();
    std::thread::spawn(move || {
        for (words, answer) in taken {
            let _ = answer.send(begin(&words));
        }
    });
    Mutex::new(orders)
});

/// Starts a program with its arguments.
///
/// # Panics
///
/// When the program is missing, with the package that has it.
pub(crate) fn spawn(words: Vec<String>) -> Child {
    let program = words[0].clone();
    let (answer, started) = mpsc::channel();
    let orders = NURSERY.lock().unwrap_or_else(PoisonError::into_inner);
    orders.send((words, answer)).expect("the thread never ends");
    drop(orders);
    match started.recv().expect("the thread never ends") {
        Ok(child) => child,
        Err(error) => panic!("`{program}` cannot be started: {error}"),
    }
}

fn begin(words: &[String]) -> io::Result<Child> {
    let (guard, package) = ("setpriv", "util-linux");
    let guarded = cfg!(target_os = "linux");
    if !is_there(&words[0]) {
        return Err(missing(&words[0], &words[0]));
    }
    if guarded && !is_there(guard) {
        return Err(missing(guard, package));
    }
    let mut command = match guarded {
        true => Command::new(guard),
        false => Command::new(&words[0]),
    };
    match guarded {
        true => command.args(["--pdeathsig", "KILL"]).args(words),
        false => command.args(&words[1..]),
    };
    let null = [Stdio::null(), Stdio::null(), Stdio::null()];
    let [stdin, stdout, stderr] = null;
    command.stdin(stdin).stdout(stdout).stderr(stderr).spawn()
}

fn missing(program: &str, package: &str) -> io::Error {
    let text = format!("{program} is not installed; apt-get install {package}");
    io::Error::new(io::ErrorKind::NotFound, text)
}

fn is_there(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|dir| dir.join(program).is_file())
}

#[cfg(test)]
mod tests {
    use super::begin;

    #[test]
    fn a_program_that_is_missing_is_named_with_its_cure() {
        let error = begin(&["no-such-program".to_owned()]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "no-such-program is not installed; apt-get install no-such-program"
        );
    }
}
