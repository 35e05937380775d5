#[derive(Debug, tollgate::Model)]
#[wire(new)]
pub struct Note {
    pub id: i64,
    #[wire(always = "note")]
    pub object: String,
    #[wire(only = "v1")]
    pub version: Option<String>,
    #[wire("full-name")]
    pub r#name: Option<String>,
    #[wire(nullable)]
    pub owner: Option<Owner>,
    pub author: Owner,
    #[wire(rest)]
    pub rest: BTreeMap<String, Value>,
}
#[automatically_derived]
#[allow(deprecated)]
impl ::tollgate::model::Wire for Note {
    const CONTAINS_ITSELF_ONLY_IN_AN_OPTION_A_VEC_OR_A_MAP: bool = <Owner as ::tollgate::model::Wire>::CONTAINS_ITSELF_ONLY_IN_AN_OPTION_A_VEC_OR_A_MAP;
    fn read(reader: &mut ::tollgate::model::Reader<'_>) -> Self {
        Self {
            id: reader.field("id"),
            object: reader.fixed("object", "note", true),
            version: reader.fixed("version", "v1", false),
            r#name: reader.field("full-name"),
            owner: reader.field("owner"),
            author: reader.field("author"),
            rest: reader
                .rest(&["id", "object", "version", "full-name", "owner", "author"]),
        }
    }
    fn write(&self, writer: &mut ::tollgate::model::Writer<'_>) {
        writer
            .fields(
                &[
                    ("id", &self.id),
                    ("object", &self.object),
                    ("version", &self.version),
                    ("full-name", &self.r#name),
                ],
            );
        writer.nullable("owner", &self.owner);
        writer.field("author", &self.author);
        writer
            .rest(
                &["id", "object", "version", "full-name", "owner", "author"],
                &self.rest,
            );
    }
}
#[automatically_derived]
#[allow(deprecated)]
impl<'de> ::tollgate::__private::serde::Deserialize<'de> for Note {
    fn deserialize<D: ::tollgate::__private::serde::Deserializer<'de>>(
        deserializer: D,
    ) -> ::core::result::Result<Self, D::Error> {
        ::tollgate::model::deserialize(deserializer)
    }
}
#[automatically_derived]
#[allow(deprecated)]
impl ::tollgate::__private::serde::Serialize for Note {
    fn serialize<S: ::tollgate::__private::serde::Serializer>(
        &self,
        serializer: S,
    ) -> ::core::result::Result<S::Ok, S::Error> {
        ::tollgate::model::serialize(self, serializer)
    }
}
#[allow(dead_code, deprecated, clippy::too_many_arguments)]
impl Note {
    /// A `Note` with what it has to have, and nothing else.
    #[must_use]
    pub fn new(id: i64, owner: Option<Owner>, author: Owner) -> Self {
        Self {
            id,
            object: ::std::string::String::from("note"),
            version: ::core::default::Default::default(),
            r#name: ::core::default::Default::default(),
            owner,
            author,
            rest: ::core::default::Default::default(),
        }
    }
}
#[derive(Debug, tollgate::Model)]
pub struct Owner {
    pub login: Option<String>,
}
#[automatically_derived]
#[allow(deprecated)]
impl ::tollgate::model::Wire for Owner {
    fn read(reader: &mut ::tollgate::model::Reader<'_>) -> Self {
        Self {
            login: reader.field("login"),
        }
    }
    fn write(&self, writer: &mut ::tollgate::model::Writer<'_>) {
        writer.object();
        writer.field("login", &self.login);
    }
}
#[automatically_derived]
#[allow(deprecated)]
impl<'de> ::tollgate::__private::serde::Deserialize<'de> for Owner {
    fn deserialize<D: ::tollgate::__private::serde::Deserializer<'de>>(
        deserializer: D,
    ) -> ::core::result::Result<Self, D::Error> {
        ::tollgate::model::deserialize(deserializer)
    }
}
#[automatically_derived]
#[allow(deprecated)]
impl ::tollgate::__private::serde::Serialize for Owner {
    fn serialize<S: ::tollgate::__private::serde::Serializer>(
        &self,
        serializer: S,
    ) -> ::core::result::Result<S::Ok, S::Error> {
        ::tollgate::model::serialize(self, serializer)
    }
}
#[derive(Debug, tollgate::Model)]
pub struct Owners(pub Vec<Owner>);
#[automatically_derived]
#[allow(deprecated)]
impl ::tollgate::model::Wire for Owners {
    fn read(reader: &mut ::tollgate::model::Reader<'_>) -> Self {
        Self(reader.value())
    }
    fn write(&self, writer: &mut ::tollgate::model::Writer<'_>) {
        ::tollgate::model::Wire::write(&self.0, writer)
    }
}
#[automatically_derived]
#[allow(deprecated)]
impl<'de> ::tollgate::__private::serde::Deserialize<'de> for Owners {
    fn deserialize<D: ::tollgate::__private::serde::Deserializer<'de>>(
        deserializer: D,
    ) -> ::core::result::Result<Self, D::Error> {
        ::tollgate::model::deserialize(deserializer)
    }
}
#[automatically_derived]
#[allow(deprecated)]
impl ::tollgate::__private::serde::Serialize for Owners {
    fn serialize<S: ::tollgate::__private::serde::Serializer>(
        &self,
        serializer: S,
    ) -> ::core::result::Result<S::Ok, S::Error> {
        ::tollgate::model::serialize(self, serializer)
    }
}
#[derive(Debug, tollgate::Model)]
pub enum State {
    #[wire("open")]
    Open,
    #[wire(other)]
    Other(String),
}
#[automatically_derived]
#[allow(deprecated)]
impl ::tollgate::model::Wire for State {
    fn read(reader: &mut ::tollgate::model::Reader<'_>) -> Self {
        match reader.word(&["open"], true) {
            0usize => Self::Open,
            _ => Self::Other(reader.value()),
        }
    }
    fn write(&self, writer: &mut ::tollgate::model::Writer<'_>) {
        writer.text(self.as_str());
    }
}
#[automatically_derived]
#[allow(deprecated)]
impl<'de> ::tollgate::__private::serde::Deserialize<'de> for State {
    fn deserialize<D: ::tollgate::__private::serde::Deserializer<'de>>(
        deserializer: D,
    ) -> ::core::result::Result<Self, D::Error> {
        ::tollgate::model::deserialize(deserializer)
    }
}
#[automatically_derived]
#[allow(deprecated)]
impl ::tollgate::__private::serde::Serialize for State {
    fn serialize<S: ::tollgate::__private::serde::Serializer>(
        &self,
        serializer: S,
    ) -> ::core::result::Result<S::Ok, S::Error> {
        ::tollgate::model::serialize(self, serializer)
    }
}
#[allow(dead_code, deprecated)]
impl State {
    /// The value as it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Open => "open",
            Self::Other(text) => text,
        }
    }
}
#[automatically_derived]
impl ::core::fmt::Display for State {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        f.pad(self.as_str())
    }
}
#[derive(Debug, tollgate::Model)]
pub enum Level {
    #[wire(1)]
    Low,
    #[wire(2)]
    High,
}
#[automatically_derived]
#[allow(deprecated)]
impl ::tollgate::model::Wire for Level {
    fn read(reader: &mut ::tollgate::model::Reader<'_>) -> Self {
        match reader.number(&[1i64, 2i64], false) {
            1usize => Self::High,
            _ => Self::Low,
        }
    }
    fn write(&self, writer: &mut ::tollgate::model::Writer<'_>) {
        ::tollgate::model::Wire::write(&self.as_i64(), writer)
    }
}
#[automatically_derived]
#[allow(deprecated)]
impl<'de> ::tollgate::__private::serde::Deserialize<'de> for Level {
    fn deserialize<D: ::tollgate::__private::serde::Deserializer<'de>>(
        deserializer: D,
    ) -> ::core::result::Result<Self, D::Error> {
        ::tollgate::model::deserialize(deserializer)
    }
}
#[automatically_derived]
#[allow(deprecated)]
impl ::tollgate::__private::serde::Serialize for Level {
    fn serialize<S: ::tollgate::__private::serde::Serializer>(
        &self,
        serializer: S,
    ) -> ::core::result::Result<S::Ok, S::Error> {
        ::tollgate::model::serialize(self, serializer)
    }
}
#[allow(dead_code, deprecated)]
impl Level {
    /// The value as it is written.
    #[must_use]
    pub const fn as_i64(&self) -> i64 {
        match self {
            Self::Low => 1i64,
            Self::High => 2i64,
        }
    }
}
#[automatically_derived]
impl ::core::fmt::Display for Level {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        ::core::fmt::Display::fmt(&self.as_i64(), f)
    }
}
#[derive(Debug, tollgate::Model)]
#[wire(tag = "type")]
pub enum Event {
    #[wire("push", "pull")]
    Moved(Box<Note>),
    #[wire("other")]
    Known(Owner),
    #[wire(other)]
    Other(Value),
}
#[automatically_derived]
#[allow(deprecated)]
impl ::tollgate::model::Wire for Event {
    const IS_NOT_ITS_OWN_ALTERNATIVE: bool = <Box<
        Note,
    > as ::tollgate::model::Wire>::IS_NOT_ITS_OWN_ALTERNATIVE
        && <Owner as ::tollgate::model::Wire>::IS_NOT_ITS_OWN_ALTERNATIVE;
    fn read(reader: &mut ::tollgate::model::Reader<'_>) -> Self {
        match reader.tag("type", &["push", "pull", "other"], true) {
            0usize | 1usize => Self::Moved(reader.value()),
            2usize => Self::Known(reader.value()),
            _ => Self::Other(reader.value()),
        }
    }
    fn write(&self, writer: &mut ::tollgate::model::Writer<'_>) {
        match self {
            Self::Moved(value) => writer.tagged("type", &["push", "pull"], value),
            Self::Known(value) => writer.tagged("type", &["other"], value),
            Self::Other(value) => ::tollgate::model::Wire::write(value, writer),
        }
    }
}
#[automatically_derived]
#[allow(deprecated)]
impl<'de> ::tollgate::__private::serde::Deserialize<'de> for Event {
    fn deserialize<D: ::tollgate::__private::serde::Deserializer<'de>>(
        deserializer: D,
    ) -> ::core::result::Result<Self, D::Error> {
        ::tollgate::model::deserialize(deserializer)
    }
}
#[automatically_derived]
#[allow(deprecated)]
impl ::tollgate::__private::serde::Serialize for Event {
    fn serialize<S: ::tollgate::__private::serde::Serializer>(
        &self,
        serializer: S,
    ) -> ::core::result::Result<S::Ok, S::Error> {
        ::tollgate::model::serialize(self, serializer)
    }
}
#[derive(Debug, tollgate::Model)]
#[wire(untagged)]
pub enum Id {
    Number(i64),
    Text(String),
}
#[automatically_derived]
#[allow(deprecated)]
impl ::tollgate::model::Wire for Id {
    fn read(reader: &mut ::tollgate::model::Reader<'_>) -> Self {
        match reader.best(&["Number", "Text"], false, Self::read) {
            ::core::result::Result::Ok(best) => best,
            ::core::result::Result::Err(1usize) => Self::Text(reader.value()),
            ::core::result::Result::Err(_) => Self::Number(reader.value()),
        }
    }
    fn write(&self, writer: &mut ::tollgate::model::Writer<'_>) {
        match self {
            Self::Number(value) => ::tollgate::model::Wire::write(value, writer),
            Self::Text(value) => ::tollgate::model::Wire::write(value, writer),
        }
    }
}
#[automatically_derived]
#[allow(deprecated)]
impl<'de> ::tollgate::__private::serde::Deserialize<'de> for Id {
    fn deserialize<D: ::tollgate::__private::serde::Deserializer<'de>>(
        deserializer: D,
    ) -> ::core::result::Result<Self, D::Error> {
        ::tollgate::model::deserialize(deserializer)
    }
}
#[automatically_derived]
#[allow(deprecated)]
impl ::tollgate::__private::serde::Serialize for Id {
    fn serialize<S: ::tollgate::__private::serde::Serializer>(
        &self,
        serializer: S,
    ) -> ::core::result::Result<S::Ok, S::Error> {
        ::tollgate::model::serialize(self, serializer)
    }
}
#[derive(Debug, tollgate::Answers)]
pub enum Stored {
    #[status(200)]
    Found(Note),
    #[status(202, 204)]
    Later,
    #[status("2XX")]
    Other(Bytes),
}
#[automatically_derived]
impl ::tollgate::__private::ByStatus for Stored {
    const STATUSES: &'static [(usize, u16, u16)] = &[
        (0usize, 200u16, 200u16),
        (1usize, 202u16, 202u16),
        (1usize, 204u16, 204u16),
        (2usize, 200u16, 299u16),
    ];
    const ACCEPT: ::core::option::Option<&'static str> = ::core::option::Option::None;
    const NAME: &'static str = "Stored";
    fn read(
        variant: usize,
        answer: ::tollgate::__private::Chosen,
    ) -> ::core::result::Result<Self, ::tollgate::__private::Refused> {
        match variant {
            0usize => answer.json().map(Self::Found),
            1usize => ::core::result::Result::Ok(Self::Later),
            _ => answer.bytes().map(Self::Other),
        }
    }
}
#[derive(Debug, tollgate::Parts)]
pub struct Upload {
    pub file: tollgate::Part,
    pub purpose: State,
    #[wire("sizes[]", json)]
    pub sizes: Vec<i64>,
}
#[automatically_derived]
#[allow(deprecated)]
impl ::core::convert::From<Upload> for ::tollgate::Multipart {
    fn from(parts: Upload) -> Self {
        ::tollgate::__private::Form::new()
            .parts("file", parts.file)
            .value("purpose", &parts.purpose)
            .json("sizes[]", &parts.sizes)
            .form()
    }
}
/// One mistake, and what stays usable.
#[derive(Debug, tollgate::Model)]
pub enum Broken {
    #[wire("open")]
    Open,
    #[wire("open")]
    Opened,
}
::core::compile_error! {
    "`Broken`: variant `Open` is `open` on the wire already; give variant `Opened` another name: `#[wire(\"…\")]`"
}
#[automatically_derived]
impl ::tollgate::model::Wire for Broken {
    fn read(_: &mut ::tollgate::model::Reader<'_>) -> Self {
        loop {}
    }
    fn write(&self, _: &mut ::tollgate::model::Writer<'_>) {}
}
#[automatically_derived]
#[allow(deprecated)]
impl<'de> ::tollgate::__private::serde::Deserialize<'de> for Broken {
    fn deserialize<D: ::tollgate::__private::serde::Deserializer<'de>>(
        deserializer: D,
    ) -> ::core::result::Result<Self, D::Error> {
        ::tollgate::model::deserialize(deserializer)
    }
}
#[automatically_derived]
#[allow(deprecated)]
impl ::tollgate::__private::serde::Serialize for Broken {
    fn serialize<S: ::tollgate::__private::serde::Serializer>(
        &self,
        serializer: S,
    ) -> ::core::result::Result<S::Ok, S::Error> {
        ::tollgate::model::serialize(self, serializer)
    }
}
#[allow(dead_code)]
impl Broken {
    pub fn as_str(&self) -> &str {
        loop {}
    }
    pub fn as_i64(&self) -> i64 {
        loop {}
    }
}
#[automatically_derived]
impl ::core::fmt::Display for Broken {
    fn fmt(&self, _: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        loop {}
    }
}
