//! How often the counters are told.

use core::time::Duration;

use super::Builder;
use crate::api::Api;
use crate::describe::Description;
use crate::error::BuildErrorKind;
use crate::meter::Percent;

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

    /// Warns when less than this many per cent of what the vendor counts of a bucket was paid for
    /// here: somebody spends from the account past this client. Default: 95; 0 is never.
    ///
    /// The vendor has to say what is left (see [`Meter::paid_share`](crate::Meter::paid_share)). The
    /// latest stretch of the traffic counts, of 20 units at the least. It is one event of `tracing`,
    /// of the level WARN and the target `tollgate::share`, for all clients of the account in this
    /// process, and the next comes only after the share has been well above again, and not within ten
    /// minutes.
    pub fn warn_below(mut self, percent: u8) -> Self {
        self.warn_below = Some(percent);
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

/// The builder's share of what is paid for, or the usual one.
pub(super) fn share(given: Option<u8>) -> Result<Percent, BuildErrorKind> {
    let text = "`warn_below` is a number of per cent, from 0 to 100";
    match given {
        None => Ok(Percent::USUAL),
        Some(percent) => {
            Percent::new(percent).ok_or_else(|| BuildErrorKind::Setting(text.to_owned()))
        }
    }
}
