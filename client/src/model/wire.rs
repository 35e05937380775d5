//! What a type has to know to be read and written: the trait behind `#[derive(Model)]`.

use super::{Reader, Writer};

/// A type that is read from JSON and written to it.
///
/// `#[derive(tollgate::Model)]` writes it, together with serde's `Serialize` and `Deserialize`. It is
/// there for strings, numbers, `bool`, `()`, [`Value`](super::Value), and for `Option`, `Vec`, `Box`
/// and maps by `String` of such types.
///
/// A type of one's own that is written as one of these is done by hand: it reads that, and says
/// what is wrong by [`Reader::fault`].
///
/// ```
/// use tollgate::model::{Reader, Wire, Writer};
///
/// #[derive(Debug, PartialEq)]
/// struct Even(i64);
///
/// impl Wire for Even {
///     fn read(reader: &mut Reader<'_>) -> Self {
///         let number: i64 = reader.value();
///         if number % 2 != 0 {
///             reader.fault("expected an even number");
///         }
///         Even(number)
///     }
///
///     fn write(&self, writer: &mut Writer<'_>) {
///         self.0.write(writer);
///     }
/// }
///
/// #[derive(Debug, PartialEq, tollgate::Model)]
/// struct Pair {
///     left: Even,
///     right: Option<Even>,
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let pair: Pair = serde_json::from_str(r#"{"left": 4}"#)?;
/// assert_eq!(pair, Pair { left: Even(4), right: None });
/// let odd = serde_json::from_str::<Pair>(r#"{"left": 4, "right": 3}"#);
/// assert!(odd.is_err_and(|error| error.to_string().starts_with("right: expected an even number")));
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be part of a model",
    label = "neither a scalar, nor a list, a map or an `Option` of such, nor a model",
    note = "derive `tollgate::Model` for it, or take `tollgate::model::Value`, which holds any JSON"
)]
pub trait Wire: Sized {
    /// Whether a value of the type can be made without one of its own: not where it contains itself
    /// other than in an `Option`, a `Vec` or a map. The compiler finds the circle.
    #[doc(hidden)]
    const CONTAINS_ITSELF_ONLY_IN_AN_OPTION_A_VEC_OR_A_MAP: bool = true;

    /// Whether reading the type goes on to a part of what is read: a variant that is the union
    /// itself would be tried forever.
    #[doc(hidden)]
    const IS_NOT_ITS_OWN_ALTERNATIVE: bool = true;

    /// Reads a value. There always is one: after a fault, which the reader keeps, it is blank.
    fn read(reader: &mut Reader<'_>) -> Self;

    /// Writes the value.
    fn write(&self, writer: &mut Writer<'_>);

    /// Whether a field that holds the value is left out when it is written.
    #[doc(hidden)]
    fn is_absent(&self) -> bool {
        false
    }

    /// What `null` is inside an `Option`: the `Option` itself is `None`, unless the type is one too.
    #[doc(hidden)]
    fn of_null() -> Option<Self> {
        None
    }
}
