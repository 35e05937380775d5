//! Methods of requests.

/// A method that a description can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verb {
    Get,
    Put,
    Post,
    Patch,
    Delete,
    Head,
    Options,
}

impl Verb {
    /// By the key of a path item.
    pub(crate) fn of(key: &str) -> Option<Self> {
        match key {
            "get" => Some(Self::Get),
            "put" => Some(Self::Put),
            "post" => Some(Self::Post),
            "patch" => Some(Self::Patch),
            "delete" => Some(Self::Delete),
            "head" => Some(Self::Head),
            "options" => Some(Self::Options),
            _ => None,
        }
    }

    /// The attribute of an endpoint.
    pub(crate) fn attribute(self) -> &'static str {
        match self {
            Self::Get => "get",
            Self::Put => "put",
            Self::Post => "post",
            Self::Patch => "patch",
            Self::Delete => "delete",
            Self::Head => "head",
            Self::Options => "options",
        }
    }

    /// As it is sent.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Put => "PUT",
            Self::Post => "POST",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
            Self::Head => "HEAD",
            Self::Options => "OPTIONS",
        }
    }

    /// Whether a body means something (RFC 9110 sections 9.3.1 and 9.3.2).
    pub(crate) fn takes_body(self) -> bool {
        !matches!(self, Self::Get | Self::Head)
    }
}
