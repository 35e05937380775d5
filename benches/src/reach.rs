//! Figures that must be reached.

use crate::say;

/// The figures of one bench, each met or not.
#[derive(Debug, Default)]
pub struct Reach {
    missed: usize,
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

    /// Prints how many were missed.
    pub fn sum_up(&self) {
        match self.missed {
            0 => say("every figure is met"),
            missed => say(format_args!("{missed} not met")),
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
