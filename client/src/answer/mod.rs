//! How an answer is read: the markers behind the return types of a description.

mod by_status;
mod decode;
mod kinds;
mod response;
mod stream;

pub use self::by_status::{Answers, ByStatus, Chosen, Refused};
pub(crate) use self::decode::{behind_field, list_at};
pub use self::kinds::{Answer, Empty, Json, Maybe, Raw, Stream, Text, Whole};
pub use self::response::Response;
pub use self::stream::ByteStream;
