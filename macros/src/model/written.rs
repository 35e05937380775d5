//! How the value of an argument is written at its place.

/// How a value is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// As its place has it: text in a path or a header, `key=value` in a query or a form, JSON.
    Plainly,
    /// In the query.
    Query(QueryStyle, Letters),
    /// In the query, as a text of JSON.
    QueryJson(Letters),
    /// In the path.
    Path(PathStyle, Explode),
    /// In a header or in the cookies.
    Listed(Explode),
    /// In a form, nested.
    Deeply,
    /// As a body of this type.
    Typed(String),
}

/// The styles of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QueryStyle {
    Form,
    /// `form` that is not exploded.
    Comma,
    Space,
    Pipe,
    Tab,
    DeepObject,
}

/// The styles of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PathStyle {
    Simple,
    Label,
    Matrix,
}

/// Whether items and fields are written each on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Explode {
    Yes,
    No,
}

/// Whether reserved characters are percent-encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Letters {
    Encoded,
    ReservedKept,
}
