//! Caps against every report read for itself: each keeps its own count of what it leaves.

use proptest::prelude::*;

use crate::quota::{Quota, Statement};

#[derive(Clone, Copy, Debug)]
enum Step {
    Ask(u64),
    /// A report in answer to the request that is so many requests old.
    Hear {
        age: usize,
        remaining: u64,
        until: u64,
    },
    /// The request that is so many requests old never left.
    Back(usize),
    Pass(u64),
}

fn steps(tidy: bool) -> impl Strategy<Value = Vec<Step>> {
    let rare = u32::from(!tidy);
    let hear = (0..6_usize, 0..30_u64, 0..60_u64).prop_map(|(age, remaining, until)| Step::Hear {
        age,
        remaining,
        until,
    });
    let step = prop_oneof![
        8 => (1..4_u64).prop_map(Step::Ask),
        4 => hear,
        2 * rare => (0..6_usize).prop_map(Step::Back),
        3 => (0..12_u64).prop_map(Step::Pass),
    ];
    // Few enough for every report to keep a step of its own.
    prop::collection::vec(step, 1..if tidy { 24 } else { 120 })
}

struct Request {
    units: u64,
    position: u64,
    gone: bool,
}

struct Report {
    left: u64,
    end: u64,
    /// The request that it answers.
    index: usize,
}

#[derive(Default)]
struct Naive {
    requests: Vec<Request>,
    reports: Vec<Report>,
    now: u64,
}

impl Naive {
    fn allows(&self, units: u64) -> bool {
        let mut holding = self.reports.iter().filter(|report| report.end > self.now);
        holding.all(|report| report.left >= units)
    }

    fn grant(&mut self, units: u64, position: u64) {
        for report in &mut self.reports {
            report.left = report.left.saturating_sub(units);
        }
        self.requests.push(Request {
            units,
            position,
            gone: false,
        });
    }

    fn hear(&mut self, index: usize, remaining: u64, end: u64) {
        let since = self.requests[index + 1..]
            .iter()
            .filter(|request| !request.gone);
        let since: u64 = since.map(|request| request.units).sum();
        self.reports.push(Report {
            left: remaining.saturating_sub(since),
            end,
            index,
        });
    }

    fn back(&mut self, index: usize) {
        let request = &mut self.requests[index];
        request.gone = true;
        for report in &mut self.reports {
            if report.index < index {
                report.left += request.units;
            }
        }
    }

    /// The request that is `age` requests old, if it is there.
    fn at(&self, age: usize) -> Option<usize> {
        let index = self.requests.len().checked_sub(age + 1)?;
        (!self.requests[index].gone).then_some(index)
    }
}

/// Asks both; the answers.
fn ask(quota: &mut Quota, naive: &mut Naive, units: u64) -> (bool, bool) {
    let answers = (quota.fits(units, naive.now), naive.allows(units));
    if answers.0 {
        let position = quota.take(units);
        naive.grant(units, position);
    } else {
        let told = quota.earliest(units);
        assert!(told > naive.now, "told to come at {told}, then refused");
        assert!(told < u64::MAX, "nothing was reported for ever");
    }
    answers
}

fn play(
    steps: &[Step],
    mut check: impl FnMut((bool, bool)) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let (mut quota, mut naive) = (Quota::new(), Naive::default());
    for &step in steps {
        match step {
            Step::Ask(units) => check(ask(&mut quota, &mut naive, units))?,
            Step::Hear {
                age,
                remaining,
                until,
            } => {
                if let Some(index) = naive.at(age) {
                    let end = naive.now + until;
                    let said = Statement {
                        policy: None,
                        remaining,
                        limit: None,
                        end,
                        as_of: naive.requests[index].position,
                        open: 1,
                    };
                    quota.hear(said, naive.now);
                    naive.hear(index, remaining, end);
                }
            }
            Step::Back(age) => {
                if let Some(index) = naive.at(age) {
                    let request = &naive.requests[index];
                    quota.give_back(request.units, request.position);
                    naive.back(index);
                }
            }
            Step::Pass(by) => naive.now += by,
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn reports_let_go_what_each_of_them_leaves_and_nothing_less(steps in steps(true)) {
        play(&steps, |(granted, allowed)| {
            prop_assert_eq!(granted, allowed);
            Ok(())
        })?;
    }

    #[test]
    fn nothing_that_can_happen_lets_more_go_than_any_report_leaves(steps in steps(false)) {
        play(&steps, |(granted, allowed)| {
            prop_assert!(allowed || !granted);
            Ok(())
        })?;
    }
}
