//! The desk of a vendor: where each process under test is given its key, once.
//!
//! A socket in a folder that only this user can enter. Why no file with the key: whoever is in the
//! process could read it, as often as it likes, and nobody would know. A socket knows who asks.

use std::fs::{DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use tokio::io::AsyncWriteExt as _;
use tokio::net::{UnixListener, UnixStream};
use tollgate_mark::GIVEN;

use super::peer::{began, name_of};
use super::{Book, Process};

/// The folder of all vendors of this process.
static FOLDER: LazyLock<Mutex<Option<PathBuf>>> = LazyLock::new(Mutex::default);

/// An open desk. It closes with the vendor, and takes its socket with it.
pub(crate) struct Desk {
    folder: PathBuf,
    socket: PathBuf,
}

impl Desk {
    /// Opens the desk of the vendor on this port; in its runtime.
    pub(crate) fn open(port: u16, book: Arc<Book>) -> io::Result<Self> {
        let folder = folder()?;
        let socket = tollgate_mark::desk(&folder, port);
        // One that was left by a vendor that was killed; the port is ours now.
        let _ = std::fs::remove_file(&socket);
        let listener = UnixListener::bind(&socket)?;
        let desk = Self { folder, socket };
        std::fs::set_permissions(&desk.socket, Permissions::from_mode(0o600))?;
        tollgate_mark::announce(&desk.folder);
        tokio::spawn(serve(listener, book));
        Ok(desk)
    }

    /// The folder, for the processes of the test.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        // What is left over is an empty folder of a process that has ended.
        let _ = std::fs::remove_file(&self.socket);
        let _ = std::fs::remove_dir(&self.folder);
    }
}

/// The folder of this process, made where it is not there.
fn folder() -> io::Result<PathBuf> {
    let mut known = FOLDER.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = match &*known {
        Some(folder) => folder.clone(),
        None => std::env::temp_dir().join(format!("tollgate-{:016x}", getrandom::u64()?)),
    };
    match DirBuilder::new().mode(0o700).create(&folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists || known.is_none() => Err(error),
        _ => Ok(known.insert(folder).clone()),
    }
}

async fn serve(listener: UnixListener, book: Arc<Book>) {
    loop {
        // Whatever is wrong with one who asks: it gets no key, and the next is served.
        if let Ok((stream, _)) = listener.accept().await {
            let _ = answer(stream, &book).await;
        } else {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    }
}

async fn answer(mut stream: UnixStream, book: &Book) -> io::Result<()> {
    let asks = stream.peer_cred()?;
    let id = asks.pid().and_then(|id| u32::try_from(id).ok());
    let id = id.ok_or_else(|| io::Error::other("who asks has no number"))?;
    let mut random = [0; GIVEN];
    getrandom::fill(&mut random)?;
    let process = Process::new(id, name_of(id));
    match book.give(process, began(id), random) {
        Some(given) => stream.write_all(&given).await,
        None => Ok(()),
    }
}
