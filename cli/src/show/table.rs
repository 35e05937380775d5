//! A table of as many columns as fit.
//!
//! Groups of rows go in, each below a line of its own, and lines come out. The columns are equally
//! wide in all groups. If the width is not enough for all of them, the least important ones are
//! left out, and their names are told.

use unicode_width::UnicodeWidthStr;

use super::{Line, Part, Piece};

const INDENT: &str = "  ";
const GAP: &str = "  ";

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// What stands above it.
    pub title: &'static str,
    /// Whether its cells stand to the right.
    pub right: bool,
    /// The lower, the later it is left out; a column of zero is always shown.
    pub rank: u8,
}

/// Rows below a line of their own.
#[derive(Clone, Debug)]
pub struct Group {
    /// The lines above the rows, as wide as they may be.
    pub heading: Vec<Line>,
    /// One cell for each column.
    pub rows: Vec<Vec<Piece>>,
}

/// What came of a table.
#[derive(Clone, Debug)]
pub struct Laid {
    /// Titles, headings and rows.
    pub lines: Vec<Line>,
    /// The titles of the columns for which there was no room.
    pub left_out: Vec<&'static str>,
}

/// Lays the groups out in `width` columns of text.
#[must_use]
pub fn lay(columns: &[Column], groups: &[Group], width: usize) -> Laid {
    let widths: Vec<usize> = (0..columns.len())
        .map(|index| widest(columns[index], groups, index))
        .collect();
    let shown = choose(columns, &widths, width);
    let titles: Vec<Piece> = columns.iter().map(title).collect();
    let row = |cells: &[Piece]| row(columns, &widths, &shown, cells);
    let mut lines = vec![row(&titles)];
    for group in groups {
        lines.extend(group.heading.iter().cloned());
        lines.extend(group.rows.iter().map(|cells| row(cells)));
    }
    let missing = |index: &usize| !shown.contains(index);
    let left_out = (0..columns.len())
        .filter(missing)
        .map(|index| columns[index].title)
        .collect();
    Laid { lines, left_out }
}

fn title(column: &Column) -> Piece {
    Piece {
        text: column.title.to_owned(),
        part: Part::Dim,
    }
}

fn widest(column: Column, groups: &[Group], index: usize) -> usize {
    let cells = groups.iter().flat_map(|group| &group.rows);
    let widths = cells
        .filter_map(|row| row.get(index))
        .map(|cell| cell.text.width());
    widths.max().unwrap_or(0).max(column.title.width())
}

/// The columns that fit, by falling importance, in the order in which they stand.
fn choose(columns: &[Column], widths: &[usize], width: usize) -> Vec<usize> {
    let mut by_rank: Vec<usize> = (0..columns.len()).collect();
    by_rank.sort_by_key(|index| columns[*index].rank);
    let mut left = width.saturating_sub(INDENT.len());
    let mut shown = Vec::new();
    for index in by_rank {
        let gap = if shown.is_empty() { 0 } else { GAP.len() };
        let fits = left.checked_sub(widths[index] + gap);
        match (fits, columns[index].rank) {
            (Some(rest), _) => left = rest,
            (None, 0) => left = 0,
            // A narrower one of less importance would be shown by luck.
            (None, _) => break,
        }
        shown.push(index);
    }
    shown.sort_unstable();
    shown
}

fn row(columns: &[Column], widths: &[usize], shown: &[usize], cells: &[Piece]) -> Line {
    let mut line = Line::default();
    let mut lead = INDENT.to_owned();
    for (place, index) in shown.iter().copied().enumerate() {
        let Some(cell) = cells.get(index) else {
            continue;
        };
        let blanks = " ".repeat(widths[index].saturating_sub(cell.text.width()));
        let last = place + 1 == shown.len();
        let (before, after) = match columns[index].right {
            true => (blanks, String::new()),
            false if last => Default::default(),
            false => (String::new(), blanks),
        };
        lead.push_str(&before);
        line = line.and(Part::Plain, lead).and(cell.part, &cell.text);
        lead = after + GAP;
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: [Column; 3] = [
        Column {
            title: "NAME",
            right: false,
            rank: 0,
        },
        Column {
            title: "LEFT",
            right: true,
            rank: 2,
        },
        Column {
            title: "UNPAID",
            right: true,
            rank: 1,
        },
    ];

    fn table(width: usize) -> (String, Vec<&'static str>) {
        let cell = |text: &str| Piece {
            text: text.to_owned(),
            part: Part::Plain,
        };
        let group = Group {
            heading: vec![Line::of(Part::Strong, "above")],
            rows: vec![
                vec![cell("a"), cell("1"), cell("0")],
                vec![cell("日本"), cell("12345"), cell("1")],
            ],
        };
        let laid = lay(&COLUMNS, &[group], width);
        let text: Vec<String> = laid.lines.iter().map(Line::plain).collect();
        assert!(
            laid.lines
                .iter()
                .skip(2)
                .all(|line| line.width() <= width.max(6))
        );
        (text.join("\n"), laid.left_out)
    }

    #[test]
    fn columns_stand_below_each_other() {
        let expected = "  NAME   LEFT  UNPAID\nabove\n  a         1       0\n  日本  12345       1";
        assert_eq!(table(21), (expected.to_owned(), vec![]));
    }

    #[test]
    fn the_least_important_column_goes_first_and_is_named() {
        let (text, left_out) = table(20);
        assert_eq!(
            text,
            "  NAME  UNPAID\nabove\n  a          0\n  日本       1"
        );
        assert_eq!(left_out, ["LEFT"]);
        assert_eq!(table(0).1, ["LEFT", "UNPAID"]);
    }
}
