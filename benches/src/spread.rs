//! What several rounds came to.

use std::fmt;

/// The median of several rounds, and the range around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The median.
    pub median: f64,
    /// The lower end of the range.
    pub min: f64,
    /// The upper end of the range.
    pub max: f64,
}

impl Spread {
    /// The median with the least and the most; not a number where there are no values.
    #[must_use]
    pub fn of(values: Vec<f64>) -> Self {
        let last = values.len().saturating_sub(1);
        Self::between(values, 0, last)
    }

    /// The median with the middle half of many values, among which some always went wrong.
    #[must_use]
    pub fn middle(values: Vec<f64>) -> Self {
        let (quarter, last) = (values.len() / 4, values.len().saturating_sub(1));
        Self::between(values, quarter, last.saturating_sub(quarter))
    }

    fn between(mut values: Vec<f64>, low: usize, high: usize) -> Self {
        values.sort_by(f64::total_cmp);
        let at = |index: usize| values.get(index).copied().unwrap_or(f64::NAN);
        Self {
            median: at(values.len() / 2),
            min: at(low),
            max: at(high),
        }
    }
}

/// The median, then the range; the precision holds for all three.
impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(1);
        let Self { median, min, max } = self;
        write!(f, "{median:.digits$} ({min:.digits$}–{max:.digits$})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        let spread = Spread::of(vec![3.0, 1.0, 2.0]);
        assert_eq!(spread.to_string(), "2.0 (1.0–3.0)");
        assert_eq!(format!("{spread:.0}"), "2 (1–3)");
    }

    #[test]
    fn the_middle_half_leaves_out_a_quarter_on_each_side() {
        let spread = Spread::middle((0..9).map(f64::from).collect());
        assert_eq!(spread.to_string(), "4.0 (2.0–6.0)");
    }
}
