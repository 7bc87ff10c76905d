//! An evening at one table: gather, play, and look at what everybody did.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use facedown_core::{BySeat, SeatCount, Viewer};
use facedown_games::Names;
use facedown_machine::store::SeatFolder;
use facedown_machine::{
    Agreed, Error, Front, Machine, Open, Patience, TableLink, gather, net::Identity, play,
    wait_for_genesis,
};
use facedown_peers::{Desk, Terms};
use facedown_protocol::Name;
use facedown_protocol::delta::Shorthand;
use facedown_protocol::relay::{NewPeerTable, PeerState, PeerTableInfo};

use super::bot::BotFront;
use super::ending::{self, Ended};
use super::page::PageFront;
use super::progress::Progress;
use super::terminal::Terminal;
use super::{CommonArgs, failure};
use crate::commands::invocation;
use crate::commands::play::console::Console;
use crate::failure::Failure;
use crate::playable::Playable;

/// The exit code of a program that was stopped with Ctrl-C.
const INTERRUPTED: u8 = 130;

/// Where a table is shown.
pub(super) enum Screen {
    Terminal,
    /// In the browser of this machine.
    Page {
        port: u16,
    },
    /// Nowhere: a bot plays.
    Bot {
        bot: String,
        pause: Duration,
    },
}

/// An evening at one table.
pub(super) struct Evening {
    screen: Screen,
    link: TableLink,
    folder: Option<SeatFolder>,
    out: Option<PathBuf>,
    wait: Duration,
    patience: Patience,
}

impl Evening {
    pub(super) fn new(screen: Screen, common: &CommonArgs, link: TableLink) -> Self {
        let wait = Duration::from_secs(common.wait.saturating_mul(60));
        let (out, patience) = (common.out.clone(), common.patience());
        Self { screen, link, folder: None, out, wait, patience }
    }

    pub(super) fn seated(self, folder: SeatFolder) -> Self {
        Self { folder: Some(folder), ..self }
    }

    /// Plays the seat of the folder until the table is over, or the user leaves.
    pub(super) async fn play<G: Playable>(mut self) -> Result<(), Failure> {
        let Some(folder) = self.folder.take() else { return Ok(()) };
        if folder.kept().is_over {
            return ending::was_over(&folder);
        }
        let come_back = match self.screen {
            Screen::Bot { .. } => "the same command goes on".to_owned(),
            _ => format!("to go on: facedown peer play {}", self.link.table),
        };
        let played = until_interrupted(Box::pin(self.play_seat::<G>(folder)), &come_back).await;
        if let Err(Failure::Coded { code: 69 | 0, message }) = played {
            let code = if message.is_empty() { 0 } else { 69 };
            let message = if code == 0 { String::new() } else { format!("{message}\n") };
            return leave(code, &format!("{message}Your seat stays yours; {come_back}"));
        }
        played
    }

    async fn play_seat<G: Playable>(self, mut folder: SeatFolder) -> Result<(), Failure> {
        let mut progress = Progress::default();
        let (identity, open) =
            gather::<G>(&mut folder, &self.link, self.wait, self.patience, |news| {
                progress.tell(news)
            })
            .await
            .map_err(failure)?;
        let machine = Machine::<G>::sit(folder, shorthand::<G>()).map_err(failure)?;
        self.run(machine, &identity, open).await
    }

    /// Watches until the table is over, or the user leaves.
    pub(super) async fn watch<G: Playable>(self, agreed: Agreed) -> Result<(), Failure> {
        let watching = async {
            let mut progress = Progress::default();
            let (genesis, open) =
                wait_for_genesis::<G>(&self.link, &agreed, self.wait, self.patience, |news| {
                    progress.tell(news)
                })
                .await
                .map_err(failure)?;
            let machine = Machine::<G>::watch(genesis, shorthand::<G>()).map_err(failure)?;
            let identity = Identity { relay: agreed.relay, key: None };
            self.run(machine, &identity, Some(open)).await
        };
        until_interrupted(Box::pin(watching), "").await
    }

    async fn run<G: Playable>(
        self,
        mut machine: Machine<G>,
        identity: &Identity,
        open: Option<Open>,
    ) -> Result<(), Failure> {
        let names = names(machine.desk());
        match &self.screen {
            Screen::Terminal => {
                let mut front = Terminal::<G>::new(names.clone(), machine.seat());
                if !self.play_on(&mut machine, identity, open, &mut front).await? {
                    return self.leave_for_good(&mut machine);
                }
                let ended = self.finish(&mut machine)?;
                ended.show(&names)
            }
            Screen::Bot { bot, pause } => {
                let mut front = BotFront::<G>::new(names, bot, *pause)?;
                if !self.play_on(&mut machine, identity, open, &mut front).await? {
                    return self.leave_for_good(&mut machine);
                }
                self.finish(&mut machine)?.show_briefly()
            }
            Screen::Page { port } => {
                let mut front = PageFront::open(*port, names.clone(), machine.desk()).await?;
                front.announce()?;
                if !self.play_on(&mut machine, identity, open, &mut front).await? {
                    return self.leave_for_good(&mut machine);
                }
                let ended = self.finish(&mut machine)?;
                ended.show(&names)?;
                front.ended(&ended);
                Console::output().say("The page stays open for the replay; stop with Ctrl-C.")?;
                front.serve_on(&mut machine).await.map_err(failure)
            }
        }
    }

