//! Where a fault is, in the words of its document.

use super::Reader;
use super::reader::Step;

/// The way from the document to a place, such as `items[3].owner.login`; nothing for the document as
/// a whole.
pub(super) fn path(reader: &Reader<'_>) -> String {
    let mut steps = Vec::new();
    let mut place = Some(reader);
    while let Some(reader) = place {
        let (step, parent) = reader.step();
        steps.push(step);
        place = parent;
    }
    let mut path = String::new();
    for step in steps.iter().rev() {
        match step {
            Step::None => {}
            Step::Item(index) => path.push_str(&format!("[{index}]")),
            Step::Member(name) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(name);
            }
        }
    }
    path
}
