//! Plays at a table until it is over: waits for the network, the clock and the user, whichever is first.

use std::time::Duration;

use facedown_core::Game;
use facedown_protocol::relay::{FromPeer, FromRelay, PeerState, RefusedPeer};
use tokio::time::{Instant, sleep_until};

use crate::error::Error;
use crate::front::{Front, Input, LinkState};
use crate::gather::Open;
use crate::link::TableLink;
use crate::machine::{Machine, NotTaken, Todo};
use crate::net::{Connection, FromConnection, Identity, NetError, ToRelay};
use crate::stamps::StampFault;

/// How long a machine waits for a relay that is away, that takes nothing of it, or by whose clock a silent player is never gone.
#[derive(Clone, Copy, Debug)]
pub struct Patience(pub Duration);

/// How long to wait before the relay is tried again; the last one is repeated.
const WAITS: [Duration; 7] = [
    Duration::from_millis(100),
    Duration::from_millis(300),
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(4),
    Duration::from_secs(8),
    Duration::from_secs(15),
];
/// After what time of waiting for the players' signatures of the last head the user is told. They are waited for as long as the
/// table's grace is, after which nobody waits for a silent machine: until then all who are left keep the same chain.
const TELL_AFTER: Duration = Duration::from_secs(2);
/// When something is posted again that the relay has refused because it was too much at a time.
const POST_AGAIN: Duration = Duration::from_secs(1);

/// Plays, or watches, until the table is over. It goes on with the connection that is open, if there is one.
///
/// It ends early with an error if something is wrong that waiting does not mend, if the relay is away for longer than the patience,
/// or if the user leaves. Everything that has to survive is on the disk then.
pub async fn play<G: Game, F: Front<G>>(
    machine: &mut Machine<G>,
    link: &TableLink,
    identity: &Identity,
    open: Option<Open>,
    front: &mut F,
    patience: Patience,
) -> Result<(), Error> {
    let now = Instant::now();
    let mut player = Player {
        machine,
        link,
        identity,
        front,
        patience,
        connection: None,
        expected: None,
        is_compared: false,
        attempt: 0,
        retry: now,
        lost_at: now,
        began: now,
        wake: None,
        post_again: None,
        end: None,
        is_put_away: false,
        may_prepare: true,
        voted_at: None,
    };
    player.front.changed(player.machine.desk())?;
    if let Some(Open { connection, welcome }) = open {
        player.connection = Some(connection);
        player.hear(FromConnection::Open(welcome))?;
    }
    player.run().await?;
    if let Some(connection) = player.connection.take() {
        if player.machine.seat().is_some() {
            connection.send(ToRelay::Control(FromPeer::Over {}));
        }
        connection.close().await;
    }
    Ok(())
}

struct Player<'a, G: Game, F> {
    machine: &'a mut Machine<G>,
    link: &'a TableLink,
    identity: &'a Identity,
    front: &'a mut F,
    patience: Patience,
    connection: Option<Connection>,
    /// How many entries the relay said it has when the connection was opened.
    expected: Option<u64>,
    /// Whether all entries are heard again, to find where the relay has begun to tell something else.
    is_compared: bool,
    attempt: usize,
    retry: Instant,
    lost_at: Instant,
    /// What the desk's clock counts from.
    began: Instant,
    wake: Option<Instant>,
    post_again: Option<Instant>,
    /// That the table has ended, and is not settled.
    end: Option<End>,
    /// Whether the relay says that the table is over.
    is_put_away: bool,
    /// Whether there may be a shuffle to prepare while nothing else is to be done.
    may_prepare: bool,
    /// Since when this machine has said that somebody is gone, without effect.
    voted_at: Option<Instant>,
}

/// The end of a table, whose signatures are waited for.
struct End {
    since: Instant,
    /// Whether the user was told whose signatures are missing.
    is_told: bool,
    /// Whether the user waits no more.
    is_left: bool,
}

/// What a machine has waited for.
enum Event {
    Relay(FromConnection),
    Retry,
    Wake,
    PostAgain,
    TakesNothing,
    Unsigned,
    Farewell,
    Stalled,
    User(Input),
    /// Nothing: there is time to prepare.
    Idle,
}

