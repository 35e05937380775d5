//! Signals that end the process: noted, so that the terminal can be restored before.

#[cfg(unix)]
pub(super) use self::unix::{Noted, suspend};

#[cfg(unix)]
mod unix {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::flag::register_usize;
    use signal_hook::low_level::emulate_default_handler;

    /// The last signal that was to end the process.
    pub(in super::super) struct Noted(Arc<AtomicUsize>);

    impl Noted {
        /// Notes them from now on.
        pub(in super::super) fn new() -> std::io::Result<Self> {
            let last = Arc::new(AtomicUsize::new(0));
            for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
                register_usize(
                    signal,
                    Arc::clone(&last),
                    usize::try_from(signal).unwrap_or_default(),
                )?;
            }
            Ok(Self(last))
        }

        /// Whether there was one.
        pub(in super::super) fn any(&self) -> bool {
            self.0.load(Ordering::Relaxed) != 0
        }

        /// Does what the last one does by default, if there was one: whoever waits for this process
        /// sees that it was ended by it.
        pub(in super::super) fn obey(&self) {
            if let Ok(signal @ 1..) = i32::try_from(self.0.load(Ordering::Relaxed)) {
                // Fails for signals that have no default; these have one.
                let _ = emulate_default_handler(signal);
            }
        }
    }

    /// Stops this process until it is continued, as Ctrl-Z does.
    pub(in super::super) fn suspend() {
        let _ = emulate_default_handler(SIGTSTP);
    }
}

#[cfg(not(unix))]
pub(super) use self::elsewhere::{Noted, suspend};

#[cfg(not(unix))]
mod elsewhere {
    /// No signals here.
    pub(in super::super) struct Noted;

    impl Noted {
        pub(in super::super) fn new() -> std::io::Result<Self> {
            Ok(Self)
        }

        pub(in super::super) fn any(&self) -> bool {
            false
        }

        pub(in super::super) fn obey(&self) {}
    }

    /// Nobody stops here.
    pub(in super::super) fn suspend() {}
}
