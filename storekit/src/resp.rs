//! As much of the store's protocol as it takes to ask one thing and read the answer as text.

use std::io::{self, BufRead, BufReader, Read, Write};

use crate::address::Line;

/// Asks, and waits for the answer: text as it is, numbers in decimal, `(nil)` for nothing, a list
/// with one line for each item, an error as its text.
pub(crate) fn ask(line: &mut Line, words: &[&str]) -> io::Result<String> {
    let mut request = format!("*{}\r\n", words.len()).into_bytes();
    for word in words {
        write!(request, "${}\r\n{word}\r\n", word.len())?;
    }
    line.write_all(&request)?;
    answer(&mut BufReader::new(line))
}

fn answer(from: &mut impl BufRead) -> io::Result<String> {
    let mut head = String::new();
    from.read_line(&mut head)?;
    let Some(text) = head.strip_suffix("\r\n") else {
        return Err(io::ErrorKind::UnexpectedEof.into());
    };
    let (kind, rest) = text
        .split_at_checked(1)
        .ok_or_else(|| nonsense("an empty line"))?;
    match kind {
        "+" | "-" | ":" => Ok(rest.to_owned()),
        "$" | "*" if rest == "-1" => Ok("(nil)".to_owned()),
        "$" => bulk(from, length(rest)?),
        "*" => {
            let items: io::Result<Vec<_>> = (0..length(rest)?).map(|_| answer(from)).collect();
            Ok(items?.join("\n"))
        }
        _ => Err(nonsense(text)),
    }
}

fn bulk(from: &mut impl Read, length: usize) -> io::Result<String> {
    let mut bytes = vec![0; length + 2];
    from.read_exact(&mut bytes)?;
    bytes.truncate(length);
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn length(text: &str) -> io::Result<usize> {
    text.parse().map_err(|_| nonsense(text))
}

fn nonsense(text: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("no answer: {text:?}"))
}

#[cfg(test)]
mod tests {
    use super::answer;

    #[test]
    fn every_kind_of_answer_is_read_as_text() {
        let read = |bytes: &str| answer(&mut bytes.as_bytes()).unwrap();
        assert_eq!(read("+PONG\r\n"), "PONG");
        assert_eq!(read("-ERR no\r\n"), "ERR no");
        assert_eq!(read(":-7\r\n"), "-7");
        assert_eq!(read("$-1\r\n"), "(nil)");
        assert_eq!(read("$4\r\na\r\nb\r\n"), "a\r\nb");
        assert_eq!(read("*3\r\n:1\r\n*1\r\n$1\r\nx\r\n*0\r\n"), "1\nx\n");
    }

    #[test]
    fn an_answer_cut_short_is_an_error() {
        for bytes in ["", "+PON", "$4\r\nab", "*2\r\n:1\r\n", "?\r\n", "\r\n"] {
            assert!(answer(&mut bytes.as_bytes()).is_err(), "{bytes:?}");
        }
    }
}
