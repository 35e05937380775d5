//! A history as a line of small bars.

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The last `width` of `values`, oldest first, each as a bar; `full` is the value of the highest.
///
/// Nothing is the lowest bar, and every other value at least the one above it. Where there is no
/// value yet, there is a blank.
///
/// ```
/// use tollgate_cli::show::spark::line;
///
/// assert_eq!(line(&[0.0, 0.1, 5.0, 10.0], 6, 10.0), "  ▁▂▅█");
/// ```
#[must_use]
pub fn line(values: &[f64], width: usize, full: f64) -> String {
    let shown = &values[values.len().saturating_sub(width)..];
    let blanks = " ".repeat(width - shown.len());
    blanks
        .chars()
        .chain(shown.iter().map(|value| bar(*value, full)))
        .collect()
}

fn bar(value: f64, full: f64) -> char {
    let share = (value / full).clamp(0.0, 1.0);
    if share.is_nan() || share == 0.0 {
        return BARS[0];
    }
    let steps = BARS[1..].iter();
    // The first bar that is not lower than the value.
    let mut highest = steps
        .zip(1_u8..)
        .filter(|(_, step)| f64::from(*step) / 7.0 + 1e-9 >= share);
    highest.next().map_or('█', |(bar, _)| *bar)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_tells_nothing_from_little_and_all_from_much() {
        for (value, shown) in [
            (0.0, '▁'),
            (1e-9, '▂'),
            (1.0, '▂'),
            (1.1, '▃'),
            (6.0, '▇'),
            (6.1, '█'),
            (7.0, '█'),
        ] {
            assert_eq!(bar(value, 7.0), shown, "{value}");
        }
    }

    #[test]
    fn no_value_breaks_the_line() {
        for value in [f64::NAN, f64::INFINITY, -1.0, 1e300] {
            for full in [0.0, f64::NAN, 1.0] {
                assert_eq!(line(&[value], 2, full).chars().count(), 2);
            }
        }
    }

    #[test]
    fn the_latest_are_shown() {
        assert_eq!(line(&[9.0, 0.0, 7.0], 2, 7.0), "▁█");
        assert_eq!(line(&[], 3, 1.0), "   ");
    }
}
