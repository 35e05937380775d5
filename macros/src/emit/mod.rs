//! Code: from a model to tokens. Nothing is judged here and nothing can fail.
//!
//! The code names the client crate by its one hidden door and everything else by absolute paths,
//! so it means the same wherever the trait stands. Each method is a constant descriptor and a
//! chain of calls; whatever takes more is a function of the client crate.

mod answer;
mod answers;
mod check;
mod client;
mod data;
mod description;
mod docs;
mod endpoint;
mod exchange;
mod group;
mod kept;
mod limits;
mod literal;
mod newtype;
mod paging;
mod parts;
mod place;
mod settings;
mod sketch;
mod step;

pub(crate) use self::answers::{answers, sketch as answers_sketch};
pub(crate) use self::client::api;
pub(crate) use self::data::{data, sketch as data_sketch};
pub(crate) use self::group::group;
pub(crate) use self::parts::{parts, sketch as parts_sketch};
pub(crate) use self::sketch::sketch;
