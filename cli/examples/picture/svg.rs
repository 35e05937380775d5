//! A screen as SVG.
//!
//! Every run of letters is told how wide it is, since no two machines have the same fonts, and bars are
//! drawn as rectangles, since in many fonts they do not touch.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

const COLUMN: f64 = 8.4;
const ROW: f64 = 18.0;
const SIDE: f64 = 14.0;
const TITLE: f64 = 30.0;

const BACKGROUND: &str = "#16181d";
const FRAME: &str = "#262a33";
const TEXT: &str = "#d6d9e0";
const DIM: &str = "#8a90a0";

/// The picture of `screen` with a title above it.
pub(crate) fn picture(title: &str, screen: &Buffer) -> String {
    let area = screen.area();
    let width = f64::from(area.width) * COLUMN + 2.0 * SIDE;
    let height = f64::from(area.height) * ROW + TITLE + 2.0 * SIDE;
    let mut svg = String::new();
    // Writing into a `String` cannot fail.
    let _ = writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" width="{width:.0}" height="{height:.0}" role="img" aria-label="{title}">
<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>
<path d="M0 {TITLE}V8a8 8 0 0 1 8-8H{right:.0}a8 8 0 0 1 8 8V{TITLE}Z" fill="{FRAME}"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="{TEXT}" xml:space="preserve">
<text x="{middle:.0}" y="20" text-anchor="middle" fill="{DIM}">{title}</text>"#,
        right = width - 8.0,
        middle = width / 2.0,
    );
    for y in area.top()..area.bottom() {
        row(&mut svg, screen, y);
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}

fn row(svg: &mut String, screen: &Buffer, y: u16) {
    let area = screen.area();
    let cells: Vec<&Cell> = (area.left()..area.right())
        .filter_map(|x| screen.cell((x, y)))
        .collect();
    let top = f64::from(y) * ROW + TITLE + SIDE;
    let mut start = 0;
    while start < cells.len() {
        let alike = |cell: &&&Cell| look(cell) == look(cells[start]);
        let length = cells[start..].iter().take_while(alike).count();
        let run = &cells[start..start + length];
        match bar(run[0]) {
            Some(height) => rectangle(svg, run, start, top, height),
            None => text(svg, run, start, top),
        }
        start += length;
    }
}

/// What makes two cells one run: their colours, and for bars their height; blanks end one.
fn look(cell: &Cell) -> (Color, Modifier, bool, String) {
    let alone = if bar(cell).is_some() {
        cell.symbol()
    } else {
        ""
    };
    (
        cell.fg,
        cell.modifier,
        cell.symbol() == " ",
        alone.to_owned(),
    )
}

/// How much of its cell a bar fills, in eighths.
fn bar(cell: &Cell) -> Option<u8> {
    let bars = "▁▂▃▄▅▆▇█".chars().zip(1..);
    let mut chars = cell.symbol().chars();
    let symbol = chars.next()?;
    bars.into_iter()
        .find(|(bar, _)| *bar == symbol)
        .map(|(_, height)| height)
}

fn rectangle(svg: &mut String, run: &[&Cell], column: usize, top: f64, eighths: u8) {
    let height = f64::from(eighths) / 8.0 * (ROW - 4.0);
    let _ = writeln!(
        svg,
        r#"<rect x="{x:.1}" y="{y:.2}" width="{width:.1}" height="{height:.2}" fill="{fill}"/>"#,
        x = left(column),
        y = top + ROW - 3.0 - height,
        width = left(run.len()) - left(0),
        fill = colour(run[0]),
    );
}

fn text(svg: &mut String, run: &[&Cell], column: usize, top: f64) {
    let letters: String = run.iter().map(|cell| cell.symbol()).collect();
    if letters.trim().is_empty() {
        return;
    }
    let bold = if run[0].modifier.contains(Modifier::BOLD) {
        r#" font-weight="bold""#
    } else {
        ""
    };
    let _ = writeln!(
        svg,
        r#"<text x="{x:.1}" y="{y:.1}" textLength="{length:.1}" lengthAdjust="spacingAndGlyphs" fill="{fill}"{bold}>{letters}</text>"#,
        x = left(column),
        y = top + ROW - 5.0,
        length = left(run.len()) - left(0),
        fill = colour(run[0]),
        letters = letters.replace('&', "&amp;").replace('<', "&lt;"),
    );
}

fn left(column: usize) -> f64 {
    let column = u16::try_from(column).expect("a screen has no more columns");
    f64::from(column) * COLUMN + SIDE
}

fn colour(cell: &Cell) -> &'static str {
    match cell.fg {
        _ if cell.modifier.contains(Modifier::DIM) => DIM,
        Color::Green => "#7ec699",
        Color::Yellow => "#e5c07b",
        Color::Red => "#f07178",
        Color::Cyan => "#6cb6d9",
        _ => TEXT,
    }
}
