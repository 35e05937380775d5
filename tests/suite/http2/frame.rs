//! HTTP/2 frames, as far as counting them needs (RFC 9113, sections 4.1 and 6).

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};

/// The first bytes of every client (section 3.4).
pub(crate) const PREFACE: &[u8; 24] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Kinds of frames.
pub(crate) const HEADERS: u8 = 0x1;
pub(crate) const RST_STREAM: u8 = 0x3;
pub(crate) const SETTINGS: u8 = 0x4;
pub(crate) const PING: u8 = 0x6;
pub(crate) const GOAWAY: u8 = 0x7;

/// The flag of a SETTINGS or PING frame that answers one.
pub(crate) const ACK: u8 = 0x1;
/// The flags of a HEADERS frame that is a whole answer.
pub(crate) const END_STREAM_END_HEADERS: u8 = 0x5;

/// Settings.
pub(crate) const ENABLE_PUSH: u16 = 0x2;
pub(crate) const MAX_CONCURRENT_STREAMS: u16 = 0x3;

/// Error codes (section 7).
pub(crate) const NO_ERROR: u32 = 0x0;
pub(crate) const INTERNAL_ERROR: u32 = 0x2;
pub(crate) const REFUSED_STREAM: u32 = 0x7;
pub(crate) const CANCEL: u32 = 0x8;
pub(crate) const ENHANCE_YOUR_CALM: u32 = 0xb;
pub(crate) const HTTP_1_1_REQUIRED: u32 = 0xd;

/// One frame.
pub(crate) struct Frame {
    pub(crate) kind: u8,
    pub(crate) flags: u8,
    pub(crate) stream: u32,
    pub(crate) payload: Vec<u8>,
}

impl Frame {
    /// `:status 204` by its index in the static table (RFC 7541, appendix A), and nothing else.
    pub(crate) fn answer(stream: u32) -> Self {
        let payload = vec![0x80 | 9];
        Self {
            kind: HEADERS,
            flags: END_STREAM_END_HEADERS,
            stream,
            payload,
        }
    }

    pub(crate) fn reset(stream: u32, code: u32) -> Self {
        Self {
            kind: RST_STREAM,
            flags: 0,
            stream,
            payload: code.to_be_bytes().to_vec(),
        }
    }

    /// No stream after `last` was or will be processed.
    pub(crate) fn go_away(last: u32, code: u32) -> Self {
        let payload = [last.to_be_bytes(), code.to_be_bytes()].concat();
        Self {
            kind: GOAWAY,
            flags: 0,
            stream: 0,
            payload,
        }
    }

    /// The server's SETTINGS, with a limit of streams if there is one.
    pub(crate) fn settings(max_streams: Option<u32>) -> Self {
        let mut payload = Vec::new();
        if let Some(max_streams) = max_streams {
            payload.extend(MAX_CONCURRENT_STREAMS.to_be_bytes());
            payload.extend(max_streams.to_be_bytes());
        }
        Self {
            kind: SETTINGS,
            flags: 0,
            stream: 0,
            payload,
        }
    }

    /// The answer that a SETTINGS or PING frame asks for.
    pub(crate) fn acknowledgement(&self) -> Option<Self> {
        let payload = match (self.kind, self.flags & ACK) {
            (SETTINGS, 0) => Vec::new(),
            (PING, 0) => self.payload.clone(),
            _ => return None,
        };
        Some(Self {
            kind: self.kind,
            flags: ACK,
            stream: 0,
            payload,
        })
    }

    /// The value of a setting in a SETTINGS frame.
    pub(crate) fn setting(&self, name: u16) -> Option<u32> {
        let mut entries = self.payload.chunks_exact(6);
        let entry = entries.find(|entry| entry.starts_with(&name.to_be_bytes()))?;
        Some(u32::from_be_bytes(entry[2..].try_into().ok()?))
    }

    pub(crate) async fn read(from: &mut (impl AsyncRead + Unpin)) -> io::Result<Self> {
        let mut head = [0; 9];
        from.read_exact(&mut head).await?;
        let [l0, l1, l2, kind, flags, s0, s1, s2, s3] = head;
        let length = u32::from_be_bytes([0, l0, l1, l2]);
        let mut payload = vec![0; usize::try_from(length).map_err(io::Error::other)?];
        from.read_exact(&mut payload).await?;
        Ok(Self {
            kind,
            flags,
            stream: u32::from_be_bytes([s0, s1, s2, s3]),
            payload,
        })
    }

    pub(crate) async fn write(self, to: &mut (impl AsyncWrite + Unpin)) -> io::Result<()> {
        let length = u32::try_from(self.payload.len()).map_err(io::Error::other)?;
        let mut bytes = length.to_be_bytes()[1..].to_vec();
        bytes.extend([self.kind, self.flags]);
        bytes.extend(self.stream.to_be_bytes());
        bytes.extend(self.payload);
        to.write_all(&bytes).await
    }
}
