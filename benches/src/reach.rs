//! Figures that must be reached.

use std::fmt::Display;

use crate::say;

/// The figures of one bench, each met or not, or not to be judged.
#[derive(Debug, Default)]
pub struct Reach {
    missed: usize,
    unjudged: usize,
}

impl Reach {
    /// Prints whether `figure` is at most `limit`.
    pub fn at_most(&mut self, what: &str, figure: f64, limit: f64) {
        self.tell(what, figure, "<=", limit, figure <= limit);
    }

    /// Prints whether `figure` is at least `limit`.
    pub fn at_least(&mut self, what: &str, figure: f64, limit: f64) {
        self.tell(what, figure, ">=", limit, figure >= limit);
    }

    /// Prints why a figure can be neither met nor missed.
    pub fn not_judged(&mut self, what: &str, why: impl Display) {
        self.unjudged += 1;
        say(format_args!("reach: {what}: {why}: not judged"));
    }

    /// Prints how many were missed, and how many could not be judged.
    pub fn sum_up(&self) {
        match (self.missed, self.unjudged) {
            (0, 0) => say("every figure is met"),
            (missed, 0) => say(format_args!("{missed} not met")),
            (missed, unjudged) => say(format_args!("{missed} not met, {unjudged} not judged")),
        }
    }

    fn tell(&mut self, what: &str, figure: f64, relation: &str, limit: f64, met: bool) {
        self.missed += usize::from(!met);
        let verdict = if met { "met" } else { "NOT MET" };
        say(format_args!(
            "reach: {what}: {figure:.3} {relation} {limit:.3}: {verdict}"
        ));
    }
}
