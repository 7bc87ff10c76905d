//! A table in the browser of this machine: the page of the server, served to this machine alone, and the part of its interface
//! that a table needs, answered by the desk.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use axum::serve::ListenerExt;
use facedown_core::Seats;
use facedown_games::Names;
use facedown_machine::{Error, Front, Input, LinkState, Machine};
use facedown_peers::Desk;
use facedown_protocol::rest::AuditReport;
use facedown_protocol::{Bye, ByeReason, Code, FromServer, PAD, Presence, TableId};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use super::ending::Ended;
use super::terminal::{WORDS_ARE_FOR, fork_warning, tell_link};
use crate::commands::play::console::Console;
use crate::failure::Failure;
use crate::hex::to_hex;
use crate::playable::Playable;

mod api;
mod socket;

/// What the requests of the page share.
struct Shared {
    table: TableId,
    /// Opens the table: it is in the address that is printed, and nowhere else.
    token: Code,
    /// The `Host` headers that this machine's browser sends.
    hosts: [String; 2],
    says: mpsc::UnboundedSender<FromPage>,
    /// What is there when the table is over.
    over: Mutex<Option<Over>>,
}

/// What is there when the table is over.
#[derive(Clone)]
struct Over {
    /// The game as a record; nothing if not all cards could be read.
    record: Option<String>,
    chain: Option<std::path::PathBuf>,
    audit: AuditReport,
}

/// What a page says.
enum FromPage {
    /// A connection was opened, and frames go there.
    Opened(u64, mpsc::UnboundedSender<Vec<u8>>),
    /// A frame came on this connection.
    Said(u64, Vec<u8>),
    /// It was closed.
    Closed(u64),
    /// Something else.
    Asked(Input),
}

/// A table in the browser of this machine.
pub(super) struct PageFront {
    shared: Arc<Shared>,
    address: SocketAddr,
    said: mpsc::UnboundedReceiver<FromPage>,
    /// The connection that has the desk.
    open: Option<(u64, mpsc::UnboundedSender<Vec<u8>>)>,
    console: Console,
    names: Names,
    here: Option<Seats>,
    words_told: bool,
    judged: usize,
    forked: Seats,
    was_lost: bool,
}

impl PageFront {
    /// Opens the page at this port of this machine.
    pub(super) async fn open<G: Playable>(
        port: u16,
        names: Names,
        desk: &Desk<G>,
    ) -> Result<Self, Failure> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let listener = TcpListener::bind(address).await.map_err(|error| {
            let message = crate::failure::os_message(&error);
            Failure::Usage(format!("--port {port} cannot be listened on: {message}; leave it out"))
        })?;
        let address = listener.local_addr()?;
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(Error::Random).map_err(super::failure)?;
        let hex = to_hex(desk.fold().cards().id());
        let unnamed = |error: facedown_protocol::TextError| Failure::Usage(error.to_string());
        let (says, said) = mpsc::unbounded_channel();
        let shared = Arc::new(Shared {
            // As the desk names it.
            table: TableId::new(&hex[..32]).map_err(unnamed)?,
            token: Code::new(&to_hex(&random)).map_err(unnamed)?,
            hosts: [
                format!("127.0.0.1:{}", address.port()),
                format!("localhost:{}", address.port()),
            ],
            says,
            over: Mutex::new(None),
        });
        let router = api::router(Arc::clone(&shared));
        // Frames are small, and a player waits for each of them. A socket that cannot be set so is only slower.
        let listener = listener.tap_io(|socket| drop(socket.set_nodelay(true)));
        tokio::spawn(async move { axum::serve(listener, router).await });
        let (open, console) = (None, Console::output());
        let (here, words_told, judged, was_lost) = (None, false, 0, false);
        let forked = Seats::NONE;
        Ok(Self {
            shared,
            address,
            said,
            open,
            console,
            names,
            here,
            words_told,
            judged,
            forked,
            was_lost,
        })
    }

    /// Says where the page is.
    pub(super) fn announce(&mut self) -> io::Result<()> {
        self.console.say("Open this address in a browser on this machine. It is for you alone:")?;
        let (address, token) = (self.address, self.shared.token.as_str());
        self.console.line(&format!("\n  http://{address}/join#{token}\n"))
    }

    /// The table is over: the page can show the replay and what was found.
    pub(super) fn ended<G: Playable>(&mut self, ended: &Ended<G>) {
        let over = Over {
            record: ended.record().map(facedown_core::Record::to_json),
            chain: ended.chain().map(std::path::Path::to_owned),
            audit: AuditReport {
                findings: ended.findings(),
                checked: ended.checked(),
                ending: ended.how_it_ended(),
            },
        };
        *self.shared.over.lock().unwrap_or_else(PoisonError::into_inner) = Some(over);
    }

    /// Answers the page after the table is over, until the program is stopped.
    pub(super) async fn serve_on<G: Playable>(
        &mut self,
        machine: &mut Machine<G>,
    ) -> Result<(), Error> {
        loop {
            match <Self as Front<G>>::input(self).await {
                Input::Say(frame) => {
                    for frame in machine.say(&frame)?.frames {
                        self.send(frame);
                    }
                }
                Input::HangUp => machine.hang_up(),
                Input::Log(before, answer) => {
                    // Who has asked may have gone.
                    let _ = answer.send(machine.desk().log(before));
                }
                Input::Leave => return Ok(()),
                // The table is over.
                Input::Farewell(_) => {}
            }
        }
    }

    fn send(&self, frame: Vec<u8>) {
        if let Some((_, to)) = &self.open {
            // A connection that has ended says so itself.
            let _ = to.send(frame);
        }
    }

    fn tell(&self, message: &FromServer<'_>) {
        let mut frame = Vec::new();
        if message.write(&mut frame, PAD).is_ok() {
            self.send(frame);
        }
    }
}

