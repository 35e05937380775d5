//! The desk of a vendor: where each process under test is given its key, once.
//!
//! A socket in a folder that only this user can enter. Why no file with the key: whoever is in the
//! process could read it, as often as it likes, and nobody would know. A socket knows who asks.

use std::fs::{DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::io::AsyncWriteExt as _;
use tokio::net::{UnixListener, UnixStream};
use tollgate_mark::GIVEN;

use super::peer::{began, name_of};
use super::{Book, Process};

/// The folder of all vendors of this process, as long as there is one.
static FOLDER: Mutex<Weak<Folder>> = Mutex::new(Weak::new());

/// A folder that goes with the last desk in it.
struct Folder(PathBuf);

/// An open desk. It closes with the vendor, and takes its socket with it.
pub(crate) struct Desk {
    folder: Arc<Folder>,
    socket: PathBuf,
}

impl Desk {
    /// Opens the desk of the vendor on this port; in its runtime.
    pub(crate) fn open(port: u16, book: Arc<Book>) -> io::Result<Self> {
        let folder = Folder::of_process()?;
        let socket = tollgate_mark::desk(&folder.0, port);
        let listener = UnixListener::bind(&socket)?;
        let desk = Self { folder, socket };
        std::fs::set_permissions(&desk.socket, Permissions::from_mode(0o600))?;
        tokio::spawn(serve(listener, book));
        Ok(desk)
    }

    /// The folder, for the processes of the test.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder.0
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        // If it cannot be removed, nobody answers there any more.
        let _ = std::fs::remove_file(&self.socket);
    }
}

impl Folder {
    fn of_process() -> io::Result<Arc<Self>> {
        let mut known = FOLDER.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(folder) = known.upgrade() {
            return Ok(folder);
        }
        // A new name each time, and never one that is there: it could be somebody else's.
        let path = std::env::temp_dir().join(format!("tollgate-{:016x}", getrandom::u64()?));
        DirBuilder::new().mode(0o700).create(&path)?;
        tollgate_mark::announce(&path);
        let folder = Arc::new(Self(path));
        *known = Arc::downgrade(&folder);
        Ok(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        tollgate_mark::withdraw(&self.0);
        // What cannot be removed is an empty folder among temporary ones.
        let _ = std::fs::remove_dir(&self.0);
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
