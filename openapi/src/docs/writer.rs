//! Markdown as it was meant, written again so that `rustdoc` has nothing to say about it.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Tag, TagEnd};

use super::{escape, is_hidden, seen};

/// Writes events as lines.
#[derive(Default)]
pub(super) struct Writer {
    lines: Vec<String>,
    line: String,
    /// Whether the line begins with text, which then must not look like markup.
    bare: bool,
    /// What stands before every line: quotes, and the indentation of lists.
    indents: Vec<String>,
    /// What stands before the next line instead of its last indentation: the mark of a list's item.
    mark: Option<String>,
    /// Numbers of the lists that are open; none for a list without numbers.
    lists: Vec<Option<u64>>,
    /// Targets of the links that are open; none where it leads nowhere from here.
    links: Vec<Option<String>>,
    code: bool,
    cells: usize,
    in_table: bool,
}

impl Writer {
    pub(super) fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.code => self.verbatim(&seen(&text)),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                self.text(&seen(&text));
            }
            Event::Code(text) => self.span(&seen(&text)),
            Event::SoftBreak => self.end_line(),
            Event::HardBreak => {
                self.line.push('\\');
                self.end_line();
            }
            Event::Rule => {
                self.block();
                self.line.push_str("---");
                self.end_line();
            }
            _ => {}
        }
    }

    pub(super) fn finish(mut self) -> Vec<String> {
        if !self.line.is_empty() {
            self.end_line();
        }
        let blank = |line: &String| line.trim().is_empty();
        while self.lines.last().is_some_and(blank) {
            self.lines.pop();
        }
        self.lines
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph => self.block(),
            Tag::Heading { level, .. } => self.heading(level),
            Tag::BlockQuote(_) => {
                self.block();
                self.indents.push("> ".to_owned());
            }
            Tag::CodeBlock(kind) => self.code_block(&kind),
            Tag::List(first) => {
                self.block();
                self.lists.push(first);
            }
            Tag::Item => self.item(),
            Tag::Table(_) => {
                self.block();
                self.in_table = true;
                self.cells = 0;
            }
            Tag::TableCell => self.line.push_str("| "),
            Tag::Emphasis => self.line.push('*'),
            Tag::Strong => self.line.push_str("**"),
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => self.link(&dest_url),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::HtmlBlock => self.end_text(),
            TagEnd::BlockQuote(_) => {
                self.end_text();
                self.indents.pop();
            }
            TagEnd::CodeBlock => {
                self.code = false;
                self.raw("```");
            }
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::Item => {
                self.end_text();
                if self.mark.is_some() {
                    self.end_line();
                }
                self.indents.pop();
            }
            TagEnd::TableCell => {
                self.line.push(' ');
                self.cells += 1;
            }
            TagEnd::TableHead => {
                let cells = self.cells;
                self.row();
                self.line.push_str(&"| --- ".repeat(cells));
                self.row();
            }
            TagEnd::TableRow => self.row(),
            TagEnd::Table => self.in_table = false,
            TagEnd::Emphasis => self.line.push('*'),
            TagEnd::Strong => self.line.push_str("**"),
            TagEnd::Link | TagEnd::Image => self.end_link(),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        let mut lines = text.split('\n').peekable();
        while let Some(line) = lines.next() {
            let linked = self.links.iter().any(Option::is_some);
            let written = match linked {
                // A link holds no link.
                true => escape::text(&line.replace("://", ":\u{2060}//"), self.in_table)
                    .replace('\u{2060}', ""),
                false => escape::text(line, self.in_table),
            };
            if self.line.is_empty() {
                self.bare = true;
                self.line.push_str(written.trim_start());
            } else {
                self.line.push_str(&written);
            }
            if lines.peek().is_some() {
                self.end_text();
            }
        }
    }

    /// Code within a line, between as many backticks as it needs.
    fn span(&mut self, text: &str) {
        let mut ticks = "`".to_owned();
        while text.contains(&ticks) {
            ticks.push('`');
        }
        let pad = if text.starts_with('`') || text.ends_with('`') {
            " "
        } else {
            ""
        };
        let text = match self.in_table {
            true => text.replace('|', "\\|"),
            false => text.to_owned(),
        };
        self.line
            .push_str(&format!("{ticks}{pad}{text}{pad}{ticks}"));
    }

    fn heading(&mut self, level: HeadingLevel) {
        self.block();
        let hashes = "#".repeat(level as usize);
        self.line = format!("{hashes} ");
    }

    /// Code that nobody compiles.
    fn code_block(&mut self, kind: &CodeBlockKind<'_>) {
        self.block();
        let word = match kind {
            CodeBlockKind::Fenced(word) => word.split([' ', ',']).next().unwrap_or_default(),
            CodeBlockKind::Indented => "",
        };
        let known = KNOWN.contains(&word);
        self.raw(&format!("```{}", if known { word } else { "text" }));
        self.code = true;
    }

    fn verbatim(&mut self, text: &str) {
        for line in text.trim_end_matches('\n').split('\n') {
            // A fence in the code would end the block.
            self.raw(&line.replace("```", "'''"));
        }
    }

    fn item(&mut self) {
        if !self.line.is_empty() {
            self.end_line();
        }
        let mark = match self.lists.last_mut() {
            Some(Some(number)) => {
                let mark = format!("{number}. ");
                *number += 1;
                mark
            }
            _ => "- ".to_owned(),
        };
        self.indents.push(" ".repeat(mark.len()));
        self.mark = Some(mark);
    }

    /// A link, if it leads somewhere from everywhere.
    fn link(&mut self, target: &str) {
        let absolute = ["https://", "http://", "mailto:"]
            .iter()
            .any(|scheme| target.starts_with(scheme));
        let bad = |c: char| c.is_whitespace() || is_hidden(c) || matches!(c, '<' | '>' | '\\');
        let fits = !target.contains(bad);
        let target = (absolute && fits).then(|| target.to_owned());
        if target.is_some() {
            self.line.push('[');
        }
        self.links.push(target);
    }

    fn end_link(&mut self) {
        if let Some(target) = self.links.pop().flatten() {
            self.line.push_str(&format!("](<{target}>)"));
        }
    }

    fn row(&mut self) {
        self.line.push('|');
        self.end_line();
    }

    /// A blank line between blocks, unless an item begins here.
    fn block(&mut self) {
        self.end_text();
        let begins = self.mark.is_some() || self.lines.is_empty();
        let blank = self.lines.last().is_some_and(|line| line.trim().is_empty());
        if !begins && !blank {
            let indent = self.indents.concat();
            self.lines.push(indent.trim_end().to_owned());
        }
    }

    fn end_text(&mut self) {
        if !self.line.is_empty() {
            self.end_line();
        }
    }

    fn raw(&mut self, line: &str) {
        self.line = line.to_owned();
        self.end_line();
    }

    fn end_line(&mut self) {
        let mut indent = self.indents.concat();
        if let Some(mark) = self.mark.take() {
            indent.truncate(indent.len() - mark.len().min(indent.len()));
            indent.push_str(&mark);
        }
        let line = core::mem::take(&mut self.line);
        let line = match core::mem::take(&mut self.bare) {
            true => escape::beginning(&line),
            false => line,
        };
        self.lines
            .push(format!("{indent}{line}").trim_end().to_owned());
    }
}

/// Languages that `rustdoc` does not compile and that are worth their colours elsewhere.
const KNOWN: &[&str] = &[
    "bash", "console", "html", "http", "js", "json", "sh", "sql", "xml", "yaml",
];
