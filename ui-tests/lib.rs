//! What compiles with tollgate, and what must not: see `README.md`.
