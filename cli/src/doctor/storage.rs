//! What the facts about the file system mean.

use super::{Facts, FileSystem, Finding, Level, Reach};

/// Less free space than this is none: a file takes a few hundred KiB at most.
const NO_SPACE: u64 = 1 << 20;
const LITTLE_SPACE: u64 = 32 << 20;

pub(super) fn judge(facts: &Facts) -> Vec<Finding> {
    if facts.place.is_err() {
        return Vec::new();
    }
    match &facts.file_system {
        Ok(system) => {
            let kind = system.kind.as_ref().map(kind);
            kind.into_iter().chain([space(system)]).collect()
        }
        Err(why) => vec![
            Finding::new(
                Level::Warning,
                "file system",
                format!("cannot be examined: {why}"),
            )
            .meaning("whether there is room in it, and who else uses it, is not known")
            .cure("see what the reason says"),
        ],
    }
}

fn kind((name, reach): &(String, Reach)) -> Finding {
    const TOPIC: &str = "file system";
    let shared = |level, what: &str| {
        Finding::new(level, TOPIC, format!("{name}, {what}"))
            .meaning("the budget is shared on one machine only: what one maps into memory another does not see, and both together may exceed the vendor's limit")
            .cure("let the directory be on a local disk: set TOLLGATE_STATE_DIR")
    };
    let fleeting = |end: &str| {
        Finding::new(
            Level::Note,
            TOPIC,
            format!("{name}, which is empty after {end}"),
        )
        .meaning(
            "what was used before that is forgotten: the vendor may answer with 429 right after it",
        )
        .cure("if that matters, let the directory be on a disk: set TOLLGATE_STATE_DIR")
    };
    match (reach, name.as_str()) {
        (Reach::Machine, _) => Finding::new(Level::Ok, TOPIC, format!("{name}, of this machine")),
        (Reach::Memory, _) => fleeting("a restart of the machine"),
        (Reach::Network, _) => shared(Level::Warning, "which other machines may use too"),
        // What is below these is most often on another machine, or in the hands of a host.
        (Reach::Unknown, "fuse" | "9p") => {
            shared(Level::Warning, "which may be on another machine")
        }
        (Reach::Unknown, "overlay") => fleeting("its container is gone"),
        (Reach::Unknown, _) => shared(
            Level::Note,
            "of which cannot be told whether other machines use it",
        ),
    }
}

fn space(system: &FileSystem) -> Finding {
    const TOPIC: &str = "space";
    if system.read_only {
        return Finding::new(Level::Error, TOPIC, "the file system is read-only")
            .meaning("clients with machine scope refuse to start")
            .cure("mount it writable, or set TOLLGATE_STATE_DIR");
    }
    let mebibytes = system.free >> 20;
    let found = match system.free_files {
        Some(files) if files < 16 => format!("room for {files} more files"),
        _ => format!("{mebibytes} MiB free"),
    };
    let level = match (system.free, system.free_files) {
        (..NO_SPACE, _) | (_, Some(0)) => Level::Error,
        (..LITTLE_SPACE, _) | (_, Some(..16)) => Level::Warning,
        _ => return Finding::new(Level::Ok, TOPIC, found),
    };
    Finding::new(level, TOPIC, found)
        .meaning("a client that meets a new account cannot make its file, and refuses to start; those that run go on")
        .cure("make room, or set TOLLGATE_STATE_DIR to a directory on another file system")
}
