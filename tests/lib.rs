//! The integration tests of tollgate are in `suite`: one promise a file, one binary for all.