    /// Plays on. Returns whether the table is over; if not, the player has left it for good.
    async fn play_on<G: Playable, F: Front<G>>(
        &self,
        machine: &mut Machine<G>,
        identity: &Identity,
        open: Option<Open>,
        front: &mut F,
    ) -> Result<bool, Failure> {
        match play(machine, &self.link, identity, open, front, self.patience).await {
            Ok(()) => Ok(true),
            Err(Error::Farewell) => Ok(false),
            Err(Error::RelayConvicted(proof)) => {
                let path = PathBuf::from(format!("relay-{}.proof", self.link.table));
                std::fs::write(&path, proof.to_json())?;
                let error = Error::RelayConvicted(proof);
                Err(Failure::coded(
                    1,
                    format_args!(
                        "{error}. The proof is in {}: show it to the others, who can check it with {}",
                        path.display(),
                        invocation(&["verify"], &path)
                    ),
                ))
            }
            Err(Error::Left) => Err(Failure::coded(0, "")),
            Err(error) => Err(failure(error)),
        }
    }

    /// Keeps what was heard until the player has left, and deletes the secrets: they are on no card any more.
    fn leave_for_good<G: Playable>(&self, machine: &mut Machine<G>) -> Result<(), Failure> {
        let chain = machine.chain().to_bytes();
        if let Some(folder) = machine.folder() {
            let left = folder.change(|kept| kept.has_left = true);
            left.and_then(|()| folder.finish(&chain)).map_err(Error::from).map_err(failure)?;
        }
        let link = self.link.to_string();
        Console::output().say(&format!(
            "You have left this table, and the others play on. Your seed is deleted. Watch them: facedown peer watch {}",
            quoted(&link)
        ))?;
        Ok(())
    }

    fn finish<G: Playable>(&self, machine: &mut Machine<G>) -> Result<Ended<G>, Failure> {
        ending::finish(machine, self.out.as_deref())
    }
}

/// Checks a new table before the relay hears of it.
pub(super) fn check_table<G: Playable>(
    options: &G::Options,
    table: &NewPeerTable,
) -> Result<(), Failure> {
    let names = (1..=table.seats).filter_map(|n| Name::new(&format!("Player {n}")).ok()).collect();
    let usage = |error: &dyn ToString| Failure::Usage(error.to_string());
    let terms = Terms::new::<G>(options, names).map_err(|error| usage(&error))?;
    terms.with_times(table.think, table.grace).map_err(|error| usage(&error))?;
    let most = table.seats.saturating_sub(1);
    match table.escrow {
        Some(threshold) if !(table.seats / 2 + 1..=most).contains(&usize::from(threshold)) => {
            Err(Failure::Usage(format!(
                "--escrow {threshold}: of {} players it must be more than half and less than all; {most} is usual",
                table.seats
            )))
        }
        _ => Ok(()),
    }
}

/// Checks that a table can be played here, before anything is signed.
pub(super) fn check_found<G: Playable>(found: &PeerTableInfo) -> Result<(), Failure> {
    let options: G::Options = serde_json::from_str(found.options.get()).map_err(|error| {
        Failure::Usage(format!("this table has options that this program does not know: {error}"))
    })?;
    let table = NewPeerTable {
        game: found.game.clone(),
        rules: found.rules,
        options: found.options.clone(),
        seats: found.seats.len(),
        think: found.think,
        grace: found.grace,
        escrow: found.escrow,
        private: found.private,
    };
    check_table::<G>(&options, &table)
}

/// Whether a seat is free, before anything is signed.
pub(super) fn may_join(found: &PeerTableInfo) -> Result<(), Failure> {
    let is_open = found.state == PeerState::Open && found.seats.iter().any(Option::is_none);
    if is_open {
        return Ok(());
    }
    let why = match found.state {
        PeerState::Closed => "this table was closed before its game began; make a new one",
        PeerState::Over => "the game at this table is over; make a new one",
        _ => {
            "all seats of this table are taken; watch it with facedown peer watch LINK, or make a new one"
        }
    };
    Err(Failure::Usage(why.into()))
}

/// Runs something until Ctrl-C.
async fn until_interrupted(
    work: impl Future<Output = Result<(), Failure>>,
    come_back: &str,
) -> Result<(), Failure> {
    tokio::select! {
        done = work => done,
        stopped = tokio::signal::ctrl_c() => {
            stopped?;
            let text = if come_back.is_empty() { "Stopped.".to_owned() } else { format!("Stopped. Your seat stays yours; {come_back}") };
            leave(INTERRUPTED, &format!("\n{text}"))
        }
    }
}

#[allow(clippy::print_stderr)]
fn leave(code: u8, text: &str) -> Result<(), Failure> {
    anstream::eprintln!("{text}");
    if code == 0 { Ok(()) } else { Err(Failure::Reported(code)) }
}

fn shorthand<G: Playable>() -> Arc<Shorthand> {
    Arc::new(Shorthand::of::<G>())
}

/// What the players are called here.
pub(super) fn names<G: Playable>(desk: &Desk<G>) -> Names {
    let rules = desk.fold().rules();
    let names = desk.fold().terms().names();
    let seats: SeatCount = rules.seats();
    let name = |seat: facedown_core::Seat| {
        names.get(seat.index()).map_or_else(String::new, ToString::to_string)
    };
    let you = match rules.viewer() {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Spectator => None,
    };
    Names::new(BySeat::new(seats, name), you)
}

/// A link as an argument of a command line: a shell takes a `#` for a comment.
fn quoted(link: &str) -> String {
    if link.contains('#') { format!("'{link}'") } else { link.to_owned() }
}
