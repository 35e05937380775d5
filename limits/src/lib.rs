//! tollgate.
