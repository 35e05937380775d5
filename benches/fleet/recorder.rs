//! What our client asks the store for a permit, byte for byte, so that it can be asked again and
//! again without our client.

use std::io::{Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::runtime::Builder;
use tollgate_limiter::Cost;
use tollgate_storekit::Server;

/// One admission: a script, its keys and its arguments.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    pub(crate) script: Vec<u8>,
    /// How many keys, the keys, the arguments.
    pub(crate) rest: Vec<Vec<u8>>,
}

/// What one `acquire` of a bucket with such a limit asks.
pub(crate) fn record(server: &Server, rate: u32, burst: u32) -> Ask {
    let dir = tempfile::tempdir().expect("a directory can be made");
    let path = dir.path().join("socket");
    let listener = UnixListener::bind(&path).expect("there is room for a socket");
    let heard = Arc::new(Mutex::new(Vec::new()));
    let upstream = socket(server);
    let copy = Arc::clone(&heard);
    thread::spawn(move || listen(&listener, &upstream, &copy));
    let url = format!("redis+unix://{}", path.display());
    let runtime = Builder::new_current_thread().enable_time().build();
    runtime.expect("a runtime").block_on(async {
        let bucket = crate::bucket(&url, "recorded", rate, burst);
        let permit = bucket.acquire(Cost::ONE, None).await;
        drop(permit.expect("there is room").spend());
    });
    let heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
    let commands = commands(&heard);
    let eval = commands.into_iter().find(|words| words[0] == b"EVAL");
    let mut words = eval.expect("the script was sent").into_iter().skip(1);
    Ask {
        script: words.next().expect("a script"),
        rest: words.collect(),
    }
}

pub(crate) fn socket(server: &Server) -> PathBuf {
    let url = server.url();
    PathBuf::from(url.trim_start_matches("redis+unix://"))
}

/// Passes on what is said, and keeps what is asked.
fn listen(listener: &UnixListener, upstream: &PathBuf, heard: &Arc<Mutex<Vec<u8>>>) {
    while let Ok((mut client, _)) = listener.accept() {
        let mut server = UnixStream::connect(upstream).expect("the server is there");
        let (mut answers, mut back) = (
            server.try_clone().expect("a descriptor"),
            client.try_clone().expect("a descriptor"),
        );
        thread::spawn(move || std::io::copy(&mut answers, &mut back));
        let heard = Arc::clone(heard);
        thread::spawn(move || {
            let mut bytes = [0; 65_536];
            while let Ok(count @ 1..) = client.read(&mut bytes) {
                let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
                heard.extend_from_slice(&bytes[..count]);
                drop(heard);
                if server.write_all(&bytes[..count]).is_err() {
                    return;
                }
            }
        });
        // One connection is enough; another would come after this one was lost.
        thread::sleep(Duration::from_millis(1));
    }
}

/// The commands in what a client sent: lists of strings, each with its length before it.
fn commands(mut bytes: &[u8]) -> Vec<Vec<Vec<u8>>> {
    let mut commands = Vec::new();
    while let Some(count) = line(&mut bytes, b'*') {
        let words = (0..count).map_while(|_| {
            let length = line(&mut bytes, b'$')?;
            let word = bytes.get(..length)?.to_vec();
            bytes = bytes.get(length + 2..)?;
            Some(word)
        });
        commands.push(words.collect());
    }
    commands
}

/// The number of a line that begins so.
fn line(bytes: &mut &[u8], begin: u8) -> Option<usize> {
    let rest = bytes.strip_prefix(&[begin])?;
    let end = rest.windows(2).position(|pair| pair == b"\r\n")?;
    let number = std::str::from_utf8(&rest[..end]).ok()?.parse().ok()?;
    *bytes = &rest[end + 2..];
    Some(number)
}
