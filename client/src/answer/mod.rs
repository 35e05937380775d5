//! How an answer is read: the markers behind the return types of a description.

mod decode;
mod kinds;
mod response;
mod stream;

pub(crate) use self::decode::{behind_field, list_at};
pub use self::kinds::{Answer, Empty, Json, Maybe, Raw, Stream, Text, Whole};
pub use self::response::Response;
pub use self::stream::ByteStream;
