//! One fact at a time is not as it should be.

use std::path::PathBuf;
use std::time::Duration;

use jiff::Timestamp;

use super::{
    Clocks, Directory, Entry, Facts, FileSystem, Finding, Kind, Level, Place, Reach, Spaces, judge,
};
use crate::model::{Account, Origin, Process, State, Unreadable};

const DAY: Duration = Duration::from_secs(86_400);

fn now() -> Timestamp {
    "2026-11-05T13:02:11Z".parse().expect("a time")
}

fn ext4() -> Option<(String, Reach)> {
    Some(("ext4".to_owned(), Reach::Machine))
}

fn ago(time: Duration) -> Option<Timestamp> {
    now().saturating_sub(time).ok()
}

fn entry(kind: Kind, mode: u32) -> Entry {
    Entry {
        kind,
        owner: 1_000,
        mode,
        written: ago(Duration::from_secs(5)),
    }
}

fn account(processes: &[bool]) -> Account {
    let process = |(alive, pid): (&bool, u32)| Process { pid, alive: *alive };
    Account {
        file: "/state/api.example.com.state".into(),
        api: "api.example.com".to_owned(),
        account: "me".to_owned(),
        processes: processes.iter().zip(1..).map(process).collect(),
        buckets: vec![],
        breakers: vec![],
        endpoints: vec![],
    }
}

/// A machine on which all is well.
fn well() -> Facts {
    let file = PathBuf::from("/state/api.example.com.state");
    Facts {
        supported: true,
        user: 1_000,
        place: Ok(Place {
            path: "/state".into(),
            origin: Origin::Home,
            relative: false,
        }),
        directory: Directory::There(entry(Kind::Directory, 0o700)),
        above: vec![(
            "/".into(),
            Entry {
                owner: 0,
                ..entry(Kind::Directory, 0o755)
            },
        )],
        file_system: Ok(FileSystem {
            kind: ext4(),
            free: 1 << 30,
            free_files: Some(1_000_000),
            read_only: false,
        }),
        clocks: Clocks {
            boottime: 2 * DAY,
            monotonic: 2 * DAY,
        },
        boot: Ok("8f638207".to_owned()),
        spaces: Spaces {
            all_processes: Some(true),
            own_clocks: Some(true),
            container: None,
        },
        files: vec![(file, entry(Kind::File, 0o600))],
        state: Ok(State {
            taken_at: now(),
            state_dir: "/state".into(),
            state_dir_from: Origin::Home,
            accounts: vec![account(&[true])],
            unreadable: vec![],
        }),
    }
}

/// The findings that are not ok, each with its level and topic.
fn complaints(facts: &Facts) -> Vec<(Level, &'static str)> {
    let findings = judge(facts, now());
    let complete = |finding: &Finding| {
        finding.level == Level::Ok || (finding.meaning.is_some() && finding.cure.is_some())
    };
    assert!(
        findings.iter().all(complete),
        "each says what it means and what to do: {findings:#?}"
    );
    let complaints = findings.iter().filter(|finding| finding.level != Level::Ok);
    complaints
        .map(|finding| (finding.level, finding.topic))
        .collect()
}

/// What is complained about after `change` to a machine on which all is well.
fn after(change: impl FnOnce(&mut Facts)) -> Vec<(Level, &'static str)> {
    let mut facts = well();
    change(&mut facts);
    complaints(&facts)
}

#[test]
fn nothing_is_complained_about_where_all_is_well() {
    assert_eq!(complaints(&well()), []);
}

#[test]
fn a_directory_is_judged_by_what_stands_there() {
    use Level::Error;
    for (directory, expected) in [
        (Directory::Missing { makeable: true }, &[][..]),
        (
            Directory::Missing { makeable: false },
            &[(Error, "directory")],
        ),
        (Directory::Unseen("no".to_owned()), &[(Error, "directory")]),
        (
            Directory::There(entry(Kind::File, 0o600)),
            &[(Error, "directory")],
        ),
        (
            Directory::There(entry(Kind::Other, 0o600)),
            &[(Error, "directory")],
        ),
        (
            Directory::There(entry(Kind::Link("/x".into()), 0o777)),
            &[(Error, "directory")],
        ),
        (
            Directory::There(entry(Kind::Directory, 0o770)),
            &[(Error, "permissions")],
        ),
        (
            Directory::There(entry(Kind::Directory, 0o720)),
            &[(Error, "permissions")],
        ),
        (
            Directory::There(entry(Kind::Directory, 0o500)),
            &[(Error, "permissions")],
        ),
        (Directory::There(entry(Kind::Directory, 0o1700)), &[]),
        (
            Directory::There(Entry {
                owner: 0,
                ..entry(Kind::Directory, 0o700)
            }),
            &[(Error, "owner")],
        ),
        (
            Directory::There(Entry {
                owner: 7,
                ..entry(Kind::Directory, 0o755)
            }),
            &[(Error, "owner"), (Level::Note, "permissions")],
        ),
    ] {
        let shown = format!("{directory:?}");
        // What cannot be opened has no accounts either.
        let state = Err("refused".to_owned());
        let refused = expected.iter().any(|(level, _)| *level == Error);
        let change = |facts: &mut Facts| {
            facts.directory = directory;
            if refused {
                facts.state = state;
            }
        };
        assert_eq!(after(change), expected, "{shown}");
    }
}

