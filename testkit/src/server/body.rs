//! The body of a request, out of a stream: what was sent, without its framing.

use bytes::{Bytes, BytesMut};

use super::head::{Framing, NotHttp};
use super::read::Source;

/// The longest line of a chunk's size or a trailer.
const LONGEST_LINE: usize = 64 << 10;

/// A body as far as it came.
#[derive(Default)]
pub(super) struct Body {
    kept: BytesMut,
    pub(super) len: u64,
}

/// Why no more can be read.
pub(super) enum Broken {
    /// The stream ended.
    Eof,
    /// What came is not HTTP/1.
    NotHttp,
    /// A body was left on the wire, unwanted.
    Unwanted,
}

impl Body {
    pub(super) fn bytes(self) -> Bytes {
        self.kept.freeze()
    }

    /// Reads to the end, keeping at most so many bytes.
    pub(super) async fn read(
        &mut self,
        source: &mut Source<'_>,
        framing: Framing,
        keep: usize,
    ) -> Result<(), Broken> {
        match framing {
            Framing::Length(length) => self.take(source, length, keep).await,
            Framing::Chunked => loop {
                let size = chunk_size(source).await?;
                if size == 0 {
                    return trailers(source).await;
                }
                self.take(source, size, keep).await?;
                if !line(source).await?.is_empty() {
                    return Err(Broken::NotHttp);
                }
            },
        }
    }

    async fn take(
        &mut self,
        source: &mut Source<'_>,
        mut length: u64,
        keep: usize,
    ) -> Result<(), Broken> {
        while length > 0 {
            if source.buffer().is_empty() {
                source.fill().await.ok_or(Broken::Eof)?;
            }
            let there = source.buffer().len();
            let part =
                source.take(usize::try_from(length).map_or(there, |length| length.min(there)));
            let room = keep.saturating_sub(self.kept.len()).min(part.len());
            self.kept.extend_from_slice(&part[..room]);
            self.len += part.len() as u64;
            length -= part.len() as u64;
        }
        Ok(())
    }
}

async fn chunk_size(source: &mut Source<'_>) -> Result<u64, Broken> {
    loop {
        match httparse::parse_chunk_size(source.buffer()) {
            Ok(httparse::Status::Complete((used, size))) => {
                source.take(used);
                return Ok(size);
            }
            Ok(httparse::Status::Partial) if source.buffer().len() < LONGEST_LINE => {
                source.fill().await.ok_or(Broken::Eof)?;
            }
            Ok(httparse::Status::Partial) | Err(_) => return Err(Broken::NotHttp),
        }
    }
}

async fn trailers(source: &mut Source<'_>) -> Result<(), Broken> {
    while !line(source).await?.is_empty() {}
    Ok(())
}

/// A line without its ending.
async fn line(source: &mut Source<'_>) -> Result<BytesMut, Broken> {
    loop {
        if let Some(end) = source.buffer().iter().position(|&byte| byte == b'\n') {
            let mut line = source.take(end + 1);
            let ending = if line.ends_with(b"\r\n") { 2 } else { 1 };
            line.truncate(line.len() - ending);
            return Ok(line);
        }
        if source.buffer().len() > LONGEST_LINE {
            return Err(Broken::NotHttp);
        }
        source.fill().await.ok_or(Broken::Eof)?;
    }
}

impl From<NotHttp> for Broken {
    fn from(NotHttp: NotHttp) -> Self {
        Self::NotHttp
    }
}
