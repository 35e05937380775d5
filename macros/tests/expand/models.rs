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

#[derive(Debug, tollgate::Model)]
pub struct Owner {
    pub login: Option<String>,
}

#[derive(Debug, tollgate::Model)]
pub struct Owners(pub Vec<Owner>);

#[derive(Debug, tollgate::Model)]
pub enum State {
    #[wire("open")]
    Open,
    #[wire(other)]
    Other(String),
}

#[derive(Debug, tollgate::Model)]
pub enum Level {
    #[wire(1)]
    Low,
    #[wire(2)]
    High,
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

#[derive(Debug, tollgate::Model)]
#[wire(untagged)]
pub enum Id {
    Number(i64),
    Text(String),
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

#[derive(Debug, tollgate::Parts)]
pub struct Upload {
    pub file: tollgate::Part,
    pub purpose: State,
    #[wire("sizes[]", json)]
    pub sizes: Vec<i64>,
}

/// One mistake, and what stays usable.
#[derive(Debug, tollgate::Model)]
pub enum Broken {
    #[wire("open")]
    Open,
    #[wire("open")]
    Opened,
}