#[test]
fn a_state_that_cannot_be_read_for_no_reason_of_the_directory_is_an_error() {
    assert_eq!(
        after(|facts| facts.state = Err("no".to_owned())),
        [(Level::Error, "files")]
    );
}

#[test]
fn who_may_replace_a_directory_above_is_looked_at() {
    for (owner, mode, expected) in [
        (0, 0o755, false),
        (1_000, 0o700, false),
        (0, 0o1777, false),
        // User-private groups are common.
        (1_000, 0o775, false),
        (0, 0o777, true),
        (7, 0o755, true),
    ] {
        let above = Entry {
            owner,
            ..entry(Kind::Directory, mode)
        };
        let complaints = after(|facts| facts.above.push(("/home".into(), above)));
        let expected = if expected {
            vec![(Level::Warning, "path")]
        } else {
            vec![]
        };
        assert_eq!(complaints, expected, "{owner} {mode:o}");
    }
}

#[test]
fn file_systems_of_a_network_are_for_one_machine_only() {
    use Level::{Note, Warning};
    for (name, reach, expected) in [
        ("ext4", Reach::Machine, None),
        ("nfs", Reach::Network, Some(Warning)),
        ("cifs", Reach::Network, Some(Warning)),
        ("fuse", Reach::Unknown, Some(Warning)),
        ("9p", Reach::Unknown, Some(Warning)),
        ("overlay", Reach::Unknown, Some(Note)),
        ("unknown", Reach::Unknown, Some(Note)),
        ("tmpfs", Reach::Memory, Some(Note)),
    ] {
        let system = |facts: &mut Facts| {
            facts.file_system.as_mut().expect("seen").kind = Some((name.to_owned(), reach));
        };
        let expected: Vec<_> = expected
            .map(|level| (level, "file system"))
            .into_iter()
            .collect();
        assert_eq!(after(system), expected, "{name}");
    }
}

#[test]
fn room_is_needed_for_bytes_and_for_files() {
    use Level::{Error, Warning};
    for (free, files, read_only, expected) in [
        (1 << 30, None, false, None),
        (1 << 30, Some(16), false, None),
        (1 << 30, Some(15), false, Some(Warning)),
        (1 << 30, Some(0), false, Some(Error)),
        (1 << 24, None, false, Some(Warning)),
        (1 << 19, None, false, Some(Error)),
        (0, Some(1_000), false, Some(Error)),
        (1 << 30, None, true, Some(Error)),
    ] {
        let system = FileSystem {
            kind: ext4(),
            free,
            free_files: files,
            read_only,
        };
        let shown = format!("{system:?}");
        let complaints = after(|facts| facts.file_system = Ok(system));
        let expected: Vec<_> = expected.map(|level| (level, "space")).into_iter().collect();
        assert_eq!(complaints, expected, "{shown}");
    }
}

#[test]
fn time_asleep_is_told_and_a_clock_that_cannot_be_is_a_warning() {
    let clocks = |boottime, monotonic| {
        move |facts: &mut Facts| {
            facts.clocks = Clocks {
                boottime,
                monotonic,
            }
        }
    };
    assert_eq!(after(clocks(3 * DAY, DAY)), []);
    assert_eq!(after(clocks(DAY, 2 * DAY)), [(Level::Warning, "clock")]);
    let mut facts = well();
    clocks(3 * DAY, DAY)(&mut facts);
    let findings = judge(&facts, now());
    assert!(
        findings
            .iter()
            .any(|finding| finding.found.contains("2 d of it suspended")),
        "{findings:#?}"
    );
}

#[test]
fn what_hides_processes_or_clocks_is_told() {
    use Level::{Error, Note, Warning};
    assert_eq!(
        after(|facts| facts.boot = Err("no".to_owned())),
        [(Error, "boot")]
    );
    assert_eq!(
        after(|facts| facts.spaces.all_processes = None),
        [(Warning, "namespaces")]
    );
    assert_eq!(
        after(|facts| facts.spaces.all_processes = Some(false)),
        [(Note, "namespaces")]
    );
    assert_eq!(
        after(|facts| facts.spaces.own_clocks = Some(false)),
        [(Note, "namespaces")]
    );
    assert_eq!(
        after(|facts| facts.spaces.container = Some("/.dockerenv".to_owned())),
        []
    );
}

