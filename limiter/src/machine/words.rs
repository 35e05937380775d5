//! Numbers in a row, as they are kept in a state file: written in one order, read in the same.

/// Takes numbers one after the other.
pub(crate) trait Sink {
    fn put(&mut self, word: u64);

    #[inline]
    fn put_wide(&mut self, wide: u128) {
        #[expect(clippy::cast_possible_truncation, reason = "the two halves")]
        let halves = [wide as u64, (wide >> 64) as u64];
        self.put(halves[0]);
        self.put(halves[1]);
    }
}

/// Writes numbers one after the other.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    words: Vec<u64>,
}

impl Sink for Writer {
    fn put(&mut self, word: u64) {
        self.words.push(word);
    }
}

impl Writer {
    pub(crate) fn put_text(&mut self, text: &str) {
        self.put(text.len() as u64);
        self.words.extend(text.as_bytes().chunks(8).map(|bytes| {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            u64::from_le_bytes(word)
        }));
    }

    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }
}

/// Reads numbers one after the other; `None` where there are no more, or where they make no
/// sense.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'a> {
    words: &'a [u64],
}

impl<'a> Reader<'a> {
    pub(crate) fn new(words: &'a [u64]) -> Self {
        Self { words }
    }

    #[inline]
    pub(crate) fn take(&mut self) -> Option<u64> {
        let (&word, rest) = self.words.split_first()?;
        self.words = rest;
        Some(word)
    }

    #[inline]
    pub(crate) fn take_wide(&mut self) -> Option<u128> {
        let low = u128::from(self.take()?);
        Some(low | u128::from(self.take()?) << 64)
    }

    /// How many things follow, of at most `most`.
    pub(crate) fn take_count(&mut self, most: usize) -> Option<usize> {
        usize::try_from(self.take()?)
            .ok()
            .filter(|&count| count <= most)
    }

    pub(crate) fn take_text(&mut self) -> Option<String> {
        let bytes = usize::try_from(self.take()?).ok()?;
        let (words, rest) = self.words.split_at_checked(bytes.div_ceil(8))?;
        self.words = rest;
        let mut text: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        text.truncate(bytes);
        String::from_utf8(text).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::{Reader, Sink, Writer};

    #[test]
    fn what_was_written_is_read() {
        let mut writer = Writer::default();
        writer.put(7);
        writer.put_wide(u128::MAX - 1);
        [2, 1, 2].into_iter().for_each(|word| writer.put(word));
        for text in ["", "read", "eight by", "nine byte", "größe"] {
            writer.put_text(text);
        }
        let mut reader = Reader::new(writer.words());
        assert_eq!(reader.take(), Some(7));
        assert_eq!(reader.take_wide(), Some(u128::MAX - 1));
        assert_eq!(reader.take_count(2), Some(2));
        assert_eq!((reader.take(), reader.take()), (Some(1), Some(2)));
        for text in ["", "read", "eight by", "nine byte", "größe"] {
            assert_eq!(reader.take_text().as_deref(), Some(text));
        }
        assert_eq!(reader.take(), None);
    }

    #[test]
    fn what_makes_no_sense_is_nothing() {
        for words in [&[][..], &[u64::MAX], &[9, 1], &[8]] {
            assert_eq!(Reader::new(words).take_text(), None, "{words:?}");
        }
        assert_eq!(Reader::new(&[3]).take_count(2), None);
        assert_eq!(Reader::new(&[1, u64::MAX]).take_text(), None, "not UTF-8");
    }
}
