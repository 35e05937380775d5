//! What the facts about the machine mean: its clocks, its boot, its namespaces.

use std::time::Duration;

use super::{Clocks, Facts, Finding, Level, Spaces};
use crate::show::units;

pub(super) fn judge(facts: &Facts) -> Vec<Finding> {
    let mut findings = vec![clock(facts.clocks), boot(&facts.boot)];
    findings.extend(spaces(&facts.spaces));
    findings
}

fn clock(clocks: Clocks) -> Finding {
    const TOPIC: &str = "clock";
    /// The two are read one after the other.
    const ROUGHLY: Duration = Duration::from_millis(10);
    let up = units::span(clocks.boottime);
    match clocks.boottime.checked_sub(clocks.monotonic) {
        Some(asleep) if asleep <= ROUGHLY => Finding::new(Level::Ok, TOPIC, format!("CLOCK_BOOTTIME says {up} since the start of the machine, none of it suspended")),
        Some(asleep) => {
            let asleep = units::span(asleep);
            Finding::new(Level::Ok, TOPIC, format!("CLOCK_BOOTTIME says {up} since the start of the machine, {asleep} of it suspended; budgets refill in that time too, as at the vendor"))
        }
        None => Finding::new(Level::Warning, TOPIC, "CLOCK_BOOTTIME is behind CLOCK_MONOTONIC, as only in a time namespace with offsets of its own")
            .meaning("processes in other time namespaces see other times, and clients refuse to share state with them")
            .cure("run all programs that share the state in one time namespace"),
    }
}

fn boot(boot: &Result<String, String>) -> Finding {
    const TOPIC: &str = "boot";
    match boot {
        Ok(id) => Finding::new(Level::Ok, TOPIC, format!("its id is {id}")),
        Err(why) => Finding::new(Level::Error, TOPIC, format!("its id cannot be read: {why}"))
            .meaning("state of an earlier boot could not be told from that of this one; clients with machine scope refuse to start")
            .cure("let /proc be mounted, and /proc/sys/kernel/random/boot_id be readable"),
    }
}

fn spaces(spaces: &Spaces) -> Vec<Finding> {
    const TOPIC: &str = "namespaces";
    let Spaces {
        all_processes,
        own_clocks,
        container,
    } = spaces;
    let mut findings = Vec::new();
    let contained = match container {
        Some(sign) => format!(", in a container ({sign})"),
        None => String::new(),
    };
    findings.push(match all_processes {
        Some(true) => Finding::new(Level::Ok, TOPIC, format!("this process sees all processes of the machine{contained}")),
        Some(false) => Finding::new(Level::Note, TOPIC, format!("this process has a PID namespace of its own{contained}"))
            .meaning("who is alive outside of it cannot be known: clients inside and outside refuse to share state, and have a budget each")
            .cure("for one budget, run them in one PID namespace (--pid=host); else give each its share of the vendor's limit"),
        None => Finding::new(Level::Warning, TOPIC, "the PID namespace cannot be seen")
            .meaning("clients with machine scope need /proc to know which processes are alive")
            .cure("let /proc be mounted"),
    });
    if *own_clocks == Some(false) {
        findings.push(
            Finding::new(Level::Note, TOPIC, "this process has a time namespace of its own")
                .meaning("its clock differs from that of the machine: clients inside and outside refuse to share state")
                .cure("run all programs that share the state in one time namespace"),
        );
    }
    findings
}
