//! Something whose cost is measured.

use std::hint::black_box;

/// One way to take a permit, as a loop that the compiler sees whole.
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    /// Does it so many times.
    pub(crate) repeat: Box<dyn Fn(u64) + Sync>,
}

impl Subject {
    pub(crate) fn new<T>(name: &'static str, once: impl Fn() -> T + Sync + 'static) -> Self {
        let repeat = move |times| {
            for _ in 0..times {
                black_box(once());
            }
        };
        Self {
            name,
            repeat: Box::new(repeat),
        }
    }
}
