//! The text that parts make together, as far as its constants are known.

use super::{Names, Target};
use crate::facts::{Item, ModuleId, Part};

/// No text that a person wrote is longer.
const LONGEST: usize = 4_096;

/// Constants of constants that are followed; they may name each other.
const DEEPEST: usize = 8;

impl Names<'_> {
    /// The text that parts make together, with a blank for what nobody knows.
    pub(crate) fn text(&self, package: usize, scope: ModuleId, parts: &[Part]) -> String {
        let mut text = String::new();
        self.write(package, scope, parts, &mut text, 0);
        text
    }

    fn write(
        &self,
        package: usize,
        scope: ModuleId,
        parts: &[Part],
        text: &mut String,
        depth: usize,
    ) {
        for part in parts {
            match part {
                _ if text.len() > LONGEST || depth > DEEPEST => text.push(' '),
                Part::Literal(literal) => text.push_str(literal),
                Part::Unknown => text.push(' '),
                Part::Path(path) => match self.targets(package, scope, *path).first() {
                    Some(Target::Text(package, module, name)) => {
                        let items = &self.sources[*package].modules[*module].items[name];
                        let parts = items.iter().find_map(|item| match item {
                            Item::Text(parts) => Some(parts),
                            _ => None,
                        });
                        let parts = parts.map_or(&[][..], Vec::as_slice);
                        self.write(*package, *module, parts, text, depth + 1);
                    }
                    _ => text.push(' '),
                },
            }
        }
    }
}
