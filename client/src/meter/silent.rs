//! In the place of `facade.rs` without the feature `metrics`: nothing is told to anybody.

use core::time::Duration;

use crate::shared::Paid;

/// What a number would be labelled with.
#[derive(Clone)]
pub(super) struct Labels;

impl Labels {
    pub(super) fn new(_paid: &Paid, _endpoint: &'static str) -> Self {
        Self
    }

    pub(super) fn count(&self, _name: &'static str) {}

    pub(super) fn waited(&self, _wait: Duration) {}

    pub(super) fn waits(&self) {}

    pub(super) fn waits_no_more(&self) {}

    pub(super) fn departs(&self) {}

    pub(super) fn lands(&self) {}
}

pub(crate) fn blocked(_paid: &Paid) {}

pub(super) fn leased(_paid: &Paid) {}

pub(crate) fn describe() {}

/// What part of a bucket's units was paid for here.
pub(super) fn share(_paid: &Paid, _share: f64) {}
