//! The names of the numbers of one endpoint, as the facade has them.

pub(super) const CALLS: &str = "tollgate_calls_total";
pub(super) const REQUESTS: &str = "tollgate_requests_total";
pub(super) const UNSENT: &str = "tollgate_requests_unsent_total";
pub(super) const PERMITS: &str = "tollgate_permits_total";
pub(super) const RETURNED: &str = "tollgate_permits_returned_total";
pub(super) const RETRIES: &str = "tollgate_retries_total";
pub(super) const EXHAUSTED: &str = "tollgate_exhausted_total";
pub(super) const REFUSED: &str = "tollgate_refused_total";
