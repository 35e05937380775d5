//! Schemas that consist of themselves, by way of lists and the like.

use super::Type;
use super::definition::Shape;
use super::make::{DEPTH, Maker};
use crate::report::Reason;

impl Maker<'_> {
    /// A schema that consists of itself, by way of lists and the like, is a type of its own: and so
    /// are all on the way that have a name, wherever one begins to look.
    pub(super) fn knot(&mut self, place: &str) -> usize {
        let from = self
            .open
            .iter()
            .position(|(open, _)| open == place)
            .unwrap_or_default();
        let circle = self.open.get(from..).unwrap_or_default().to_vec();
        for (open, _) in circle
            .iter()
            .filter(|(open, referred)| *referred || open == place)
        {
            self.define(&knotted(open), Vec::new(), Shape::Open);
        }
        self.define(&knotted(place), Vec::new(), Shape::Open)
    }

    pub(super) fn tied(&mut self, index: usize, of: Type, place: &str) -> Type {
        let mut at = of.held();
        let mut hops = 0;
        while let Some(next) = at.filter(|next| *next != index && hops <= DEPTH) {
            hops += 1;
            at = match self
                .definitions
                .get(next)
                .map(|definition| &definition.shape)
            {
                Some(Shape::Newtype(of)) => of.held(),
                _ => None,
            };
        }
        let shape = match at.is_some() && !matches!(of, Type::Nullable(_)) {
            true => {
                let said = "it consists of nothing but itself; it is read as anything";
                Shape::Newtype(self.anything(place, Reason::WiderType, said.to_owned()))
            }
            false => Shape::Newtype(of),
        };
        if let Some(definition) = self.definitions.get_mut(index) {
            definition.shape = shape;
        }
        Type::Named(index)
    }
}

/// A place by which a definition is known that is only there to tie a knot.
pub(super) fn knotted(place: &str) -> String {
    format!("{place}/~knot")
}