impl<G: Playable> Front<G> for PageFront {
    fn changed(&mut self, desk: &Desk<G>) -> io::Result<()> {
        if let Some(words) = desk.fold().words().filter(|_| !self.words_told) {
            self.words_told = true;
            self.console.line(&format!("  {}\n", words.join("  ")))?;
            self.console.say(WORDS_ARE_FOR)?;
        }
        for verdict in &desk.verdicts()[self.judged..] {
            let who = desk.fold().terms().names().get(verdict.seat.index());
            let who = who.map_or_else(|| verdict.seat.to_string(), ToString::to_string);
            self.console.complain(&format!("{who} cheated: {}.", verdict.cheat))?;
        }
        self.judged = desk.verdicts().len();
        if let Some(warning) = fork_warning(desk, &self.names, &mut self.forked) {
            self.console.complain(&warning)?;
        }
        Ok(())
    }

    fn frame(&mut self, frame: Vec<u8>) -> io::Result<()> {
        self.send(frame);
        Ok(())
    }

    fn link(&mut self, state: LinkState<'_>) -> io::Result<()> {
        let is_lost = state != LinkState::Open;
        if !is_lost && !self.was_lost {
            return Ok(());
        }
        self.was_lost = is_lost;
        tell_link(&mut self.console, state)
    }

    fn presence(&mut self, here: Seats) -> io::Result<()> {
        self.here = Some(here);
        self.tell(&FromServer::Presence(Presence { here }));
        Ok(())
    }

    fn unsigned(&mut self, by: Seats, limit: std::time::Duration) -> io::Result<()> {
        let text = super::terminal::unsigned_by(by, &self.names, limit);
        self.console.say(&format!("{text}."))
    }

    async fn input(&mut self) -> Input {
        loop {
            match self.said.recv().await {
                Some(FromPage::Opened(id, to)) => {
                    let is_second = self.open.is_some();
                    if is_second {
                        // One desk serves one page: the latest.
                        self.tell(&FromServer::Bye(Bye { reason: ByeReason::Replaced }));
                    }
                    self.open = Some((id, to));
                    if is_second {
                        return Input::HangUp;
                    }
                }
                Some(FromPage::Said(id, frame)) if self.is_open(id) => return Input::Say(frame),
                Some(FromPage::Closed(id)) if self.is_open(id) => {
                    self.open = None;
                    return Input::HangUp;
                }
                Some(FromPage::Said(..) | FromPage::Closed(_)) => {}
                Some(FromPage::Asked(input)) => return input,
                None => std::future::pending().await,
            }
        }
    }
}

impl PageFront {
    fn is_open(&self, id: u64) -> bool {
        self.open.as_ref().is_some_and(|(open, _)| *open == id)
    }
}
