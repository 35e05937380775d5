//! What the benches share: how they are started, clocks, summaries and tables, the limiters that
//! can be waited for, and the crowd that waits for them.
//!
//! Every bench runs its peers beside tollgate in one run, round by round, because figures of
//! different runs on a shared machine cannot be compared. It prints a Markdown table and then
//! one line per figure that must be reached.

mod check;
mod clock;
mod crowd;
mod limiters;
mod machine;
mod operations;
mod plan;
mod reach;
mod spread;
mod table;

pub use crate::check::{Check, Checked};
pub use crate::clock::{process_cpu, thread_cpu};
pub use crate::crowd::{Crowd, TASKS, crowd, worst_window};
pub use crate::limiters::{Limit, Limiter};
pub use crate::machine::machine;
pub use crate::operations::{Methods, Operations};
pub use crate::plan::Plan;
pub use crate::reach::Reach;
pub use crate::spread::Spread;
pub use crate::table::{Table, say};
