//! The outgoing side of a connection. A table's actor writes frames directly into the sockets of its viewers.
//!
//! If it woke a task for each viewer instead, waking would cost as much as writing.

use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::{Buf, Bytes};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

/// The longest header of a frame that the server sends, in bytes.
const MAX_HEADER_SIZE: usize = 10;

/// A message with its WebSocket frame header, in one buffer: it is sent with one write, and shared by all connections that
/// get the same message.
#[derive(Clone)]
pub struct Frame {
    bytes: Bytes,
    header: usize,
}

impl Frame {
    /// A frame with the text that `write` appends to the buffer.
    pub fn text(write: impl FnOnce(&mut Vec<u8>)) -> Self {
        Self::new(Data::Text, write)
    }

    /// A frame with these bytes.
    pub fn binary(bytes: &[u8]) -> Self {
        Self::new(Data::Binary, |buffer| buffer.extend_from_slice(bytes))
    }

    fn new(data: Data, write: impl FnOnce(&mut Vec<u8>)) -> Self {
        let mut buffer = Vec::with_capacity(256);
        buffer.resize(MAX_HEADER_SIZE, 0);
        write(&mut buffer);
        let length = (buffer.len() - MAX_HEADER_SIZE) as u64;
        let header = FrameHeader { opcode: OpCode::Data(data), ..FrameHeader::default() };
        let size = header.len(length);
        // The buffer has room for the longest header.
        let _ = header.format(length, &mut &mut buffer[MAX_HEADER_SIZE - size..MAX_HEADER_SIZE]);
        Self { bytes: Bytes::from(buffer).slice(MAX_HEADER_SIZE - size..), header: size }
    }

    /// The message alone.
    pub fn payload(&self) -> Bytes {
        self.bytes.slice(self.header..)
    }

    /// The length of the message in bytes.
    pub const fn payload_len(&self) -> usize {
        self.bytes.len() - self.header
    }
}

/// The outgoing side of a connection.
pub trait Outlet: Send + Sync {
    /// Writes a frame to the connection, or queues it.
    fn send(&self, frame: &Frame) -> Result<(), SendError>;
    /// Nothing more will be sent by the table.
    fn close(&self);
}

/// Why a message cannot be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendError {
    /// The client does not read, and too much waits for it already.
    Full,
    /// The connection has ended.
    Closed,
}

/// Writes to the socket of a connection, from the table's actor and from the connection's own task.
pub(crate) struct SocketWriter {
    stream: TcpStream,
    waiting: Mutex<OutQueue>,
    /// Wakes the connection's task when something is queued, or when the table has closed this.
    notify: Notify,
    /// The capacity of the queue.
    most: usize,
}

#[derive(Default)]
struct OutQueue {
    /// The frames, or rests of frames, that could not be written yet.
    pieces: VecDeque<Bytes>,
    is_closed: bool,
    is_table_refused: bool,
}

impl SocketWriter {
    pub(crate) fn new(stream: TcpStream, most: usize) -> Self {
        Self { stream, waiting: Mutex::default(), notify: Notify::new(), most: most.max(1) }
    }

    pub(crate) const fn stream(&self) -> &TcpStream {
        &self.stream
    }

    /// Writes raw bytes, after what is queued.
    pub(crate) fn write(&self, bytes: &[u8]) -> Result<(), SendError> {
        self.write_or_keep(self.lock(), bytes, Bytes::copy_from_slice)
    }

    /// Writes a frame of the connection's own task, also after [`SocketWriter::refuse_table`].
    pub(crate) fn send_own(&self, frame: &Frame) -> Result<(), SendError> {
        self.write_frame(self.lock(), frame)
    }

    /// Refuses everything that the table writes from now on. The table learns only later that the connection has ended, and
    /// until then would send updates to a client that may no longer see them.
    pub(crate) fn refuse_table(&self) {
        self.lock().is_table_refused = true;
    }

    /// Completes when something is queued, or when the table has closed its outlet.
    pub(crate) async fn notified(&self) {
        self.notify.notified().await;
    }

    /// Whether the table has closed its outlet.
    pub(crate) fn is_closed(&self) -> bool {
        self.lock().is_closed
    }

    /// Writes everything that is queued.
    pub(crate) async fn drain(&self) -> io::Result<()> {
        while !self.try_drain()? {
            self.stream.writable().await?;
        }
        Ok(())
    }

    /// Writes what can be written without waiting. Returns whether that is everything.
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
        // Frees the queue, which may have been long once.
        waiting.pieces = VecDeque::new();
        Ok(true)
    }

    fn write_frame(
        &self,
        waiting: MutexGuard<'_, OutQueue>,
        frame: &Frame,
    ) -> Result<(), SendError> {
        self.write_or_keep(waiting, &frame.bytes, |rest| frame.bytes.slice_ref(rest))
    }

    /// Writes what can be written without waiting, and queues the rest as `keep` makes it.
    fn write_or_keep(
        &self,
        mut waiting: MutexGuard<'_, OutQueue>,
        bytes: &[u8],
        keep: impl FnOnce(&[u8]) -> Bytes,
    ) -> Result<(), SendError> {
        let mut written = 0;
        if waiting.pieces.is_empty() {
            match self.stream.try_write(bytes) {
                Ok(count) => written = count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(_) => return Err(SendError::Closed),
            }
        } else if waiting.pieces.len() >= self.most {
            return Err(SendError::Full);
        }
        if written < bytes.len() {
            waiting.pieces.push_back(keep(&bytes[written..]));
            self.notify.notify_one();
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, OutQueue> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Outlet for SocketWriter {
    fn send(&self, frame: &Frame) -> Result<(), SendError> {
        let waiting = self.lock();
        if waiting.is_table_refused {
            Err(SendError::Closed)
        } else {
            self.write_frame(waiting, frame)
        }
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.notify.notify_one();
    }
}
