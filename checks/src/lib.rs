//! What must hold over the workspace's sources and documentation and no compiler checks.
//!
//! - [`door`]: one function sends, it has one call site, and the settings that seal the HTTP
//!   library are where they belong. Counted over the sources, as tokens.
//! - [`exposure`]: in the few files that name the HTTP library, nothing that names it is public.
//! - [`imported`]: an importer of OpenAPI documents writes what parses, and loses no operation.
//! - [`sabotage`]: ways to cheat, each of which must fail to compile or fail a named test.
//! - [`surface`]: the rendered documentation links to no raw type.
//!
//! Each check is a pure function over texts that are given to it. Its tests run it over this
//! workspace, where it must find nothing, and over planted mistakes, each of which it must find.

pub mod door;
pub mod exposure;
pub mod imported;
pub mod sabotage;
pub mod surface;
mod tokens;
pub mod workspace;

pub use crate::tokens::Source;
