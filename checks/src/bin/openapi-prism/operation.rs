//! The operation that a method stands for, and values that its document allows.

use serde_json::Value;
use syn::{Attribute, LitStr};

use crate::sample::{resolved, sample};

/// An operation of the document, with the parameters of its path.
pub(crate) struct Operation<'d> {
    document: &'d Value,
    node: &'d Value,
    parameters: Vec<&'d Value>,
    path: &'d str,
}

impl<'d> Operation<'d> {
    /// The operation that a method stands for: templates differ by the names in braces only.
    pub(crate) fn find(document: &'d Value, verb: &str, template: &str) -> Option<Self> {
        let paths = document["paths"].as_object()?;
        let (path, item) = paths
            .iter()
            .find(|(path, item)| bare(path) == bare(template) && item.get(verb).is_some())?;
        let lists = [&item[verb]["parameters"], &item["parameters"]];
        let all = lists.into_iter().filter_map(Value::as_array).flatten();
        Some(Self {
            document,
            node: &item[verb],
            parameters: all.map(|one| resolved(document, one)).collect(),
            path,
        })
    }

    /// A value for an argument, by where it goes.
    pub(crate) fn value(
        &self,
        name: &str,
        attributes: &[Attribute],
        template: &str,
    ) -> Option<Value> {
        let name = name.trim_start_matches("r#");
        let marked = |marker: &str| {
            let mut marked = attributes.iter();
            marked.find(|attribute| attribute.path().is_ident(marker))
        };
        if marked("form").is_some() {
            return self.body("form-urlencoded");
        }
        if marked("json").or(marked("body")).is_some() {
            return self.body("json");
        }
        // The method's template may call the same part otherwise.
        if let Some(index) = braced(template).iter().position(|part| *part == name) {
            return self.parameter("path", braced(self.path).get(index)?);
        }
        if let Some(header) = marked("header") {
            let header: LitStr = header.parse_args().ok()?;
            return self.parameter("header", &header.value());
        }
        let renamed = attributes.iter().find_map(renamed);
        self.parameter("query", renamed.as_deref().unwrap_or(name))
    }

    fn parameter(&self, place: &str, name: &str) -> Option<Value> {
        let is_it = |parameter: &&&Value| {
            let other = parameter["name"].as_str().unwrap_or_default();
            parameter["in"] == place && other.eq_ignore_ascii_case(name)
        };
        let parameter = self.parameters.iter().find(is_it)?;
        let content = parameter["content"].as_object();
        let in_content = content.and_then(|content| content.values().next()?.get("schema"));
        // Swagger 2.0 has the words of a schema beside the name.
        let schema = parameter.get("schema").or(in_content).unwrap_or(parameter);
        Some(sample(self.document, schema))
    }

    /// Of the media type whose name has the word in it, or of the first.
    fn body(&self, word: &str) -> Option<Value> {
        let mut parameters = self.parameters.iter();
        if let Some(parameter) = parameters.find(|parameter| parameter["in"] == "body") {
            return Some(sample(self.document, &parameter["schema"]));
        }
        let body = resolved(self.document, &self.node["requestBody"]);
        let content = body["content"].as_object()?;
        let chosen = content.iter().find(|(media, _)| media.contains(word));
        let (_, media) = chosen.or_else(|| content.iter().next())?;
        let schema = media.get("schema").unwrap_or(&Value::Null);
        Some(match example(media).filter(|_| has_alternatives(schema)) {
            Some(example) => example.clone(),
            None => sample(self.document, schema),
        })
    }
}

/// What the vendor gives as an example.
fn example(media: &Value) -> Option<&Value> {
    let several = media["examples"].as_object();
    let first = several.and_then(|several| several.values().next()?.get("value"));
    media.get("example").or(first)
}

/// Whether a made-up value may fit two alternatives of which it must fit one.
fn has_alternatives(schema: &Value) -> bool {
    ["oneOf", "anyOf"]
        .iter()
        .any(|word| schema[word].is_array())
}

fn renamed(attribute: &Attribute) -> Option<String> {
    let mut name = None;
    let _ = attribute.path().is_ident("query").then(|| {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("rename") {
                name = Some(meta.value()?.parse::<LitStr>()?.value());
            }
            Ok(())
        })
    });
    name
}

/// `/a/{}/b` of `/a/{id}/b`, without a query.
fn bare(template: &str) -> String {
    let path = template.split(['?', '#']).next().unwrap_or_default();
    let mut inside = false;
    let kept = path.chars().filter(|letter| {
        inside = match letter {
            '{' => true,
            '}' => false,
            _ => return !inside,
        };
        true
    });
    kept.collect()
}

fn braced(template: &str) -> Vec<&str> {
    template
        .split('{')
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('}')?.0))
        .collect()
}
