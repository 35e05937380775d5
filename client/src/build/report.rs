//! How often the counters are told.

use core::time::Duration;

use super::Builder;
use crate::api::Api;
use crate::describe::Description;
use crate::error::BuildErrorKind;

impl<A: Api> Builder<A> {
    /// Tells the counters of the account, for all who share it, once in each cycle: one event of
    /// `tracing` with the target `tollgate::meter`, and none where nothing has changed. Default:
    /// what the description says, or never.
    ///
    /// Several clients of one account in this process are told as one, in the shortest cycle that
    /// one of them wants, until the last of them is dropped. It takes a task of the runtime in which
    /// the client was built, or made its first call.
    pub fn report_every(mut self, cycle: Duration) -> Self {
        self.report_every = Some(cycle);
        self
    }
}

/// The builder's, or the description's.
pub(super) fn cycle(
    given: Option<Duration>,
    description: &Description,
) -> Result<Option<Duration>, BuildErrorKind> {
    let cycle = given.or(description.report_every);
    match cycle {
        Some(Duration::ZERO) => {
            let text = "`report_every` is more than zero; leave it out for no reports";
            Err(BuildErrorKind::Setting(text.to_owned()))
        }
        cycle => Ok(cycle),
    }
}