impl<G: Game, F: Front<G>> Player<'_, G, F> {
    async fn run(&mut self) -> Result<(), Error> {
        while !self.is_done()? {
            let has_voted = self.machine.is_caught_up() && self.machine.desk().has_voted();
            self.voted_at = has_voted.then(|| self.voted_at.unwrap_or_else(Instant::now));
            let event = self.next().await;
            self.may_prepare = !matches!(event, Event::Idle);
            match event {
                Event::Idle => self.may_prepare = self.machine.prepare_shuffle(),
                Event::Relay(message) => {
                    let mut next = Some(message);
                    let before = self.machine.stamps().len();
                    // What has arrived together is shown together.
                    while let Some(message) = next {
                        self.hear(message)?;
                        next = self.connection.as_mut().and_then(Connection::try_next);
                    }
                    if self.machine.stamps().len() != before {
                        self.front.changed(self.machine.desk())?;
                    }
                }
                Event::Retry => {
                    let since = if self.is_compared { 0 } else { self.machine.stamps().len() };
                    let (link, identity) = (self.link.clone(), self.identity.clone());
                    self.connection = Some(Connection::open(link, identity, since));
                }
                Event::Wake => {
                    self.wake = None;
                    let todo = self.machine.tick(self.clock())?;
                    self.carry_out(todo)?;
                }
                Event::PostAgain => {
                    self.post_again = None;
                    let entries: Vec<Vec<u8>> =
                        self.machine.unstamped().map(<[u8]>::to_vec).collect();
                    self.post(entries);
                }
                Event::TakesNothing => {
                    return Err(Error::NotPassedOn(self.patience.0.as_secs()));
                }
                Event::Unsigned => {
                    if let Some(end) = &mut self.end {
                        end.is_told = true;
                    }
                    self.front.unsigned(self.machine.unsigned(), self.grace())?;
                }
                Event::Farewell => return Ok(()),
                Event::Stalled => return Err(Error::NobodyGone(self.patience.0.as_secs())),
                Event::User(input) => self.obey(input)?,
            }
        }
        Ok(())
    }

    /// Whether there is nothing more to do.
    fn is_done(&mut self) -> Result<bool, Error> {
        if self.machine.desk().has_left() {
            return Err(Error::Farewell);
        }
        if self.machine.desk().ending().is_none() {
            let is_cut = self.is_put_away && self.machine.is_caught_up();
            return if is_cut { Err(Error::PutAway) } else { Ok(false) };
        }
        let now = || End { since: Instant::now(), is_told: false, is_left: false };
        let is_left = self.end.get_or_insert_with(now).is_left;
        let is_cut = self.is_put_away && self.machine.is_caught_up();
        Ok(self.machine.is_settled() || is_cut || is_left)
    }

    /// Waits for whatever is first.
    async fn next(&mut self) -> Event {
        let is_connected = self.connection.is_some();
        let overdue =
            self.machine.waits_since().map(|since| Instant::from_std(since) + self.patience.0);
        let overdue = overdue.filter(|_| self.machine.is_caught_up());
        let farewell = self.end.as_ref().map(|end| end.since + self.grace());
        let stalled = self.voted_at.map(|since| since + self.patience.0);
        let untold = self.end.as_ref().filter(|end| !end.is_told);
        let unsigned = untold.map(|end| end.since + TELL_AFTER);
        let relay = async {
            match &mut self.connection {
                Some(connection) => connection.next().await,
                None => std::future::pending().await,
            }
        };
        let at = |time: Option<Instant>| async move {
            match time {
                Some(time) => sleep_until(time).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            message = relay => Event::Relay(message),
            input = self.front.input() => Event::User(input),
            () = sleep_until(self.retry), if !is_connected => Event::Retry,
            () = at(self.wake) => Event::Wake,
            () = at(self.post_again) => Event::PostAgain,
            () = at(overdue) => Event::TakesNothing,
            () = at(unsigned) => Event::Unsigned,
            () = at(farewell) => Event::Farewell,
            () = at(stalled) => Event::Stalled,
            // It is never ready at once, so whatever has arrived comes first.
            () = tokio::task::yield_now(), if self.may_prepare => Event::Idle,
        }
    }

    /// After what time the table waits for nobody who is silent.
    fn grace(&self) -> Duration {
        Duration::from_secs(self.machine.desk().fold().terms().grace().into())
    }

    /// The desk's clock, in milliseconds. It begins at 1, because 0 means "at once".
    fn clock(&self) -> u64 {
        1 + u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX - 1)
    }

    fn hear(&mut self, message: FromConnection) -> Result<(), Error> {
        match message {
            FromConnection::Open(welcome) => {
                let ours = self.machine.stamps().len();
                if welcome.entries < ours {
                    return Err(Error::RelayForgot { theirs: welcome.entries, ours });
                }
                if let Some(genesis) = &welcome.genesis {
                    crate::gather::check_genesis(self.machine.genesis(), &genesis.0)?;
                }
                if welcome.seat != self.machine.seat() {
                    return Err(crate::Disagreement::NotYourSeat.into());
                }
                self.is_put_away = matches!(welcome.table.state, PeerState::Over);
                self.expected = Some(welcome.entries);
                self.attempt = 0;
                self.catch_up()
            }
            FromConnection::Stamped(bytes) => match self.machine.take(&bytes) {
                Ok(todo) => {
                    self.carry_out(todo)?;
                    self.catch_up()
                }
                // Where it began to differ shows when everything is heard again.
                Err(NotTaken::Stamp(StampFault::DoesNotFollow(_))) if !self.is_compared => {
                    self.is_compared = true;
                    self.drop_connection();
                    self.retry = Instant::now();
                    Ok(())
                }
                Err(error) => Err(error.into()),
            },
            FromConnection::Control(FromRelay::Refused(refused)) => self.refused(&refused),
            FromConnection::Control(FromRelay::Presence(presence)) => {
                Ok(self.front.presence(presence.here)?)
            }
            FromConnection::Control(FromRelay::Table(changed)) => {
                self.is_put_away = matches!(changed.table.state, PeerState::Over);
                Ok(())
            }
            FromConnection::Control(_) => Ok(()),
            FromConnection::Lost(why) => self.lost(why),
        }
    }

    /// Once everything that the relay had was heard, says what is due.
    fn catch_up(&mut self) -> Result<(), Error> {
        let is_there =
            self.expected.is_some_and(|expected| self.machine.stamps().len() >= expected);
        if !is_there || self.machine.is_caught_up() {
            return Ok(());
        }
        let todo = self.machine.caught_up()?;
        self.front.link(LinkState::Open)?;
        self.front.changed(self.machine.desk())?;
        self.carry_out(todo)
    }

    fn carry_out(&mut self, todo: Todo) -> Result<(), Error> {
        let Todo { post, frames, wake } = todo;
        self.post(post);
        for frame in frames {
            self.front.frame(frame)?;
        }
        if let Some(wake) = wake {
            self.wake = Some(self.began + Duration::from_millis(wake));
        }
        Ok(())
    }

    fn post(&self, entries: Vec<Vec<u8>>) {
        let Some(connection) = self.connection.as_ref().filter(|_| self.machine.is_caught_up())
        else {
            return;
        };
        for entry in entries {
            connection.send(ToRelay::Entry(entry));
        }
    }

    fn refused(&mut self, refused: &RefusedPeer) -> Result<(), Error> {
        let net = NetError::Refused(refused.refusal.clone());
        if net.is_passing() {
            self.post_again = Some(Instant::now() + POST_AGAIN);
            return Ok(());
        }
        Err(net.into())
    }

    fn lost(&mut self, why: NetError) -> Result<(), Error> {
        let now = Instant::now();
        if self.machine.is_caught_up() {
            self.lost_at = now;
        }
        self.drop_connection();
        if !why.is_passing() {
            return Err(why.into());
        }
        if now.duration_since(self.lost_at) > self.patience.0 {
            return Err(why.into());
        }
        let again_in = WAITS[self.attempt.min(WAITS.len() - 1)];
        self.attempt += 1;
        self.retry = now + again_in;
        Ok(self.front.link(LinkState::Lost { why: &why.to_string(), again_in })?)
    }

    fn drop_connection(&mut self) {
        self.connection = None;
        self.expected = None;
        self.machine.lost();
    }

    fn obey(&mut self, input: Input) -> Result<(), Error> {
        match input {
            Input::Say(frame) => {
                let todo = self.machine.say(&frame)?;
                self.carry_out(todo)
            }
            Input::HangUp => {
                self.machine.hang_up();
                Ok(())
            }
            Input::Log(before, answer) => {
                // Who has asked may have gone.
                let _ = answer.send(self.machine.desk().log(before));
                Ok(())
            }
            Input::Leave => {
                let end = self.end.as_mut().ok_or(Error::Left)?;
                end.is_left = true;
                Ok(())
            }
            Input::Farewell(answer) => {
                let todo = self.machine.farewell()?;
                let (todo, may) = match todo {
                    Ok(todo) => (todo, Ok(())),
                    Err(why) => (Todo::default(), Err(why)),
                };
                // Who has asked may have gone.
                let _ = answer.send(may);
                self.carry_out(todo)
            }
        }
    }
}
