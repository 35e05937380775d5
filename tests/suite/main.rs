//! x
mod hidden_door;
