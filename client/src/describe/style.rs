//! How the value of a parameter is written, where a vendor has a choice.
//!
//! The words are those of OpenAPI (`style`, `explode`, `allowReserved`) and of Swagger 2.0
//! (`collectionFormat`); what they come to on the wire is in `encode/styles`.

/// How a value becomes a part of the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueryStyle {
    pub(crate) shape: QueryShape,
    pub(crate) keeps_reserved: bool,
}

/// What the pairs of a query are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QueryShape {
    /// A pair for each item or field.
    Apart,
    /// One pair, with this between its items.
    Joined(Separator),
    /// A pair for each leaf, named by its way: `a[b][0]`.
    Deep,
}

/// What stands between two items: as it is written, and as the sign that it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Separator {
    pub(crate) written: &'static str,
    pub(crate) sign: char,
}

const COMMA: Separator = Separator {
    written: ",",
    sign: ',',
};

impl QueryStyle {
    /// `tags=a&tags=b`; the fields of an object are parameters of their own.
    pub const FORM: Self = Self::of(QueryShape::Apart);
    /// `tags=a,b`; of an object `k,v,k,v`, here and below.
    pub const COMMA: Self = Self::of(QueryShape::Joined(COMMA));
    /// `tags=a%20b`.
    pub const SPACE: Self = Self::joined("%20", ' ');
    /// `tags=a%7Cb`.
    pub const PIPE: Self = Self::joined("%7C", '|');
    /// `tags=a%09b`.
    pub const TAB: Self = Self::joined("%09", '\t');
    /// `filter%5Bage%5D%5Bgt%5D=5`.
    pub const DEEP_OBJECT: Self = Self::of(QueryShape::Deep);

    const fn of(shape: QueryShape) -> Self {
        Self {
            shape,
            keeps_reserved: false,
        }
    }

    const fn joined(written: &'static str, sign: char) -> Self {
        Self::of(QueryShape::Joined(Separator { written, sign }))
    }

    /// The same, with the reserved characters of RFC 3986 left as they are, but for those that would
    /// end or split what they stand in.
    #[must_use]
    pub const fn allow_reserved(self) -> Self {
        Self {
            keeps_reserved: true,
            ..self
        }
    }
}

/// How a value becomes a part of a path: the three expansions of RFC 6570 that OpenAPI knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathStyle {
    pub(crate) shape: PathShape,
    pub(crate) explode: Explode,
}

/// What stands in front of a value, and between its items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PathShape {
    Simple,
    Label,
    Matrix,
}

impl PathStyle {
    /// `a,b`.
    pub const SIMPLE: Self = Self::of(PathShape::Simple);
    /// `.a,b`.
    pub const LABEL: Self = Self::of(PathShape::Label);
    /// `;name=a,b`.
    pub const MATRIX: Self = Self::of(PathShape::Matrix);

    const fn of(shape: PathShape) -> Self {
        Self {
            shape,
            explode: Explode::No,
        }
    }

    /// The same, with each item and each field on its own: `.a.b`, `;name=a;name=b`, `k=v,k=v`.
    #[must_use]
    pub const fn explode(self) -> Self {
        Self {
            explode: Explode::Yes,
            ..self
        }
    }
}

/// Whether the items of a list and the fields of an object are written each on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Explode {
    /// They are.
    Yes,
    /// They are joined.
    No,
}
