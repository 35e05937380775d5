//! The store of a fleet.

use std::time::Duration;

use super::{Finding, Level};

/// Each permit may wait for a trip; beyond this it is felt.
const LONG: Duration = Duration::from_millis(100);

/// What it means that the store answered so: how many accounts it knows, and how long it took to
/// connect and to say so; or why it did not.
#[must_use]
pub fn judge_store(answer: &Result<(usize, Duration), String>) -> Vec<Finding> {
    let (accounts, took) = match answer {
        Ok(answer) => answer,
        Err(why) => {
            return vec![
                Finding::new(Level::Error, "store", why)
                    .meaning("clients of this fleet get no permit from it: they fail with what stands here, or go on with the part of the limits that they have declared for this")
                    .cure("have the store answer this machine: see its address, its password, what its user may do, and whether it is the primary"),
            ];
        }
    };
    let known = match accounts {
        1 => "1 account".to_owned(),
        several => format!("{several} accounts"),
    };
    let found = format!("the store answers, and knows {known} of the last day");
    let mut findings = vec![Finding::new(Level::Ok, "store", found)];
    if *took > LONG {
        let found = format!("it took {} ms to connect and to look", took.as_millis());
        findings.push(
            Finding::new(Level::Note, "way to the store", found)
                .meaning("a request that finds nothing at hand waits for one trip there and back")
                .cure("have a store near the machines that share it"),
        );
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_that_cannot_be_had_is_an_error_and_a_far_one_is_worth_a_note() {
        let levels = |answer| -> Vec<Level> {
            judge_store(&answer)
                .iter()
                .map(|finding| finding.level)
                .collect()
        };
        let near = Duration::from_millis(3);
        assert_eq!(levels(Ok((1, near))), [Level::Ok]);
        assert_eq!(levels(Ok((2, LONG * 2))), [Level::Ok, Level::Note]);
        assert_eq!(levels(Err("nobody is there".to_owned())), [Level::Error]);
    }
}
