//! The file of limits, and what is wrong with it.

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use tollgate_signals::preset;

use super::rate;

/// What a file of limits says.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) limits_from: Option<String>,
    pub(super) auth: Option<String>,
    pub(super) bucket_header: Option<String>,
    pub(super) default_bucket: Option<String>,
    #[serde(default, rename = "bucket", deserialize_with = "in_order")]
    pub(super) buckets: Vec<(String, Bucket)>,
    #[serde(default)]
    pub(super) cost: Vec<Cost>,
}

/// One bucket.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bucket {
    #[serde(default)]
    pub(super) ceiling: Texts,
    pub(super) budget: Option<String>,
    pub(super) unpublished: Option<String>,
    pub(super) skew: Option<String>,
    pub(super) source: Option<String>,
    #[serde(default)]
    pub(super) operations: Vec<String>,
}

/// What operations take that take more than one unit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Cost {
    pub(super) operations: Vec<String>,
    pub(super) cost: u32,
}

/// One text, or a list of them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(from = "OneOrMore")]
pub(super) struct Texts(pub(super) Vec<String>);

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "a text such as \"60 per minute\", or a list of such texts"
)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl From<OneOrMore> for Texts {
    fn from(texts: OneOrMore) -> Self {
        match texts {
            OneOrMore::One(text) => Self(vec![text]),
            OneOrMore::More(texts) => Self(texts),
        }
    }
}

/// Reads a file. The error says what is wrong and what would be right.
pub(super) fn read(text: &str) -> Result<File, String> {
    let mut file: File = toml::from_str(text).map_err(|error| error.to_string())?;
    let names: Vec<_> = file
        .buckets
        .iter()
        .map(|(name, _)| format!("`{name}`"))
        .collect();
    let Some((first, rest)) = file.buckets.split_first() else {
        return Err(
            "there is no bucket; write `[bucket.all]` and below it `ceiling = \"60 per minute\"`"
                .to_owned(),
        );
    };
    match &file.default_bucket {
        None if rest.is_empty() => file.default_bucket = Some(first.0.clone()),
        None => {
            return Err(format!(
                "there are several buckets, {}; write `default_bucket = \"…\"` for the one of operations that no bucket names",
                names.join(", ")
            ));
        }
        Some(default) if file.buckets.iter().any(|(name, _)| name == default) => {}
        Some(default) => {
            return Err(format!(
                "the default bucket `{default}` is none of {}",
                names.join(", ")
            ));
        }
    }
    if let Some(vendor) = &file.limits_from
        && preset::named(vendor).is_none()
    {
        let known: Vec<_> = preset::ALL.iter().map(|preset| preset.name).collect();
        return Err(format!(
            "`{vendor}` in `limits_from` is none of those that are known: {}",
            known.join(", ")
        ));
    }
    if let Some(header) = &file.bucket_header
        && !header
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    {
        return Err(format!(
            "`{header}` in `bucket_header` is no name of a header"
        ));
    }
    if let Some(auth) = &file.auth {
        rate::auth(auth)?;
    }
    for (name, bucket) in &file.buckets {
        check(name, bucket).map_err(|said| format!("bucket `{name}`: {said}"))?;
    }
    match file.cost.iter().find(|cost| cost.cost == 0) {
        Some(_) => Err("a cost is 0; a request takes at least one unit".to_owned()),
        None => Ok(file),
    }
}

fn check(name: &str, bucket: &Bucket) -> Result<(), String> {
    let is_word = syn::parse_str::<syn::Ident>(name).is_ok();
    if !is_word {
        return Err("a bucket's name is a word as a Rust name is, such as `search`".to_owned());
    }
    for ceiling in &bucket.ceiling.0 {
        rate::ceiling(ceiling)?;
    }
    if let Some(budget) = &bucket.budget {
        rate::budget(budget)?;
    }
    if let Some(skew) = &bucket.skew {
        rate::time(skew)?;
    }
    match (bucket.ceiling.0.is_empty(), &bucket.unpublished, &bucket.budget) {
        (false, None, _) | (_, Some(_), Some(_)) => Ok(()),
        (_, Some(_), None) => Err("a limit that is not published needs a budget, such as `budget = \"2 per second\"`".to_owned()),
        (true, None, _) => Err("it has no limit; write what the vendor publishes as `ceiling = \"60 per minute\"`, or `unpublished = \"why\"` and a budget".to_owned()),
    }
}

/// The tables of the file in their order, in which the first that names an operation pays.
fn in_order<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(String, Bucket)>, D::Error> {
    struct Tables;
    impl<'de> Visitor<'de> for Tables {
        type Value = Vec<(String, Bucket)>;

        fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
            f.write_str("tables such as [bucket.search]")
        }

        fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
            let mut tables = Vec::new();
            while let Some(table) = map.next_entry()? {
                tables.push(table);
            }
            Ok(tables)
        }
    }
    deserializer.deserialize_map(Tables)
}
