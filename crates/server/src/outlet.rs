//! Where a connection's messages go out: straight into its socket, by whoever has something to say.
//!
//! A table that has something to tell four viewers writes it to four sockets. If it woke four tasks to do so, the waking
//! would cost as much as the writing.

use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::{Buf, Bytes};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

/// The longest header of a frame that the server sends, in bytes.
const HEADER: usize = 10;

/// A text with the header of its WebSocket frame before it, in one piece: it is sent with one plain write, and the same
/// bytes go to everybody who gets the same text.
#[derive(Clone)]
pub struct TextFrame {
    bytes: Bytes,
    header: usize,
}

impl TextFrame {
    /// A frame with the text that `write` adds to the end of the buffer.
    pub fn new(write: impl FnOnce(&mut Vec<u8>)) -> Self {
        let mut buffer = Vec::with_capacity(256);
        buffer.resize(HEADER, 0);
        write(&mut buffer);
        let length = (buffer.len() - HEADER) as u64;
        let header = FrameHeader { opcode: OpCode::Data(Data::Text), ..FrameHeader::default() };
        let size = header.len(length);
        // There is room for the longest header.
        let _ = header.format(length, &mut &mut buffer[HEADER - size..HEADER]);
        Self { bytes: Bytes::from(buffer).slice(HEADER - size..), header: size }
    }

    /// The text alone.
    pub fn text(&self) -> Bytes {
        self.bytes.slice(self.header..)
    }

    /// The length of the text in bytes.
    pub const fn text_len(&self) -> usize {
        self.bytes.len() - self.header
    }
}

/// Where a connection's messages go out.
pub trait Outlet: Send + Sync {
    /// Sends a message, or keeps it until the client takes it.
    fn send(&self, frame: &TextFrame) -> Result<(), Stuck>;
    /// Nothing more will be sent by the table.
    fn close(&self);
}

/// Why a message cannot be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// The client does not read, and too much waits for it already.
    Full,
    /// The connection has ended.
    Gone,
}

/// The socket of a connection, to be written to from several places.
pub(crate) struct SocketWriter {
    stream: TcpStream,
    waiting: Mutex<Waiting>,
    /// Wakes whoever looks after the connection: something waits, or nothing more will come.
    notify: Notify,
    /// How many messages may wait.
    most: usize,
}

#[derive(Default)]
struct Waiting {
    /// What could not be written yet.
    pieces: VecDeque<Bytes>,
    is_closed: bool,
    is_cut: bool,
}

impl SocketWriter {
    pub(crate) fn new(stream: TcpStream, most: usize) -> Self {
        Self { stream, waiting: Mutex::default(), notify: Notify::new(), most: most.max(1) }
    }

    pub(crate) const fn stream(&self) -> &TcpStream {
        &self.stream
    }

    /// Writes bytes as they are, after whatever waits.
    pub(crate) fn write(&self, bytes: &[u8]) -> Result<(), Stuck> {
        self.write_or_keep(self.lock(), bytes, Bytes::copy_from_slice)
    }

    /// Writes a message for whoever looks after the connection, who has the last word.
    pub(crate) fn say(&self, frame: &TextFrame) -> Result<(), Stuck> {
        self.write_frame(self.lock(), frame)
    }

    /// From now on the table can write nothing here. It hears only later that the connection has ended, and until then
    /// would go on telling somebody who may no longer be told.
    pub(crate) fn cut(&self) {
        self.lock().is_cut = true;
    }

    /// Ends when something waits to be written, or when the table has closed its outlet.
    pub(crate) async fn stirred(&self) {
        self.notify.notified().await;
    }

    /// Whether the table has closed its outlet.
    pub(crate) fn is_closed(&self) -> bool {
        self.lock().is_closed
    }

    /// Writes everything that waits.
    pub(crate) async fn drain(&self) -> io::Result<()> {
        while !self.try_drain()? {
            self.stream.writable().await?;
        }
        Ok(())
    }

    /// Writes what can be written at once. Whether that is everything.
    fn try_drain(&self) -> io::Result<bool> {
        let mut waiting = self.lock();
        while let Some(piece) = waiting.pieces.front_mut() {
            match self.stream.try_write(piece) {
                Ok(written) if written < piece.len() => piece.advance(written),
                Ok(_) => drop(waiting.pieces.pop_front()),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(false),
                Err(error) => return Err(error),
            }
        }
        // What a client once had waiting need not cost anything for ever.
        waiting.pieces = VecDeque::new();
        Ok(true)
    }

    fn write_frame(
        &self,
        waiting: MutexGuard<'_, Waiting>,
        frame: &TextFrame,
    ) -> Result<(), Stuck> {
        self.write_or_keep(waiting, &frame.bytes, |rest| frame.bytes.slice_ref(rest))
    }

    /// Writes what can be written at once. The rest waits, as what `keep` makes of it.
    fn write_or_keep(
        &self,
        mut waiting: MutexGuard<'_, Waiting>,
        bytes: &[u8],
        keep: impl FnOnce(&[u8]) -> Bytes,
    ) -> Result<(), Stuck> {
        let mut written = 0;
        if waiting.pieces.is_empty() {
            match self.stream.try_write(bytes) {
                Ok(count) => written = count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(_) => return Err(Stuck::Gone),
            }
        } else if waiting.pieces.len() >= self.most {
            return Err(Stuck::Full);
        }
        if written < bytes.len() {
            waiting.pieces.push_back(keep(&bytes[written..]));
            self.notify.notify_one();
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Outlet for SocketWriter {
    fn send(&self, frame: &TextFrame) -> Result<(), Stuck> {
        let waiting = self.lock();
        if waiting.is_cut { Err(Stuck::Gone) } else { self.write_frame(waiting, frame) }
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.notify.notify_one();
    }
}
