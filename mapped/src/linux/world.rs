//! Where times and process numbers mean the same.
//!
//! Out: the boot, and the namespaces of this process. It must not know what follows from another
//! one.

use std::path::Path;

use rustix::fs::{CWD, Mode, OFlags, openat};

use super::own::own_spaces;
use super::reported::reported;
use crate::{Error, ErrorKind};

/// The boot and the namespaces in which identities and times mean something.
///
/// Processes with the same world share the clock and see each other by the same numbers.
/// In another container, or after the next start of the machine, the world is another one.
///
/// ```
/// # #[cfg(target_os = "linux")] {
/// assert_eq!(tollgate_mapped::world().unwrap(), tollgate_mapped::world().unwrap());
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct World {
    /// The random number of this boot, its upper and its lower half.
    pub boot: [u64; 2],
    /// The number of the namespace of processes in the upper half, of that of time in the lower; zero for
    /// one that the system does not have.
    pub spaces: u64,
}

/// The world of this process.
///
/// # Errors
///
/// If the system does not say which boot it is.
pub fn world() -> Result<World, Error> {
    Ok(World {
        boot: boot()?,
        spaces: own_spaces(),
    })
}

const BOOT: &str = "/proc/sys/kernel/random/boot_id";
const TASK: &str = "tell this boot from others by";

fn boot() -> Result<[u64; 2], Error> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    let mut text = [0; 64];
    let read = openat(CWD, BOOT, flags, Mode::empty())
        .and_then(|file| rustix::io::read(&file, &mut text))
        .map_err(|errno| reported(TASK, Path::new(BOOT), errno))?;
    halves(&text[..read]).ok_or_else(|| {
        Error::new(
            ErrorKind::Unsupported,
            TASK,
            "it has no random number of the boot",
            "mount `/proc`",
        )
        .at(Path::new(BOOT))
    })
}

/// The 32 hexadecimal digits of a UUID.
fn halves(text: &[u8]) -> Option<[u64; 2]> {
    let digits: String = text
        .trim_ascii()
        .iter()
        .filter(|byte| **byte != b'-')
        .map(|byte| char::from(*byte))
        .collect();
    let plain = digits.len() == 32 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = plain.then(|| u128::from_str_radix(&digits, 16).ok())??;
    let [upper, lower] = [number >> 64, number & u128::from(u64::MAX)];
    Some([u64::try_from(upper).ok()?, u64::try_from(lower).ok()?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_boot_is_all_digits_of_its_number() {
        assert_eq!(
            halves(b"0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9\n"),
            Some([0x0a1b_2c3d_4e5f_6071, 0x8293_a4b5_c6d7_e8f9])
        );
    }

    #[test]
    fn what_is_no_number_of_a_boot_is_none() {
        for text in [
            "",
            "\n",
            "0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f",
            "+a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9",
            "0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f90",
            "\u{fb01}-not-a-number-of-a-boot-32-digits",
        ] {
            assert_eq!(halves(text.as_bytes()), None, "{text:?}");
        }
    }

    #[test]
    fn this_machine_has_a_world() {
        let world = world().unwrap();
        assert_ne!(world.boot, [0, 0]);
        assert_ne!(world.spaces >> 32, 0, "there are namespaces of processes");
    }
}
