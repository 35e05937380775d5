//! The versions of OpenAPI that are read.

use serde_json::Value;

use crate::Error;

/// In which dialect a document is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Swagger 2.0.
    Swagger2,
    /// OpenAPI 3.0.x: `nullable`, `exclusiveMinimum` as a flag.
    OpenApi30,
    /// OpenAPI 3.1.x and 3.2.x: JSON Schema 2020-12, types as lists.
    OpenApi31,
}

impl Dialect {
    /// What the root of a document says. Versions are often written as numbers in YAML.
    pub(crate) fn of(name: &str, root: &Value) -> Result<Self, Error> {
        let said = |key: &str| match root.get(key) {
            Some(Value::String(text)) => Some(text.trim().to_owned()),
            Some(Value::Number(number)) => Some(number.to_string()),
            _ => None,
        };
        let version = said("openapi").or_else(|| said("swagger"));
        let dialect = version.as_deref().and_then(|version| {
            match version.split('.').take(2).collect::<Vec<_>>().as_slice() {
                ["2", "0"] | ["2"] => Some(Self::Swagger2),
                ["3", "0"] | ["3"] => Some(Self::OpenApi30),
                ["3", "1" | "2"] => Some(Self::OpenApi31),
                _ => None,
            }
        });
        dialect.ok_or_else(|| Error::Version {
            name: name.to_owned(),
            said: version,
        })
    }
}
