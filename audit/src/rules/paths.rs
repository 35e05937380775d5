//! Lines that name a raw client.

use super::Look;
use crate::facts::{How, Mention};
use crate::finding::{Finding, Rule};
use crate::names::Target;

pub(super) fn findings(look: &Look<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, sources) in look.sources.iter().enumerate() {
        for mention in &sources.mentions {
            let targets = look.names.targets(index, mention.scope, mention.path);
            findings.extend(
                targets
                    .iter()
                    .find_map(|target| judged(look, index, mention, target)),
            );
        }
    }
    findings
}

fn judged(look: &Look<'_>, package: usize, mention: &Mention, target: &Target) -> Option<Finding> {
    let sources = &look.sources[package];
    let written = sources.paths[mention.path].written();
    let (rule, name, message) = match target {
        Target::Raw(client, path) => {
            let client = &look.clients[*client];
            let name = client.package.as_str();
            let krate = [name.replace('-', "_")];
            let meant = [&krate, path.as_slice()].concat().join("::");
            let is = match meant == written.trim_start_matches("::") {
                true => format!("`{written}`"),
                false => format!("`{written}`, which is `{meant}`,"),
            };
            let (rule, message) = match mention.how {
                How::Call if client.is_door(path) => {
                    (Rule::Call, format!("{is} makes or calls an HTTP client"))
                }
                How::Type if client.is_door(path) || client.is_trait(path) => {
                    (Rule::Type, format!("{is} is held or handed on as a type"))
                }
                How::Import if client.is_trait(path) => (
                    Rule::Call,
                    format!("{is} is imported for methods that send"),
                ),
                How::Export | How::ExportGlob if client.leads_to_doors(path) => {
                    (Rule::Reexport, format!("{is} is handed to other crates"))
                }
                _ => return None,
            };
            (rule, name, message)
        }
        Target::Mark(_) if mention.how != How::Import => (
            Rule::Mark,
            crate::names::MARK,
            format!("`{written}` can make marks of paid requests"),
        ),
        _ => return None,
    };
    let (place, class) = sources.place(mention.spot);
    let package = &look.workspace.packages[package].name;
    Some(Finding::new(rule, place, package, class, message).client(name))
}
