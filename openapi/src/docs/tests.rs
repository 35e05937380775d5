//! What `rustdoc` would warn about, and what it would compile.

use super::*;

#[test]
fn descriptions_become_documentation_without_warnings_and_tests() {
    let table: &[(&str, &str)] = &[
        ("", ""),
        (" \n \n", ""),
        ("The owner of the note", "The owner of the note"),
        ("One.\r\nTwo.\r\n\r\nThree.", "One.\nTwo.\n\nThree."),
        (
            "See https://example.com/a_b.",
            "See <https://example.com/a_b>.",
        ),
        ("(see http://example.com/x)", "(see <http://example.com/x>)"),
        (
            "<https://example.com>",
            "[https://example.com](<https://example.com>)",
        ),
        (
            "Use [the guide](/rest/guide \"x\") first",
            "Use the guide first",
        ),
        (
            "Use [the guide](https://example.com/guide)",
            "Use [the guide](<https://example.com/guide>)",
        ),
        (
            "[https://example.com](https://example.com)",
            "[https://example.com](<https://example.com>)",
        ),
        (
            "An array [x] of [Option]",
            "An array \\[x\\] of \\[Option\\]",
        ),
        ("List<String> and <T>", "List\\<String\\> and \\<T\\>"),
        ("a < b, 1 > 0", "a \\< b, 1 \\> 0"),
        (
            "<p>One <code>x</code></p><p>Two <a href=\"https://e.org/x\">y</a></p>",
            "One `x`\n\nTwo [y](<https://e.org/x>)",
        ),
        ("<ul><li>a</li><li>b</li></ul>", "- a\n- b"),
        ("one<br/>two<br>three", "one\ntwo\nthree"),
        ("`<b>` stays <unknown tag>", "`<b>` stays \\<unknown tag\\>"),
        ("```\nlet x = 1;\n```", "```text\nlet x = 1;\n```"),
        ("```rust\nlet x = 1;\n```", "```text\nlet x = 1;\n```"),
        ("```json\n{\"a\": [1]}\n```", "```json\n{\"a\": [1]}\n```"),
        (
            "Text\n\n    let x = 1;\n    let y;\n",
            "Text\n\n```text\nlet x = 1;\nlet y;\n```",
        ),
        ("```\nnever closed", "```text\nnever closed\n```"),
        ("a\tb", "a    b"),
        ("\u{feff}x\u{202e}y\u{200b}z\u{0}", "xyz"),
        ("a */ b", "a \\*/ b"),
        ("# Title\ntext", "# Title\n\ntext"),
        ("#5 is a number", "\\#5 is a number"),
        ("1986\\. A year", "1986\\. A year"),
        (
            "snake_case and _emphasis_ and __init__",
            "snake_case and *emphasis* and **init**",
        ),
        ("*a* **b**", "*a* **b**"),
        (
            "- a\n  b\n- c\n  1. d\n  2. e",
            "- a\n  b\n- c\n\n  1. d\n  2. e",
        ),
        ("> quoted\n> more", "> quoted\n> more"),
        (
            "| a | b |\n|---|---|\n| `x|y` | [z] |",
            "| a | b |\n| --- | --- |\n| \\`x | y\\` |",
        ),
        ("AT&T &amp; &lt;x&gt;", "AT&T & \\<x\\>"),
        (
            "![logo](https://e.org/x.png)",
            "[logo](<https://e.org/x.png>)",
        ),
        ("C:\\temp \\[x]", "C:\\temp \\[x\\]"),
        ("two  \nlines", "two\\\nlines"),
        (
            "[a]: https://example.com\n\nSee [a].",
            "See [a](<https://example.com>).",
        ),
    ];
    for (text, expected) in table {
        assert_eq!(lines(text).join("\n"), *expected, "{text:?}");
    }
}

#[test]
fn what_is_written_is_read_the_same_again() {
    let texts = [
        "a\n\n- b\n- c\n\n# D\n\n> e\n\n```text\nf\n```",
        "x [y](<https://e.org>) \\[z\\] `w`",
    ];
    for text in texts {
        assert_eq!(lines(text).join("\n"), text);
    }
}

#[test]
fn comments_hold_their_indentation() {
    let mut out = String::new();
    comment(&mut out, "    ", &lines("a\n\nb [c]."));
    outer(&mut out, "Ours [`c`].\n\nMore.");
    inner_of_document(&mut out, "<b>d</b>");
    inner(&mut out, "e\n");
    let expected = "    /// a\n    ///\n    /// b \\[c\\].\n/// Ours [`c`].\n///\n/// More.\n//! **d**\n//! e\n";
    assert_eq!(out, expected);
}

#[test]
fn no_comment_holds_what_the_compiler_refuses() {
    let refused = ('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}');
    let refused = refused.chain(['\r', '\n', '\u{2028}', '\u{85}', '\0', '\u{7f}']);
    for c in refused {
        assert!(!harmless(&format!("a{c}b")).contains(c), "{c:?}");
        let number = u32::from(c);
        let texts = [
            format!("a{c}b"),
            format!("a&#x{number:x};b"),
            format!("a <b>&#{number};</b>"),
            format!("`a{c}b` [x](https://e.org/&#{number};y)"),
            format!("```\na{c}b\n```"),
            format!("- &#{number};# a"),
            format!("| a | &#{number}; |\n|---|---|\n| {c} | b |"),
        ];
        for text in texts {
            let mut out = String::new();
            comment(&mut out, "  ", &lines(&text));
            comment(&mut out, "  ", std::slice::from_ref(&text));
            inner_of_document(&mut out, &text);
            outer(&mut out, &text);
            inner(&mut out, &text);
            assert!(c == '\n' || !out.contains(c), "{text:?}: {out:?}");
            let is_comment = |line: &str| line.trim().is_empty() || line.trim().starts_with("//");
            assert!(out.split(['\n', '\r']).all(is_comment), "{text:?}: {out:?}");
        }
    }
    assert_eq!(harmless("a\u{202e}b\u{2028}c\r\nd"), "ab c  d");
}