#[test]
fn where_the_state_is_depends_on_the_program_only_if_somebody_says_so() {
    use Level::{Note, Warning};
    let origin = |origin, relative| {
        after(move |facts| {
            let place = facts.place.as_mut().expect("known");
            (place.origin, place.relative) = (origin, relative);
        })
    };
    assert_eq!(origin(Origin::Xdg, false), []);
    assert_eq!(origin(Origin::Variable, false), [(Note, "state directory")]);
    assert_eq!(origin(Origin::Option, false), [(Note, "state directory")]);
    assert_eq!(
        origin(Origin::Variable, true),
        [(Warning, "state directory")]
    );
}

#[test]
fn the_variable_is_no_cure_where_the_command_line_names_the_directory() {
    let mut facts = well();
    facts.directory = Directory::There(entry(Kind::Link("/elsewhere".into()), 0o777));
    facts.file_system = Ok(FileSystem {
        kind: Some(("nfs".to_owned(), Reach::Network)),
        free: 0,
        free_files: Some(0),
        read_only: true,
    });
    let cures = |facts: &Facts| -> String {
        let cures = judge(facts, now()).into_iter();
        cures.filter_map(|finding| finding.cure).collect()
    };
    assert!(cures(&facts).contains("set TOLLGATE_STATE_DIR to where it leads"));
    facts.place.as_mut().expect("known").origin = Origin::Option;
    let cures = cures(&facts);
    assert!(!cures.contains("TOLLGATE_STATE_DIR"), "{cures}");
    assert!(cures.contains("or name where it leads"), "{cures}");
    assert!(cures.contains("name another directory"), "{cures}");
}

fn state(facts: &mut Facts) -> &mut State {
    facts.state.as_mut().expect("read")
}

#[test]
fn processes_that_have_ended_are_nothing_to_speak_of() {
    for processes in [&[][..], &[false], &[true, false], &[true]] {
        assert_eq!(
            after(|facts| state(facts).accounts = vec![account(processes)]),
            []
        );
        let mut facts = well();
        state(&mut facts).accounts = vec![account(processes)];
        let findings = judge(&facts, now());
        let alarming = |finding: &Finding| finding.found.contains("died");
        assert!(!findings.iter().any(alarming), "{findings:#?}");
    }
}

#[test]
fn a_file_that_cannot_be_read_is_an_error_with_its_reason() {
    let mut facts = well();
    state(&mut facts).unreadable.push(Unreadable {
        file: "/state/x.state".into(),
        reason: "it is of version 9".to_owned(),
        stale: false,
        resettable: true,
    });
    facts
        .files
        .push(("/state/x.state".into(), entry(Kind::File, 0o600)));
    assert_eq!(complaints(&facts), [(Level::Error, "file")]);
    let findings = judge(&facts, now());
    assert!(
        findings
            .iter()
            .any(|finding| finding.found.contains("it is of version 9"))
    );
}

#[test]
fn a_file_of_an_earlier_boot_is_a_note() {
    let stale = |facts: &mut Facts| {
        state(facts).unreadable.push(Unreadable {
            file: "/state/x.state".into(),
            reason: "it is of an earlier boot".to_owned(),
            stale: true,
            resettable: true,
        });
    };
    assert_eq!(after(stale), [(Level::Note, "file")]);
}

#[test]
fn without_machine_scope_there_is_one_finding() {
    assert_eq!(
        after(|facts| facts.supported = false),
        [(Level::Note, "platform")]
    );
}

#[test]
fn no_finding_steers_a_terminal() {
    const NAME: &str = "\u{1b}[2J\u{9b}\r\u{202e}";
    let mut facts = well();
    facts.place.as_mut().expect("known").path = NAME.into();
    facts
        .above
        .push((NAME.into(), entry(Kind::Directory, 0o777)));
    facts.boot = Err(NAME.to_owned());
    facts.files.push((
        NAME.into(),
        Entry {
            written: None,
            ..entry(Kind::Link(NAME.into()), 0o777)
        },
    ));
    let account = &mut state(&mut facts).accounts[0];
    (account.api, account.account) = (NAME.to_owned(), NAME.to_owned());
    state(&mut facts).unreadable.push(Unreadable {
        file: NAME.into(),
        reason: NAME.to_owned(),
        stale: false,
        resettable: true,
    });
    let findings = judge(&facts, now());
    let text = format!("{:?}{}", findings, super::json(&findings).expect("JSON"));
    for finding in findings {
        let parts = [Some(finding.found), finding.meaning, finding.cure];
        for part in parts.into_iter().flatten() {
            assert!(
                !part
                    .contains(|letter: char| (letter.is_control() && letter != '\n')
                        || letter == '\u{202e}'),
                "{text}"
            );
        }
    }
}
