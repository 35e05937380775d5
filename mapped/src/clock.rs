//! The clock that all processes of a machine share.

/// The time since the machine was started, in nanoseconds.
///
/// On Linux it is CLOCK_BOOTTIME: the same for all processes that share a [`World`](crate::World), it
/// goes on while the machine sleeps, and no step of the wall clock moves it. Elsewhere it is counted
/// from the first call in this process, and means nothing to another one.
///
/// ```
/// let before = tollgate_mapped::boottime();
/// assert!(tollgate_mapped::boottime() >= before);
/// ```
#[cfg(target_os = "linux")]
#[must_use]
#[inline]
pub fn boottime() -> u64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    // Neither part is ever negative, and 2⁶⁴ ns are more than five centuries of one boot. The type
    // of the second is a `long` on some processors.
    #[allow(clippy::unnecessary_cast, clippy::cast_sign_loss)]
    let rest = now.tv_nsec as u64;
    now.tv_sec
        .unsigned_abs()
        .wrapping_mul(1_000_000_000)
        .wrapping_add(rest)
}

/// The time since the first call in this process, in nanoseconds.
#[cfg(not(target_os = "linux"))]
#[must_use]
#[inline]
pub fn boottime() -> u64 {
    use std::sync::OnceLock;
    use std::time::Instant;

    static ORIGIN: OnceLock<Instant> = OnceLock::new();
    let elapsed = ORIGIN.get_or_init(Instant::now).elapsed();
    u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX)
}
