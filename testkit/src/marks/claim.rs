//! The one claim about marks.

use super::{Marks, Payment};
use crate::vendor::Vendor;

/// Every request that this vendor saw came through the door of a client, and nobody tried to
/// pretend that one did.
///
/// The vendor is built with [`Builder::marked`](crate::Builder::marked), and the program under test
/// with the feature `coverage` of `tollgate`; it may be this process, or others that were started
/// with [`Vendor::mark_env`].
///
/// # Panics
///
/// If not; with the request line of each that was not paid, and who sent it. Also if the vendor
/// saw no request at all, or expects no marks.
#[track_caller]
pub fn assert_all_paid(vendor: &Vendor) {
    let marks = vendor.marks();
    assert!(
        marks.seen() > 0,
        "this vendor saw no request at all, so nothing is known of who pays: does the program send to it?"
    );
    assert!(
        marks.is_all_paid(),
        "not every request was paid for: {marks}{}",
        cure(&marks)
    );
}

/// What is most likely wrong where not even one mark was seen.
fn cure(marks: &Marks) -> &'static str {
    match marks.count(Payment::Paid) {
        0 => {
            "\nno request carried a right mark: is the program built with the feature `coverage` of \
             `tollgate`, and does it inherit `Vendor::mark_env`?"
        }
        _ => "",
    }
}

/// Which of what it saw was paid.
impl Vendor {
    /// What the marks of the requests say.
    ///
    /// # Panics
    ///
    /// If the vendor was not built with [`Builder::marked`](crate::Builder::marked).
    #[track_caller]
    pub fn marks(&self) -> Marks {
        match &self.log.book {
            Some(book) => book.marks(),
            None => {
                panic!("this vendor expects no marks: build it with `Vendor::builder().marked()`")
            }
        }
    }
}
