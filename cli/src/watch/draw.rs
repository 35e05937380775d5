//! A frame as the cells of a screen; nothing here touches a terminal.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line as Text, Span};

use super::frame::Frame;
use crate::show::{Line, Part};

/// Draws a frame from the line `first` of its table on. What does not fit is cut off.
pub fn frame(screen: &mut Buffer, area: Rect, frame: &Frame, first: usize, colours: bool) {
    let height = usize::from(area.height);
    let body = frame.body.iter().skip(first).take(frame.room(height));
    let above = frame.top.iter().chain(body).take(height.saturating_sub(1));
    lines(screen, area, above, colours);
    if let Some(above) = area.height.checked_sub(1) {
        let last = Rect {
            y: area.y + above,
            height: 1,
            ..area
        };
        lines(screen, last, [&frame.bottom], colours);
    }
}

/// Draws lines from the top of an area on.
pub fn lines<'a>(
    screen: &mut Buffer,
    area: Rect,
    lines: impl IntoIterator<Item = &'a Line>,
    colours: bool,
) {
    for (y, line) in (area.top()..area.bottom()).zip(lines) {
        screen.set_line(area.x, y, &text(line, colours), area.width);
    }
}

fn text(line: &Line, colours: bool) -> Text<'_> {
    let style = |part| if colours { style(part) } else { Style::new() };
    let pieces = line.0.iter();
    pieces
        .map(|piece| Span::styled(piece.text.as_str(), style(piece.part)))
        .collect()
}

/// The same colours as in [`paint`](crate::show::paint).
fn style(part: Part) -> Style {
    let colour = |colour| Style::new().fg(colour);
    match part {
        Part::Plain => Style::new(),
        Part::Strong => Style::new().add_modifier(Modifier::BOLD),
        Part::Dim => Style::new().add_modifier(Modifier::DIM),
        Part::Good => colour(Color::Green),
        Part::Notable => colour(Color::Yellow),
        Part::Bad => colour(Color::Red).add_modifier(Modifier::BOLD),
        Part::History => colour(Color::Cyan),
    }
}
