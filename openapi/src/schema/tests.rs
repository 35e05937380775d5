//! Small schemas, and the text that they become.
