//! The mark of a paid request, put on by the door in tests of whole programs.
//!
//! Switched on by two things together: the feature `coverage`, and a vendor of a test that has a desk
//! on this machine at the very port of the loopback that the request goes to. To any other address
//! nothing is ever added. The desk gives this process one key, once, and sees who asks; the key stays
//! in this file.
//!
//! In: a spent permit and a request. Out: the request with its mark. Whatever goes wrong here, the
//! request leaves unmarked, and the vendor of the test says so.

use std::collections::HashMap;
use std::io::{self, Read as _};
use std::os::unix::fs::MetadataExt as _;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use http::{HeaderName, HeaderValue};
use tollgate_limiter::Flight;
use tollgate_mark::{GIVEN, HEADER, Key, NONCE, Nonce, SECRET};
use url::{Host, Position, Url};

use super::sealed::Outgoing;

/// How long a desk may take to give a key.
const PATIENCE: Duration = Duration::from_secs(5);

/// What this process was given, by the desk that gave it.
static PENS: LazyLock<Mutex<HashMap<Desk, Option<Pen>>>> = LazyLock::new(Mutex::default);

/// One desk as this process sees it. Another vendor may have the same port later, and a forked
/// process is another one, which asks for itself.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Desk {
    socket: PathBuf,
    inode: u64,
    made: (i64, i64),
    process: u32,
}

/// What marks are made with.
struct Pen {
    nonce: Nonce,
    key: Key,
    serial: u64,
}

/// Marks the request for which the permit of this flight was spent.
pub(super) fn put(_paid: &Flight, request: &mut Outgoing) {
    let Some(desk) = Desk::of(&request.url) else {
        return;
    };
    let mut pens = PENS.lock().unwrap_or_else(PoisonError::into_inner);
    let pen = pens.entry(desk).or_insert_with_key(|desk| {
        let pen = Pen::ask(desk);
        if let Err(error) = &pen {
            tracing::warn!(%error, "the vendor of the test gave no key: requests go unmarked");
        }
        pen.ok()
    });
    let Some(pen) = pen else { return };
    let target = &request.url[Position::BeforePath..Position::AfterQuery];
    let mark = pen
        .key
        .mark(pen.nonce, pen.serial, request.method.as_str(), target);
    pen.serial += 1;
    if let Ok(value) = HeaderValue::try_from(mark.to_string()) {
        // Beside what somebody else may have put there: the vendor sees both.
        request
            .headers
            .append(HeaderName::from_static(HEADER), value);
    }
}

impl Desk {
    /// The desk of the vendor that a URL leads to, if it is one of a test.
    fn of(url: &Url) -> Option<Self> {
        let is_here = match url.host()? {
            Host::Ipv4(address) => address.is_loopback(),
            Host::Ipv6(address) => address.is_loopback(),
            Host::Domain(name) => name == "localhost",
        };
        let port = url.port_or_known_default().filter(|_| is_here)?;
        let desks = tollgate_mark::folders().into_iter();
        desks
            .map(|folder| tollgate_mark::desk(&folder, port))
            .find_map(|socket| {
                let found = std::fs::symlink_metadata(&socket).ok()?;
                Some(Self {
                    socket,
                    inode: found.ino(),
                    made: (found.ctime(), found.ctime_nsec()),
                    process: std::process::id(),
                })
            })
    }
}

impl Pen {
    /// Asks for the key of this process. Blocks for as long as the answer takes, once for each
    /// vendor, in tests alone.
    fn ask(desk: &Desk) -> io::Result<Self> {
        let mut stream = UnixStream::connect(&desk.socket)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let mut given = [0; GIVEN];
        stream.read_exact(&mut given)?;
        let (mut nonce, mut secret) = ([0; NONCE], [0; SECRET]);
        nonce.copy_from_slice(&given[..NONCE]);
        secret.copy_from_slice(&given[NONCE..]);
        Ok(Self {
            nonce,
            key: Key::new(secret),
            serial: 0,
        })
    }
}
