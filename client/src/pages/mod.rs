//! Walks over the pages of an endpoint: each page is a request and pays.

mod page;
mod public;
mod streams;
mod walk;

pub use self::page::Page;
pub use self::public::Pages;
pub use self::streams::{ItemStream, PageStream};
