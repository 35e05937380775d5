//! Which process has the other end of a connection of the loopback, as Linux tells it.
//!
//! `/proc/net/tcp` has the number of the socket, and whoever has it open lists it among its files.
//! That is a look at every file of every process, some milliseconds, so only what was not paid is
//! looked up. A connection whose other end is closed has no owner any more.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;

use super::Process;

/// The process that has the end `peer` of a connection to `own`.
pub(crate) fn process_of(peer: SocketAddr, own: SocketAddr) -> Option<Process> {
    let (SocketAddr::V4(peer), SocketAddr::V4(own)) = (peer, own) else {
        return None;
    };
    let hex = |address: std::net::SocketAddrV4| {
        let ip = u32::from_ne_bytes(address.ip().octets());
        format!("{ip:08X}:{:04X}", address.port())
    };
    let table = fs::read_to_string("/proc/net/tcp").ok()?;
    let inode = inode_of(&table, &hex(peer), &hex(own))?;
    let wanted = format!("socket:[{inode}]");
    let processes = fs::read_dir("/proc").ok()?;
    processes.flatten().find_map(|process| {
        let id: u32 = process.file_name().to_str()?.parse().ok()?;
        has_open(&process.path().join("fd"), &wanted).then(|| Process::new(id, name_of(id)))
    })
}

/// The name of a process's program, as `/proc` shortens it.
pub(crate) fn name_of(id: u32) -> Option<String> {
    let name = fs::read_to_string(format!("/proc/{id}/comm")).ok()?;
    Some(name.trim_end().to_owned()).filter(|name| !name.is_empty())
}

/// When a process began, in ticks since the boot: with its number it is one process for good.
pub(super) fn began(id: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name is in brackets and may hold anything.
    let after_name = stat.rsplit_once(')')?.1;
    after_name.split_ascii_whitespace().nth(19)?.parse().ok()
}

fn inode_of(table: &str, local: &str, remote: &str) -> Option<u64> {
    table.lines().find_map(|line| {
        let mut fields = line.split_ascii_whitespace().skip(1);
        let found = fields.next()? == local && fields.next()? == remote;
        let inode: u64 = fields.nth(6)?.parse().ok()?;
        (found && inode != 0).then_some(inode)
    })
}

fn has_open(files: &Path, wanted: &str) -> bool {
    let Ok(files) = fs::read_dir(files) else {
        return false; // another user's, or gone
    };
    files
        .flatten()
        .any(|file| fs::read_link(file.path()).is_ok_and(|target| target == Path::new(wanted)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_owner_of_a_connection_is_found() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let own = listener.local_addr().expect("its address");
        let client = std::net::TcpStream::connect(own).expect("a connection");
        let peer = client.local_addr().expect("its address");
        let process = process_of(peer, own).expect("this process has it");
        assert_eq!(process.id(), std::process::id());
        drop(client);
        assert_eq!(process_of(peer, own), None, "nobody has it any more");
    }

    #[test]
    fn this_process_began_once() {
        let began = || began(std::process::id());
        assert!(began().is_some());
        assert_eq!(began(), began());
    }
}
